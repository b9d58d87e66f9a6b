"""What steps are called: as a person would name the target and the record of its row."""

from __future__ import annotations

import pytest

from studio.engine.compiler import intents
from studio.engine.model.anchor import Anchor, TargetKind
from studio.engine.model.geometry import Point, Region
from studio.engine.model.identity import IdentityCell
from studio.engine.model.workflow import ActionKind
from studio.engine.vision.reading import without_icons


def in_row(*proof: str, label: str | None = "Open", left: int = 40, label_left: int = 600) -> str:
    """How a click is called on a control of a row that is proven by these texts, the first at `left` px."""
    cells = tuple(IdentityCell(text=t, region=Region(left + 150 * n, 96, 120, 18)) for n, t in enumerate(proof))
    anchor = Anchor(
        region=Region(590, 90, 80, 30),
        click_point=Point(630, 105),
        ocr_text=label,
        label_region=Region(label_left, 98, 40, 14) if label else None,
        kind=TargetKind.TEXT if label else TargetKind.ICON,
        row_texts=(*proof, "something that proves nothing"),
        identity_cells=cells,
    )
    return intents.pointed(ActionKind.CLICK, anchor)


@pytest.mark.parametrize(
    ("proof", "called"),
    [
        (("Jane Sample", "MM-100234"), "Jane Sample"),
        (("Urgent", "Jane Sample", "1951-12-03"), "Jane Sample"),
        (("Sample", "Jane", "1951-12-03"), "Sample"),
        (("MM-100234", "1951-12-03"), "MM-100234"),
        (("Messages 艹", "There are no messages on file for her."), "Messages"),
    ],
)
def test_a_row_is_called_by_its_record_not_by_its_state(proof: tuple[str, ...], called: str) -> None:
    assert in_row(*proof) == f"click ‘Open’ in the row of ‘{called}’"
    assert in_row(*proof, label=None) == f"click the icon in the row of ‘{called}’"


def test_what_the_edge_of_the_screen_cuts_shows_that_it_is_cut() -> None:
    assert in_row("sages", left=-2) == "click ‘Open’ in the row of ‘…sages’"
    assert in_row("MM-100234", label="ord, Phil", label_left=0) == "click ‘…ord, Phil’ in the row of ‘MM-100234’"


@pytest.mark.parametrize(
    ("read", "said"),
    [
        ("Messages 艹", "Messages"),
        ("口 Patient Reminders", "Patient Reminders"),
        ("Smith J", "Smith J"),
        ("Hepatitis Δ 2", "Hepatitis Δ 2"),
        ("Ward 3", "Ward 3"),
        ("王 伟", "王 伟"),
        ("艹", "艹"),
        ("Åse Ø", "Åse Ø"),
    ],
)
def test_only_a_single_character_of_another_script_is_an_icon(read: str, said: str) -> None:
    assert without_icons(read) == said
