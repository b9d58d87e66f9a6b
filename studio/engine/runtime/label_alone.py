"""Labels that the edges of their control spoil: the reader takes a border that touches the letters for ink.

Where a line reads almost like the label and is as high as the control around it, the inside is read alone.
"""

from __future__ import annotations

from studio.engine.model.geometry import Region
from studio.engine.model.structure import TextRun
from studio.engine.runtime.labels import LabelHit, label_hits
from studio.engine.runtime.observation import TextReader
from studio.engine.vision.controls import find_control
from studio.engine.vision.frame import Frame
from studio.engine.vision.ocr import ocr
from studio.engine.vision.text import ratio

ALMOST = 0.55
"""Likeness from which a line is worth a closer look."""
EDGE = 6
"""px by which such a line is higher or lower than its control."""


def hits_read_alone(frame: Frame, reader: TextReader, region: Region | None, label: str) -> tuple[LabelHit, ...]:
    """What says `label` when its control is read without its edges (22 ms for each that reads almost like it)."""
    lines = [line for line in reader.items(region) if ratio(line.text, label) >= ALMOST]
    return label_hits((run for line in lines if (run := _alone(frame, line)) is not None), label)


def _alone(frame: Frame, line: TextRun) -> TextRun | None:
    control = find_control(frame, line.region.center)
    if control is None or abs(control.region.h - line.region.h) > EDGE:
        return None
    inside = control.region.padded(-2)
    read = ocr(frame, region=inside) if min(inside.w, inside.h) > 4 else []
    return TextRun(read[0].text, read[0].region) if len(read) == 1 else None
