"""When a parameter chooses the row, the run's value decides, and nothing of the recorded row is left to mislead."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.elements import anchor_of, element, seen
from helpers.steps import step

from studio.engine.model.anchor import Anchor
from studio.engine.model.geometry import Region
from studio.engine.model.resolution import Refusal, Resolution, Rung, Verdict
from studio.engine.model.structure import Element
from studio.engine.model.workflow import CheckKind, Postcondition, Risk
from studio.engine.runtime.gate import gate
from studio.engine.runtime.ladder import resolve
from studio.engine.runtime.observation import ResolveOptions
from studio.engine.runtime.row_parameter import anchored_to, at_target, shows_date
from studio.engine.runtime.structural import WEAK
from studio.engine.vision.frame import Frame


def opener(name: str, born: str, at: int) -> Element:
    return element("Open", (600, at), row=(name, born), element_id=f"open-{at}")


JANE, JOHN = opener("Jane Sample", "1980-01-07", 120), opener("John Sample", "1971-05-02", 160)
ANCHOR = anchor_of(JANE, count=2, context_text="Jane Sample 1980-01-07", identifier_crop="templates/x_identifier.png")


def chosen(anchor: Anchor, recorded: str, value: str) -> Anchor:
    return anchored_to(anchor, {"name": recorded}, {"name": value})


def test_the_recorded_value_changes_nothing() -> None:
    assert chosen(ANCHOR, "Jane Sample", "jane  sample") is ANCHOR


def test_another_value_finds_another_row_though_the_recorded_row_is_still_there() -> None:
    answer = resolve(chosen(ANCHOR, "Jane Sample", "John Sample"), seen(JANE, JOHN))
    assert isinstance(answer, Resolution)
    assert answer.point == JOHN.region.center
    assert answer.identity == "match"


RECORDED = {"family": "Hansen", "given": "Ana", "number": "P-48134", "born": "2026-03-03"}
GIVEN = {"family": "Jonson", "given": "Hanna", "number": "P-48200", "born": "1999-12-31"}
ROWS = (
    element("Hansen", (40, 120), row=("Ana", "P-48134", "March 3, 2026", "Surgery"), href="/1/"),
    element("Jonson", (40, 160), row=("Hanna", "P-48200", "Dec. 31, 1999", "Surgery"), href="/2/"),
    element("Jonson", (40, 200), row=("Hanna", "P-48201", "Dec. 31, 1999", "Surgery"), href="/3/"),
)


def test_every_parameter_that_stands_in_the_row_or_on_the_label_is_replaced() -> None:
    anchor = anchor_of(ROWS[0], context_text="Ana P-48134 March 3, 2026", template="templates/x.png")
    found = anchored_to(anchor, RECORDED, GIVEN)
    assert (found.ocr_text, found.row_texts, found.template) == ("Jonson", ("Hanna", "P-48200"), None)
    answer = resolve(found, seen(*ROWS))
    assert isinstance(answer, Resolution)
    assert answer.point == ROWS[1].region.center


@pytest.mark.parametrize("other", [{"number": "P-48199"}, {"given": "Hanne"}, {"family": "Jonsen"}])
def test_a_row_of_which_one_parameter_differs_is_another_row(other: dict[str, str]) -> None:
    assert isinstance(resolve(anchored_to(anchor_of(ROWS[0]), RECORDED, {**GIVEN, **other}), seen(*ROWS)), Refusal)


def patient(name: str, number: str, ward: str, at: int) -> Element:
    return element(name, (40, at), role="gridcell", tag="cell", column="Name", row=(number, ward, "Called"))


def test_a_cell_of_the_row_that_a_number_chooses_is_found_by_its_column_whatever_it_says() -> None:
    ann, bob = patient("Ann", "RD-1001", "North", 120), patient("Bob", "RD-1002", "South", 160)
    ben = patient("Ben", "RD-1003", "South", 200)
    found = anchored_to(anchor_of(ann), {"number": "RD-1001"}, {"number": "RD-1002"})
    answer = resolve(found, seen(ann, bob, ben))
    assert isinstance(answer, Resolution)
    assert (answer.point, answer.label) == (bob.region.center, "Bob")
    twin = patient("Bill", "RD-1002", "South", 240)
    assert isinstance(resolve(found, seen(ann, bob, twin)), Refusal)
    by_ward = anchored_to(anchor_of(ann), {"ward": "North"}, {"ward": "South"})
    assert isinstance(resolve(by_ward, seen(ann, bob)), Refusal)  # a ward is nobody's name


def test_a_value_inside_of_a_word_or_a_verb_of_the_program_is_no_parameter() -> None:
    recorded, given = {"short": "an", "verb": "Open"}, {"short": "xx", "verb": "Shut"}
    assert anchored_to(ANCHOR, recorded, given) is ANCHOR
    assert anchored_to(anchor_of(ROWS[0]), recorded, given).row_texts == anchor_of(ROWS[0]).row_texts


def test_a_date_that_the_row_writes_in_its_own_way_does_not_bind_another_day() -> None:
    found = anchored_to(anchor_of(ROWS[0]), RECORDED, {**RECORDED, "born": "2026-03-04"})
    assert found.row_texts == ("Ana", "P-48134")
    assert isinstance(resolve(found, seen(*ROWS)), Resolution)
    for text in ("03/03/2026", "3.3.26", "2026-03-03", "3 Mar 2026", "March 3, 2026, midnight"):
        assert shows_date(text, "2026-03-03")
    for text in ("March 4, 2026", "3 2026", "P-48134", "April 3, 2026"):
        assert not shows_date(text, "2026-03-03")


def test_a_target_that_says_the_value_is_found_by_this_run_s_value_or_not_at_all() -> None:
    cardiology, surgery = element("Cardiology", (40, 120)), element("Surgery", (40, 160))
    found = anchored_to(anchor_of(cardiology), {"ward": "Cardiology"}, {"ward": "Surgery"})
    answer = resolve(found, seen(cardiology, surgery))
    assert isinstance(answer, Resolution)
    assert answer.point == surgery.region.center
    assert isinstance(resolve(found, seen(cardiology)), Refusal)


def test_what_two_parameters_could_mean_is_not_guessed() -> None:
    recorded, given = {"family": "Anna", "given": "Anna"}, {"family": "Berg", "given": "Carl"}
    found = anchored_to(anchor_of(element("Anna", (40, 120))), recorded, given)
    assert isinstance(resolve(found, seen(element("Berg", (40, 120)), element("Carl", (40, 160)))), Refusal)


def test_a_value_that_no_row_shows_is_not_found() -> None:
    assert isinstance(resolve(chosen(ANCHOR, "Jane Sample", "Joan Sample"), seen(JANE, JOHN)), Refusal)


def test_a_value_in_two_rows_is_ambiguous() -> None:
    twin = opener("John Sample", "1999-09-09", 200)
    assert isinstance(resolve(chosen(ANCHOR, "Jane Sample", "John Sample"), seen(JANE, JOHN, twin)), Refusal)


def test_the_picture_of_the_recorded_target_proves_no_other_row() -> None:
    pixels = np.full((600, 800, 3), 255, np.uint8)
    pixels[110:160, 600:700] = np.random.default_rng(1).integers(0, 255, (50, 100, 3))
    frame = Frame(bgr=pixels)
    region = Region(600, 110, 100, 50)
    anchor = ANCHOR.model_copy(update={"structural": None, "template": "t", "region": region, "control": region})
    options = ResolveOptions(crops={"t": frame.crop(region)})
    answer = resolve(chosen(anchor, "Jane Sample", "John Sample"), seen(frame=frame), options)
    assert isinstance(answer, Refusal)
    tried = {a.rung: a.verdict for a in answer.trace}
    assert tried[Rung.TEMPLATE] is tried[Rung.TEMPLATE_GLOBAL] is Verdict.SKIPPED


def test_the_only_control_left_in_the_right_row_is_weak_evidence() -> None:

    renamed = element("Discharge", (600, 120), row=JANE.row)
    answer = resolve(anchor_of(JANE, context_text="Jane Sample 1980-01-07"), seen(renamed, JOHN))
    assert isinstance(answer, Resolution)
    assert answer.confidence <= WEAK
    assert isinstance(gate(step(risk=Risk.IRREVERSIBLE, anchor=ANCHOR), answer, confirmed=False), Refusal)
    assert isinstance(gate(step(anchor=ANCHOR), answer, confirmed=False), Resolution)


def test_the_state_of_a_picked_row_is_asked_of_the_row_that_is_picked_in_this_run() -> None:
    cell, other = (
        element("Mean sea level", (40, 120), role="gridcell"),
        element("Searching", (40, 160), role="gridcell"),
    )
    anchor = anchor_of(cell)
    assert anchor.structural is not None
    own = Postcondition(kind=CheckKind.STATE, locator=anchor.structural, attribute="selected", value="true")
    beside = own.model_copy(update={"locator": anchor_of(other).structural})
    recorded = step("s", anchor=anchor, expect=(own, beside))
    now = anchored_to(anchor, {"text": "Mean sea level"}, {"text": "Next gauge"})
    picked = at_target(recorded, now)
    assert now.structural is not None
    assert now.structural.name == "Next gauge"
    assert [check.locator for check in picked.expect] == [now.structural, beside.locator]
    assert at_target(recorded, anchor) == recorded
