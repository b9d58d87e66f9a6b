"""The command: show the desk until its window is closed or the process is told to stop."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from studio.demo.mockdesk.display import trouble
from studio.demo.mockdesk.options import Options, WrongOptions, parse
from studio.demo.mockdesk.store import Store

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication

DONE, WRONG_INPUT, ENVIRONMENT, STOPPED = 0, 2, 3, 130
_LOOK_MS = 200
"""How often the interpreter gets its turn, so that a signal ends the program."""


def main(argv: Sequence[str]) -> int:
    """Run the desk; returns 0, 2 for wrong options or a bad file, 3 where no window can be shown, 130 unsigned in."""
    try:
        options = parse(argv)
    except WrongOptions as error:
        return _complain(str(error), WRONG_INPUT)
    if (sentence := trouble()) is not None:
        return _complain(sentence, ENVIRONMENT)
    with _database(options.db) as path:
        try:
            store = Store(path)
        except sqlite3.Error as error:
            return _complain(f"The file {path} cannot be used as a database: {error}.", WRONG_INPUT)
        try:
            return _show(store, options)
        finally:
            store.close()


@contextmanager
def _database(path: Path | None) -> Iterator[Path]:
    """The file that was named, or one that is gone afterwards."""
    if path is not None:
        yield path
        return
    with tempfile.TemporaryDirectory(prefix="mockdesk-") as folder:
        yield Path(folder) / "mockdesk.sqlite3"


def _show(store: Store, options: Options) -> int:
    from PySide6.QtCore import QTimer
    from PySide6.QtWidgets import QApplication

    from studio.demo.mockdesk.look import dress

    if os.environ.get("QT_QPA_PLATFORM") == "offscreen":
        del os.environ["QT_QPA_PLATFORM"]  # a program that nobody can see is of no use here
    app = QApplication([sys.argv[0]])
    app.setApplicationName("MockDesk")
    dress(app, options)
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: app.exit(DONE))
    turn = QTimer()
    turn.timeout.connect(lambda: None)
    turn.start(_LOOK_MS)
    return _run(app, store, options)


def _run(app: QApplication, store: Store, options: Options) -> int:
    from PySide6.QtCore import QTimer

    from studio.demo.mockdesk.dialogs import SignIn
    from studio.demo.mockdesk.window import Desk

    desk = Desk(store, options)
    first = SignIn(store) if options.sign_in else None
    told = {"program": "MockDesk", "pid": os.getpid(), "db": str(store.path.resolve())}
    window = first or desk
    line = json.dumps({**told, "title": window.windowTitle()})
    window.show()
    QTimer.singleShot(0, lambda: print(line, flush=True))
    if first is not None:
        first.accepted.connect(desk.show)
        first.rejected.connect(lambda: app.exit(STOPPED))
    return app.exec()


def _complain(sentence: str, code: int) -> int:
    print(sentence, file=sys.stderr)
    return code
