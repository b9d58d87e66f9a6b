"""When a parameter chooses the row, the run's value decides, and nothing of the recorded row is left to mislead."""

from __future__ import annotations

import numpy as np
from helpers.elements import anchor_of, element, seen
from helpers.steps import step

from studio.engine.model.geometry import Region
from studio.engine.model.resolution import Refusal, Resolution, Rung, Verdict
from studio.engine.model.structure import Element
from studio.engine.model.workflow import Risk
from studio.engine.runtime.gate import gate
from studio.engine.runtime.ladder import resolve
from studio.engine.runtime.observation import ResolveOptions
from studio.engine.runtime.row_parameter import anchored_to
from studio.engine.runtime.structural import WEAK
from studio.engine.vision.frame import Frame


def opener(name: str, born: str, at: int) -> Element:
    return element("Open", (600, at), row=(name, born), element_id=f"open-{at}")


JANE, JOHN = opener("Jane Sample", "1980-01-07", 120), opener("John Sample", "1971-05-02", 160)
ANCHOR = anchor_of(JANE, count=2, context_text="Jane Sample 1980-01-07", identifier_crop="templates/x_identifier.png")


def test_the_recorded_value_changes_nothing() -> None:
    assert anchored_to(ANCHOR, "Jane Sample", "jane  sample") is ANCHOR


def test_another_value_finds_another_row_though_the_recorded_row_is_still_there() -> None:
    answer = resolve(anchored_to(ANCHOR, "Jane Sample", "John Sample"), seen(JANE, JOHN))
    assert isinstance(answer, Resolution)
    assert answer.point == JOHN.region.center
    assert answer.identity == "match"


def test_a_value_that_no_row_shows_is_not_found() -> None:
    assert isinstance(resolve(anchored_to(ANCHOR, "Jane Sample", "Joan Sample"), seen(JANE, JOHN)), Refusal)


def test_a_value_in_two_rows_is_ambiguous() -> None:
    twin = opener("John Sample", "1999-09-09", 200)
    assert isinstance(resolve(anchored_to(ANCHOR, "Jane Sample", "John Sample"), seen(JANE, JOHN, twin)), Refusal)


def test_the_picture_of_the_recorded_target_proves_no_other_row() -> None:
    pixels = np.full((600, 800, 3), 255, np.uint8)
    pixels[110:160, 600:700] = np.random.default_rng(1).integers(0, 255, (50, 100, 3))
    frame = Frame(bgr=pixels)
    region = Region(600, 110, 100, 50)
    anchor = ANCHOR.model_copy(update={"structural": None, "template": "t", "region": region, "control": region})
    options = ResolveOptions(crops={"t": frame.crop(region)})
    answer = resolve(anchored_to(anchor, "Jane Sample", "John Sample"), seen(frame=frame), options)
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
