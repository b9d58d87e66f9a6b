"""The tools of the Clean up page: each makes one edit, which can be undone, or says why not."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from pathlib import Path
from typing import Protocol

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from studio.engine.compiler.locators import element_at
from studio.engine.compiler.param_names import slug
from studio.engine.errors import BadInput
from studio.engine.model.geometry import Point, Region
from studio.engine.model.structure import Element
from studio.engine.model.workflow import ActionKind
from studio.engine.recording import edit
from studio.engine.recording.edit import EditedAction, EditedRecording
from studio.engine.recording.events import AskedCheck
from studio.engine.recording.layout import frame_name
from studio.ui.editing.forms import ChoiceForm, LineForm, NoteForm
from studio.ui.record.cards import Card
from studio.ui.record.draft import CleanUpDraft
from studio.ui.record.forms import split_words, splits_of
from studio.ui.record.picture_area import PictureArea
from studio.ui.record.words import target_name
from studio.ui.services.background import Background
from studio.ui.told import told
from studio.ui.widgets.basics import Button
from studio.ui.words import tr


class Tool(StrEnum):
    """Tools that draw on the picture."""

    REDACT = "redact"
    CROP = "crop"
    CHECK = "check"


class Owner(Protocol):
    """What the tools need of the page."""

    draft: CleanUpDraft | None
    picture: PictureArea

    @property
    def places(self) -> tuple[int, ...]:
        """The chosen actions."""

    @property
    def current(self) -> int | None:
        """The action that is shown."""

    @property
    def entered(self) -> str:
        """What stands in the field of the tool's card."""

    def refuse(self, sentence: str) -> None:
        """Say why not."""

    def refresh_cards(self) -> None:
        """The tool changed."""

    def name_of(self, place: int) -> str:
        """The name of the target, as it was told or read."""


