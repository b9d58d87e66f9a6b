"""What came out and has not been fetched yet; knows what was said about which action."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Collection, Iterable
from dataclasses import replace

from studio.engine.model.workflow import ActionKind
from studio.recorder.actions import Action, Marker, Normalised, TakenBack
from studio.recorder.normaliser.text_run import Armed

WORDLESS = "something should be known here; no words were given."
"""A note that was marked by its key, where no action comes that could keep it."""
_REMEMBERED = 1000
_SELECTING = frozenset({ActionKind.DOUBLE_CLICK, ActionKind.DRAG})
_SELECTING_KEYS = ("Tab", "Shift+", "Control+A", "Meta+A", "Control+Shift+")


class Outbox:
    """Collects actions in order, puts notes to them, and gives back what was armed for one that is taken back."""

    def __init__(self) -> None:
        self._items: list[Normalised] = []
        self._done: deque[tuple[Action, Armed, tuple[int, ...]]] = deque(maxlen=_REMEMBERED)
        self._note: tuple[str, float] | None = None
        self._params: Counter[str] = Counter()

    @property
    def params(self) -> Collection[str]:
        """The names of parameters that are in use."""
        return self._params.keys()

    def put(self, items: Iterable[Normalised], armed: Armed | None = None, seqs: Iterable[int] = ()) -> None:
        """Add what happened; `armed` was used up by its text, which came from the raw events `seqs`."""
        for item in items:
            if isinstance(item, Action):
                told = item if self._note is None else replace(item, note=self._note[0])
                self._note = None
                self._items.append(told)
                self._params.update([told.param] if told.param else [])
                is_text = item.kind is ActionKind.TYPE
                used = armed if armed is not None and is_text else Armed()
                self._done.append((told, used, tuple(seqs) if is_text and not item.secret else ()))
            else:
                self._items.append(item)

    def note(self, text: str, at: float) -> None:
        """What is said about the next action; without words it is a mark, which a later note fills. None is lost."""
        if self._note is not None and not (text and self._note[0]):
            text = text or self._note[0]
        else:
            self.flush_note()
        self._note = (text, at)

    def flush_note(self) -> None:
        """A note without an action stands alone."""
        if self._note is not None:
            self._items.append(Marker(self._note[1], f"Note: {self._note[0] or WORDLESS}"))
        self._note = None

    def take_back(self, at: float) -> tuple[Armed, tuple[int, ...]]:
        """The last action is taken back; returns what had been armed for it, and the raw events of a plain text."""
        self._items.append(TakenBack(at))
        if not self._done:
            return Armed(), ()
        action, armed, seqs = self._done.pop()
        self._params.subtract([action.param] if action.param else [])
        self._params += Counter()  # names that nothing bears any more are free
        return armed, seqs

    def selecting(self) -> bool:
        """Whether the last action may have selected what the next character replaces."""
        if not self._done:
            return False
        last = self._done[-1][0]
        return last.kind in _SELECTING or (last.key or "").startswith(_SELECTING_KEYS)

    def taken(self) -> tuple[Normalised, ...]:
        """All that is new."""
        items, self._items = tuple(self._items), []
        return items
