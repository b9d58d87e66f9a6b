"""From what a page tells to actions, in order. Pure and incremental: feed signals, let time pass, flush at the end."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import singledispatchmethod

from studio.engine.model.workflow import ActionKind
from studio.recorder.actions import Action, Marker
from studio.recorder.web import keys, pointing
from studio.recorder.web.choosing import Choosing, uploaded
from studio.recorder.web.field_text import Typing
from studio.recorder.web.performed import Outcome, Performed
from studio.recorder.web.pointing import Press, Turning
from studio.recorder.web.signals import (
    BarMoved,
    Begin,
    Choose,
    Chooser,
    Copied,
    Double,
    Down,
    DragBegan,
    DragEnded,
    Dropped,
    Edit,
    FieldState,
    Files,
    Judged,
    Key,
    Leave,
    Missed,
    Navigated,
    Replaced,
    Signal,
    Unchosen,
    Unread,
    Up,
    Wheel,
)

LEFT_S = 0.15
"""After a field was left, the program may still put its text into form for this long."""
NAMING_S = 1.5
"""A navigation this soon after a chord of the browser's history comes of it."""

_NEW_LINE = frozenset({"insertLineBreak", "insertParagraph"})
_HISTORY = {"back": keys.BROWSER_BACK, "forward": keys.BROWSER_FORWARD, "reload": keys.BROWSER_REFRESH}
_UNREAD = "Something was done that could not be read: it was not recorded. Do that step again, or another way."
_COPIED = "Something was copied: what is pasted later is recorded as typed text, as it was."


