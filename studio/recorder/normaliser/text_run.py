"""The text that is being typed: what stands in the field so far, and whether anybody may know it."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection
from dataclasses import dataclass

from studio.engine.compiler.param_names import own_name
from studio.engine.model.workflow import ActionKind
from studio.engine.privacy.secrecy import holds_card_number, says_secret
from studio.recorder.actions import Action, Marker, Normalised
from studio.recorder.normaliser.ime import GAP, taken

_HIDDEN = "•"
_CLUSTERED = "\u200c\u200d\ufe0e\ufe0f\U0001f3fb\U0001f3fc\U0001f3fd\U0001f3fe\U0001f3ff"
"""What programs delete together with what stands before it, or alone: nobody knows."""


@dataclass(frozen=True, slots=True)
class Field:
    """What the focus is in. `place` tells fields of one label apart, where it is known."""

    label: str | None = None
    is_password: bool = False
    place: tuple[object, ...] = ()

    @property
    def secret(self) -> bool:
        """Whether what is typed there must not be known."""
        return self.is_password or says_secret(self.label)


@dataclass(frozen=True, slots=True)
class Armed:
    """What a person said about the next text."""

    secret: bool = False
    param: str | None = None
    by_field: bool = False
    """It is a parameter; where `param` does not name it, the field does."""

    def then(self, more: Armed) -> Armed:
        """What holds once `more` was said too: the last name that was given."""
        return Armed(self.secret or more.secret, more.param or self.param, self.by_field or more.by_field)


@dataclass(frozen=True, slots=True)
class Trailing:
    """A key after the text, which an input method may have eaten; a `choice` is a character that picked a candidate."""

    key: str
    at: float
    choice: bool = False
    seqs: tuple[int, ...] = ()


class TextRun:
    """Text typed without a break. `seqs` are the raw events that it came from, by number.

    `over_selection`: something may have been selected when it began, which the first character then replaced.
    `taken` are the names of parameters that are in use.
    """

    def __init__(
        self, at: float, field: Field, armed: Armed, *, over_selection: bool, taken: Collection[str] = ()
    ) -> None:
        self.began = self.ended = at
        self.field = field
        self.armed = armed
        self.secret = armed.secret or field.secret
        self.seqs: list[int] = []
        self.trail: list[Trailing] = []
        self.transformed = False
        self._over_selection = over_selection
        self._taken = taken
        self._pieces: list[str] = []
        self._fresh = 0
        self._masked = False
        self.undone = False

    def add(self, char: str, at: float) -> None:
        """One more character, or GAP for a key that could not be read."""
        self._pieces.append(_HIDDEN if self.secret else char)
        self.ended = at

    def backspace(self, at: float) -> bool:
        """Take the last character back; False where the key must stand for itself."""
        if self.undone:
            return False
        if self._masked:
            self.ended = at
            return True
        if not self._pieces or (not self.secret and self._is_unsure()):
            return False
        self._look_for_card()
        self._pieces.pop()
        self._fresh = min(self._fresh, len(self._pieces))
        self.ended = at
        return True

    def commit(self, text: str, at: float) -> None:
        """An input method has made `text` of the last strokes, and of the keys after them."""
        self._look_for_card()
        self.ended = at
        if self.secret:
            text, start, end = _HIDDEN * len(text), len(self._pieces), len(self._pieces)
        else:
            typed = "".join(piece[-1:] for piece in self._pieces[self._fresh :])
            start, end = (self._fresh + place for place in taken(typed, text))
            east_asian = end == len(self._pieces) and start < end
            self.transformed = self.transformed or (east_asian and "".join(self._pieces[start:end]) != text)
            if east_asian:
                self.seqs.extend(seq for eaten in self.trail for seq in eaten.seqs)
                self.trail.clear()
        self._pieces[start:end] = text
        rest = [piece for piece in self._pieces[start + len(text) :] if piece != GAP]
        self._pieces[start + len(text) :] = rest
        self._fresh = len(self._pieces)

    def mask(self, at: float, *, undone: bool = False) -> None:
        """A secret stood here: all of it is. `undone`: it was no secret, but a text that was taken back afterwards."""
        self.hide()
        self.undone = undone
        self._masked = True
        self.ended = at

    def hide(self) -> None:
        """From now on, and from the beginning, it is a secret."""
        self.secret = True
        self._pieces = [_HIDDEN] * len(self._pieces)

    def divide(self) -> None:
        """What an input method commits from now on does not stand for what was typed so far."""
        self._fresh = len(self._pieces)

    @property
    def choice(self) -> Trailing | None:
        """The character after the keys, which begins the next text where no input method took it."""
        return self.trail[-1] if self.trail and self.trail[-1].choice else None

    @property
    def may_be_reading(self) -> bool:
        """Whether the last strokes may be letters that an input method turns into other text."""
        fresh = "".join(self._pieces[self._fresh :]).rstrip(" ")
        return not self.secret and bool(fresh) and (fresh[-1] == GAP or ("!" <= fresh[-1] <= "~"))

    def close(self) -> tuple[Normalised, ...]:
        """What came out: the text, where any is left, and the keys after it."""
        self._look_for_card()
        found: list[Normalised] = []
        if (action := self.action()) is not None:
            found.append(action)
        if GAP in self._pieces:
            found.append(Marker(self.ended, unread(self.field)))
        keys = [Action(ActionKind.KEY, began=t.at, ended=t.at, key=t.key) for t in self.trail if not t.choice]
        return (*found, *keys)

    def action(self) -> Action | None:
        """The text as an action; None where nothing is left of it."""
        text = whole_characters("".join(piece for piece in self._pieces if piece != GAP))
        secret = self.secret or holds_card_number(text)
        if not text and not self._masked:
            return None
        return Action(
            kind=ActionKind.TYPE,
            began=self.began,
            ended=self.ended,
            text=None if secret else text,
            secret=secret,
            param=self._param,
            field_label=self.field.label,
        )

    @property
    def _param(self) -> str | None:
        if self.armed.param or not self.armed.by_field:
            return self.armed.param
        return own_name(self.field.label or "", self._taken)

    def _look_for_card(self) -> None:
        if not self.secret and holds_card_number("".join(self._pieces)):
            self.hide()

    def _is_unsure(self) -> bool:
        """Whether a Backspace may take away something else than the last character."""
        if len(self._pieces) == 1 and self._over_selection:
            return True
        last = self._pieces[-1]
        return bool(unicodedata.combining(last[-1:])) or last[-1:] in _CLUSTERED or "\U0001f1e6" <= last <= "\U0001f1ff"


def whole_characters(text: str) -> str:
    """`text` with halves of characters put together, as some systems report them one by one."""
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def unread(field: Field) -> str:
    """What to say of a key in `field` that could not be read."""
    where = f"the field “{field.label}”" if field.label else "a field"
    return f"A key that could not be read was pressed in {where}: look whether the text is whole, or type it again."
