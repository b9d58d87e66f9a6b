"""What pixels find is acted on only where the structure, if there is one, tells of such a control there."""

from __future__ import annotations

from dataclasses import replace

import pytest
from helpers.drawing import Canvas
from helpers.elements import anchor_of, element, seen

from studio.engine.model.geometry import Region
from studio.engine.model.halts import HaltCode
from studio.engine.model.resolution import Refusal, Resolution, Rung, RungAttempt, Verdict
from studio.engine.model.structure import Element
from studio.engine.runtime.ladder import resolve
from studio.engine.runtime.observation import Observation, ResolveOptions
from studio.engine.runtime.structural import try_structural
from studio.engine.runtime.told import told_otherwise

AT = (100, 100)
ITEM = element("Billing", AT, tag="a", role="link")


def drawn() -> Canvas:
    canvas = Canvas()
    canvas.button("Billing", *AT, width=100, height=30)
    return canvas


def asked(*elements: Element, unspoken: tuple[Region, ...] = ()) -> Resolution | Refusal:
    """The ladder on a page that still shows the recorded picture, while its structure tells of `elements`."""
    anchor = anchor_of(ITEM, template="t.png", nearby_texts=("Invoices",))
    frame = drawn().frame
    looked = seen(*elements, frame=frame, unspoken=unspoken)
    return resolve(anchor, looked, ResolveOptions(crops={"t.png": frame.crop(anchor.region)}))


def test_a_picture_where_the_program_tells_of_no_control_is_not_acted_on() -> None:
    answer = asked(element("Profile", (500, 100)))
    assert isinstance(answer, Refusal)
    assert answer.code is HaltCode.TARGET_NOT_FOUND


@pytest.mark.parametrize(
    ("traits", "code"), [({"disabled": True}, HaltCode.DISABLED), ({"covered_by": "a notice"}, HaltCode.COVERED)]
)
def test_a_picture_of_what_is_greyed_out_or_covered_is_refused(traits: dict[str, object], code: HaltCode) -> None:
    answer = asked(replace(ITEM, role="treeitem", name="", text="", **traits))  # type: ignore[arg-type]
    assert isinstance(answer, Refusal)
    assert answer.code is code


def test_a_picture_of_what_the_program_calls_by_another_controls_name_is_not_acted_on() -> None:
    assert isinstance(asked(replace(ITEM, role="treeitem", name="Invoices")), Refusal)


def test_where_the_program_does_not_speak_the_picture_is_enough() -> None:
    assert isinstance(asked(element("Profile", (500, 100)), unspoken=(Region(90, 90, 200, 60),)), Resolution)
    assert isinstance(asked(replace(ITEM, role="treeitem", name="")), Resolution)


def test_a_button_that_became_a_link_is_found_by_what_it_says() -> None:
    pressed = element("Apply changes", element_id="apply")
    link = replace(pressed, tag="a", role="link", region=Region(40, 300, 90, 20))
    found = try_structural(anchor_of(pressed), seen(link, element("Cancel", (300, 300)))).found
    assert found is not None
    assert found.region == link.region
    field = replace(link, role="textbox", tag="input")
    assert try_structural(anchor_of(pressed), seen(field)).attempt.verdict is not Verdict.FOUND


def test_two_links_that_say_what_the_button_said_are_ambiguous() -> None:
    links = [element("Apply", (40, y), tag="a", role="link") for y in (300, 400)]
    attempt: RungAttempt = try_structural(anchor_of(element("Apply")), seen(*links)).attempt
    assert attempt.code is HaltCode.AMBIGUOUS


def test_two_elements_with_the_recorded_id_under_other_names_are_ambiguous() -> None:
    recorded = element("Note", element_id="note", role="textbox", tag="input")
    twins = [
        replace(recorded, name=said, index=i, region=Region(40, 90 * i, 90, 20)) for i, said in ((1, "A"), (2, "B"))
    ]
    assert try_structural(anchor_of(recorded), seen(*twins)).attempt.code is HaltCode.AMBIGUOUS


def test_without_structure_nothing_speaks_against_a_picture() -> None:
    anchor = anchor_of(ITEM, template="t.png")
    frame = drawn().frame
    crops = {"t.png": frame.crop(anchor.region)}
    assert isinstance(resolve(anchor, Observation(frame), ResolveOptions(crops=crops)), Resolution)


def test_what_is_covered_stays_covered_though_a_larger_thing_around_it_is_not() -> None:
    veiled = replace(element("Send"), covered_by="dialog “Notice”")
    around = element("Panel", (0, 0), role="", tag="div", region=Region(0, 0, 700, 500), index=1)
    seen_now = seen(around, veiled)
    attempt = RungAttempt(rung=Rung.TEMPLATE, verdict=Verdict.FOUND, sentence="")
    told = told_otherwise(anchor_of(element("Submit")), seen_now, veiled.region.center, attempt)
    assert told.code is HaltCode.COVERED
