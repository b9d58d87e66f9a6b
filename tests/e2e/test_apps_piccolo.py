"""Piccolo Admin, a single-page application made with Vue: recorded by hand, replayed in another window size."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from helpers.apps.demonstrations import FOUND, NEW, OTHER, OTHER_REMARK, REMARK, admit_with_piccolo
from helpers.apps.piccolo_desk import piccolo_desk
from helpers.apps.proof import NAMES, Demonstrated, assert_nowhere, demonstrate, row
from helpers.apps.seed import PASSWORD, patients
from helpers.warm_browser import warm_browser
from playwright.sync_api import Browser

from studio.engine.model.results import Outcome
from studio.engine.model.workflow import ActionKind

HERS = next(patient for patient in patients() if patient.number == FOUND)


@pytest.fixture(scope="module")
def shown(tmp_path_factory: pytest.TempPathFactory, own_temp_dir: object) -> Demonstrated:
    return demonstrate(piccolo_desk, admit_with_piccolo, tmp_path_factory.mktemp("piccolo"), NAMES)


@pytest.fixture(scope="module")
def browser(shown: Demonstrated) -> Iterator[Browser]:
    with warm_browser() as running:
        yield running


def test_what_appears_under_a_resting_pointer_is_not_pointed_at(shown: Demonstrated) -> None:
    assert (shown.added, shown.removed) == ({row(NEW), row(HERS, remarks=REMARK)}, {row(HERS)})
    kinds = [step.action for step in shown.workflow.steps if step.action is not ActionKind.SCROLL]
    assert ActionKind.HOVER not in kinds
    assert kinds.count(ActionKind.SELECT) == 2


def test_another_patient_is_admitted_in_another_window_and_the_row_that_was_meant_is_changed(
    shown: Demonstrated, browser: Browser
) -> None:
    played = shown.replay(browser, viewport=(1024, 900))
    assert played.report.outcome is Outcome.PASSED, played.why
    assert (played.added, played.removed) == ({row(OTHER), row(HERS, remarks=OTHER_REMARK)}, {row(HERS)})


def test_a_save_is_proven_by_the_message_that_goes_away(shown: Demonstrated) -> None:
    texts = [check.text for step in shown.workflow.steps for check in step.expect if "row" in (check.text or "")]
    assert texts == ["Successfully added row", "Successfully saved row"]
    assert_nowhere(shown.folder, PASSWORD)
