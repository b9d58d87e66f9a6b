"""Which text names a field or a box: above it, left of it, beside it. Pure geometry, for both arms."""

from __future__ import annotations

from collections.abc import Sequence

from studio.engine.compiler.texts import readable
from studio.engine.model.geometry import Region
from studio.engine.model.structure import TextRun

ABOVE_PX = 28
"""A caption above a field ends at most this far over it; forms that were looked at have 4 to 20 px."""

LEFT_PX = 220
"""A caption left of a field ends at most this far from it (two-column forms: 10 to 130 px in OpenEMR)."""

ALIGN_PX = 24
"""A caption above begins at most this far from the field's left edge (inner padding of field and label)."""

BESIDE_PX = 45
"""A box's words begin at most this far right of it (drift-notes)."""


def caption_of_field(control: Region, texts: Sequence[TextRun]) -> TextRun | None:
    """The text above the field and aligned with its left edge, else the nearest left of it on its line."""
    return _above(control, texts) or _left(control, texts)


def caption_beside(control: Region, texts: Sequence[TextRun]) -> TextRun | None:
    """The text right of a box on its line; else left of it."""
    right = [run for run in _on_line(control, texts) if -4 <= run.region.x - control.right <= BESIDE_PX]
    left = [run for run in _on_line(control, texts) if -4 <= control.x - run.region.right <= BESIDE_PX]
    near = min(right, key=lambda run: run.region.x, default=None)
    return near or max(left, key=lambda run: run.region.right, default=None)


def _above(control: Region, texts: Sequence[TextRun]) -> TextRun | None:
    runs = [
        run
        for run in texts
        if readable(run.text)
        and -3 <= control.y - run.region.bottom <= ABOVE_PX
        and -ALIGN_PX <= run.region.x - control.x <= ALIGN_PX
    ]
    return max(runs, key=lambda run: run.region.bottom, default=None)


def _left(control: Region, texts: Sequence[TextRun]) -> TextRun | None:
    runs = [run for run in _on_line(control, texts) if -3 <= control.x - run.region.right <= LEFT_PX]
    return max(runs, key=lambda run: run.region.right, default=None)


def _on_line(control: Region, texts: Sequence[TextRun]) -> list[TextRun]:
    """Texts whose middle is on the control's line: its upper 40 px, or all of it where it is lower."""
    line = Region(control.x, control.y - 4, control.w, min(control.h, 40) + 8)
    return [run for run in texts if readable(run.text) and line.y <= run.region.center.y < line.bottom]
