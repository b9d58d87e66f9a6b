"""Sees a target through structure: kind, label, texts and row come from the snapshot, no pixel is read."""

from __future__ import annotations

from studio.engine.compiler.evidence import Sighting
from studio.engine.compiler.field_label import caption_beside, caption_of_field
from studio.engine.compiler.locators import locator_of
from studio.engine.compiler.row_structure import identity_of, row_cells
from studio.engine.compiler.snapshot_texts import is_box, is_button_input, is_field, program_texts
from studio.engine.compiler.texts import as_label, clean, gap, hull, inside, reach, readable, same
from studio.engine.model.anchor import TargetKind
from studio.engine.model.geometry import Point, Region
from studio.engine.model.structure import Element, StructureSnapshot, TextRun

MAX_LABEL = 60
"""Letters of a label at most; what is longer is a card or a row, and the text under the pointer names it."""

PAGE_PART = 0.3
"""A field that takes so much of the height is a page to write on: what stands above it is no caption."""

LEAST_SEEN_PX = 4
"""A field with a shorter side is not seen (an editor keeps one for the keyboard): no text beside it is its caption."""

NEAR_LINE_PX = 12
"""A text this near to the pointer is what the person pointed at."""


def sight(snapshot: StructureSnapshot, element: Element, point: Point, size: tuple[int, int]) -> Sighting:
    """What the snapshot tells of the element under `point` in a frame of `size` (width, height) px."""
    texts = program_texts(snapshot, size)
    kind = kind_of(element, texts)
    control = element.region.clamped(size)
    is_page = control.h >= PAGE_PART * size[1]
    label, label_region = _label(kind, element, control, () if is_page and kind is TargetKind.INPUT else texts, point)
    count = _count(kind, label, is_boxed(control, label_region), snapshot, texts) if label else 1
    identity = identity_of(element, snapshot, texts, label, control)
    structural = locator_of(element, snapshot)
    if identity.own_label and not identity.cells:  # the label alone says whose row it is
        structural = structural.model_copy(update={"row": ()})
    return Sighting(
        *(kind, control, label, label_region, count, texts, identity, structural, row_cells(snapshot)),
        extent=element.region if element.region != control else None,
        pointed=_pointed(control, texts, point),
    )


def _pointed(control: Region, texts: tuple[TextRun, ...], point: Point) -> TextRun | None:
    """The text under the pointer, where the control shows several, this one once."""
    runs = inside(texts, control)
    under = next((run for run in runs if run.region.contains(point)), None)
    once = under is not None and sum(same(run.text, under.text) for run in runs) == 1
    return under if once and len(runs) > 1 else None


def kind_of(element: Element, texts: tuple[TextRun, ...]) -> TargetKind:
    """Which evidence can name the element; see TargetKind."""
    if is_box(element):
        return TargetKind.BOX
    if is_field(element):
        return TargetKind.INPUT
    written = readable(clean(element.text)) or any(readable(run.text) for run in inside(texts, element.region))
    named_button = is_button_input(element) and readable(element.name)
    return TargetKind.TEXT if written or named_button else TargetKind.ICON


def _label(
    kind: TargetKind, element: Element, control: Region, texts: tuple[TextRun, ...], point: Point
) -> tuple[str | None, Region | None]:
    """What a person would read for the element, and where it stands (None where it is not on the screen).

    Where a field has only a technical name, a text that stands beside it comes first, and its row tells more.
    """
    if kind is TargetKind.TEXT:
        return _own_text(element, control, texts, point)
    if kind is TargetKind.ICON:
        return as_label(element.name) or None, None
    technical = element.label == element.name_attr and not element.name
    spoken = "" if technical else as_label(element.label or (element.name if kind is TargetKind.BOX else ""))
    if spoken:
        return spoken, _place(spoken, control, texts)
    seen = min(control.w, control.h) >= LEAST_SEEN_PX
    captioned = caption_beside if kind is TargetKind.BOX else caption_of_field
    found = captioned(control, texts) if seen else None
    if found:
        return as_label(found.text), found.region
    spoken = as_label(element.placeholder or element.name or ("" if element.row else element.label))
    return (spoken, control if element.placeholder else None) if spoken else (None, None)


def _own_text(
    element: Element, control: Region, texts: tuple[TextRun, ...], point: Point
) -> tuple[str | None, Region | None]:
    runs = inside(texts, control)
    whole = as_label(element.text) or as_label(element.name)
    if len(whole) <= MAX_LABEL and (len(runs) <= 1 or same(whole, "".join(run.text for run in runs))):
        return whole or None, hull(run.region for run in runs) or control
    nearest = min(runs, key=lambda run: reach(run.region, point), default=None)
    if nearest and (len(whole) > MAX_LABEL or reach(nearest.region, point) <= NEAR_LINE_PX):
        return as_label(nearest.text), nearest.region
    return whole[:MAX_LABEL] or None, hull(run.region for run in runs) or control


def _place(label: str, control: Region, texts: tuple[TextRun, ...]) -> Region | None:
    """Where the label stands: the nearest text that reads like it."""
    mates = [run.region for run in texts if same(as_label(run.text), label)]
    return min(mates, key=lambda region: gap(region, control), default=None)


def _count(
    kind: TargetKind,
    label: str,
    boxed: bool,
    snapshot: StructureSnapshot,
    texts: tuple[TextRun, ...],
) -> int:
    """How many controls say the label; of bare text, how many texts do."""
    if kind is not TargetKind.TEXT:
        named = [e for e in snapshot.elements if e.in_view and same(as_label(e.label or e.name), label)]
        return max(1, sum(1 for e in named if kind_of(e, texts) is kind))
    places = [e.region for e in snapshot.elements if e.in_view and same(as_label(e.text or e.name), label)]
    runs = () if boxed else (run.region for run in texts if same(as_label(run.text), label))
    places += [region for region in runs if not any(place.overlaps(region) for place in places)]
    return max(1, len(places))


def is_boxed(control: Region, label: Region | None) -> bool:
    """Whether the control is a rectangle around its label (a button), not bare text (a link); as at run time."""
    return label is not None and control.h >= label.h + 6 and control.w >= label.w + 2
