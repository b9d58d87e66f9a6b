"""The structural rung among several programs: only the recorded one counts; what nothing names is found if alone."""

from __future__ import annotations

from dataclasses import replace

from helpers.elements import anchor_of, element, seen

from studio.engine.model.halts import HaltCode
from studio.engine.model.resolution import Verdict
from studio.engine.runtime.structural import try_structural

PAD, CALC = ("mousepad", "Mousepad"), ("galculator", "galculator")
URL = {"url": "desktop:mousepad"}


def test_the_same_words_in_another_program_are_not_meant() -> None:
    help_ = element("Help", role="menuitem", frame=PAD)
    other = element("Help", (300, 20), role="menuitem", frame=CALC)
    on_desktop = seen(help_, other)
    structure = replace(on_desktop.structure, **URL)  # type: ignore[type-var]
    found = try_structural(anchor_of(help_), replace(on_desktop, structure=structure))
    assert found.found
    assert found.found.element == help_.index
    beside = replace(help_, index=1, region=other.region)
    twice = replace(structure, elements=(help_, beside))  # type: ignore[type-var]
    assert try_structural(anchor_of(help_), replace(on_desktop, structure=twice)).attempt.code is HaltCode.AMBIGUOUS
    gone = replace(structure, elements=(other,))  # type: ignore[type-var]
    assert try_structural(anchor_of(help_), replace(on_desktop, structure=gone)).attempt.verdict is Verdict.MISS


def test_the_only_thing_of_its_kind_that_nothing_names_is_found_where_it_was() -> None:
    page = element("", role="textbox", tag="text", frame=PAD, selector="frame > filler[0] > text[0]", text="")
    search = replace(page, index=1, selector="frame > tool bar[1] > text[0]")
    anchor = anchor_of(page)
    found = try_structural(anchor, seen(page, search)).found
    assert found
    assert found.element == page.index
    moved = replace(page, selector="frame > filler[2] > text[0]")
    twin = replace(page, index=2, selector="frame > filler[1] > text[0]")
    elsewhere = replace(page, frame=CALC)
    named = replace(page, label="Remarks")
    for live in ((moved,), (page, twin), (elsewhere,), (named,), (search,)):
        assert try_structural(anchor, seen(*live)).found is None
