"""From the words of the script in a page to signals. What cannot be read is None, never an error. Pure."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Any

from studio.engine.backends.web.structure import element_from
from studio.engine.model.geometry import Point
from studio.engine.model.structure import Element
from studio.engine.streams import answer_of
from studio.recorder.web import signals
from studio.recorder.web.signals import FieldState, Hovered, Moment, Signal

_QUIET = frozenset({"rest", "after", "leave", "filled", "copy", "scroll"})
"""Kinds of messages that are nothing a person did by itself."""
_FAILED = frozenset({"pointerdown", "pointerup", "keydown", "beforeinput", "input", "wheel", "drop"})
Message = Mapping[str, Any]
Placed = Callable[[Element], Element]
"""Where an element of a frame in another process stands in the whole page."""


class Reader:
    """Reads the messages of one recording. `clock` turns milliseconds since the epoch into seconds of the recording."""

    def __init__(self, clock: Callable[[float], float]) -> None:
        self._clock = clock

    def signal(self, page: str, payload: str, at: Callable[[Point], Point], placed: Placed) -> Signal | None:
        """The signal of one message. `at` and `placed` carry points and elements into the page's frame."""
        kind, t = "", self._clock(time.time() * 1000)
        try:
            message = answer_of(payload)
            kind, t = str(message["kind"]), self._clock(float(message["time"]))
            return _Reading(message, self._clock, page, at, placed).signal()
        except (ValueError, KeyError, TypeError, IndexError, AttributeError):
            return None if kind in _QUIET else signals.Unread(t, page)


class _Reading:
    def __init__(
        self, message: Message, clock: Callable[[float], float], page: str, at: Callable[[Point], Point], placed: Placed
    ) -> None:
        self._m = message
        self._clock = clock
        self._page = page
        self._at = at
        self._placed = placed
        self._t = clock(float(message["time"]))

    def signal(self) -> Signal | None:
        make = getattr(self, f"_{self._m['kind']}", None)
        made: Signal | None = make() if make is not None else None
        return made

    def _point(self, of: Message | None = None) -> Point:
        source = of or self._m
        return self._at(Point(int(source["x"]), int(source["y"])))

    def _moment(self) -> Moment | None:
        look = self._m.get("look")
        if look is None:
            return None
        element = self._element(look, look)
        entered = float(self._m.get("entered") or 0)
        since = self._clock(entered) if entered else 0.0
        return Moment(self._t, element, since, bool(look["opaque"]), look, _hidden(look))

    def _seen(self) -> Moment:
        return self._moment() or Moment(self._t)

    def _element(self, look: Message, which: Message) -> Element | None:
        index = int(which["index"])
        if index < 0:
            return None
        return self._placed(element_from(index, look["elements"][index], which["selector"]))

    def _state(self) -> FieldState:
        m, dated = self._m, self._m.get("dated") or {}
        return FieldState(
            str(m["field"]),
            m["value"],
            bool(m["empty"]),
            bool(m["secret"]),
            bool(m["many"]),
            str(m["tag"]),
            bool(m["atEnd"]),
            dated.get("type", ""),
            dated.get("date", ""),
            bool(dated.get("half")),
            m.get("hidden"),
        )

    def _down(self) -> Signal:
        m = self._m
        look = m["look"]
        hovers = tuple(
            Hovered(self._clock(h["time"]), self._point(h), self._element(look, h) if look else None)
            for h in m["hovers"]
        )
        return signals.Down(
            self._t,
            self._page,
            self._point(),
            self._seen(),
            int(m["button"]),
            tuple(m["held"]),
            bool(m["bar"]),
            str(m["tag"]),
            hovers,
        )

    def _up(self) -> Signal:
        m = self._m
        moved = int(m.get("dx", 0)), int(m.get("dy", 0))
        ends = bool(m["selects"]), bool(m["field"])
        return signals.Up(self._t, self._page, self._point(), *moved, *ends, self._way())

    def _way(self) -> tuple[tuple[Point, float], ...]:
        return tuple((self._at(Point(int(x), int(y))), self._clock(float(t))) for x, y, t in self._m.get("way") or ())

    def _bar(self) -> Signal:
        return signals.BarMoved(self._t, self._page, int(self._m["dx"]), int(self._m["dy"]))

    def _double(self) -> Signal:
        return signals.Double(self._t, self._page)

    def _drag(self) -> Signal:
        return signals.DragBegan(self._t, self._page)

    def _drop(self) -> Signal:
        return signals.Dropped(self._t, self._page, self._point(), int(self._m["files"]), self._way())

    def _dragend(self) -> Signal:
        return signals.DragEnded(self._t, self._page, bool(self._m["dropped"]))

    def _wheel(self) -> Signal:
        m = self._m
        moment = self._moment()
        return signals.Wheel(self._t, self._page, self._point(), int(m["dx"]), int(m["dy"]), moment, bool(m["zooms"]))

    def _begin(self) -> Signal:
        return signals.Begin(self._t, self._page, self._state(), self._seen())

    def _edit(self) -> Signal:
        return signals.Edit(self._t, self._page, self._state(), str(self._m["how"]))

    def _choose(self) -> Signal:
        m = self._m
        labels = tuple(map(str, m["labels"]))
        return signals.Choose(self._t, self._page, str(m["field"]), labels, self._point(), bool(m["many"]))

    def _chooser(self) -> Signal:
        return signals.Chooser(self._t, self._page)

    def _unchosen(self) -> Signal:
        return signals.Unchosen(self._t, self._page)

    def _files(self) -> Signal:
        return signals.Files(self._t, self._page, tuple(map(str, self._m["names"])), self._point(), self._seen())

    def _key(self) -> Signal:
        m = self._m
        state = self._state() if m["field"] is not None else None
        return signals.Key(
            self._t,
            self._page,
            str(m["key"]),
            int(m["number"]),
            tuple(m["held"]),
            bool(m["text"]),
            bool(m["repeat"]),
            state,
            self._moment(),
        )

    def _after(self) -> Signal:
        m = self._m
        return signals.Judged(self._t, self._page, int(m["number"]), bool(m["prevented"]), bool(m["stays"]), m["value"])

    def _rest(self) -> Signal:
        return signals.Rested(self._t, self._page, self._seen())

    def _filled(self) -> Signal:
        return signals.Filled(self._t, self._page, _hidden(self._m))

    def _failed(self) -> Signal | None:
        return signals.Unread(self._t, self._page) if self._m["type"] in _FAILED else None

    def _leave(self) -> Signal:
        return signals.Leave(self._t, self._page, str(self._m["field"]))

    def _copy(self) -> Signal:
        return signals.Copied(self._t, self._page)

    def _missed(self) -> Signal:
        return signals.Missed(self._t, self._page, str(self._m["what"]))

    def _command(self) -> Signal:
        return signals.HotKey(self._t, self._page, str(self._m["name"]))


def _hidden(of: Message) -> tuple[tuple[str, str], ...]:
    return tuple((str(field), str(text)) for field, text in of.get("hidden") or ())
