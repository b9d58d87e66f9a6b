"""From Start to the end: countdown, bar, recorder, and the main window out of the way meanwhile."""

from __future__ import annotations

import os
import shutil
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QWidget

from studio.ui.record.bar import Commands, RecordBar
from studio.ui.record.note_box import name_box, note_box
from studio.ui.record.open_tabs import bring_to_front
from studio.ui.record.session import Ended, RecordingSession
from studio.ui.record.targets import Kind, Target, recorder_arguments
from studio.ui.record.told import Notice, Phase
from studio.ui.record.windows import bring_up, in_front
from studio.ui.services.background import Background
from studio.ui.services.settings import Settings

_AWAY_MS = 300
"""So long the window manager takes at most to put the main window away."""


@dataclass(frozen=True)
class Wanted:
    """What is recorded, and where to. `window_id` and `tab` are brought to the front before it begins."""

    target: Target
    folder: Path
    window_id: int = 0
    tab: str = ""


class RecordingFlow(QObject):
    """One recording from the window. `ended` carries an `Ended`, or None where it was cancelled before it began."""

    ended = Signal(object)

    def __init__(self, wanted: Wanted, settings: Settings, main: QWidget, parent: QObject) -> None:
        super().__init__(parent)
        self.wanted, self._main = wanted, main
        self._left = settings.countdown_s
        self._cancelled = False
        arguments = recorder_arguments(wanted.target, wanted.folder, settings, os.getpid())
        self.session = RecordingSession(arguments, wanted.folder, self)
        self._front: Background[None] = Background(self)
        self.bar = RecordBar(self._commands(), keys_on_bar(wanted.target.kind, settings))
        self._note, self._name = note_box(self.session.note), name_box(self.session.next_is_parameter)
        self._behind = 0
        for box in (self._note, self._name):
            box.finished.connect(lambda _: self._give_back())
        self._timer = QTimer(self)
        self._timer.setInterval(1000)
        self._timer.timeout.connect(self._count)
        self.session.changed.connect(self._show)
        self.session.noticed.connect(self._notice)
        self.session.asked.connect(self._ask)
        self.session.ended.connect(self._over)

    def start(self) -> None:
        """Put the main window away, count down, record."""
        self._main.showMinimized()
        self.bar.show_state(Phase.STARTING, 0, "")
        self.bar.appear()
        if self._left:
            self.bar.show_countdown(self._left)
            self._timer.start()
        else:
            QTimer.singleShot(_AWAY_MS, self, self._bring_to_front)

    def finish(self) -> None:
        """Finish, or cancel where it has not begun."""
        if self._timer.isActive() or self.session.told.phase is Phase.STARTING:
            self._cancel()
        else:
            self.session.finish()

    def close_down(self) -> None:
        """The window closes: what was recorded is finished and kept."""
        self._timer.stop()
        self.session.blockSignals(True)
        self.session.finish_now()
        self._put_away()

    # Parts

    def _commands(self) -> Commands:
        session = self.session
        return Commands(
            session.pause_or_go_on,
            session.undo_last,
            session.next_is_secret,
            lambda: self._ask("note"),
            self.finish,
            self._seconds,
        )

    def _seconds(self) -> float:
        return float(self._left) if self._timer.isActive() else self.session.seconds

    def _ask(self, command: str) -> None:
        """Ask for the words that a hot key or button lacks."""
        box = self._note if command == "note" else self._name
        self._behind = in_front(os.getpid()) or self._behind
        box.ask(self.bar.frameGeometry())

    def _give_back(self) -> None:
        """The program that was in front takes the keyboard again: not each window manager sees to that."""
        behind, self._behind = self._behind, 0
        if behind:
            bring_up(behind)

    def _count(self) -> None:
        self._left -= 1
        if self._left > 0:
            self.bar.show_countdown(self._left)
        else:
            self._timer.stop()
            self._bring_to_front()

    def _bring_to_front(self) -> None:
        self.bar.show_state(Phase.STARTING, 0, "")
        self._front.start(self._to_front, lambda _: self.session.start(), lambda _: self.session.start())

    def _to_front(self) -> None:
        """In a thread."""
        wanted = self.wanted
        if wanted.target.kind is Kind.WINDOW and wanted.window_id:
            bring_up(wanted.window_id)
        elif wanted.target.kind is Kind.TAB and wanted.tab:
            bring_to_front(wanted.target.endpoint, wanted.tab)

    def _cancel(self) -> None:
        was_counting = self._timer.isActive() or self._front.busy
        self._timer.stop()
        self._front.forget()
        if was_counting or not self.session.running:
            self._put_away()
            self.ended.emit(None)
        else:
            self._cancelled = True
            self.session.finish()

    def _show(self) -> None:
        told = self.session.told
        self.bar.show_state(told.phase, len(told.actions), told.last_words)
        self.bar.crop.show_action(self.wanted.folder, told.last)

    def _notice(self, notice: Notice) -> None:
        self.bar.notices.show_notice(notice)

    def _over(self, ended: Ended) -> None:
        self._put_away()
        nothing = not self.session.told.actions and (ended.whole or self._cancelled)
        if nothing:
            shutil.rmtree(ended.folder, ignore_errors=True)
        self.ended.emit(None if nothing else ended)

    def _put_away(self) -> None:
        """The bar goes, the main window comes back."""
        for box in (self._note, self._name):
            box.close()
        self.bar.disappear()
        for window in (self._note, self._name, self.bar.notices, self.bar):
            window.deleteLater()
        self._main.showNormal()
        self._main.raise_()
        self._main.activateWindow()


def keys_on_bar(kind: Kind, settings: Settings) -> dict[str, str]:
    """The keys as the tips of the buttons tell them."""
    web = kind.is_web
    return {
        "pause": "Ctrl+Alt+P" if web else settings.key_pause,
        "finish": "Ctrl+Alt+F" if web else settings.key_finish,
        "undo": "Ctrl+Alt+U",
        "secret": "Ctrl+Alt+S",
        "note": "Ctrl+Alt+N",
    }
