"""One desktop recording, from the first event to the finished folder: a queue, one loop, and what each event means."""

from __future__ import annotations

import gc
import os
import sys
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from queue import Empty, SimpleQueue
from time import monotonic
from typing import NamedTuple

from studio.engine.backends.desktop.accessibility import AccessibilityEvent, FocusChanged, TextCommitted
from studio.engine.backends.desktop.monitors import clamp, monitor_at
from studio.engine.backends.desktop.windows import Window
from studio.engine.backends.protocols import SurfaceLost
from studio.engine.errors import CannotWrite
from studio.engine.model.events import (
    ActionRecorded,
    Command,
    Finished,
    HotKeyPressed,
    Masked,
    NotRecorded,
    Paused,
    Ready,
    Resumed,
    Undone,
    Warned,
)
from studio.engine.model.geometry import Point
from studio.engine.model.structure import Element
from studio.engine.model.workflow import ActionKind
from studio.engine.recording import RecordedEvent, RecordingWriter
from studio.recorder.actions import Action, Marker, Normalised, TakenBack
from studio.recorder.desktop.belonging import Belonging, Whose
from studio.recorder.desktop.finisher import Finisher, is_pointed
from studio.recorder.desktop.focus_gate import FocusGate
from studio.recorder.desktop.hooks import Heard
from studio.recorder.desktop.hot_keys import WORDED, HotCommand
from studio.recorder.desktop.input_methods import CommitFilter
from studio.recorder.desktop.keys_held import QUIET_KEYS
from studio.recorder.desktop.moments import COMMAND, Moment, Moments, as_before
from studio.recorder.desktop.output import Output
from studio.recorder.desktop.parts import Parts
from studio.recorder.desktop.pictures import Pictures
from studio.recorder.desktop.pointer_moves import REST_S, PointerMoves
from studio.recorder.desktop.pressed import Pressed
from studio.recorder.desktop.resting_look import RestingLook
from studio.recorder.desktop.ring import Shot
from studio.recorder.desktop.scope import active_window, shown_with_keys, window_at
from studio.recorder.desktop.veil import Veil
from studio.recorder.normaliser import Normaliser, Settings
from studio.recorder.raw import RawEvent
from studio.recorder.undone import leave_out_undone

_POLL_S = 0.03
_SWITCH_S = 0.0005
"""The hook's thread gets its turn this soon, whatever the others do: it reads the layout of the very moment."""
_KEPT_S = 1.5
_LAST_ANSWERS_S = 0.6
_ACTING = frozenset({"key_down", "pointer_down", "wheel"})
_OUTSIDE = "What you did outside of the window that is recorded was left out."
_UNSURE = "What you did was left out: it is not certain which window took it, or another program took all keys."
_INJECTED = "A replay worked on this display meanwhile: what it did was left out."

_Heard = tuple[Heard, Shot, float]


class _Told(NamedTuple):
    """A command that came from outside at `at`, s of the monotonic clock."""

    command: Command
    at: float