class PageNormaliser:
    """Holds what is not whole yet: a press, a stay in a field or list, a wheel gesture, a key that waits for its
    verdict. Whatever begins anew ends the others first, so actions come in the order in which they began."""

    def __init__(self) -> None:
        self._press: Press | None = None
        self._second: Press | None = None
        self._chooser: Press | None = None
        self._typing: Typing | None = None
        self._choosing: Choosing | None = None
        self._turning: Turning | None = None
        self._asked: Key | None = None
        self._meanwhile: Edit | None = None
        self._broke_line = False
        self._broken = ""
        self._browsed: tuple[float, str] = (-9.0, "")
        self._told: set[str] = set()
        self._out: list[Outcome] = []

    def feed(self, signal: Signal) -> tuple[Outcome, ...]:
        """What is whole now that `signal` has come."""
        self._take(signal)
        return self._given()

    def tick(self, now: float) -> tuple[Outcome, ...]:
        """What is whole now that nothing has come until `now`."""
        press = self._second or self._press
        if press is not None and press.up is not None and now - press.ended > pointing.DOUBLE_S:
            self._end_presses()
        if self._typing is not None and self._typing.left and now - self._typing.ended > LEFT_S:
            self._end_typing()
        if self._turning is not None and now - self._turning.last > pointing.WHEEL_PAUSE_S:
            self._end_turning()
        if self._asked is not None and now - self._asked.t > NAMING_S:
            self._decide(None)
        return self._given()

    def flush(self) -> tuple[Outcome, ...]:
        """Everything, whole or not."""
        self._end_all()
        return self._given()

    @property
    def pending(self) -> bool:
        """Whether something is held that may still grow."""
        held = (self._press, self._typing, self._choosing, self._turning, self._asked, self._chooser)
        return any(one is not None for one in held)

    def _given(self) -> tuple[Outcome, ...]:
        given, self._out = tuple(self._out), []
        return given

    # Ending what is under way

    def _end_all(self, but: object = None) -> None:
        if self._asked is not None and self._asked is not but:
            self._decide(None)
        ends: list[tuple[object, Callable[[], None]]] = [
            (self._press, self._end_presses),
            (self._typing, self._end_typing),
            (self._choosing, self._end_choosing),
            (self._turning, self._end_turning),
        ]
        for held, end in ends:
            if held is not None and held is not but:
                end()

    def _end_presses(self) -> None:
        for press in (self._press, self._second):
            if press is not None:
                self._out += press.outcomes()
        self._press = self._second = None

    def _end_typing(self) -> None:
        if self._typing is not None:
            self._out += self._typing.outcomes()
        self._typing = None

    def _end_choosing(self) -> None:
        if self._choosing is not None:
            self._out += self._choosing.outcomes()
        self._choosing = None

    def _end_turning(self) -> None:
        if self._turning is not None:
            self._out += self._turning.outcomes()
        self._turning = None

    def _mark_once(self, t: float, sentence: str) -> None:
        if sentence not in self._told:
            self._told.add(sentence)
            self._out.append(Marker(t, sentence))

    # Signals

    @singledispatchmethod
    def _take(self, signal: Signal) -> None:
        raise TypeError(f"no signal of the page: {signal!r}")

    @_take.register
    def _down(self, signal: Down) -> None:
        press = Press(signal)
        first = self._press
        if first is not None and self._second is None and press.follows(first):
            self._second = press
            return
        self._end_all()
        if self._chooser is not None:
            self._chooser = None
            self._out.append(Marker(signal.t, "A chooser of files was opened and nothing chosen in it."))
        if signal.tag == "select" and signal.button == 0 and not signal.held:
            self._choosing = Choosing(signal)
        else:
            self._press = press

    @_take.register
    def _up(self, signal: Up) -> None:
        press = self._second or self._press
        if press is None or press.up is not None:
            return
        press.up = signal
        press.way = signal.way
        if press.down.bar:
            press.bar = (signal.dx, signal.dy) if signal.dx or signal.dy else press.bar
        if press.down.button != 0 or press.down.bar or not press.is_click:
            self._unless_carried(press)

    def _unless_carried(self, press: Press) -> None:
        """A release ends a press that cannot become a double click; what the browser carries ends by its drop."""
        if not press.carried:
            self._end_presses()

    @_take.register
    def _bar(self, signal: BarMoved) -> None:
        press = self._press
        if press is not None and press.down.bar:
            press.bar = (signal.dx, signal.dy)

    @_take.register
    def _double(self, _: Double) -> None:
        first, second = self._press, self._second
        if first is not None and second is not None:
            self._out += pointing.double(first, second)
            self._press = self._second = None

    @_take.register
    def _drag(self, _: DragBegan) -> None:
        press = self._second or self._press
        if press is not None:
            press.carried = True

    @_take.register
    def _drop(self, signal: Dropped) -> None:
        press = self._second or self._press
        if signal.files:
            self._out.append(Marker(signal.t, "Files were dropped onto the page: that was not recorded."))
        elif press is not None and press.carried:
            press.dropped_at, press.way = signal.point, signal.way
            press.up = Up(signal.t, signal.page, signal.point)
        else:
            self._out.append(Marker(signal.t, "Something from another program was dropped: that was not recorded."))

    @_take.register
    def _drag_end(self, signal: DragEnded) -> None:
        press = self._second or self._press
        if press is None or not press.carried:
            return
        if not signal.dropped:
            press.dropped_at = None
        press.up = press.up or Up(signal.t, signal.page, press.down.point)
        self._end_presses()

    @_take.register
    def _wheel(self, signal: Wheel) -> None:
        if signal.zooms:
            self._mark_once(signal.t, "The page was zoomed: that was not recorded.")
        elif self._turning is None or not self._turning.takes(signal):
            self._end_all()
            self._turning = Turning.of(signal)

    @_take.register
    def _begin(self, signal: Begin) -> None:
        self._broken = ""
        typing = self._typing
        if typing is not None and typing.first.field == signal.state.field and not typing.left:
            return
        self._end_all(but=self._asked)
        self._typing = Typing(signal.page, signal.state, signal.state, signal.moment, signal.t, signal.t)

    @_take.register
    def _edit(self, signal: Edit) -> None:
        state, typing = signal.state, self._typing
        asked = self._asked
        if asked is not None and asked.key == "Enter" and signal.how in _NEW_LINE:
            self._asked = None  # it made a line: the text tells
        elif asked is not None and (asked.key == "Enter" or keys.is_browsers(asked)):
            self._meanwhile = signal  # whose doing it is tells the verdict
            return
        if typing is not None and typing.first.field == state.field:
            if not self._is_indent(typing, state):
                typing.take(state, signal.t, signal.how)
                self._broke_line = signal.how in _NEW_LINE
            else:
                self._go_on_after(typing, state, signal.t)
        elif signal.how and state.field != self._broken:
            self._end_all()
            unknown = FieldState(state.field, value=None, empty=False, secret=state.secret, many=state.many)
            self._typing = Typing(signal.page, unknown, state, None, signal.t, signal.t)
            self._typing.take(state, signal.t, signal.how)

    @_take.register
    def _choose(self, signal: Choose) -> None:
        if self._choosing is None:
            self._end_all()
            self._choosing = Choosing(signal)
        self._choosing.chosen = signal

    @_take.register
    def _opened(self, _: Chooser) -> None:
        press = self._second or self._press
        if press is not None:
            self._chooser, self._press, self._second = press, None, None

    @_take.register
    def _files(self, signal: Files) -> None:
        self._end_all()
        self._out.append(uploaded(self._chooser, signal))
        self._chooser = None

    @_take.register
    def _unchosen(self, _: Unchosen) -> None:
        self._chooser = None

    @_take.register
    def _leave(self, signal: Leave) -> None:
        if self._typing is not None and self._typing.first.field == signal.field:
            self._typing.left = True
            self._typing.ended = max(self._typing.ended, signal.t - LEFT_S)

    @_take.register
    def _unread(self, signal: Unread) -> None:
        self._mark_once(signal.t, _UNREAD)

    @_take.register
    def _copied(self, signal: Copied) -> None:
        self._mark_once(signal.t, _COPIED)

    @_take.register
    def _missed(self, signal: Missed) -> None:
        self._mark_once(signal.t, f"A {signal.what} field was filled: that was not recorded.")

    @_take.register
    def _navigated(self, signal: Navigated) -> None:
        self._end_all()
        if signal.how not in _HISTORY:
            self._out.append(Marker(signal.t, "Another address was opened by hand: that was not recorded."))
            return
        key = _HISTORY[signal.how]
        if self._browsed[1] == key and signal.t - self._browsed[0] < NAMING_S:
            return
        self._out.append(Performed(Action(ActionKind.KEY, signal.t, signal.t, key=key), signal.page))

    @_take.register
    def _replaced(self, signal: Replaced) -> None:
        if self._asked is not None:
            self._decide(None)
        press = self._second or self._press
        if press is not None and press.up is None:
            self._end_presses()
        if self._typing is not None and self._typing.page == signal.page:
            self._end_typing()

    # Keys

    @_take.register
    def _key(self, signal: Key) -> None:
        state = signal.state
        if self._asked is not None:
            self._decide(None)
        self._catch_up(signal, state)
        self._broke_line = False
        if state is not None and state.tag == "select" and not keys.is_command(signal) and signal.key != "Tab":
            if self._choosing is None:
                self._end_all()
                self._choosing = Choosing(signal)
        elif state is not None and signal.text:
            self._follow(signal, state)
        elif self._waits(signal):
            self._asked = signal
        elif state is None or not keys.only_edits(signal):
            self._press_key(signal)

    def _waits(self, key: Key) -> bool:
        """Whether only the page's answer tells if the key is an action of its own."""
        state = key.state
        if keys.is_browsers(key) or keys.name_of(key) in keys.BROWSING or keys.copies(key):
            return True
        if state is None:
            return False
        caret = key.key in keys.CARET and not keys.is_command(key)
        breaks = key.key == "Enter" and state.many and not key.held
        return caret or breaks or (key.key == "Tab" and bool(state.date_type))

    def _follow(self, key: Key, state: FieldState) -> None:
        """A character for a field, of which nothing was told before."""
        typing = self._typing
        if typing is None or typing.first.field != state.field:
            self._end_all()
            self._broken = ""
            self._typing = Typing(key.page, state, state, key.moment, key.t, key.t)

    def _catch_up(self, key: Key, state: FieldState | None) -> None:
        """What a field held just before a key: some programs change its text without an event, or after it."""
        typing = self._typing
        if typing is None or state is None or typing.first.field != state.field or state.value == typing.last.value:
            return
        if self._is_indent(typing, state):
            self._go_on_after(typing, state, key.t)
        elif typing.changed or state.value != typing.first.value:
            typing.take(state, min(key.t, typing.ended), "")

    def _is_indent(self, typing: Typing, state: FieldState) -> bool:
        """Whether the program itself put blanks behind the line break that was the last thing typed."""
        before, now = typing.last.value, state.value
        if not self._broke_line or before is None or now is None or not now.startswith(before):
            return False
        return now != before and not now[len(before) :].strip(" \t")

    def _go_on_after(self, typing: Typing, state: FieldState, t: float) -> None:
        """What the program added is no text that was typed: it stands there when the next text begins."""
        self._broke_line = False
        self._end_typing()
        moment = typing.moment
        if moment is not None and moment.element is not None:
            shown = replace(moment.element, value=" ".join((state.value or "").split()))
            moment = replace(moment, t=t, element=shown, evidence=None)
        self._typing = Typing(typing.page, state, state, moment, t, t)

    def _adds_line(self, edit: Edit) -> bool:
        typing, value = self._typing, edit.state.value
        return typing is not None and (value or "").count("\n") > (typing.last.value or "").count("\n")

    @_take.register
    def _judged(self, signal: Judged) -> None:
        if self._asked is not None and self._asked.number == signal.number:
            self._decide(signal)
        typing = self._typing
        if typing is None or not signal.stays or signal.value is None or typing.last.value == signal.value:
            return
        last = replace(typing.last, value=signal.value, empty=signal.value == "")
        if self._is_indent(typing, last):
            self._go_on_after(typing, last, signal.t)
        elif signal.value != typing.first.value or typing.changed:
            typing.take(last, signal.t, "")

    def _decide(self, verdict: Judged | None) -> None:
        """`verdict` is None where the page went away, or something else came, before it said what became of the key."""
        key, self._asked = self._asked, None
        meanwhile, self._meanwhile = self._meanwhile, None
        if key is None:
            return
        name = keys.name_of(key)
        taken = verdict is not None and verdict.taken
        if meanwhile is not None and not taken and key.key != "Enter":
            self._edit(meanwhile)
        if taken:
            self._press_key(key)
        elif verdict is not None and meanwhile is not None and self._adds_line(meanwhile):
            self._edit(meanwhile)
            self._broke_line = True
        elif name in keys.BROWSING:
            self._browsed = (key.t, keys.BROWSING[name])
            self._press_key(key, keys.BROWSING[name])
        elif keys.copies(key):
            self._mark_once(key.t, _COPIED)
        elif keys.is_browsers(key):
            self._end_all()
            self._out.append(Marker(key.t, f"“{name}” is the browser's own: that was not recorded."))
        elif (key.key == "Enter" and (verdict is None or meanwhile is not None)) or (
            key.key == "Tab" and not (verdict and verdict.stays)
        ):
            self._press_key(key)

    def _press_key(self, key: Key, name: str | None = None) -> None:
        self._end_all()
        if key.state is not None:
            self._broken = key.state.field  # what it makes of the field is no text that was typed
        action = Action(ActionKind.KEY, key.t, key.t, key=name or keys.name_of(key))
        element = key.moment.element if key.moment else None
        self._out.append(Performed(action, key.page, key.moment, element))
