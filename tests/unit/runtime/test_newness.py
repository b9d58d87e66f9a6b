"""A message, or a name in it, counts where it came up with the step: not where it had stood before."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from helpers.drawing import Canvas
from helpers.elements import seen, text

from studio.engine.model.geometry import Region
from studio.engine.model.results import CheckVerdict
from studio.engine.model.structure import TextRun
from studio.engine.model.workflow import CheckKind, Postcondition
from studio.engine.runtime import observation
from studio.engine.runtime.checks import CheckContext, evaluate
from studio.engine.runtime.newness import is_of_another, names_anew
from studio.engine.runtime.observation import Observation
from studio.engine.vision.frame import Frame

PASSED, FAILED = CheckVerdict.PASSED, CheckVerdict.FAILED
WRITTEN: dict[int, list[TextRun]] = {}
SAVED = Postcondition(kind=CheckKind.TEXT_PRESENT, text="Card saved")


@pytest.fixture(autouse=True)
def what_was_written_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    def read(frame: Frame, region: Region) -> list[TextRun]:
        return [run for run in WRITTEN[frame.checksum] if region.contains(run.region.center)]

    monkeypatch.setattr(observation, "ocr", read)


def says(*lines: str) -> Observation:
    return seen(texts=tuple(text(line, 40, 40 + 30 * n) for n, line in enumerate(lines)))


def drawn(*lines: str, top: int = 60) -> Observation:
    canvas = Canvas()
    for n, line in enumerate(lines):
        canvas.write(line, 60, top + 60 * n, size=0.8)
    WRITTEN[canvas.frame.checksum] = canvas.texts
    return Observation(canvas.frame)


def whose(value: str) -> Postcondition:
    return Postcondition(kind=CheckKind.TEXT_PRESENT, text=value, param="what")


@pytest.mark.parametrize("shows", [says, drawn])
def test_the_same_message_of_another_record_is_a_new_one(shows: Callable[..., Observation]) -> None:
    lamp, gate = "Card saved: Stair lamp", "Card saved: Garden gate"
    context = CheckContext(shows(lamp), shows(gate), irreversible=True, beside=(SAVED, whose("Garden gate")))
    assert evaluate(SAVED, context).verdict is PASSED
    assert evaluate(SAVED, replace(context, after=shows(lamp))).verdict is FAILED
    assert evaluate(SAVED, replace(context, before=shows(gate))).verdict is FAILED
    assert evaluate(SAVED, replace(context, beside=(SAVED, whose("Stair lamp")))).verdict is FAILED


@pytest.mark.parametrize(
    ("old", "new", "another"),
    [
        ("Order 77154 was sent", "Order 77161 was sent", True),
        ("Claim C-40718 was sent", "Claim C-40725 was sent", True),
        ("It was sent at 14:05", "It was sent at 14:07", False),
        ("It was sent 2 minutes ago", "It was sent 3 minutes ago", False),
        ("It was sent just now", "It was sent a minute ago", False),
        ("Order 77154 was sent", "Order 77154 was sent just now", False),
    ],
)
def test_a_number_makes_it_another_message_and_a_clock_does_not(old: str, new: str, another: bool) -> None:
    assert is_of_another("was sent", (), says(old), says(new), None) is another


@pytest.mark.parametrize("shows", [says, drawn])
def test_a_value_that_stands_where_it_stood_does_not_tell_whose_record_was_written(
    shows: Callable[..., Observation],
) -> None:
    named, before = whose("Otto Brehm"), shows("Otto Brehm", "Entries")
    context = CheckContext(before, shows("Otto Brehm", "Entry of Otto Brehm"), irreversible=True, proven=True)
    assert evaluate(named, context).verdict is PASSED
    assert evaluate(named, replace(context, after=shows("Otto Brehm", "Entry of Ida Voss"))).verdict is FAILED
    moved = shows("Entry of Ida Voss", "Otto Brehm")
    assert evaluate(named, replace(context, after=moved)).verdict is FAILED


def test_figures_beside_a_value_make_no_other_line_and_its_message_may_have_stood_there() -> None:
    waits, longer = says("Otto Brehm, waits 3 minutes"), says("Otto Brehm, waits 4 minutes")
    assert not names_anew("Otto Brehm", (), waits, longer, ())
    same = says("Memo of Otto Brehm saved")
    assert not names_anew("Otto Brehm", (), same, same, ())
    assert names_anew("Otto Brehm", ("Memo of Otto Brehm saved",), same, same, ())
    assert names_anew("Asked for a quiet room", (), says("Remarks"), says("Remarks", "Asked for", "a quiet room"), ())


def test_a_message_counts_as_new_only_where_it_came_up_also_of_what_can_be_undone() -> None:
    old = says("Completed visits", "The filter was applied")
    applied = Postcondition(kind=CheckKind.TEXT_PRESENT, text="The filter was applied")
    heading = Postcondition(kind=CheckKind.TEXT_PRESENT, text="Completed visits")
    assert evaluate(applied, CheckContext(old, old)).verdict is FAILED
    assert evaluate(applied, CheckContext(says("Completed visits"), old)).verdict is PASSED
    assert evaluate(heading, CheckContext(old, old)).verdict is PASSED


def test_what_is_waited_for_may_stand_there_already() -> None:
    old = says("The filter was applied")
    applied = Postcondition(kind=CheckKind.TEXT_PRESENT, text="The filter was applied")
    assert evaluate(applied, CheckContext(old, old, irreversible=True, acted=False)).verdict is PASSED
    assert evaluate(applied, CheckContext(old, old, irreversible=True)).verdict is FAILED


@pytest.mark.parametrize(
    ("lines", "holds"),
    [
        (("Memo", "Save memo"), False),
        (("Memo", "saved"), True),
        (("Memo saved",), True),
        (("Memo savcd",), True),
        (("Memo", "savcd"), False),
    ],
)
def test_over_several_lines_a_short_text_is_asked_for_letter_by_letter(lines: tuple[str, ...], holds: bool) -> None:
    check = Postcondition(kind=CheckKind.TEXT_PRESENT, text="Memo saved")
    context = CheckContext(drawn("Form"), drawn(*lines), effort=observation.Effort.FULL)
    assert (evaluate(check, context).verdict is PASSED) is holds


def test_a_long_text_that_wraps_is_known_though_a_letter_was_misread() -> None:
    check = Postcondition(kind=CheckKind.TEXT_PRESENT, text="The appointment was booked")
    context = CheckContext(drawn("Form"), drawn("The appointmcnt", "was booked"), effort=observation.Effort.FULL)
    assert evaluate(check, context).verdict is PASSED