class DesktopSession:
    """Records until a command, a hot key or `stop` ends it. Only `run` works; all else just puts into its queue."""

    def __init__(self, parts: Parts, writer: RecordingWriter, output: Output) -> None:
        self._took_back = False
        self._parts = parts
        self._writer = writer
        self._output = output
        self._queue: SimpleQueue[_Heard | _Told | AccessibilityEvent] = SimpleQueue()
        self._began = monotonic()
        self._moments = Moments()
        self._pictures = Pictures(parts.scope, parts.corner)
        self._gate = FocusGate(self._pictures.mask.hides, asks=parts.looker is not None)
        self._veil = Veil(self._hidden)
        self._normaliser = Normaliser(Settings(monitors=parts.monitors))
        self._finisher = Finisher(self._began, parts.ring, self._moments, self._pictures, parts.looker, parts.monitors)
        self._moves = PointerMoves()
        self._resting = RestingLook(parts.ring.before, parts.corner)
        looker = parts.looker
        stacking = parts.windows.stacking
        self._pressed = None if looker is None else Pressed(looker, parts.ring, parts.corner, stacking)
        self._commits = CommitFilter(os.environ)
        self._focus: Element | None = None
        self._field: Element | None = None
        self._hover: Moment | None = None
        self._pointer: tuple[Heard, Shot] | None = None
        self._belonging = Belonging(parts.scope, (lambda: parts.ring.latest.windows, parts.windows.stacking))
        self._telling: set[int] = set()
        self._said: str | None = None
        self._paused = self._ending = False
        self._resumed = 0.0
        self.fault: str | None = None

    # --- from other threads

    def heard(self, heard: Heard) -> None:
        """Of the hook: what was seen just before is noted here and now, all else is done by the loop."""
        self._parts.hot_keys.hears(heard)
        ring = self._parts.ring
        self._queue.put((heard, ring.before(heard.at), ring.changed))

    def command(self, command: Command) -> None:
        """Of stdin or a signal."""
        self._queue.put(_Told(command, monotonic()))

    # --- the loop

    def run(self) -> Path | None:
        """Record to the end; the finished folder, or None where it could not be completed (`fault` says why)."""
        parts = self._parts
        sys.setswitchinterval(_SWITCH_S)
        gc.freeze()  # a full collection of all that is loaded would hold up the hook for 35 ms
        if parts.looker is not None:
            parts.looker.source.watch(self._queue.put)
            parts.looker.start()
        parts.hooks.start(self.heard)
        region = parts.target_region
        self._output.tell(Ready(viewport=(region.w, region.h)))
        for sentence in parts.warnings:
            self._output.tell(Warned(t=self._now(), sentence=sentence))
        try:
            self._watch()
            return self._finish()
        except CannotWrite as error:
            self._fail(str(error))
            self._writer.close()
            return None
        except Exception as error:
            self._fail(f"Something unexpected went wrong ({type(error).__name__}).")
            with suppress(Exception):  # what went wrong first is raised below
                self._finish()
            raise

    def _watch(self) -> None:
        """Until it is to end; a display that is gone ends it too."""
        try:
            while not self._ending:
                self._take(_POLL_S)
                self._tick()
        except SurfaceLost as lost:
            self._fail(str(lost))

    def _now(self) -> float:
        return round(monotonic() - self._began, 3)

    def _take(self, wait_s: float) -> None:
        """Wait for one item, then take all that is there by then."""
        try:
            self._one(self._queue.get(timeout=wait_s) if wait_s else self._queue.get_nowait())
            for _ in range(self._queue.qsize()):  # a program that never stops telling holds up nothing else
                self._one(self._queue.get_nowait())
        except Empty:
            return

    def _one(self, item: _Heard | _Told | AccessibilityEvent) -> None:
        if isinstance(item, _Told):
            self._commanded(item.command, item.at)
        elif isinstance(item, FocusChanged):
            self._focused(item.element, item.t - self._began)
        elif isinstance(item, TextCommitted):
            self._committed(item)
        else:
            heard, shot, still = item
            if heard.kind == "pointer_move":
                self._resting.moved(Point(heard.x, heard.y), heard.at, shot)
            for one in self._moves.take(heard, shot):
                self._heard(one, shot, still)

    def _tick(self) -> None:
        now = monotonic()
        for heard in self._moves.due(now):
            self._heard(heard, self._parts.ring.before(heard.at), self._parts.ring.changed)
        self._look_at_rest(now)
        if self._gate.wants_answer(now - self._began):
            self._ask()
        oldest = [t for t in (self._gate.oldest, self._veil.oldest) if t is not None]
        self._normalised(self._normaliser.tick(min([now - self._began, *oldest])))
        self._finisher.step(self._writer, now - self._began, self._tell_action)
        self._forget(oldest)
        if self._parts.grabs is not None:
            for command in self._parts.hot_keys.missed(self._parts.grabs.pressed(), now):
                self._keyed(command, now)
        self._look_for_faults()

    def _forget(self, oldest: list[float]) -> None:
        needed = [self._normaliser.pending_since, self._finisher.needs_since, self._now() - _KEPT_S, *oldest]
        self._moments.forget_before(min(t for t in needed if t is not None))

    def _look_for_faults(self) -> None:
        if self._writer.failure is not None:
            raise self._writer.failure
        problem = self._parts.hooks.fault() or self._parts.grabber.fault()
        if problem is not None:
            self._fail(f"{problem[:1].upper()}{problem[1:]}.")
            self._ending = True

    def _fail(self, reason: str) -> None:
        self.fault = f"The recording stopped after {self._now():.1f} s. {reason} What was recorded until then is kept."
        self._output.tell(Warned(t=self._now(), sentence=self.fault))

    # --- what a person does

    def _heard(self, heard: Heard, shot: Shot, still: float) -> None:
        if heard.injected:
            self._leave_out("injected", _INJECTED)
            return
        command = self._parts.hot_keys.command(heard)
        if command is not None:
            self._pin(heard, shot, still, None, commands=True)
            self._keyed(command, heard.at)
            return
        if self._parts.hot_keys.swallows(heard) or self._is_in_pause(heard.at):
            return
        found = self._belonging.of(heard, shot.windows, self._place(heard))
        if found.whose is not Whose.RECORDED:
            if heard.kind in _ACTING:
                self._gate.doubt(self._time(heard))
            if heard.kind in _ACTING and found.whose is not Whose.OWN:
                self._leave_out(*(("outside", _OUTSIDE) if found.whose is Whose.OUTSIDE else ("unsure", _UNSURE)))
            return
        window = found.window if heard.key is None else shown_with_keys(found.window, active_window(shot.windows))
        self._follow(heard, shot)
        acts = heard.kind in _ACTING and heard.key not in QUIET_KEYS
        if acts:
            self._said = None
            self._pin(heard, shot, still, window)
            self._hover_before(heard, shot, still)
            self._resting.acted()
            self._parts.grabber.acted()
        self._feed(self._raw(heard))
        if acts and self._parts.looker is not None:
            self._parts.looker.touched(heard.at)

    def _raw(self, heard: Heard) -> RawEvent:
        pointer = heard.key is None
        return RawEvent(
            t=self._time(heard),
            kind=heard.kind,
            key=heard.key,
            char=heard.char,
            dead=heard.dead,
            button=heard.button,
            x=heard.x if pointer else None,
            y=heard.y if pointer else None,
            dx=heard.dx,
            dy=heard.dy,
            monitor=monitor_at(self._parts.monitors, Point(heard.x, heard.y)).index if pointer else None,
        )

    def _time(self, heard: Heard) -> float:
        return round(max(heard.at - self._began, 0.0), 4)

    def _place(self, heard: Heard) -> Point:
        return clamp(self._parts.monitors, Point(heard.x, heard.y))

    def _leave_out(self, kind: str, sentence: str) -> None:
        """Say it once, until something is recorded again."""
        if self._said != kind:
            self._said = kind
            self._marked(Marker(self._now(), sentence))

    def _follow(self, heard: Heard, shot: Shot) -> None:
        if heard.key is None:
            self._pointer = (heard, shot)
        elif heard.kind == "key_down":
            self._commits.key(heard.char, composes=heard.dead or heard.key == "multi_key", at=self._time(heard))

    def _look_at_rest(self, now: float) -> None:
        """The pointer came to rest: note what is there before anything is pressed."""
        if self._pointer is None and not self._paused and self._parts.looker is not None:
            self._parts.looker.rests_on()
        if self._pointer is None or self._paused or now - self._pointer[0].at < REST_S:
            return
        (heard, shot), self._pointer = self._pointer, None
        if heard.kind != "pointer_move":
            return
        point = Point(heard.x, heard.y)
        self._moves.rests(point, self._time(heard), shot)
        if self._parts.looker is not None:
            self._parts.looker.rest(point)

    def _pin(self, heard: Heard, shot: Shot, still: float, window: Window | None, *, commands: bool = False) -> None:
        """Keep what was seen just before this press, and whose it is."""
        looker = self._parts.looker
        element: Element | None = None
        if looker is not None and heard.key is not None:
            element = looker.focused() if self._gate.is_unsure and not heard.char else self._focus
        elif self._pressed is not None:
            element = self._pressed.element(heard, shot, still, window)
        run = "wheel" if heard.kind == "wheel" else "text" if heard.char and not heard.held - {"Shift"} else ""
        run = COMMAND if commands else run
        told = self._pressed
        snapshot = told.structure(heard, shot, still, element) if told is not None else None
        if heard.kind == "pointer_down":
            shot = self._resting.of(shot, Point(heard.x, heard.y), element.region if element is not None else None)
        self._moments.add(Moment(self._time(heard), shot, still, snapshot, element, window, run))

    def _hover_before(self, heard: Heard, shot: Shot, still: float) -> None:
        """A menu that came up while the pointer rested elsewhere: the rest is an action of its own."""
        if heard.kind != "pointer_down":
            self._moves.forget_rests()
            return
        target = Point(heard.x, heard.y)
        rested = self._moves.revealed(target, shot, self._parts.corner)
        self._moves.forget_rests()
        if rested is not None:
            self._hover = Moment(rested.at, rested.came, still, window=window_at(rested.came.windows, rested.point))
            x, y = rested.point
            self._feed(RawEvent(t=self._time(heard), kind="command", name="hover", x=x, y=y))

    # --- what programs tell

    def _focused(self, element: Element, t: float) -> None:
        self._see(element)
        self._gate.learn(element, round(t, 4))

    def _ask(self) -> None:
        """Text waits and its program says nothing: ask where the keyboard is, where it is still in that program."""
        looker, oldest = self._parts.looker, self._gate.oldest
        if oldest is None:
            return
        active = active_window(self._parts.ring.latest.windows)
        typed_in = self._belonging.typed_in(self._began + oldest) or active
        left = typed_in is not None and active is not None and typed_in.pid != active.pid
        element = looker.focused() if looker is not None and not left else None
        self._see(element)
        tells = typed_in is not None and typed_in.id in self._telling
        for raw in self._gate.answer(element, self._now(), tells=tells):
            self._veiled(raw)

    def _ask_to_the_end(self) -> None:
        """Nothing more is typed: settle all that waits, as far as programs answer."""
        end, before = monotonic() + _LAST_ANSWERS_S, None
        while self._gate.oldest not in (None, before) and monotonic() < end:
            before = self._gate.oldest
            self._take(_POLL_S)
            self._ask()

    def _see(self, element: Element | None) -> None:
        """A program told of `element`, which has the keyboard now."""
        self._focus = element
        if element is not None:
            self._pictures.see(element)
            active = active_window(self._parts.ring.latest.windows)
            if active is not None and active.region.contains(element.region.center):
                self._telling.add(active.id)

    def _committed(self, told: TextCommitted) -> None:
        if self._is_in_pause(told.t):
            return
        t = told.t - self._began
        for raw in self._gate.committed(told.element, told.text, t):
            self._veiled(raw)
        if self._commits.is_committed(told.text, t) and self._belonging.types_here:
            self._feed(RawEvent(t=round(max(t, 0.0), 4), kind="text", text=told.text))

    # --- commands

    def _keyed(self, command: HotCommand, at: float) -> None:
        """A hot key was pressed at `at`. What takes words is left to whoever asks for them."""
        asks = self._parts.asks and command in WORDED
        if command == "note" or command == "param_next":
            self._output.tell(HotKeyPressed(t=self._now(), command=command, asks=asks))
        if not asks:
            resumes = command == "pause" and self._paused
            self._commanded(Command(command="resume" if resumes else command), at)

    def _commanded(self, command: Command, at: float) -> None:
        """What was commanded at `at`, s of the monotonic clock."""
        name, t = command.command, self._now()
        if name == "finish":
            self._ending = True
        elif name in ("pause", "resume"):
            self._pause(pause=name == "pause", at=at)
        elif name in ("undo_last", "secret_next", "param_next", "note"):
            said = command.name if name == "param_next" else command.text
            self._feed(RawEvent(t=t, kind="command", name=name, text=said))
        else:
            self._output.tell(Warned(t=t, sentence=f"The command {name!r} means nothing to a recording."))

    def _is_in_pause(self, at: float) -> bool:
        """Whether it was done in a pause, however late it is heard of."""
        return self._paused or at < self._resumed

    def _pause(self, *, pause: bool, at: float) -> None:
        if pause == self._paused:
            return
        t = round(max(at - self._began, 0.0), 3)
        self._resumed = self._resumed if pause else at
        self._feed(RawEvent(t=t, kind="pause" if pause else "resume"))
        self._paused = pause
        self._output.tell(Paused(t=t) if pause else Resumed(t=t))

    # --- from raw input to the recording

    def _feed(self, raw: RawEvent) -> None:
        for passed in self._gate.take(raw):
            self._veiled(passed)

    def _veiled(self, raw: RawEvent) -> None:
        for passed in self._veil.take(raw):
            self._use(passed)

    def _use(self, raw: RawEvent) -> None:
        """An event that holds no secret: write it down and let it mean something."""
        self._writer.raw(raw.model_dump_json(exclude_defaults=True).encode() + b"\n")
        if raw.kind == "masked":
            self._output.tell(Masked(t=raw.t, sentence="A secret was typed; it is not recorded."))
        self._normalised(self._normaliser.feed(raw))
        if raw.kind == "focus":
            self._field = self._gate.focus
            self._moments.cut()

    def _hidden(self, text: str) -> None:
        self._pictures.add_secret(text, self._field or self._gate.focus)

    def _normalised(self, items: tuple[Normalised, ...]) -> None:
        for item in items:
            if isinstance(item, Action):
                ended = max(item.ended, self._veil.hidden_until) if item.secret else item.ended
                self._finisher.add(replace(item, ended=ended), self._before(item))
            elif isinstance(item, Marker):
                self._marked(item)
            elif isinstance(item, TakenBack):
                self._take_back()

    def _before(self, action: Action) -> Moment:
        """What was seen before the action, and the element that it worked."""
        if action.kind is ActionKind.HOVER and self._hover is not None:
            moment, self._hover = self._hover, None
            return moment
        moment = self._moments.at(action.began) or Moment(
            action.began, self._parts.ring.latest, self._parts.ring.changed
        )
        if action.kind is ActionKind.TYPE:
            return replace(moment, element=as_before(self._field, moment.snapshot))
        if action.kind is ActionKind.KEY:
            return replace(moment, element=as_before(moment.element, moment.snapshot))
        if is_pointed(action) and moment.run == "text":
            return replace(moment, element=None)
        return moment

    def _marked(self, marker: Marker) -> None:
        self._writer.mark(marker.sentence, marker.at)
        self._output.tell(NotRecorded(t=self._now(), sentence=marker.sentence))

    def _take_back(self) -> None:
        self._took_back = True
        if self._finisher.take_back():
            self._output.tell(Undone(t=self._now(), index=len(self._writer.events) + self._finisher.waiting))
            return
        index = self._writer.undo_last()
        if index is not None:
            self._output.tell(Undone(t=self._now(), index=index))

    def _tell_action(self, event: RecordedEvent) -> None:
        self._output.tell(ActionRecorded(t=self._now(), event=event.to_json()))

    # --- the end

    def _finish(self) -> Path:
        self._parts.hooks.close()
        self._take(0)
        self._ask_to_the_end()
        for raw in self._gate.flush():
            self._veiled(raw)
        for raw in self._veil.flush():
            self._use(raw)
        self._feed(RawEvent(t=self._now(), kind="command", name="finish"))
        self._normalised(self._normaliser.flush(self._now()))
        while self._finisher.waiting:
            self._finisher.step(self._writer, self._now(), self._tell_action, last=True)
            self._take(_POLL_S)
        gc.unfreeze()
        while self.fault is None and (end := self._finisher.end(self._now())) is None:
            self._take(_POLL_S)
        path = self._writer.finish(None if self.fault is not None else end)
        if self._took_back:
            leave_out_undone(path)
        self._output.tell(Finished(t=self._now(), path=str(path)))
        return path
