"""The Qt binding itself: a release that miscounts references kills the window after a while, so it is not taken."""

from __future__ import annotations

import sys

from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot


def test_calls_that_return_nothing_keep_the_count_of_none(qtbot: QtBot) -> None:
    widget = QWidget()
    qtbot.addWidget(widget)
    before = sys.getrefcount(None)
    for _ in range(1000):
        widget.setVisible(False)
    assert abs(sys.getrefcount(None) - before) < 100
