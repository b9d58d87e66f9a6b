"""Each kind of postcondition on hand-written looks at the screen, three-valued."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from helpers.drawing import Canvas
from helpers.elements import anchor_of, element, seen, text
from helpers.steps import resolution

from studio.engine.model.results import CheckVerdict
from studio.engine.model.structure import RowList, TextRun
from studio.engine.model.workflow import CheckKind, Postcondition
from studio.engine.runtime import observation
from studio.engine.runtime.checks import CheckContext, evaluate, needs_frame
from studio.engine.runtime.observation import Observation
from studio.engine.runtime.values import with_value
from studio.engine.vision.hashing import phash

PASSED, FAILED, UNKNOWN = CheckVerdict.PASSED, CheckVerdict.FAILED, CheckVerdict.UNKNOWN


def says(*lines: str) -> Observation:
    return seen(texts=tuple(text(line, 40, 40 + 30 * n) for n, line in enumerate(lines)))


def lists(**rows: int) -> Observation:
    return seen(lists=tuple(RowList(name, n, seen().frame.bounds) for name, n in rows.items()))


def decide(kind: CheckKind, before: Observation, after: Observation, **more: Any) -> CheckVerdict:
    context = {
        k: more.pop(k) for k in ("earlier", "crops", "resolution", "irreversible", "gone", "proven") if k in more
    }
    return evaluate(Postcondition(kind=kind, **more), CheckContext(before, after, **context)).verdict


@pytest.mark.parametrize(
    ("screen", "wanted", "present"),
    [
        (["Encounter saved - hello"], "Encounter saved", True),
        (["encounter  SAVED"], "Encounter saved", True),
        (["Encounter", "saved"], "Encounter saved", True),
        (["Encounter not saved"], "Encounter saved", False),
        (["Unsaved changes"], "Saved", False),
        (["Visit 13"], "Visit 1", False),
        ([], "Saved", False),
    ],
)
def test_a_text_on_the_screen_is_there_in_whole_words(screen: list[str], wanted: str, present: bool) -> None:
    before, after = says(), says(*screen)
    assert decide(CheckKind.TEXT_PRESENT, before, after, text=wanted) is (PASSED if present else FAILED)
    assert decide(CheckKind.TEXT_ABSENT, before, after, text=wanted) is (FAILED if present else PASSED)


@pytest.mark.parametrize("pixels", [False, True])
def test_what_an_earlier_success_left_on_the_screen_is_no_sign_of_another(
    pixels: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: dict[int, tuple[TextRun, ...]] = {}
    monkeypatch.setattr(observation, "ocr", lambda frame, **_: read[id(frame)])

    def shows(*lines: str) -> Observation:
        told = says(*lines)
        frame = Canvas().frame
        assert told.structure is not None
        read[id(frame)] = told.structure.texts
        return Observation(frame) if pixels else told

    def after(now: Observation, **more: Any) -> CheckVerdict:
        return decide(CheckKind.TEXT_PRESENT, old, now, text="Memo saved", irreversible=True, **more)

    old, form = shows("Memo saved", "Notes"), shows("Notes")
    assert after(old) is FAILED
    assert after(shows("Notes", "Memo saved")) is FAILED  # it only stands elsewhere
    assert after(shows("Memo saved", "Notes", "Memo saved")) is PASSED
    assert after(old, gone=frozenset({"Memo saved"})) is PASSED
    assert after(old, proven=True) is UNKNOWN
    assert decide(CheckKind.TEXT_PRESENT, form, old, text="Memo saved", irreversible=True) is PASSED
    assert decide(CheckKind.TEXT_PRESENT, old, old, text="Notes") is PASSED


def test_whose_record_it_is_may_have_stood_there_before_where_something_else_tells_that_it_was_written() -> None:
    named = with_value(Postcondition(kind=CheckKind.TEXT_PRESENT, text="x", param="serial"), {"serial": "QX-88123"})
    found, done = says("Device QX-88123 was found."), says("All is done", "Device QX-88123 was registered.")
    context = CheckContext(found, done, irreversible=True)
    assert evaluate(named, context).verdict is FAILED
    assert evaluate(named, replace(context, proven=True)).verdict is PASSED
    other = replace(context, proven=True, after=says("All is done", "Device QX-11706 was registered."))
    assert evaluate(named, other).verdict is FAILED


def test_a_value_of_this_run_is_counted_as_whole_words_also_over_lines() -> None:
    check = Postcondition(kind=CheckKind.TEXT_ADDED, text="Wants a window.", param="remark")
    bound = with_value(check, {"remark": "ok"})
    assert evaluate(bound, CheckContext(says("Booked"), says("Booked", "Booking"))).verdict is FAILED
    assert evaluate(bound, CheckContext(says("Booked"), says("Booked", "It is ok."))).verdict is PASSED
    assert evaluate(with_value(check, {"remark": ""}), CheckContext(says(), says("Booked"))).verdict is UNKNOWN
    bound = with_value(check, {"remark": "Asked for a quiet room"})
    assert evaluate(bound, CheckContext(says(), says("Asked for a", "quiet room"))).verdict is PASSED


def test_a_value_in_a_row_out_of_view_is_there() -> None:
    check = with_value(Postcondition(kind=CheckKind.TEXT_ADDED, text="x", param="remark"), {"remark": "Asked for tea"})
    first, second = (element("Edit", (40, y), row=("Hanson", said)) for y, said in ((900, "Asked for tea"), (940, "")))
    later = element("Edit", (40, 940), row=("Jansen", "Asked for tea"))
    assert evaluate(check, CheckContext(seen(second), seen(first, second))).verdict is PASSED
    assert evaluate(check, CheckContext(seen(first, second), seen(first, second))).verdict is FAILED
    assert evaluate(check, CheckContext(seen(first, second), seen(first, later))).verdict is PASSED


def test_an_old_banner_is_no_new_one() -> None:
    old, both = says("Saved"), says("Saved", "Saved")
    assert decide(CheckKind.TEXT_ADDED, old, old, text="Saved") is FAILED
    assert decide(CheckKind.TEXT_ADDED, old, both, text="Saved") is PASSED
    assert decide(CheckKind.TEXT_ADDED, old, both, text="Saved", by=2) is FAILED


def test_added_since_an_earlier_step_counts_from_there() -> None:
    none, one = says(), says("Saved")
    since = {"text": "Saved", "since": "step_001"}
    assert decide(CheckKind.TEXT_ADDED, one, one, **since, earlier={"step_001": none}) is PASSED
    assert decide(CheckKind.TEXT_ADDED, none, one, **since, earlier={"step_001": one}) is FAILED
    assert decide(CheckKind.TEXT_ADDED, none, one, **since) is UNKNOWN


def test_a_real_save_adds_a_row() -> None:
    two, three = lists(Notes=2, Other=9), lists(Notes=3, Other=9)
    assert decide(CheckKind.ROWS_ADDED, two, three, text="Notes") is PASSED
    assert decide(CheckKind.ROWS_ADDED, two, two, text="Notes") is FAILED
    assert decide(CheckKind.ROWS_ADDED, two, three, text="Other") is FAILED
    assert decide(CheckKind.ROWS_ADDED, three, three, text="Notes", since="a", earlier={"a": two}) is PASSED


def test_rows_that_were_never_counted_decide_nothing() -> None:
    assert decide(CheckKind.ROWS_ADDED, lists(), lists(Notes=3), text="Notes") is UNKNOWN
    assert decide(CheckKind.ROWS_ADDED, lists(Notes=2), lists(Notes=3), text="Notes", since="nope") is UNKNOWN
    assert decide(CheckKind.ROWS_ADDED, lists(Notes=2), lists(), text="Notes") is FAILED


def test_what_cannot_be_known_is_never_passed() -> None:
    assert decide(CheckKind.UNKNOWABLE, says(), says("Saved")) is UNKNOWN


def test_the_state_of_the_control() -> None:
    box = element("Urgent", role="checkbox", checked=True)
    locator = anchor_of(box).structural
    wants = {"locator": locator, "attribute": "checked", "value": "true"}
    assert decide(CheckKind.STATE, seen(), seen(box), **wants) is PASSED
    assert decide(CheckKind.STATE, seen(), seen(replace(box, checked=False)), **wants) is FAILED
    assert decide(CheckKind.STATE, seen(), seen(replace(box, checked=None)), **wants) is FAILED
    assert decide(CheckKind.STATE, seen(), seen(), **wants) is FAILED
    assert decide(CheckKind.STATE, seen(), Observation(seen().frame), **wants) is UNKNOWN


def test_of_two_alike_the_state_of_the_one_that_was_acted_on_counts() -> None:
    pressed, other = element("Open", (300, 300), pressed=True), element("Open", (300, 400), pressed=False)
    wants = {"locator": anchor_of(pressed).structural, "attribute": "pressed", "value": "true"}
    there = resolution(point=other.region.center)
    assert decide(CheckKind.STATE, seen(), seen(pressed, other), **wants, resolution=resolution()) is PASSED
    assert decide(CheckKind.STATE, seen(), seen(pressed, other), **wants, resolution=there) is FAILED


class TestRegionStable:
    """The picture of what should appear."""

    empty, filled, other = Canvas(), Canvas(), Canvas()
    region = filled.button("Encounter saved", 100, 100, 200, 40)
    other.button("Error", 110, 110, 120, 30)
    picture = filled.frame.crop(region)

    def verdict(self, after: Canvas, before: Canvas | None = None, **more: Any) -> CheckVerdict:
        looks = [Observation(c.frame) for c in (before or self.empty, after)]
        crops = {"e.png": self.picture}
        given = {"region": self.region, "template": "e.png", "crops": crops, **more}
        return decide(CheckKind.REGION_STABLE, *looks, **given)

    def test_as_recorded(self) -> None:
        assert self.verdict(self.filled, irreversible=True) is PASSED

    def test_a_few_px_further_down(self) -> None:
        moved = Canvas()
        moved.button("Encounter saved", 103, 118, 200, 40)
        assert self.verdict(moved, irreversible=True) is PASSED

    def test_another_picture_proves_nothing_of_an_irreversible_step(self) -> None:
        assert self.verdict(self.other, irreversible=True) is FAILED

    def test_elsewhere_a_reaction_is_enough(self) -> None:
        assert self.verdict(self.other) is PASSED
        assert self.verdict(self.empty) is FAILED

    def test_the_hash_answers_where_there_is_no_picture(self) -> None:
        recorded = phash(self.filled.frame, self.region)
        assert self.verdict(self.filled, template=None, phash=recorded, irreversible=True) is PASSED
        assert self.verdict(self.other, template=None, phash=recorded, irreversible=True) is FAILED

    def test_without_a_region_it_is_unknown(self) -> None:
        assert self.verdict(self.filled, region=None) is UNKNOWN


def test_pictures_are_asked_for_only_where_they_decide() -> None:
    structured, pixels = CheckContext(says(), says()), CheckContext(says(), Observation(says().frame))
    present, stable = (Postcondition(kind=k) for k in (CheckKind.TEXT_PRESENT, CheckKind.REGION_STABLE))
    assert [needs_frame(c, x) for c in (present, stable) for x in (structured, pixels)] == [False, True, True, True]


def test_what_a_program_did_not_tell_is_no_absence_for_a_step_that_cannot_be_undone() -> None:
    before, after = says("Save as"), says()
    assert after.structure is not None
    cut = replace(after, structure=replace(after.structure, truncated=True))
    assert decide(CheckKind.TEXT_ABSENT, before, after, text="Save as", irreversible=True) is PASSED
    assert decide(CheckKind.TEXT_ABSENT, before, cut, text="Save as", irreversible=True) is UNKNOWN
    assert decide(CheckKind.TEXT_ABSENT, before, cut, text="Save as") is PASSED
