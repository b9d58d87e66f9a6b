"""The pointer's buttons: clicks, double clicks, drags, and where the pointer rested before them."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import get_args

from studio.engine.model.geometry import Point
from studio.engine.model.workflow import ActionKind, Modifier
from studio.recorder.actions import Action, Marker, Normalised
from studio.recorder.drag_path import path_of
from studio.recorder.normaliser.settings import Rest, Settings

_MOST_RESTS = 5
_BUTTONS = {"1": "left", "2": "middle", "3": "right", "primary": "left", "secondary": "right"}
_TRIPLE = (
    "Three clicks in a row at {at} are recorded as a double click and a click. Where they select a whole line, take "
    "back both and select it with the keyboard."
)


@dataclass(frozen=True, slots=True)
class Press:
    """A button that is down. `follows` is the click that this one may make a double click."""

    button: str
    point: Point
    at: float
    held: frozenset[str]
    rests: tuple[Rest, ...]
    follows: Click | None
    way: list[tuple[Point, float]] = field(default_factory=list)
    """Where the pointer went while it was down."""


@dataclass(frozen=True, slots=True)
class Click:
    """A left click that may become a double click. `pressed` is when its last press came, `row` its number in a row."""

    action: Action
    pressed: float
    row: int
    rests: tuple[Rest, ...]


class Pointer:
    """Buttons and moves in, actions out."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._presses: dict[str, Press] = {}
        self._rests: deque[Rest] = deque(maxlen=_MOST_RESTS)
        self._resting: Rest | None = None
        self._last_double: Click | None = None
        self.click: Click | None = None
        self.position: Point | None = None

    @property
    def pressed_since(self) -> float | None:
        """When the first button that is still down was pressed."""
        return min((press.at for press in self._presses.values()), default=None)

    @property
    def pressed_at(self) -> Point | None:
        """Where the last button that is still down was pressed."""
        return next((press.point for press in reversed(self._presses.values())), None)

    @property
    def deadline(self) -> float | None:
        """When the last click is known to be no double click; None while that is open or there is none."""
        joined = any(press.follows is not None for press in self._presses.values())
        return None if self.click is None or joined else self.click.pressed + self._settings.double_click_s

    @property
    def rests(self) -> tuple[Rest, ...]:
        """Where the pointer rested since the last action, before it went on."""
        return tuple(self._rests)

    def move(self, point: Point, at: float) -> None:
        """The pointer is at `point`."""
        self.position = point
        if self._presses:
            self._resting = None
            for press in self._presses.values():
                press.way.append((point, at))
        elif self._resting is None:
            self._resting = Rest(point, at, at)
        elif self._resting.point.distance(point) > self._settings.rest_px:
            if at - self._resting.began >= self._settings.rest_s:
                self._rests.append(replace(self._resting, ended=at))
            self._resting = Rest(point, at, at)

    def forget_rests(self) -> None:
        """What the pointer showed before another action has nothing to do with the next click."""
        self._rests.clear()

    def down(self, button: str, point: Point, at: float, held: frozenset[str]) -> tuple[Normalised, ...]:
        """A button goes down."""
        button = _BUTTONS.get(button, button)
        found: list[Normalised] = []
        if (lost := self._presses.pop(button, None)) is not None:
            found.append(_never_released(lost, at))
        self.move(point, at)
        follows = self.click if button == "left" and not held and self._near(self.click, point, at) else None
        if follows is None:
            found += self.settle()
        self._presses[button] = Press(button, point, at, held, self.rests, follows)
        self._rests.clear()
        self._resting = None
        return tuple(found)

    def up(self, button: str, point: Point | None, at: float) -> tuple[Normalised, ...]:
        """A button goes up: what it made. Nothing where its press was not seen."""
        press = self._presses.pop(_BUTTONS.get(button, button), None)
        if press is None:
            return ()
        end = point or press.point
        self.move(end, at)
        went = any(press.point.distance(point) >= self._settings.went_px for point, _ in press.way)
        moved = went or press.point.distance(end) >= self._settings.drag_px
        if sentence := _refusal(press, moved):
            return (*self.settle(), Marker(press.at, sentence))
        if press.button == "right":
            return (*self.settle(), *self._shown(press.rests, _action(ActionKind.RIGHT_CLICK, press, at)))
        if moved:
            path = path_of(press.point, press.at, press.way, end, at)
            drag = replace(_action(ActionKind.DRAG, press, at), end=end, path=path)
            return (*self.settle(), *self._shown(press.rests, drag))
        return self._clicked(press, at)

    def settle(self) -> tuple[Normalised, ...]:
        """The click that waited for a second one; it stays alone."""
        click, self.click = self.click, None
        if click is None:
            return ()
        self._presses = {name: replace(press, follows=None) for name, press in self._presses.items()}
        told = self._shown(click.rests, click.action)
        if click.row != 3 or click.action.point is None:
            return told
        return (*told, Marker(click.action.ended, _TRIPLE.format(at=tuple(click.action.point))))

    def drop(self) -> tuple[Press, ...]:
        """Forget all buttons that are down; returns them."""
        presses, self._presses = tuple(self._presses.values()), {}
        self._resting = self._last_double = None
        self._rests.clear()
        return presses

    def _clicked(self, press: Press, at: float) -> tuple[Normalised, ...]:
        first = press.follows
        if first is None:
            chain = self._last_double if self._near(self._last_double, press.point, press.at) else None
            row = chain.row + 1 if chain else 1
            self.click = Click(_action(ActionKind.CLICK, press, at), press.at, row, press.rests)
            return ()
        double = replace(first.action, kind=ActionKind.DOUBLE_CLICK, ended=at)
        self.click = None
        self._last_double = Click(double, press.at, first.row + 1, ())
        return self._shown(first.rests, double)

    def _near(self, click: Click | None, point: Point, at: float) -> bool:
        if click is None or click.action.point is None:
            return False
        soon = at - click.pressed <= self._settings.double_click_s
        return soon and click.action.point.distance(point) <= self._settings.double_click_px

    def _shown(self, rests: Iterable[Rest], action: Action) -> tuple[Normalised, ...]:
        return (*self._hovers(rests, action.point), action)

    def _hovers(self, rests: Iterable[Rest], target: Point | None) -> Iterator[Action]:
        for rest in rests:
            far = target is None or rest.point.distance(target) > self._settings.drag_px
            if far and self._settings.reveals(rest):
                yield Action(kind=ActionKind.HOVER, began=rest.began, ended=rest.ended, point=rest.point)


def unfinished(press: Press, at: float, when: str = "at the end") -> Marker:
    """What to say of a button that was still down at the end, or at another time."""
    return Marker(at, f"The {press.button} button was still down at {tuple(press.point)} {when}: it is not recorded.")


def _action(kind: ActionKind, press: Press, at: float) -> Action:
    held = tuple(name for name in get_args(Modifier) if name in press.held)
    return Action(kind=kind, began=press.at, ended=at, point=press.point, modifiers=held)


def _never_released(press: Press, at: float) -> Marker:
    sentence = f"The {press.button} button went down at {tuple(press.point)} and was not seen to come up: not recorded."
    return Marker(at, f"{sentence} Do that step again.")


def _refusal(press: Press, moved: bool) -> str | None:
    """Why this cannot be replayed, as a sentence; None where it can."""
    what = "drag" if moved else "click"
    where = f"at {tuple(press.point)} is not recorded"
    if press.button not in ("left", "right"):
        return (
            f"A {what} with the {press.button} button {where}: it cannot be replayed yet. Find a way with the left one."
        )
    if moved and press.button == "right":
        return f"A drag with the right button {where}: it cannot be replayed yet. Find a way with the left one."
    return None
