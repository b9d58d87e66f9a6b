"""Holds text back until it is certain which field takes it: a password must not slip out before that. Pure."""

from __future__ import annotations

import unicodedata
from collections import deque
from collections.abc import Callable

from studio.engine.model.structure import Element
from studio.engine.privacy.masking import field_key
from studio.engine.privacy.secrecy import says_secret
from studio.recorder.desktop.keys_held import ERASING, KeysHeld, acts
from studio.recorder.raw import RawEvent

ASK_S = 0.8
"""A program tells of typed text within some ms. So long after the first key without a word it is asked, s."""
AGAIN_S = 0.4
"""… and asked again, where it gives no answer."""
GIVE_UP_S = 4.0
"""Text for a program that gives no answer for so long is taken for a secret, s."""
NEAR_S = 2.0
"""A secret field that was told so shortly before the text, or since, makes it doubtful, s."""
_EXPECTED = 300
_START = -1.0


class FocusGate:
    """Raw events in; the same events out, in order, with a `focus` event before text that goes to another field.

    After a click or a key that may move the keyboard the next text waits. What settles where it goes is the
    program's own word that this text was put into a field (`committed`); a late word about the focus does not, since a
    busy program tells of earlier keys. `asks` is False where no program tells anything: then nothing waits.
    `hides` tells whether a field took a secret. Whatever is doubtful is taken for a secret.
    """

    def __init__(self, hides: Callable[[Element], bool], *, asks: bool) -> None:
        self.focus: Element | None = None
        self._hides = hides
        self._asks = asks
        self._moved: float | None = _START if asks else None
        self._doubted: float | None = None
        self._waiting: list[RawEvent] = []
        self._expected: deque[RawEvent] = deque(maxlen=_EXPECTED)
        self._told: deque[tuple[float, Element]] = deque(maxlen=_EXPECTED)
        self._early: deque[tuple[Element, str, float]] = deque(maxlen=_EXPECTED)
        self._held = KeysHeld()
        self._asked = 0.0
        self._sure_since = _START
        self._said: object = ()

    # --- what comes in

    def take(self, raw: RawEvent) -> list[RawEvent]:
        """What may go on now that `raw` came."""
        self._held.follow(raw)
        text = raw.kind == "key_down" and self._held.is_text(raw)
        if text and not raw.dead and self._asks:
            self._expected.append(raw)
        if self._waiting:
            self._waiting.append(raw)
            return self._heed_early()
        self._heed_doubt(raw.t)
        return self._moved_by_itself(raw.t) + self._next(raw, text=text) + self._heed_early()

    def learn(self, element: Element, t: float) -> None:
        """A program tells that the keyboard is in `element`, at `t`."""
        self._told.append((t, element))

    def committed(self, element: Element | None, text: str, t: float) -> list[RawEvent]:
        """A program tells at `t` that `text` was put into `element`; of a secret field it does not tell the text."""
        if element is None:
            return []
        reached = [raw for char in text or " " if (raw := self._expect(char if text else None)) is not None]
        if self._waiting:
            self._told.append((t, element))
        if self._waiting and any(raw is self._waiting[0] for raw in reached):
            return self._settle(element, secret=self._is_secret(element))
        if not reached:
            self._early.append((element, text, t))
        return []

    def doubt(self, t: float) -> None:
        """Something was done at `t` outside of what is recorded: the keyboard may have been elsewhere meanwhile."""
        if self._asks:
            self._doubted = t

    def wants_answer(self, now: float) -> bool:
        """Whether text has waited so long that the program must be asked where the keyboard is."""
        return bool(self._waiting) and now - self._waiting[0].t >= ASK_S and now - self._asked >= AGAIN_S

    def answer(self, element: Element | None, now: float, *, tells: bool) -> list[RawEvent]:
        """The program's answer; `tells` is whether the program in front is one that does tell, when it answers."""
        if not self._waiting:
            return []
        self._asked = now
        later = self._acted_since()
        near = [e for t, e in self._told if t >= self._waiting[0].t - NEAR_S]
        if any(e is not None and self._is_secret(e) for e in (element, *near)):
            return self._settle(None if later else element, secret=True)
        if element is None and tells:
            patient = now - self._waiting[0].t < GIVE_UP_S
            return [] if patient else self._settle(None, secret=True)
        return self._settle(None if later else element, secret=False)

    def flush(self) -> list[RawEvent]:
        """All that waits, though nobody told the field: nothing more will come. It is taken for secret text."""
        out: list[RawEvent] = []
        while self._waiting:
            out += self._settle(None, secret=True)
        return out

    # --- what is asked

    @property
    def is_unsure(self) -> bool:
        """Whether something happened that may have moved the keyboard, and nothing told since where it is."""
        return self._moved is not None

    @property
    def oldest(self) -> float | None:
        """When the first event that waits took place."""
        return self._waiting[0].t if self._waiting else None

    # --- within

    def _acted_since(self) -> bool:
        """Whether something else than typing followed: what has the keyboard now may have come of it."""
        held = KeysHeld()
        for raw in self._waiting:
            held.follow(raw)
            if acts(raw) and not (held.is_text(raw) or held.erases(raw)):
                return True
        return False

    def _moved_by_itself(self, t: float) -> list[RawEvent]:
        """Where nothing that a person did had moved the keyboard, the program's word that it did holds from then on."""
        if self._moved is not None:
            return []
        new = [(at, e) for at, e in self._told if self._sure_since < at < t]
        self._sure_since = max([self._sure_since, *(at for at, _ in new)])
        return [out for at, e in new for out in self._changed(e, at)]

    def _heed_doubt(self, t: float) -> None:
        """What came after something was done elsewhere may go to another field than what came before."""
        if self._doubted is not None and t >= self._doubted:
            self._moved, self._doubted = self._doubted, None

    def _heed_early(self) -> list[RawEvent]:
        """A program may tell of a text before the key that made it was heard."""
        out: list[RawEvent] = []
        early, self._early = list(self._early), deque(maxlen=_EXPECTED)
        for element, text, t in early:
            if self._waiting and t >= self._waiting[0].t:
                out += self.committed(element, text, t)
        return out

    def _next(self, raw: RawEvent, *, text: bool) -> list[RawEvent]:
        if text and self._moved is not None:
            self._waiting.append(raw)
            return []
        if self._asks and acts(raw) and not text and raw.key not in ERASING:
            self._moved = raw.t
        return [raw]

    def _settle(self, element: Element | None, *, secret: bool) -> list[RawEvent]:
        """The first text that waits goes to `element`; what follows goes on up to the next text that is not certain."""
        waiting, self._waiting, self._moved = self._waiting, [], None
        self._sure_since = max((at for at, _ in self._told), default=self._sure_since)
        while self._expected and self._expected[0].t < waiting[0].t:
            self._expected.popleft()
        out = self._changed(element, waiting[0].t, secret=secret)
        held = KeysHeld()
        for place, raw in enumerate(waiting):
            held.follow(raw)
            self._heed_doubt(raw.t)
            out += self._next(raw, text=raw.kind == "key_down" and held.is_text(raw))
            if self._waiting:
                self._waiting += waiting[place + 1 :]
                break
        return out

    def _expect(self, char: str | None) -> RawEvent | None:
        """The typed key that `char` in a field comes from (None: any): what was typed before it is past."""
        for place, raw in enumerate(self._expected):
            if char is None or _fits(raw.char or "", char):
                for _ in range(place + 1):
                    self._expected.popleft()
                return raw
        return None

    def _changed(self, element: Element | None, t: float, *, secret: bool = False) -> list[RawEvent]:
        """A `focus` event where the field is another one than the last that was told."""
        secret = secret or self._is_secret(element)
        said = (None if element is None else field_key(element), secret)
        self.focus = element
        if said == self._said:
            return []
        self._said = said
        return [RawEvent(t=max(t, 0.0), kind="focus", label=label_of(element) or None, secret=secret)]

    def _is_secret(self, element: Element | None) -> bool:
        return is_secret_field(element, self._hides)


def label_of(element: Element | None) -> str:
    """What a person calls the field; empty where it has no name."""
    return "" if element is None else (element.label or element.name or element.placeholder)[:500]


def is_secret_field(element: Element | None, hides: Callable[[Element], bool]) -> bool:
    """Whether what is typed there must not be kept."""
    return element is not None and (element.secret or hides(element) or says_secret(label_of(element)))


def _fits(typed: str, shown: str) -> bool:
    """Whether a field shows `shown` for the key `typed`: the same, in capitals, or with the accent of a dead key."""
    plain = unicodedata.normalize("NFD", shown)[:1]
    return typed in (shown, plain) or typed.casefold() == shown.casefold()
