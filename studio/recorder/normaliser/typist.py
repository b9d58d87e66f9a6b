"""The keyboard's part: from strokes, commits of input methods and focus to text and keys."""

from __future__ import annotations

from collections.abc import Sequence

from studio.engine.model.geometry import Point
from studio.engine.model.workflow import ActionKind
from studio.recorder.actions import Action, Marker, Normalised
from studio.recorder.normaliser.ime import GAP
from studio.recorder.normaliser.outbox import Outbox
from studio.recorder.normaliser.settings import Settings
from studio.recorder.normaliser.text_run import Armed, Field, TextRun, Trailing, unread
from studio.recorder.raw import UNDONE, RawEvent
from studio.recorder.same_place import SamePlace

_EATEN = frozenset({"Enter", "Tab", "Escape", "ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "PageUp", "PageDown"})
"""Keys by which an input method converts, chooses and commits."""

_LEAVING = ("Tab", "Enter")
"""Keys, alone or in a chord, after which the keyboard may be in another field."""

_CHOICES = " 123456789"
"""Characters that pick a candidate of an input method."""

_LATE_FOCUS_S = 0.5
"""A password field that is told so late after a click or Tab still is the field of what was typed since."""


class Typist:
    """Collects one text after another. What is typed belongs to the field that has the focus.

    `hidden` names the raw events (by number) that must not be written down, each with what stands in its place: a
    `masked` for the first of each secret, or of each text that was taken back, nothing for the others. After a secret
    all text is secret until the keyboard may be elsewhere.
    """

    def __init__(self, settings: Settings, outbox: Outbox) -> None:
        self._settings = settings
        self._outbox = outbox
        self.field = Field()
        self._armed = Armed()
        self._focus_awaited: float | None = None
        self._ime_seen = False
        self.run: TextRun | None = None
        self.hidden: dict[int, RawEvent | None] = {}
        self._goes_on = False
        self._place = SamePlace()

    @property
    def deadline(self) -> float | None:
        """When no input method will say any more what it made of the text and the keys after it."""
        if self.run is None or not self.run.trail:
            return None
        wait = self._settings.ime_active_s if self._ime_seen else self._settings.ime_hold_s
        return self.run.trail[-1].at + wait

    def character(self, char: str, at: float, seqs: list[int], pressed: int | None = None) -> None:
        """A character was typed, or a key that could not be read (GAP). `pressed`: the event that pressed a button."""
        run = self.run
        if run is not None and run.trail and run.choice is None and char in _CHOICES:
            run.trail.append(Trailing(char, at, choice=True, seqs=tuple(seqs)))
        else:
            self._typing(at, seqs, pressed).add(char, at)

    def gap(self, at: float, seqs: list[int], pressed: int | None = None) -> None:
        """A key was pressed that could not be read."""
        self.character(GAP, at, seqs, pressed)

    def lost(self, at: float, seqs: list[int]) -> None:
        """Strokes made no character that anybody saw; a secret is none the shorter for it."""
        if self.run is not None and not self.run.secret:
            self.gap(at, seqs)
        else:
            self.belongs(seqs)
            self._outbox.put([Marker(at, unread(self.field))])

    def key(self, key: str, at: float, seq: int) -> bool:
        """Whether the key is part of the text so far: a Backspace, or one that an input method may have eaten."""
        run = self.run
        if run is None:
            return False
        if key == "Backspace" and not run.trail and run.backspace(at):
            run.seqs.append(seq)
            return True
        if key in _EATEN and run.choice is None and (run.trail or run.may_be_reading):
            run.trail.append(Trailing(key, at, seqs=(seq,)))
            return True
        return False

    def commit(self, text: str, at: float, seqs: list[int]) -> None:
        """An input method or the page put `text` into the field."""
        run = self.run or self._typing(at, seqs, None)
        run.seqs.extend(seq for seq in seqs if seq not in run.seqs)
        run.commit(text, at)
        self._ime_seen = self._ime_seen or run.transformed

    def mask(self, at: float, seqs: list[int], pressed: int | None = None, *, undone: bool = False) -> None:
        """A secret was typed, or a text that was taken back afterwards."""
        self._typing(at, seqs, pressed).mask(at, undone=undone)

    def pressed(self, key: str) -> None:
        """A key that is no part of a text was pressed."""
        self._goes_on = self._goes_on and not key.endswith(_LEAVING)

    def clicked(self, point: Point | None) -> None:
        """A button was pressed there."""
        self._goes_on = not self._place.leaves(point, stays=self._goes_on) and self._goes_on

    def belongs(self, seqs: list[int]) -> None:
        """Strokes that made nothing belong to the text in which they were made."""
        if self.run is not None:
            self.run.seqs.extend(seqs)

    def divide(self) -> None:
        """An input method may have been switched on or off."""
        if self.run is not None:
            self.run.divide()

    def focus_may_move(self, at: float) -> None:
        """After this click or key the focus may be elsewhere."""
        self._focus_awaited = at

    def focus(self, field: Field, at: float) -> None:
        """The focus is in `field` from now on."""
        awaited, self._focus_awaited = self._focus_awaited, None
        if field == self.field:
            return
        self.field = field
        run = self.run
        late = awaited is not None and at - awaited <= _LATE_FOCUS_S
        secret = run is not None and (field.secret or run.armed.secret)
        if run is not None and late and secret and run.began >= (awaited or 0.0):
            run.field = field
            run.hide()
        else:
            self.settle()
        self._goes_on = False

    def arm(self, said: Armed) -> None:
        """What a person says of the next text, in addition to what was said before."""
        self.settle()
        self._armed = self._armed.then(said)

    def take_back(self, used: Armed, seqs: tuple[int, ...]) -> None:
        """The action is undone: where it was a secret by a person's word, so is the next text. A parameter is not.

        A text that was not to be recorded is not written down either.
        """
        self._hide(seqs, RawEvent(t=0, kind="masked", name=UNDONE))
        self._armed = self._armed.then(Armed(used.secret))

    def settle(self) -> None:
        """The text is complete."""
        while self.run is not None:
            self.go_on()

    def go_on(self) -> None:
        """The text is complete; what no input method took of the last key begins the next."""
        run, self.run = self.run, None
        if run is None:
            return
        self._close(run)
        if run.choice is not None:
            self._typing(run.choice.at, list(run.choice.seqs), None).add(run.choice.key, run.choice.at)

    def _close(self, run: TextRun) -> None:
        found = run.close()
        kept = any(_is_text(item) for item in found)
        if run.secret or any(isinstance(item, Action) and item.secret for item in found):
            mask = RawEvent(t=0, kind="masked", name=UNDONE if run.undone else None)
            self._hide(run.seqs, mask if kept else None)
            self._goes_on = self._goes_on or (kept and not run.undone)
        if not kept:
            self._armed = run.armed.then(self._armed)
        self._outbox.put(found, run.armed, run.seqs)
        if run.trail:
            self.focus_may_move(run.trail[-1].at)

    def _hide(self, seqs: Sequence[int], mask: RawEvent | None) -> None:
        self.hidden.update(dict.fromkeys(seqs) | dict.fromkeys(seqs[:1], mask))

    def _typing(self, at: float, seqs: list[int], pressed: int | None) -> TextRun:
        """The run that takes the next character; a new one where a key or a press came after the last."""
        if self.run is not None and pressed is not None and self.run.seqs[0] < pressed:
            self.settle()
        elif self.run is not None and self.run.trail:
            self.go_on()
        if self.run is None:
            told = self._outbox
            self.run = TextRun(at, self.field, self._armed, over_selection=told.selecting(), taken=told.params)
            self._armed = Armed()
            if self._goes_on:
                self.run.hide()
        self.run.seqs.extend(seqs)
        return self.run


def _is_text(item: Normalised) -> bool:
    return isinstance(item, Action) and item.kind is ActionKind.TYPE
