"""What was typed must stand on the screen once more after a save: in a list, not in its field and not in a message."""

from __future__ import annotations

import pytest
from helpers.drawing import Canvas
from helpers.elements import seen, text

from studio.engine.model.geometry import Region
from studio.engine.model.results import CheckVerdict
from studio.engine.model.structure import TextRun
from studio.engine.model.workflow import CheckKind, Postcondition
from studio.engine.runtime import observation
from studio.engine.runtime.checks import CheckContext, evaluate
from studio.engine.runtime.observation import Effort, Observation
from studio.engine.vision.frame import Frame

NOTE = "Call back in two weeks"
ROWS = Region(60, 200, 400, 60)
WRITTEN: dict[int, list[TextRun]] = {}


@pytest.fixture(autouse=True)
def what_was_written_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    def read(frame: Frame, region: Region) -> list[TextRun]:
        inside = [(run, run.region.intersection(region)) for run in WRITTEN[frame.checksum]]
        return [_cut(run, part) for run, part in inside if part.area > run.region.area // 4]

    monkeypatch.setattr(observation, "ocr", read)


def _cut(run: TextRun, part: Region) -> TextRun:
    """What is read of a line of which only `part` was looked at."""
    if part == run.region:
        return run
    each = run.region.w / len(run.text)
    first, last = round((part.x - run.region.x) / each), round((part.right - run.region.x) / each)
    return TextRun(run.text[first:last], part)


def drawn(*lines: tuple[str, int, int]) -> Observation:
    canvas = Canvas()
    for said, x, y in lines:
        canvas.write(said, x, y)
    WRITTEN[canvas.frame.checksum] = canvas.texts
    return Observation(canvas.frame)


def verdict(
    before: Observation, after: Observation, reference: Observation, note: str = NOTE, effort: Effort = Effort.FULL
) -> CheckVerdict:
    check = Postcondition(kind=CheckKind.TEXT_ADDED, text=note, param="note", since="step_001", region=ROWS)
    said = Postcondition(kind=CheckKind.TEXT_PRESENT, text="Visit saved")
    context = CheckContext(
        before, after, earlier={"step_001": reference}, irreversible=True, beside=(said, check), effort=effort
    )
    return evaluate(check, context).verdict


FORM = drawn((NOTE, 60, 300), ("New visit", 60, 40))
EMPTY = drawn(("Visits", 60, 40))
ONE = drawn(("Visits", 60, 40), (NOTE, 80, 210))
SAVED = f"Visit saved: {NOTE}"


def test_one_more_of_it_in_the_list_holds() -> None:
    after = drawn((SAVED, 60, 100), ("Visits", 60, 40), (NOTE, 80, 210))
    assert verdict(FORM, after, EMPTY, effort=Effort.LOCAL) is CheckVerdict.PASSED
    two = drawn((SAVED, 60, 100), ("Visits", 60, 40), (NOTE, 80, 210), (NOTE, 80, 240))
    assert verdict(FORM, two, ONE) is CheckVerdict.PASSED


@pytest.mark.parametrize("down", [0, 34, 80])
def test_the_message_of_an_earlier_run_above_its_row_is_nothing_more(down: int) -> None:
    after = drawn((SAVED, 60, 100), ("Visits", 60, 40), (NOTE, 80, 210 + down))
    assert verdict(FORM, after, ONE) is CheckVerdict.FAILED


@pytest.mark.parametrize("left", [20, 40, 56, 57])
def test_a_message_of_which_only_the_end_was_looked_at_is_no_row(left: int) -> None:
    """The place that is read may begin within the message."""
    after = drawn((SAVED, left, 210), ("Visits", 60, 40))
    assert verdict(FORM, after, EMPTY, effort=Effort.LOCAL) is CheckVerdict.FAILED


def test_the_field_that_it_was_typed_into_is_no_row() -> None:
    form = drawn((NOTE, 80, 210), ("New visit", 60, 40))
    refused = drawn((NOTE, 80, 210), ("New visit", 60, 40), ("Try again", 60, 100))
    assert verdict(form, refused, EMPTY) is CheckVerdict.FAILED


def test_another_note_in_the_list_is_none_of_it() -> None:
    other = drawn((SAVED, 60, 100), ("Visits", 60, 40), ("Seen today, all well.", 80, 210))
    assert verdict(FORM, other, EMPTY) is CheckVerdict.FAILED


def test_a_row_that_shows_only_the_beginning_of_it_is_one_and_a_short_one_is_not() -> None:
    cut = drawn((SAVED, 60, 100), ("Visits", 60, 40), ("Call back in t", 80, 210))
    assert verdict(FORM, cut, EMPTY) is CheckVerdict.PASSED
    short = drawn((SAVED, 60, 100), ("Visits", 60, 40), ("Call", 80, 210))
    assert verdict(FORM, short, EMPTY) is CheckVerdict.FAILED


def test_with_structure_a_message_that_names_it_is_no_row() -> None:
    def told(*lines: str) -> Observation:
        return seen(texts=tuple(text(line, 40, 40 + 30 * n) for n, line in enumerate(lines)))

    one, refused, stored = told(NOTE), told(SAVED, NOTE), told(SAVED, NOTE, NOTE)
    assert verdict(told("New visit"), refused, one) is CheckVerdict.FAILED
    assert verdict(told("New visit"), stored, one) is CheckVerdict.PASSED
    assert verdict(told("New visit"), refused, told("Visits")) is CheckVerdict.PASSED
