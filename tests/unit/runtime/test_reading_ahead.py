"""What a check will ask of the screen before the act is read while the program works, and not once more."""

from __future__ import annotations

import threading

import pytest
from helpers.drawing import Canvas
from helpers.virtual_desktop import wait_for

from studio.engine.model.geometry import Region
from studio.engine.model.workflow import CheckKind, Postcondition
from studio.engine.runtime import observation
from studio.engine.runtime.checks import CheckContext, evaluate, places_before
from studio.engine.runtime.observation import Observation
from studio.engine.runtime.reading_ahead import ReadAhead
from studio.engine.vision.frame import Frame
from studio.engine.vision.ocr import forget_readings, ocr, ocr_stats

PLACE = Region(60, 60, 140, 24)
SAVED = Postcondition(kind=CheckKind.TEXT_PRESENT, text="Memo saved", region=PLACE)


def screen(*lines: str) -> Frame:
    canvas = Canvas((420, 300))
    for number, line in enumerate(lines):
        canvas.write(line, 66, 64 + 40 * number, size=0.6)
    return canvas.frame


@pytest.mark.parametrize("ahead", [True, False])
def test_the_screen_before_is_read_once_ahead_or_when_it_is_asked_for(
    ahead: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(observation, "ocr", ocr)
    forget_readings()
    before, after = Observation(screen("A letter")), Observation(screen("Memo saved", "A letter"))
    if ahead:
        reader, started = ReadAhead(), ocr_stats()
        reader.before((SAVED,), before)
        wait_for(lambda: (ocr_stats() - started).calls == 2, "both readings")
        reader.close()
    started = ocr_stats()
    context = CheckContext(before=before, after=after, irreversible=True, acted=True)
    result = evaluate(SAVED, context)
    assert (result.verdict.value, result.seen) == ("passed", "Memo saved")
    spent = ocr_stats() - started
    assert (spent.calls, spent.call_hits) == ((1, 2) if ahead else (3, 0))


def test_only_texts_with_a_place_are_read_ahead_and_no_thread_is_left() -> None:
    rows = Postcondition(kind=CheckKind.ROWS_ADDED, text="Memos")
    nowhere = Postcondition(kind=CheckKind.TEXT_PRESENT, text="Memo saved")
    assert [places_before(check) for check in (rows, nowhere)] == [[], []]
    assert all(place.intersection(PLACE) == PLACE for place in places_before(SAVED))
    reader = ReadAhead()
    reader.before((rows, nowhere), Observation(screen()))
    reader.close()
    assert not [thread for thread in threading.enumerate() if thread.name.startswith("reading-ahead")]
