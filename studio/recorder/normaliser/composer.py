"""Holds dead keys and compose sequences until the character that they make is known."""

from __future__ import annotations

from studio.recorder.normaliser.accents import composed, goes_on, with_accents
from studio.recorder.normaliser.strokes import Stroke, StrokeKind

_LOST = Stroke(StrokeKind.LOST)


class Composer:
    """Strokes in, strokes out; what waits for the next stroke stays inside."""

    def __init__(self) -> None:
        self._accents = ""
        self._sequence: str | None = None

    @property
    def waits(self) -> bool:
        """Whether strokes are held back."""
        return bool(self._accents) or self._sequence is not None

    def drop(self) -> bool:
        """Forget what waits; whether there was something."""
        waited = self.waits
        self._accents, self._sequence = "", None
        return waited

    def take(self, stroke: Stroke) -> tuple[Stroke, ...]:
        """What is certain now. LOST stands where strokes made no character."""
        if stroke.kind is StrokeKind.COMPOSE:
            lost = self.drop()
            self._sequence = ""
            return (_LOST,) if lost else ()
        if self._sequence is not None:
            return self._in_sequence(stroke)
        if stroke.kind is StrokeKind.DEAD:
            return self._dead(stroke.value)
        if not self._accents:
            return (stroke,)
        accents, self._accents = self._accents, ""
        if stroke.kind is StrokeKind.TEXT:
            return (Stroke(StrokeKind.TEXT, with_accents(accents, stroke.value)),)
        return self._broken_off(stroke)

    def _dead(self, accent: str) -> tuple[Stroke, ...]:
        if accent == self._accents:  # twice the same: the accent itself
            self._accents = ""
            return (Stroke(StrokeKind.TEXT, accent),)
        self._accents += accent
        return ()

    def _in_sequence(self, stroke: Stroke) -> tuple[Stroke, ...]:
        if stroke.kind not in (StrokeKind.TEXT, StrokeKind.DEAD):
            self._sequence = None
            return self._broken_off(stroke)
        self._sequence = sequence = (self._sequence or "") + stroke.value
        made = composed(sequence)
        if made is None and goes_on(sequence):
            return ()
        self._sequence = None
        return (_LOST,) if made is None else (Stroke(StrokeKind.TEXT, made),)

    @staticmethod
    def _broken_off(stroke: Stroke) -> tuple[Stroke, ...]:
        """Backspace takes back what waits, and nothing else; Escape does its own work too."""
        if stroke.kind is StrokeKind.KEY and stroke.value in ("Backspace", "Escape"):
            return () if stroke.value == "Backspace" else (stroke,)
        return (_LOST, stroke)
