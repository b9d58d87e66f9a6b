"""From raw input to actions, one event at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from studio.engine.backends.desktop.monitors import clamp
from studio.engine.model.geometry import Point
from studio.engine.model.workflow import ActionKind
from studio.recorder.actions import Action, Marker, Normalised
from studio.recorder.normaliser.composer import Composer
from studio.recorder.normaliser.keyboard import Keyboard
from studio.recorder.normaliser.keys import MODIFIERS, plain_name
from studio.recorder.normaliser.outbox import Outbox
from studio.recorder.normaliser.pointer import Pointer, unfinished
from studio.recorder.normaliser.settings import Rest, Settings
from studio.recorder.normaliser.strokes import Stroke, StrokeKind, read_stroke
from studio.recorder.normaliser.text_run import Armed, Field
from studio.recorder.normaliser.typist import Typist
from studio.recorder.normaliser.wheel import Wheel
from studio.recorder.raw import UNDONE, RawEvent

_ONCE = frozenset(f"{held}+{key}" for held in ("Control", "Meta") for key in "ACFOPS")
"""Chords that do the same again when the keyboard repeats them: recorded once. All others act each time."""

_WHEEL_BUTTONS = {"scroll_up": (0, -1), "scroll_down": (0, 1), "scroll_left": (-1, 0), "scroll_right": (1, 0)} | {
    prefix + number: way
    for prefix in ("", "button")
    for number, way in (("4", (0, -1)), ("5", (0, 1)), ("6", (-1, 0)), ("7", (1, 0)))
}
_OURS = frozenset({"command", "pause", "resume", "focus", "masked"})
_ACTS = frozenset({"pointer_down", "pointer_up", "wheel", "text", "masked"})


class Normaliser:
    """Pure and incremental: what comes out depends on the raw events and their times alone.

    `feed` takes one event, `tick` says that time has passed without one, `flush` that nothing more comes; each
    returns what has become certain, in the order in which it began.
    """

    def __init__(self, settings: Settings | None = None) -> None:
        self._settings = settings or Settings()
        self._outbox = Outbox()
        self._keyboard = Keyboard(self._settings)
        self._composer = Composer()
        self._composing: list[int] = []
        self._typist = Typist(self._settings, self._outbox)
        self._pointer = Pointer(self._settings)
        self._wheel = Wheel(self._settings)
        self._now = 0.0
        self._fed = 0
        self._press_fed = 0
        self._is_paused = self._is_finished = False
        self._takes: dict[str, Callable[[RawEvent], None]] = {
            "key_down": self._key_down,
            "key_up": self._key_up,
            "pointer_down": self._pointer_down,
            "pointer_up": self._pointer_up,
            "pointer_move": self._pointer_move,
            "wheel": self._turned,
            "text": self._committed,
            "focus": self._focused,
            "masked": self._masked,
            "command": self._commanded,
            "pause": lambda _: self._pause(),
            "resume": lambda _: self._resume(),
        }

    def feed(self, raw: RawEvent) -> tuple[Normalised, ...]:
        """What is certain now that `raw` happened. A time before the last one counts as the last one's."""
        if not self._is_finished:
            self._advance(raw.t)
            self._now = max(self._now, raw.t)
            if not raw.injected or raw.kind in _OURS:
                self._takes["masked" if _is_secret_text(raw) else raw.kind](raw)
        self._fed += 1
        return self._outbox.taken()

    def tick(self, now: float) -> tuple[Normalised, ...]:
        """What is certain now that it is `now` (s) and nothing else happened."""
        if not self._is_finished:
            self._advance(now)
        return self._outbox.taken()

    def flush(self, now: float | None = None) -> tuple[Normalised, ...]:
        """All that waits: nothing more comes."""
        if not self._is_finished:
            self._now = max(self._now, now or 0.0)
            self._advance(self._now)
            self._end()
        return self._outbox.taken()

    @property
    def pending(self) -> Action | None:
        """What is going on, as it would be recorded if it ended now; None where that is nothing, or not known yet."""
        if self._typist.run is not None and (typed := self._typist.run.action()) is not None:
            return typed
        if self._pointer.click is not None:
            return self._pointer.click.action
        turned = self._wheel.action()
        return turned if isinstance(turned, Action) else None

    @property
    def pending_since(self) -> float | None:
        """When the first of what is not certain yet began: what was seen just before must be kept."""
        typed = self._typist.run.began if self._typist.run is not None else None
        clicked = self._pointer.click.action.began if self._pointer.click is not None else None
        starts = (typed, clicked, self._pointer.pressed_since, self._wheel.began)
        return min((at for at in starts if at is not None), default=None)

    @property
    def hidden(self) -> dict[int, RawEvent | None]:
        """The raw events (numbered as they were fed) that must not be written down, and what stands in their place."""
        return self._typist.hidden

    def leaves_out(self, raw: RawEvent) -> bool:
        """Whether `raw` would mean nothing, being injected, in a pause or after the end. Modifiers count in a pause."""
        if self._is_finished or (raw.injected and raw.kind not in _OURS):
            return True
        is_key = raw.kind in ("key_down", "key_up") and plain_name(raw.key) not in MODIFIERS
        return self._is_paused and (is_key or raw.kind in _ACTS)

    @property
    def rests(self) -> tuple[Rest, ...]:
        """Where the pointer rested since the last action: each may be a hover that shows what is clicked next."""
        return self._pointer.rests

    @property
    def is_paused(self) -> bool:
        """Whether input is left out at present."""
        return self._is_paused

    @property
    def is_finished(self) -> bool:
        """Whether the recording was ended by a command."""
        return self._is_finished

    def _advance(self, now: float) -> None:
        """What becomes certain by time alone, in the order of its time."""
        while (due := self._next_due()) is not None and due[0] < now:
            due[1]()

    def _next_due(self) -> tuple[float, Callable[[], None]] | None:
        waits = (
            (self._pointer.deadline, self._settle_click),
            (self._wheel.deadline, self._settle_wheel),
            (self._typist.deadline, self._typist.go_on),
            (self._keyboard.deadline, self._let_go),
        )
        return min(((at, work) for at, work in waits if at is not None), key=lambda due: due[0], default=None)

    def _let_go(self) -> None:
        at = self._keyboard.deadline or self._now
        key = self._keyboard.take_stuck()
        self._outbox.put([Marker(at, f"{key} seems to have been let go of unseen: it counts as up from here on.")])

    def _key_down(self, raw: RawEvent) -> None:
        name = plain_name(raw.key)
        if name in MODIFIERS:
            self._keyboard.modifier_down(name, self._now)
            return
        stroke = None if self._is_paused else read_stroke(raw, self._keyboard.held, self._keyboard.released)
        if stroke is None:
            return
        self._keyboard.used()
        chord = stroke.value if stroke.kind is StrokeKind.KEY else None
        if self._keyboard.repeats(chord, name, self._now) and chord in _ONCE:
            return
        is_key = stroke.kind in (StrokeKind.KEY, StrokeKind.SYSTEM)
        self._composing += [] if is_key else [self._fed]
        whole = self._composer.take(stroke)
        for one in whole:
            self._stroke(one)
        if not whole and not self._composer.waits:
            self._typist.belongs([*self._composing, self._fed])
        if not self._composer.waits:
            self._composing.clear()

    def _key_up(self, raw: RawEvent) -> None:
        name = plain_name(raw.key)
        if name not in MODIFIERS:
            self._keyboard.key_up(name)
            return
        alone = self._keyboard.modifier_up(name)
        if alone is None or self._is_paused:
            return
        if alone == "Meta":
            self._pressed("Meta")
        elif alone == "Alt":
            self._outbox.put(
                [Marker(self._now, "Alt was pressed alone, which is not recorded: open menus by a click.")]
            )
        elif alone == "Shift":
            self._typist.divide()

    def _stroke(self, stroke: Stroke) -> None:
        self._settle_click()
        self._settle_wheel()
        self._pointer.forget_rests()
        if stroke.kind is StrokeKind.TEXT:
            self._typist.character(stroke.value, self._now, self._composing, self._pressed_by)
        elif stroke.kind is StrokeKind.UNREAD:
            self._typist.gap(self._now, self._composing, self._pressed_by)
        elif stroke.kind is StrokeKind.LOST:
            self._typist.lost(self._now, self._composing)
        elif stroke.kind is StrokeKind.SYSTEM:
            self._outbox.put(
                [
                    Marker(
                        self._now,
                        f"The key {stroke.value} is not recorded: it could not be read, or belongs to the machine.",
                    )
                ]
            )
        elif not self._typist.key(stroke.value, self._now, self._fed):
            self._pressed(stroke.value)

    def _pressed(self, key: str) -> None:
        self._settle()
        self._typist.pressed(key)
        self._outbox.put([Action(kind=ActionKind.KEY, began=self._now, ended=self._now, key=key)])
        self._typist.focus_may_move(self._now)

    def _committed(self, raw: RawEvent) -> None:
        if self._is_paused or not raw.text:
            return
        self._composer.drop()  # the text says what became of the strokes
        self._settle_click()
        self._settle_wheel()
        self._pointer.forget_rests()
        self._typist.commit(raw.text, self._now, [*self._composing, self._fed])
        self._composing.clear()

    def _masked(self, raw: RawEvent) -> None:
        if self._is_paused:
            return
        self._composer.drop()
        self._settle_click()
        self._settle_wheel()
        seqs, undone = [*self._composing, self._fed], raw.name == UNDONE
        self._typist.mask(self._now, seqs, self._pressed_by, undone=undone)
        self._composing.clear()

    def _focused(self, raw: RawEvent) -> None:
        field = Field(raw.label or raw.text or None, raw.secret, (raw.name, raw.x, raw.y))
        if field != self._typist.field:
            self._lose_strokes()
        self._typist.focus(field, self._now)

    def _pointer_down(self, raw: RawEvent) -> None:
        button, point = raw.button or "left", self._point(raw)
        if way := _WHEEL_BUTTONS.get(button):
            self._turned(raw.model_copy(update={"dx": way[0], "dy": way[1]}))
            return
        self._keyboard.used()
        if self._is_paused:
            return
        self._lose_strokes()
        self._settle_wheel()
        if point is None:
            self._settle()
            self._outbox.put([Marker(self._now, "A click at an unknown place is not recorded: do that step again.")])
            return
        if self._pointer.pressed_since is not None:
            self._typist.settle()
        else:
            self._press_fed = self._fed
        self._outbox.put(self._pointer.down(button, point, self._now, self._held))

    def _pointer_up(self, raw: RawEvent) -> None:
        """The text before a press is settled only now: an input method commits it when the click takes the focus."""
        pressed, point, run = self._pressed_by, self._point(raw), self._typist.run
        if pressed is None or self._is_paused:
            return
        typed_meanwhile = run is not None and run.seqs[0] > pressed
        if not typed_meanwhile:
            self._typist.settle()
        self._typist.clicked(self._pointer.pressed_at)
        self._outbox.put(self._pointer.up(raw.button or "left", point, self._now))
        if typed_meanwhile:
            self._settle_click()
        self._typist.focus_may_move(self._now)

    def _pointer_move(self, raw: RawEvent) -> None:
        if (point := self._point(raw)) is not None:
            self._pointer.move(point, self._now)

    def _turned(self, raw: RawEvent) -> None:
        self._keyboard.used()
        if self._is_paused:
            return
        self._lose_strokes()
        self._typist.settle()
        self._settle_click()
        self._pointer.forget_rests()
        self._outbox.put(self._wheel.turn(raw.dx, raw.dy, self._point(raw), self._now, self._held))

    @property
    def _pressed_by(self) -> int | None:
        """The number of the raw event since which a button is down."""
        return None if self._pointer.pressed_since is None else self._press_fed

    @property
    def _held(self) -> frozenset[str]:
        return self._keyboard.held - {"AltGraph"}

    def _point(self, raw: RawEvent) -> Point | None:
        if raw.x is None or raw.y is None:
            return self._pointer.position
        point = Point(raw.x, raw.y)
        return clamp(self._settings.monitors, point) if self._settings.monitors else point

    def _commanded(self, raw: RawEvent) -> None:
        said = raw.text or ""
        commands: dict[str, Callable[[], None]] = {
            "pause": self._pause,
            "resume": self._resume,
            "undo_last": self._undo,
            "secret_next": lambda: self._arm(Armed(secret=True)),
            "param_next": lambda: self._arm(Armed(param=said[:200] or None, by_field=not said)),
            "note": lambda: self._note(said),
            "hover": lambda: self._hover(raw),
            "finish": self._end,
        }
        if (work := commands.get(raw.name or "")) is not None:
            work()

    def _pause(self) -> None:
        if not self._is_paused:
            self._settle()
            dropped = self._pointer.drop()
            self._outbox.put(unfinished(press, self._now, "when the recording paused") for press in dropped)
            self._keyboard.forget()
        self._is_paused = True

    def _resume(self) -> None:
        self._is_paused = False
        self._keyboard.used()

    def _undo(self) -> None:
        self._settle()
        self._typist.take_back(*self._outbox.take_back(self._now))

    def _arm(self, said: Armed) -> None:
        self._lose_strokes()
        self._typist.arm(said)

    def _note(self, text: str) -> None:
        self._settle()
        self._outbox.note(text, self._now)

    def _hover(self, raw: RawEvent) -> None:
        if (point := self._point(raw)) is not None and not self._is_paused:
            self._settle()
            self._pointer.forget_rests()
            self._outbox.put([Action(kind=ActionKind.HOVER, began=self._now, ended=self._now, point=point)])

    def _end(self) -> None:
        self._settle()
        self._outbox.put(unfinished(press, self._now) for press in self._pointer.drop())
        self._outbox.flush_note()
        self._is_finished = True

    def _settle(self) -> None:
        self._lose_strokes()
        self._typist.settle()
        self._settle_click()
        self._settle_wheel()

    def _lose_strokes(self) -> None:
        """A dead key with nothing after it made no character that anybody saw."""
        if self._composer.drop():
            self._typist.lost(self._now, self._composing)
        self._composing.clear()

    def _settle_click(self) -> None:
        self._outbox.put(self._pointer.settle())

    def _settle_wheel(self) -> None:
        self._outbox.put(self._wheel.settle())


def _is_secret_text(raw: RawEvent) -> bool:
    """Whether the event itself says that its text is a secret."""
    typed = raw.kind == "key_down" and plain_name(raw.key) not in MODIFIERS and (raw.char or "").isprintable()
    return raw.secret and (raw.kind == "text" or (typed and bool(raw.char or len(raw.key or "") == 1)))


def normalise(raw: Iterable[RawEvent], settings: Settings | None = None) -> tuple[Normalised, ...]:
    """All actions, markers and undos of a whole list of raw events, in order."""
    machine = Normaliser(settings)
    found = [item for event in raw for item in machine.feed(event)]
    return (*found, *machine.flush())
