"""From what a field held before and after to what has to be typed. Pure."""

from __future__ import annotations

from dataclasses import dataclass, replace

from studio.engine.model.structure import Element
from studio.engine.model.workflow import ActionKind
from studio.engine.privacy.secrecy import holds_card_number
from studio.recorder.actions import Action, Marker
from studio.recorder.web.performed import Outcome, Performed
from studio.recorder.web.secrecy import asks_for_secret
from studio.recorder.web.signals import FieldState, Moment

PASTED = frozenset({"insertFromPaste", "insertFromDrop", "insertFromYank", "insertFromPasteAsQuotation"})
_NOTE = "Pasted, recorded as typed."
_TIMES = {"date": "{date}", "time": "{time}", "datetime-local": "{date}\t{time}", "month": "%m%Y"}


@dataclass
class Typing:
    """One stay in a field: its state before the first input, and the last one that was told."""

    page: str
    first: FieldState
    last: FieldState
    moment: Moment | None
    began: float
    ended: float
    pasted: bool = False
    changed: bool = False
    left: bool = False

    def take(self, state: FieldState, t: float, how: str) -> None:
        """The field holds something else now."""
        self.changed = True
        self.pasted |= how in PASTED
        self.last = replace(state, secret=state.secret or self.last.secret)
        self.ended = max(self.ended, t)

    @property
    def element(self) -> Element | None:
        """The field itself."""
        return self.moment.element if self.moment else None

    def outcomes(self) -> tuple[Outcome, ...]:
        """Keys and text that bring the field from its first state to its last."""
        first, last = self.first, self.last
        if not self.changed or (not last.secret and first.value == last.value):
            return ()
        if last.date_type:
            return self._dated()
        if last.empty:
            return () if first.empty else (self._key("Control+A"), self._key("Delete"))
        if first.empty:
            return (self._typed(last.value, kept=True),)
        if last.value is not None and first.value and last.value.startswith(first.value) and not self._is_secret:
            added = self._typed(last.value[len(first.value) :], kept=True)
            return (added,) if first.at_end else (self._key("Control+End" if first.many else "End"), added)
        return (self._key("Control+A"), self._typed(last.value, kept=False))

    @property
    def _is_secret(self) -> bool:
        element = self.element
        labelled = element is not None and asks_for_secret(element)
        return self.last.secret or labelled or holds_card_number(self.last.value or "")

    def _typed(self, text: str | None, *, kept: bool, typed_as: str | None = None) -> Performed:
        """`kept`: what stood in the field before is still there."""
        element, secret = self.element, self._is_secret
        label = element.label or element.name if element else ""
        action = Action(
            ActionKind.TYPE,
            self.began,
            self.ended,
            text=None if secret else text,
            secret=secret,
            field_label=label or None,
            note=_NOTE if self.pasted else None,
        )
        shown = element if element is None or kept else replace(element, value="" if element.value else element.value)
        if secret and shown is not None:
            shown = replace(shown, value=None, text="", secret=True)
        at_once = self.pasted and "\n" in (action.text or "")
        return Performed(
            action, self.page, self.moment, shown, None, typed_as, self.last.value if secret else None, pasted=at_once
        )

    def _key(self, key: str) -> Performed:
        """A key that the person need not have pressed: it makes the result the same wherever the caret is."""
        action = Action(ActionKind.KEY, self.began, self.began, key=key)
        return Performed(action, self.page, self.moment, self.element, after=self.moment)

    def _dated(self) -> tuple[Outcome, ...]:
        state = self.last
        form = date_form(state)
        if state.empty or form is None:
            what = "was left incomplete" if state.empty else "cannot be typed by keys yet"
            return (Marker(self.ended, f"A {state.date_type} field {what}: its value was not recorded."),)
        return (self._typed(state.value, kept=False, typed_as=form),)


def date_form(state: FieldState) -> str | None:
    """The strptime form of the keys that such a field takes; None where none is known."""
    form = _TIMES.get(state.date_type)
    time = "%I%M%p" if state.half_days else "%H%M"
    return form.format(date=state.date_order or "%m%d%Y", time=time) if form else None