class CleanUpTools(QObject):
    """Does what the tool bar offers. `in_hand` is the tool that draws now."""

    def __init__(self, page: Owner, parent: QWidget) -> None:
        super().__init__(parent)
        self._page, self._parent = page, parent
        self.in_hand: Tool | None = None
        self.read = ""
        self._reading: Background[str] = Background(self)

    # Edits at once

    def delete(self) -> None:
        """Leave the chosen actions out."""
        self._edit(tr("delete"), lambda e: edit.delete(e, self._page.places))

    def merge(self) -> None:
        """Make one of the chosen actions."""
        self._edit(tr("merge"), lambda e: edit.merge(e, self._page.places))

    def split(self) -> None:
        """Take a merged action apart, or a typed text."""
        action, place = self._action, self._page.current
        if action is None or place is None:
            return
        said = action.event.text or ""
        at = None
        if not action.parts and action.event.kind is ActionKind.TYPE and len(said) > 1 and action.event.element:
            offered = splits_of(said)
            sentence = tr("Both parts are typed into the same field, one after the other.")
            words = [split_words(said, n) for n in offered]
            form = ChoiceForm(self._parent, tr("Split the text"), sentence, tr("Split"), tr("Where"), words)
            if not form.said_yes:
                return
            at = offered[form.number]
        self._edit(tr("split"), lambda e: edit.split(e, place, at))

    def relabel(self) -> None:
        """Say what the target is called."""
        place = self._page.current
        if place is None:
            return
        sentence = tr("The name that stands on or beside it. Replay looks for it, and people read it in the workflow.")
        name = self._page.name_of(place)
        form = LineForm(self._parent, tr("What is it called?"), sentence, tr("Keep"), tr("Name"), name)
        if form.said_yes:
            self._edit(tr("relabel"), lambda e: edit.relabel(e, place, form.value))

    def parameter(self) -> None:
        """Let the value differ from run to run, or be the same again."""
        action, place = self._action, self._page.current
        if action is None or place is None:
            return
        if self._holds_no_value(action):
            return
        if action.event.param and not action.event.secret:
            self._edit(tr("keep the value"), lambda e: edit.make_constant(e, place))
            return
        name = self._asked_name(
            tr("A parameter"), tr("Each run asks for this value, or takes it from a table."), action
        )
        if name:
            self._edit(tr("parameter"), lambda e: edit.make_parameter(e, place, name))

    def secret(self) -> None:
        """Keep what was typed nowhere."""
        action, place = self._action, self._page.current
        if action is None or place is None:
            return
        if self._holds_no_value(action):
            return
        sentence = tr("Its text is taken out of all actions and pictures when you compile. Each run asks for it.")
        name = self._asked_name(tr("A secret"), sentence, action)
        if name:
            self._edit(tr("secret"), lambda e: edit.make_secret(e, place, name))

    def note(self) -> None:
        """Write or change what should be known about the action."""
        action, place = self._action, self._page.current
        if action is None or place is None:
            return
        sentence = tr("What should be known about this action? Without words the note goes.")
        form = NoteForm(self._parent, tr("Your note"), sentence, tr("Note"), action.event.note or "")
        if form.said_yes:
            self._edit(tr("note"), lambda e: edit.note(e, place, form.value))

    def drop_check(self, number: int) -> None:
        """Take a check away."""
        place = self._page.current
        if place is not None:
            self._edit(tr("take the check away"), lambda e: edit.drop_check(e, place, number))

    def show_again(self, number: int) -> None:
        """Take a blacked-out place away."""
        self._edit(tr("show the place again"), lambda e: edit.drop_redaction(e, number))

    # Tools that draw

    def take(self, tool: Tool) -> None:
        """Take a tool in hand, or lay it down again."""
        if self._action is None:
            return
        self.in_hand = None if self.in_hand is tool else tool
        self.read = ""
        if self.in_hand is not None and tool is not Tool.REDACT:
            self._page.picture.turn("after" if tool is Tool.CHECK else "before")
        self._page.picture.take(in_hand=self.in_hand is not None)
        self._page.refresh_cards()

    def lay_down(self) -> None:
        """No tool is in hand any more."""
        self.in_hand = None
        self._reading.forget()
        self._page.picture.take(in_hand=False)
        self._page.refresh_cards()

    def was_drawn(self, region: Region | None) -> None:
        """A rectangle is drawn: for a check it is read."""
        if self.in_hand is Tool.CHECK and region is not None:
            draft, seen = self._page.draft, self._page.picture.seen
            if draft is not None and seen is not None:
                file = draft.recording.dir / frame_name(*seen)
                self._reading.start(lambda: _read(str(file), region), self._was_read, lambda _: self._was_read(""))
        self._page.refresh_cards()

    def _was_read(self, said: str) -> None:
        self.read = said
        self._page.refresh_cards()

    def card(self) -> Card | None:
        """The card of the tool in hand."""
        drawn = self._page.picture.region is not None
        cancel = Button(tr("Cancel"), "cross", kind="flat", run=self.lay_down)
        cancel.setToolTip(tr("Escape"))
        if self.in_hand is Tool.REDACT:
            return self._redaction_card(cancel, drawn=drawn)
        if self.in_hand is Tool.CROP:
            use = Button(tr("Use this frame"), "check", run=self._use_crop)
            use.setEnabled(drawn)
            first = tr("Draw around the whole control: replay looks for this picture.")
            then = tr("Where the frame does not hold the point that you clicked, its middle is clicked.")
            return Card("crop", tr("Frame the target"), f"{first} {then}", "accent", (use, cancel))
        return self._check_card(cancel, drawn=drawn) if self.in_hand is Tool.CHECK else None

    def _redaction_card(self, cancel: Button, *, drawn: bool) -> Card:
        everywhere = Button(tr("Black out in all"), "redact", run=lambda: self._redact(only_here=False))
        here = Button(tr("Only here"), kind="flat", run=lambda: self._redact(only_here=True))
        draft = self._page.draft
        pictures = 2 * len(draft.edited.actions) if draft is not None else 0
        for button in (everywhere, here):
            button.setEnabled(drawn)
        ask = tr("Draw a rectangle over what nobody should see: by mouse, or with the arrow keys.")
        place = tr("This place gets black in all {n} pictures, or only in this one.", n=pictures)
        final = tr("What the program told of it goes, too. It becomes final when you compile.")
        sentence = f"{place} {final}" if drawn else ask
        return Card("redact", tr("Redaction in hand"), sentence, "accent", (everywhere, here, cancel))

    def _check_card(self, cancel: Button, *, drawn: bool) -> Card:
        there = Button(tr("Must be there"), "check", run=lambda: self._ask(present=True))
        gone = Button(tr("Must be gone"), "gone", kind="flat", run=lambda: self._ask(present=False))
        for button in (there, gone):
            button.setEnabled(drawn and bool(self.read))
        ask = tr("Draw around a text that shows that this action worked. It is looked for after it in each run.")
        reading = tr("Reading…") if drawn and not self.read else tr("Correct it where it was read wrongly.")
        card = Card("check", tr("Insert a check"), reading if drawn else ask, "accent", (there, gone, cancel))
        return card.with_field(self.read, tr("Text to look for")) if self.read else card

    def _redact(self, *, only_here: bool) -> None:
        region, seen = self._page.picture.region, self._page.picture.seen
        if region is not None and seen is not None:
            only = (seen,) if only_here else None
            if self._edit(tr("black out"), lambda e: edit.redact(e, region, only)):
                self.lay_down()

    def _use_crop(self) -> None:
        region, place = self._page.picture.region, self._page.current
        if region is None or place is None:
            return
        if self._edit(tr("frame the target"), lambda e: edit.retarget(e, place, region, self._element_at)):
            self.lay_down()

    def _ask(self, *, present: bool) -> None:
        region, place = self._page.picture.region, self._page.current
        said = self._page.entered
        if region is None or place is None or not said:
            return
        check = AskedCheck(text=said, region=region, present=present)
        if self._edit(tr("insert a check"), lambda e: edit.ask(e, place, check)):
            self.lay_down()

    # Inside

    @property
    def _action(self) -> EditedAction | None:
        draft, place = self._page.draft, self._page.current
        return draft.edited.actions[place] if draft is not None and place is not None else None

    def _edit(self, word: str, change: Callable[[EditedRecording], EditedRecording]) -> bool:
        draft = self._page.draft
        if draft is None:
            return False
        try:
            return draft.edit(word, change)
        except BadInput as problem:
            self._page.refuse(told(str(problem)))
            return False

    def _holds_no_value(self, action: EditedAction) -> bool:
        """Say so before anything is asked."""
        event = action.event
        if event.secret:
            self._page.refuse(tr("This is a secret already."))
        elif event.kind not in (ActionKind.TYPE, ActionKind.SELECT, ActionKind.UPLOAD):
            self._page.refuse(tr("Choose an action that types or chooses a value."))
        else:
            return False
        return True

    def _element_at(self, point: Point) -> Element | None:
        draft, action = self._page.draft, self._action
        if draft is None or action is None:
            return None
        snapshot = draft.recording.before_structure(action.first)
        return element_at(snapshot, point) if snapshot is not None else None

    def _asked_name(self, title: str, sentence: str, action: EditedAction) -> str:
        event = action.event
        proposed = slug(event.param or event.field_label or target_name(event) or "value")
        form = LineForm(self._parent, title, sentence, tr("Keep"), tr("Name"), proposed)
        return slug(form.value) if form.said_yes else ""


def _read(file: str, region: Region) -> str:
    """In a thread: what is written there; empty where nothing can be read."""
    from studio.engine.editing import CannotEdit, read_text
    from studio.engine.vision.frame import Frame, UnreadableFrame

    try:
        return read_text(Frame.of(Path(file)), region)[0]
    except (CannotEdit, UnreadableFrame):
        return ""
