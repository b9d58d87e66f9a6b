"""The window: rail at the left, one page at a time, status bar below. It is the navigator of all pages."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from functools import partial
from importlib import import_module
from typing import Any

from PySide6.QtCore import QByteArray, QSize, Qt, QTimer
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent, QGuiApplication, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QMainWindow, QMessageBox, QPushButton, QStackedWidget, QVBoxLayout, QWidget

from studio.ui.pages import PAGES, PageEntry
from studio.ui.services.background import Background
from studio.ui.services.settings import SettingsStore
from studio.ui.shell.actions import Action, install
from studio.ui.shell.badges import Badges
from studio.ui.shell.command_palette import CommandPalette
from studio.ui.shell.key_help import KeyHelp
from studio.ui.shell.opening import open_path
from studio.ui.shell.rail import Rail
from studio.ui.shell.sharing import share
from studio.ui.shell.status import StatusBar
from studio.ui.studio import Studio
from studio.ui.theme import Tone
from studio.ui.told import told
from studio.ui.widgets.page import Page
from studio.ui.words import tr

_SAID_MS = 8000
_FIRST_LOOK_MS = 1500
_LOAD_MS = 150
_FRAME_PX = (16, 48)
"""So much a window manager's frame takes at most."""


class Window(QMainWindow):
    """The studio's window. Pages are made when first shown; `go` asks the present one whether it may be left."""

    def __init__(self, settings: SettingsStore, pages: Sequence[PageEntry] = PAGES) -> None:
        super().__init__()
        self.setWindowTitle("Waymark Studio")
        self.setMinimumSize(960, 600)
        self.resize(self._first_size())
        self.setAcceptDrops(True)
        self.studio = Studio(settings, self)
        self._entries = {entry.key: entry for entry in pages}
        self._made: dict[str, Page] = {}
        self._key = ""
        self.actions_everywhere = self._window_actions()
        on_rail = [(e.key, tr(e.word), e.icon, e.tone) for e in pages if e.on_rail]
        self.rail = Rail(on_rail, self.go)
        self._loading: Background[None] = Background(self)
        self._badges = Badges(self.studio, self.rail)
        self._stack = QStackedWidget()
        self._status = StatusBar(self.show_keys, self.show_palette)
        self.setCentralWidget(self._arranged())
        for action in self.actions_everywhere:
            install(action, self, everywhere=True)
        self._restore()
        self.studio.document_changed.connect(self._name_window)
        self.studio.doctor.changed.connect(self._say_readiness)

    # Pages

    @property
    def page(self) -> Page | None:
        """The page that is shown."""
        return self._made.get(self._key)

    def go(self, key: str, **asked: Any) -> bool:
        """Show a page, made now if need be; False where the present one stays."""
        present = self.page
        if present is not None and key != self._key and not present.leave():
            self.rail.show_page(self._entries[self._key].under or self._key)
            return False
        self.make_ready(key)
        page = self._made[key]
        self._key = key
        self._stack.setCurrentWidget(page)
        self.rail.show_page(self._entries[key].under or key)
        self._badges.refresh()
        page.enter(**asked)
        page.setFocus(Qt.FocusReason.OtherFocusReason)
        return True

    def make_ready(self, key: str) -> None:
        """Make a page that is shown soon."""
        if key not in self._made:
            self._make(key)

    @property
    def page_keys(self) -> tuple[str, ...]:
        """All pages that can be shown."""
        return tuple(self._entries)

    def actions_of(self, key: str) -> tuple[str, Sequence[Action]]:
        """What a page is called and what can be done on it; it is made for that where need be."""
        self.make_ready(key)
        return tr(self._entries[key].word), self._made[key].actions_here

    def _make(self, key: str) -> None:
        page = self._entries[key].make(self.studio)
        page.key = key
        for action in page.actions_here:
            install(action, page)
        self._made[key] = page
        self._stack.addWidget(page)

    def _arranged(self) -> QWidget:
        across, down, holder, outer = QHBoxLayout(), QVBoxLayout(), QWidget(), QWidget()
        for layout in (across, down):
            layout.setContentsMargins(0, 0, 0, 0)
            layout.setSpacing(0)
        across.addWidget(self.rail)
        across.addWidget(self._stack, 1)
        holder.setLayout(across)
        down.addWidget(holder, 1)
        down.addWidget(self._status)
        outer.setLayout(down)
        return outer

    # What can be done everywhere

    def _window_actions(self) -> tuple[Action, ...]:
        rail = [e for e in self._entries.values() if e.on_rail]
        pages = [
            Action(
                f"go.{e.key}", tr("Go to {page}", page=tr(e.word)), partial(self.go, e.key), (f"Ctrl+{n}",), icon=e.icon
            )
            for n, e in enumerate(rail, start=1)
        ]
        return (
            *pages,
            Action("window.palette", tr("All actions"), self.show_palette, ("Ctrl+K",), hidden=True),
            Action("window.keys", tr("Keys of this page"), self.show_keys, ("?", "F1"), icon="keyboard"),
            Action(
                "window.open", tr("Open a workflow, recording or run…"), self.choose_folder, ("Ctrl+O",), icon="folder"
            ),
            Action(
                "window.settings", tr("Settings"), partial(self.go, "health", tab="settings"), ("Ctrl+,",), icon="gear"
            ),
            Action("window.about", tr("About Waymark Studio"), partial(self.go, "health", tab="about"), icon="info"),
            Action("window.quit", tr("Quit"), self.close, ("Ctrl+Q",), icon="cross"),
        )

    def show_palette(self) -> None:
        """All commands, by typing."""
        here = self.page.actions_here if self.page else ()
        palette = CommandPalette((*here, *self.actions_everywhere), self)
        middle = self.mapToGlobal(self.rect().center())
        palette.move(middle.x() - palette.sizeHint().width() // 2, self.mapToGlobal(self.rect().topLeft()).y() + 80)
        palette.field.setFocus()
        if palette.exec() and palette.chosen is not None:
            palette.chosen.perform()

    def show_keys(self) -> None:
        """The keys of this page and of the window."""
        KeyHelp(self.page.actions_here if self.page else (), self.actions_everywhere, self).exec()

    def choose_folder(self) -> None:
        """Ask for a folder and open what it holds."""
        from PySide6.QtWidgets import QFileDialog

        chosen = QFileDialog.getExistingDirectory(self, tr("Open a workflow, recording or run"))
        if chosen:
            open_path(self.studio, chosen)

    def choose_shared(self) -> None:
        """Ask for a file that was shared and open it."""
        from PySide6.QtWidgets import QFileDialog

        chosen, _ = QFileDialog.getOpenFileName(self, tr("Open a shared file"), "", "Waymark Studio (*.zip)")
        if chosen:
            open_path(self.studio, chosen)

    def share_document(self) -> None:
        """The version that is open, as it is saved, as one file."""
        document = self.studio.document
        if document is not None:
            share(self.studio, document.bundle.dir, document.workflow.name)

    def _has_document(self) -> bool:
        return self.studio.document is not None

    # Navigator

    def say(self, sentence: str, tone: Tone = Tone.NEUTRAL) -> None:
        """A sentence in the status bar; it stays a while."""
        sentence = told(sentence)
        self._status.say_work(sentence)
        if tone is not Tone.RUNNING:
            QTimer.singleShot(_SAID_MS, self._status, lambda: self._status.forget(sentence))

    def say_ready(self, sentence: str, tone: Tone) -> None:
        """Whether this machine can record and replay."""
        self._status.say_ready(sentence, tone)

    def watch_readiness(self) -> None:
        """Look at this computer once the window stands; the status bar then says what it can do."""
        self._say_readiness()
        QTimer.singleShot(_FIRST_LOOK_MS, self.studio.doctor, lambda: self.studio.doctor.look())

    def _say_readiness(self) -> None:
        self.say_ready(*self.studio.doctor.in_a_word())

    def ask(self, title: str, sentence: str, choices: tuple[str, ...], safe: int = 0) -> int:
        """A question with its choices as buttons."""
        box = QMessageBox(QMessageBox.Icon.Question, title, told(sentence), parent=self)
        box.setTextFormat(Qt.TextFormat.PlainText)
        buttons: list[QPushButton] = [box.addButton(c, QMessageBox.ButtonRole.ActionRole) for c in choices]
        box.setDefaultButton(buttons[safe])
        box.setEscapeButton(buttons[safe])
        box.exec()
        clicked = box.clickedButton()
        return next((n for n, b in enumerate(buttons) if b is clicked), safe)

    # Qt

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Folders and shared files may be dropped."""
        if event.mimeData().hasUrls():
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Open what was dropped."""
        paths = [u.toLocalFile() for u in event.mimeData().urls() if u.isLocalFile()]
        if paths:
            event.acceptProposedAction()
            open_path(self.studio, paths[0])

    def showEvent(self, event: QShowEvent) -> None:
        """The window paints first; then what opening a workflow needs is loaded beside it."""
        super().showEvent(event)
        QTimer.singleShot(_LOAD_MS, self, lambda: self._loading.start(_load_engine, lambda _: None))

    def closeEvent(self, event: QCloseEvent) -> None:
        """Every page that was made may ask to stay; then the place of the window is kept."""
        for page in self._made.values():
            if not (page.leave() and page.may_close()):
                event.ignore()
                return
        state = base64.b64encode(self.saveGeometry().data()).decode()
        self.studio.settings.change(window={**self.studio.settings.value.window, "geometry": state})
        for page in self._made.values():
            page.close_down()
        self.studio.doctor.close_down()
        self.studio.close_down()
        event.accept()

    def _first_size(self) -> QSize:
        """As it is best, but with its frame no larger than the screen."""
        room = QGuiApplication.primaryScreen().availableSize() - QSize(*_FRAME_PX)
        return QSize(1440, 900).boundedTo(room)

    def _restore(self) -> None:
        kept = self.studio.settings.value.window.get("geometry")
        if kept:
            self.restoreGeometry(QByteArray(base64.b64decode(kept)))

    def _name_window(self) -> None:
        document = self.studio.document
        self.setWindowTitle(f"{document.workflow.name} — Waymark Studio" if document else "Waymark Studio")


def _load_engine() -> None:
    """In a thread: modules that take long to load, none of them Qt's."""
    for name in ("bundle", "editing", "policy", "review", "sharing"):
        import_module(f"studio.engine.{name}")
