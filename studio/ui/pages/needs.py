"""Needs you: runs that halted and wait, oldest first, each with its picture, its evidence and what can be done."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QImage, QResizeEvent
from PySide6.QtWidgets import (
    QButtonGroup,
    QHBoxLayout,
    QPushButton,
    QScrollArea,
    QSplitter,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from studio.engine.errors import BadInput, CannotWrite
from studio.ui.pages.home_cards import show_folder
from studio.ui.pages.needs_list import NeedsList
from studio.ui.run.frame_pane import pane_head
from studio.ui.run.halt_panel import HaltPanel, halt_marks
from studio.ui.run.model import Stage
from studio.ui.run.waiting import Waiting, answer, offers, settle, take_back, waiting
from studio.ui.services.background import Background
from studio.ui.services.library import bundle_of_run
from studio.ui.services.when import when
from studio.ui.shell.actions import Action
from studio.ui.studio import Studio
from studio.ui.theme import theme
from studio.ui.told import intent_words
from studio.ui.widgets.basics import Button, emptied, look, row, text
from studio.ui.widgets.frame_view import FrameView
from studio.ui.widgets.ladder_rows import LadderRows
from studio.ui.widgets.page import EmptyState, Page, panel_head
from studio.ui.widgets.png_image import png_image
from studio.ui.widgets.top_column import TopColumn
from studio.ui.widgets.yielding import YieldingLabel
from studio.ui.words import tr

_ROOMY, _LEFT, _RIGHT = 1150, 236, 290
"""px from which on the columns have their usual widths; those of the sides in a smaller window."""


class NeedsPage(Page):
    """The list is read off the GUI thread each time the page is shown."""

    def __init__(self, studio: Studio) -> None:
        super().__init__(studio, tr("Needs you"))
        self.entries: tuple[Waiting, ...] = ()
        self.shown: tuple[Waiting, ...] = ()
        self.current: Waiting | None = None
        self._asked_for: Path | None = None
        self._said = ""
        self._reading: Background[tuple[Waiting, ...]] = Background(self)
        self._loading: Background[QImage] = Background(self)
        self.primary = Button(tr("Go on"), "run", kind="primary", run=self.act)
        self.head.add_action(self.primary)
        self.list = NeedsList()
        self.list.chosen.connect(self._choose)
        self.view, self.ladder = FrameView(tr("The screen where the run halted")), LadderRows()
        self.panel = HaltPanel(self)
        self.panel.chosen.connect(self._show_primary)
        self.panel.folder.connect(self.open_folder)
        self._narrow = False
        self._title, self._facts = YieldingLabel("", "section", least=90), YieldingLabel("", "note")
        self._count = text("", "note")
        self._live = Button(tr("A run waits for your answer now"), "hand", kind="accept", run=lambda: studio.go("run"))
        self._open_again = Button(tr("Put it back on the list"), "undo", run=self.put_back)
        self._stack = QStackedWidget()
        self._empty = TopColumn()
        self._arrange()
        self.actions_here = [
            Action("needs.act", tr("Do what is chosen"), self.act, ("Ctrl+Return",), self._chosen, "run"),
            Action("needs.next", tr("Next"), lambda: self._move(1), ("J",), icon="chevron_down"),
            Action("needs.back", tr("Previous"), lambda: self._move(-1), ("K",), icon="chevron_up"),
            Action("needs.open", tr("Show those that wait"), lambda: self._tab(0), ("Alt+1",), icon="hand"),
            Action(
                "needs.answered", tr("Show those that are answered"), lambda: self._tab(1), ("Alt+2",), icon="history"
            ),
            Action("needs.folder", tr("Open the folder of the run"), self.open_folder, ("O",), icon="folder"),
        ]
        studio.library_changed.connect(self._refresh_if_shown)

    # The page

    def enter(self, **asked: Any) -> None:
        """Read the library; `run` is selected."""
        run = asked.get("run")
        self._asked_for = Path(run).resolve() if run is not None else self.current.dir if self.current else None
        self.refresh()

    def refresh(self) -> None:
        """Read the library anew."""
        library, recents = self.studio.library, self.studio.settings.value.recents
        self._reading.start(lambda: waiting(library, recents), self._took)

    def act(self) -> None:
        """Do what was chosen."""
        chosen, entry = self.panel.choices.chosen, self.current
        if chosen is None or entry is None:
            return
        if chosen == "look":
            self.studio.go("result", run=entry.dir)
        elif chosen == "again":
            self._run_again(entry)
        elif chosen in ("dismissed", "happened", "not_happened") and self._keep(entry, chosen):
            self._asked_for = self._after(entry)
            self.studio.library_changed.emit()

    def put_back(self) -> None:
        """An answered run waits again."""
        if self.current is not None and self.current.answer is not None:
            take_back(self.current.dir)
            self._asked_for = self.current.dir
            self._tab(0)
            self.studio.library_changed.emit()

    def open_folder(self) -> None:
        """The folder with all its evidence."""
        if self.current is not None:
            show_folder(str(self.current.dir))

    def _run_again(self, entry: Waiting) -> None:
        bundle = bundle_of_run(entry.dir)
        document = self.studio.document
        if bundle is None or (document is not None and document.is_edited):
            said = tr("The workflow that this run replayed is not where it was.")
            unsaved = tr("A workflow with unsaved edits is open: save it first.")
            self.studio.ask(tr("This cannot be run again"), said if bundle is None else unsaved, (tr("Close"),))
            return
        live = self.studio.live_run
        if live is not None and live.going:
            self.studio.say(tr("A run goes on: wait for its end or stop it before you start another one."))
            return
        try:
            if document is None or document.bundle.dir.resolve() != bundle.resolve():
                self.studio.open_bundle(bundle)
        except BadInput as problem:
            self.studio.ask(tr("This cannot be opened"), str(problem), (tr("Close"),))
            return
        if self._keep(entry, "again"):
            self.studio.go("run", values=dict(entry.report.params))
            self.studio.library_changed.emit()

    def _keep(self, entry: Waiting, choice: str) -> bool:
        try:
            if entry.cut_off:
                settle(entry.dir, choice)
            answer(entry.dir, choice, self.studio.person)
        except (BadInput, CannotWrite) as problem:
            self.studio.ask(tr("Your answer could not be kept"), str(problem), (tr("Close"),))
            return False
        return True

    def _after(self, entry: Waiting) -> Path | None:
        """Which run is shown once `entry` is off the list."""
        place = self.shown.index(entry)
        rest = (*self.shown[place + 1 :], *reversed(self.shown[:place]))
        return rest[0].dir if rest else None

    # What is shown

    def _took(self, entries: tuple[Waiting, ...]) -> None:
        self.entries = entries
        asked = next((e for e in entries if e.dir.resolve() == self._asked_for), None)
        if asked is not None and (asked.answer is not None) is not (self._group.checkedId() == 1):
            self._tabs[1 if asked.answer is not None else 0].setChecked(True)
        self._show()

    def _show(self) -> None:
        answered = self._group.checkedId() == 1
        opened = [e for e in self.entries if e.answer is None]
        done = [e for e in reversed(self.entries) if e.answer is not None]
        self.shown = tuple(done if answered else opened)
        self._tabs[0].setText(tr("Open {n}", n=len(opened)))
        self._tabs[1].setText(tr("Answered {n}", n=len(done)))
        self._count.setText("")
        one = tr("1 run stopped and asks.")
        many = tr("{n} runs stopped and ask. Oldest first.", n=len(opened)) if opened else ""
        self._said = one if len(opened) == 1 else many
        live = self.studio.live_run
        self._live.setVisible(live is not None and live.going and live.model.stage is Stage.HALTED)
        select = next((e.dir for e in self.shown if e.dir.resolve() == self._asked_for), None)
        self.list.show_entries(self.shown, select)
        if not self.shown:
            self.current = None
            self._show_nothing(answered)
        self._show_primary()

    def _choose(self, number: int) -> None:
        entry = self.shown[number]
        self.current = entry
        self._stack.setCurrentIndex(1)
        self._title.setText(tr("Step {n}: {intent}", n=entry.number, intent=intent_words(entry.intent)))
        self._facts.setText(f"{entry.report.workflow} · {when(entry.report.finished_at)}")
        can_run = bundle_of_run(entry.dir) is not None
        self.panel.show_halt(
            entry.halt,
            None,
            offers(can_run=can_run, answered=entry.answer is not None, cut_off=entry.cut_off),
            refused=False,
        )
        self.ladder.show_attempts(entry.trace)
        self.ladder.setVisible(bool(entry.trace))
        answered = entry.answer is not None
        self._open_again.setVisible(answered and not entry.cut_off)
        self.view.show_picture(None)
        picture = entry.picture
        if picture is not None:
            self._loading.start(lambda: png_image(picture), lambda image: self._loaded(entry, image))
        self._show_primary()

    def _loaded(self, entry: Waiting, image: QImage) -> None:
        if entry is self.current:
            self.view.show_picture(image, halt_marks(entry.halt))
            self.panel.show_picture(entry.halt, image)

    def _show_primary(self) -> None:
        chosen = self.panel.choices.chosen if self.current is not None else None
        words = {
            "look": (tr("Look"), tr("Shows every step of that run.")),
            "again": (tr("Run again"), tr("Shows the form with the same values;\nnothing starts before you say so.")),
            "dismissed": (tr("Settle"), tr("Takes it off the list and keeps who and when.")),
            "happened": (tr("It happened"), tr("The next run of these values passes it over.")),
            "not_happened": (tr("It did not happen"), tr("The next run of these values does it.")),
            None: (tr("Go on"), tr("Choose what I should do. Nothing is chosen for you.") if self.current else ""),
        }
        word, explains = words[chosen]
        self.primary.show_word(word)
        self.primary.setEnabled(chosen is not None)
        self.primary.setVisible(self.current is not None)
        self.head.say(tr("Needs you"), self._said, explains)

    def _chosen(self) -> bool:
        return self.current is not None and self.panel.choices.chosen is not None

    def _move(self, by: int) -> None:
        self.list.setCurrentRow(min(max(self.list.currentRow() + by, 0), self.list.count() - 1))

    def _tab(self, number: int) -> None:
        self._tabs[number].setChecked(True)
        self._show()

    def _refresh_if_shown(self) -> None:
        if self.isVisible():
            self.refresh()

    # Arrangement

    def _arrange(self) -> None:
        left, middle = QWidget(), QWidget()
        look(left, "surface")
        down = QVBoxLayout(left)
        down.setContentsMargins(0, 0, 0, 0)
        down.setSpacing(0)
        down.addWidget(panel_head(tr("Waiting"), self._count, None, self._made_tabs()))
        down.addWidget(row(self._live, margins=(12, 8, 12, 0)))
        down.addWidget(self.list, 1)
        self._live.hide()
        look(middle, "canvas")
        centre = QVBoxLayout(middle)
        centre.setContentsMargins(0, 0, 0, 0)
        centre.setSpacing(0)
        centre.addWidget(pane_head(self._title, self._facts, None, self._open_again))
        inside = QVBoxLayout()
        inside.setContentsMargins(16, 14, 16, 14)
        inside.setSpacing(12)
        inside.addWidget(self.view, 2)
        evidence = QScrollArea()
        evidence.setWidget(self.ladder)
        evidence.setWidgetResizable(True)
        evidence.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        evidence.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        evidence.setMaximumHeight(theme.px(230))
        inside.addWidget(evidence, 1)
        centre.addLayout(inside, 1)
        shown = QSplitter(Qt.Orientation.Horizontal)
        shown.addWidget(middle)
        shown.addWidget(self.panel)
        shown.setStretchFactor(0, 1)
        shown.setSizes([theme.px(640), theme.px(370)])
        both = QSplitter(Qt.Orientation.Horizontal)
        self._columns = both, shown
        nothing = QWidget()
        nothing.setLayout(self._empty)
        self._empty.setContentsMargins(20, 16, 20, 16)
        self._stack.addWidget(nothing)
        self._stack.addWidget(shown)
        both.addWidget(left)
        both.addWidget(self._stack)
        both.setStretchFactor(1, 1)
        both.setSizes([theme.px(320), theme.px(1000)])
        self.set_body(both)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """In a small window the sides give way to the picture."""
        super().resizeEvent(event)
        narrow = event.size().width() < theme.px(_ROOMY)
        if narrow and not self._narrow:
            both, shown = self._columns
            left, right = theme.px(_LEFT), theme.px(_RIGHT)
            both.setSizes([left, max(self.width() - left, 1)])
            shown.setSizes([max(self.width() - left - right, 1), right])
        self._narrow = narrow

    def _made_tabs(self) -> QWidget:
        self._group, holder = QButtonGroup(self), QWidget()
        layout = QHBoxLayout(holder)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        self._tabs = [QPushButton(tr("Open {n}", n=0)), QPushButton(tr("Answered {n}", n=0))]
        for number, tab in enumerate(self._tabs):
            tab.setCheckable(True)
            tab.setProperty("look", "segment")
            self._group.addButton(tab, number)
            layout.addWidget(tab)
        self._tabs[0].setChecked(True)
        self._group.idClicked.connect(lambda _: self._show())
        return holder

    def _show_nothing(self, answered: bool) -> None:
        emptied(self._empty)
        title = tr("Nothing was answered yet") if answered else tr("Nothing waits for you")
        why = tr("A run that halts and gets no answer is listed here with its picture, until somebody settles it.")
        home = Button(tr("Go to Home"), "home", run=lambda: self.studio.go("home"))
        self._empty.addWidget(EmptyState("check" if not answered else "history", title, why, home))
        self._stack.setCurrentIndex(0)
