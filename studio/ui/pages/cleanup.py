"""Clean up: the film strip of a recording, its actions, a large picture, tools that can all be undone; then Compile."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QSplitter, QVBoxLayout, QWidget

from studio.engine.errors import BadInput
from studio.engine.peek import peek
from studio.engine.recording import Recording, load_recording, recover_recording
from studio.ui.editing.tools import ActionButton
from studio.ui.pages.cleanup_actions import ON_BAR, actions_of
from studio.ui.pages.cleanup_cards import said_of
from studio.ui.pages.cleanup_compile import CleanUpCompile
from studio.ui.pages.cleanup_tools import CleanUpTools
from studio.ui.record.action_list import ActionList
from studio.ui.record.cards import Card, CardRow
from studio.ui.record.draft import CleanUpDraft, kept_file
from studio.ui.record.film_strip import FilmStrip
from studio.ui.record.namer import Namer
from studio.ui.record.picture_area import PictureArea
from studio.ui.record.rows import RowMaker, to_look_at
from studio.ui.record.thumbs import Thumbs
from studio.ui.record.tool_bar import ToolBar
from studio.ui.record.words import target_name
from studio.ui.services.background import Background
from studio.ui.services.when import clock, when
from studio.ui.studio import Studio
from studio.ui.theme import Tone, theme
from studio.ui.told import told
from studio.ui.widgets.basics import Button, Chip, column, look, text
from studio.ui.widgets.page import EmptyState, Page, panel_head
from studio.ui.words import tr


class CleanupPage(Page):
    """One recording at a time. Its files are never changed; edits are kept as one works."""

    def __init__(self, studio: Studio) -> None:
        super().__init__(studio, tr("Clean up"))
        self.draft: CleanUpDraft | None = None
        self._folder = Path()
        self._thumbs: Thumbs | None = None
        self._maker = RowMaker()
        self._looked_at = 0
        self._loading: Background[Recording] = Background(self)
        self.list, self.strip, self.picture = ActionList(), FilmStrip(), PictureArea()
        self.cards, self.namer = CardRow(), Namer(self)
        self.tools = CleanUpTools(self, self)
        self.compile = CleanUpCompile(self, studio)
        self._refused = ""
        self._counts, self._warned = text("", "note"), Button("", "problem", kind="flat", run=self.next_to_look_at)
        self.compile_button = Button(tr("Compile"), "workflow", kind="primary", run=self.compile.ask)
        self.compile_button.setToolTip("Ctrl+Return")
        self.head.add_action(self.compile_button)
        self._edited_chip = Chip(tr("Edited"), Tone.RUNNING)
        self.head.add_chip(self._edited_chip)
        self.actions_here = actions_of(self)
        on_bar, bare = self.actions_here[:ON_BAR], ("cleanup.undo", "cleanup.redo")
        self._buttons = [ActionButton(a, only_icon=a.id in bare) for a in on_bar]
        self.add_tools(ToolBar(self._buttons))
        self._work_area = self._arranged()
        self._empty: QWidget | None = None
        self.set_body(self._work_area)
        self._connect()
        self._show_draft()

    def _connect(self) -> None:
        self.list.current.connect(lambda _: self._chosen())
        self.list.selectionModel().selectionChanged.connect(lambda *_: self._chosen())
        self.strip.picked.connect(self._picked)
        self.picture.drawn.connect(self.tools.was_drawn)
        self.picture.turned.connect(self.refresh_cards)
        self.namer.changed.connect(self._named)

    # Page

    def enter(self, recording: Path | None = None, name: str = "", **_asked: Any) -> None:
        """Open a recording; the one that is open stays where none is asked for."""
        if recording is None or (self.draft is not None and recording == self._folder):
            return
        self._keep()
        self._folder, self.draft = recording, None
        self.compile.name = name
        self._show_draft()
        self.head.say(tr("Clean up"), tr("Opening {name}…", name=recording.name))
        self._loading.start(lambda: load_recording(recording), self._opened, self._could_not_open)

    def leave(self) -> bool:
        """Edits are kept; nothing is asked."""
        self._keep()
        return True

    def close_down(self) -> None:
        """End what still runs."""
        self._keep()
        self.namer.stop()
        self.compile.close_down()

    def _keep(self) -> None:
        if self.tools.in_hand is not None:
            self.tools.lay_down()
        if self.draft is not None:
            self.draft.keep()

    def _opened(self, recording: Recording) -> None:
        folder = self.studio.settings.file.parent / "recovery"
        self._show_work_area()
        self.draft = CleanUpDraft(recording, kept_file(folder, recording))
        self.draft.changed.connect(self._show_draft)
        self._thumbs = Thumbs(recording.dir, self.strip.viewport().update, self)
        self.picture.open(recording.dir)
        self._maker = RowMaker()
        if recording.meta.pictures:
            self.namer.begin(recording.dir, self.draft.edited.actions)
        self._show_draft()
        self.list.choose(0)
        self.list.setFocus()
        if self.draft.taken_up:
            self.studio.say(tr("Your edits of this recording are here again. “Start over” takes them away."))

    def _could_not_open(self, problem: Exception) -> None:
        """Say why; one that was cut short can be recovered."""
        self.head.say(tr("Clean up"), self._folder.name, "")
        offers = [Button(tr("Home"), "home", run=lambda: self.studio.go("home"))]
        if _is_cut_short(self._folder):
            offers.insert(0, Button(tr("Recover it"), "history", kind="primary", run=self._recover))
        title = tr("This recording was cut short") if len(offers) > 1 else tr("This recording cannot be opened")
        said = tr("The recorder ended before it was finished. All actions that are whole can be saved.")
        self._empty = QWidget()
        state = EmptyState("problem", title, said if len(offers) > 1 else told(str(problem)), *offers)
        layout = QVBoxLayout(self._empty)
        layout.setContentsMargins(20, 20, 20, 20)
        layout.addWidget(state)
        layout.addStretch(1)
        self._work_area.setParent(None)
        self._body = None
        self.set_body(self._empty)

    def _show_work_area(self) -> None:
        if self._empty is not None:
            self.set_body(self._work_area)
            self._work_area.show()
            self._empty = None

    def _recover(self) -> None:
        folder = self._folder
        self._loading.start(lambda: recover_recording(folder), self._recovered, self._not_recovered)

    def _recovered(self, recording: Recording) -> None:
        self.studio.library_changed.emit()
        self._opened(recording)
        if recording.recovered:
            self.studio.say(recording.recovered, Tone.HEALED)

    def _not_recovered(self, problem: Exception) -> None:
        sentence = told(str(problem)) if isinstance(problem, BadInput | OSError) else tr("It cannot be recovered.")
        self.studio.ask(tr("Nothing could be saved"), sentence, (tr("Close"),))

    # What is shown

    @property
    def places(self) -> tuple[int, ...]:
        """The places of the chosen actions."""
        rows = self.list.rows.rows
        return tuple(p for n in self.list.chosen if n < len(rows) and (p := rows[n].place) is not None)

    @property
    def current(self) -> int | None:
        """The place of the action that is shown."""
        rows, number = self.list.rows.rows, self.list.currentIndex().row()
        place = rows[number].place if 0 <= number < len(rows) else None
        return (
            place if self.draft is not None and place is not None and place < len(self.draft.edited.actions) else None
        )

    @property
    def entered(self) -> str:
        """What stands in the field of the tool's card."""
        field = next((card.field for card in self.cards.cards if card.field is not None), None)
        return field.text().strip() if field is not None else ""

    def name_of(self, place: int) -> str:
        """The name of the target, as it was told or read."""
        if self.draft is None:
            return ""
        action = self.draft.edited.actions[place]
        return action.event.field_label or target_name(action.event) or self.namer.read.get(action.first, "")

    def refuse(self, sentence: str) -> None:
        """A card that says why not, until something else is chosen."""
        self._refused = sentence
        self.refresh_cards()

    def _show_draft(self) -> None:
        """The edits have changed."""
        draft = self.draft
        kept = self.list.currentIndex().row()
        self._refused = ""
        self._edited_chip.setVisible(draft is not None and draft.is_edited)
        self._show_rows()
        actions = draft.edited.actions if draft is not None else ()
        self.strip.show_actions(actions, self._thumbs)
        if draft is not None:
            self._show_head(draft)
            if not self.list.chosen and self.list.rows.rows:
                self.list.choose(max(kept, 0))
        self._chosen()

    def _show_head(self, draft: CleanUpDraft) -> None:
        events = draft.recording.events
        about = tr("Recording of {when}", when=when(draft.recording.meta.created_at) or self._folder.name)
        length = clock(events[-1].t)
        sub = f"{about} · {tr('{n} actions', n=len(events))} · {length}"
        left = len(draft.edited.actions)
        will = tr("Turns {n} actions into a workflow of {m} steps.", n=len(events), m=left)
        self.head.say(tr("Clean up"), sub, f"{will}\n" + tr("The recording itself stays as it is."))
        self._counts.setText(tr("{m} steps from {n} actions", m=left, n=len(events)))

    def _show_rows(self) -> None:
        draft = self.draft
        marks = draft.recording.not_recorded if draft is not None else ()
        rows = self._maker.rows(draft.edited, marks, self.namer.read) if draft is not None else ()
        self.list.rows.show_rows(rows)
        count = len(to_look_at(rows))
        self._warned.show_word(tr("{n} to look at", n=count))
        self._warned.setVisible(count > 0)

    def _named(self) -> None:
        """A name was read: it may be that of the action that is shown."""
        self._show_rows()
        place = self.current
        if place is not None and self.draft is not None and self.tools.in_hand is None:
            action = self.draft.edited.actions[place]
            self.picture.show_action(self.draft.edited, action, self.namer.places.get(action.first))
            self.refresh_cards()

    def _chosen(self) -> None:
        """Another action is chosen: list, strip and picture share one selection."""
        place, draft = self.current, self.draft
        action = draft.edited.actions[place] if draft is not None and place is not None else None
        self.strip.show_chosen(self.places, place)
        if draft is not None:
            found = self.namer.places.get(action.first) if action is not None and not action.event.crop else None
            self.picture.show_action(draft.edited, action, found)
            if action is not None and draft.recording.meta.pictures:
                self.namer.first(action)
        for button in self._buttons:
            button.refresh()
        self.compile_button.setEnabled(draft is not None and not self.compile.running)
        self._refused = ""
        self.refresh_cards()

    def refresh_cards(self) -> None:
        """The tool in hand, else what can be said of the chosen action."""
        card = self.tools.card()
        cards = [card] if card is not None else said_of(self)
        if self._refused:
            cards.append(Card("problem", tr("Not done"), self._refused, Tone.HEALED))
        self.cards.show_cards(cards[:3])

    # Moving about

    def next_to_look_at(self) -> None:
        """The next row with a warning."""
        found = to_look_at(self.list.rows.rows)
        if found:
            here = self.list.currentIndex().row()
            self.list.choose(next((n for n in found if n > here), found[0]))
            self.list.setFocus()

    def _picked(self, place: int, reach: bool) -> None:
        numbers = {row.place: n for n, row in enumerate(self.list.rows.rows)}
        number = numbers.get(place)
        if number is None:
            return
        if reach and self.list.currentIndex().isValid():
            self.list.choose(self.list.currentIndex().row(), more_to=number)
        else:
            self.list.choose(number)
        self.list.setFocus()

    def turn(self) -> None:
        """Before the action, or after it."""
        self.picture.turn("after" if self.picture.moment == "before" else "before")

    def start_over(self) -> None:
        """All as it was recorded."""
        if self.draft is not None:
            self.draft.start_over(tr("start over"))

    # Commands

    def on_stack(self, word: str) -> None:
        """Undo or redo."""
        if self.draft is not None:
            getattr(self.draft.stack, word)()

    # Form

    def _arranged(self) -> QWidget:
        self._warned.setAccessibleDescription(tr("Go to the next one"))
        left = column(panel_head(tr("Actions"), self._counts, None, self._warned), self.list, spacing=0)
        right = column(self.picture, self.cards, self.compile.progress, spacing=0)
        look(right, "canvas")
        across = QSplitter(Qt.Orientation.Horizontal)
        across.setHandleWidth(1)
        across.addWidget(left)
        across.addWidget(right)
        across.setStretchFactor(1, 1)
        across.setSizes([theme.px(450), theme.px(900)])
        across.setChildrenCollapsible(False)
        return column(across, self.strip, spacing=0)


def _is_cut_short(folder: Path) -> bool:
    return peek(folder / "meta.json").get("finished", True) is False
