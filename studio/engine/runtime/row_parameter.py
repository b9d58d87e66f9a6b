"""When a parameter chooses the row, the run's value is what must match, not the recorded one."""

from __future__ import annotations

from studio.engine.model.anchor import Anchor
from studio.engine.vision.text import normalise


def anchored_to(anchor: Anchor, recorded: str, value: str) -> Anchor:
    """`anchor` for the row that shows `value` where the recorded row showed `recorded`.

    All that belongs to the recorded row alone goes: its other cells, its picture, the identifiers of its control.
    """
    if normalise(value) == normalise(recorded):
        return anchor
    cells = tuple(_replaced(c, recorded, value) for c in _cells(anchor) if normalise(recorded) in normalise(c))
    cells = cells or (value,)
    locator = anchor.structural
    own = {"element_id": "", "test_id": "", "name_attr": "", "href": "", "selector": ""}
    return anchor.model_copy(
        update={
            "row_texts": cells,
            "context_text": " ".join(cells),
            "identifier_crop": None,
            "structural": locator.model_copy(update={**own, "row": cells}) if locator else None,
        }
    )


def _cells(anchor: Anchor) -> tuple[str, ...]:
    return anchor.row_texts or (anchor.structural.row if anchor.structural else ())


def _replaced(cell: str, recorded: str, value: str) -> str:
    return value if normalise(cell) == normalise(recorded) else cell.replace(recorded, value)
