"""The stop key of a run from the window: heard while another window has the focus, held by one program at a time."""

from __future__ import annotations

import subprocess
import sys

from helpers.virtual_desktop import virtual_desktop

CHILD = """
from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QApplication
from studio.ui.run.stop_key import STOP_KEY, StopKey
app, owner = QApplication([]), QObject()
key = StopKey(STOP_KEY, lambda: (print("stopped", flush=True), app.quit()), owner)
other = StopKey(STOP_KEY, print, owner)
print(key.works, other.works, flush=True)
QTimer.singleShot(30000, app.quit)
app.exec()
key.release()
again = StopKey(STOP_KEY, print, owner)
print(again.works, flush=True)
again.release()
"""


def test_it_is_heard_whatever_has_the_focus_and_given_back() -> None:
    with virtual_desktop() as desktop:
        env = {**desktop.env, "QT_QPA_PLATFORM": "xcb"}
        with subprocess.Popen([sys.executable, "-c", CHILD], env=env, stdout=subprocess.PIPE, text=True) as child:
            assert child.stdout is not None
            assert child.stdout.readline() == "True False\n"
            desktop.xdo("key", "ctrl+alt+Escape")
            assert child.stdout.read() == "stopped\nTrue\n"
