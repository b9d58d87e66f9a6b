"""SQLAdmin: recorded by hand, replayed on a list that has changed; when the row is gone nobody else's is touched."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing

import pytest
from helpers.apps.demonstrations import FOUND, NEW, OTHER, OTHER_REMARK, REMARK, admit_with_sqladmin
from helpers.apps.process import App
from helpers.apps.proof import NAMES, Demonstrated, assert_nowhere, demonstrate, row
from helpers.apps.seed import PASSWORD, patients
from helpers.apps.sqladmin_app import sqladmin_app
from helpers.warm_browser import warm_browser
from playwright.sync_api import Browser, Page

from studio.engine.model.halts import HaltCode
from studio.engine.model.results import Outcome

HERS = next(patient for patient in patients() if patient.number == FOUND)


@pytest.fixture(scope="module")
def shown(tmp_path_factory: pytest.TempPathFactory, own_temp_dir: object) -> Demonstrated:
    return demonstrate(sqladmin_app, admit_with_sqladmin, tmp_path_factory.mktemp("sqladmin"), NAMES)


@pytest.fixture(scope="module")
def browser(shown: Demonstrated) -> Iterator[Browser]:
    with warm_browser() as running:
        yield running


def gone(_page: Page, app: App) -> None:
    with closing(sqlite3.connect(app.database)) as database, database:
        database.execute("DELETE FROM patient WHERE number = ?", (FOUND,))


def test_the_row_that_was_meant_is_changed_though_the_list_moved(shown: Demonstrated, browser: Browser) -> None:
    assert (shown.added, shown.removed) == ({row(NEW), row(HERS, remarks=REMARK)}, {row(HERS)})
    played = shown.replay(browser)
    assert played.report.outcome is Outcome.PASSED, played.why
    assert (played.added, played.removed) == ({row(OTHER), row(HERS, remarks=OTHER_REMARK)}, {row(HERS)})
    assert {step.rung for step in played.report.steps if step.rung} == {"structural"}


def test_where_that_row_is_gone_no_other_is_changed(shown: Demonstrated, browser: Browser) -> None:
    played = shown.replay(browser, prepared=gone)
    assert played.report.halt is not None, played.why
    assert played.report.halt.code is HaltCode.IDENTITY_MISMATCH
    assert FOUND in played.report.halt.sentence
    assert (played.added, played.removed) == ({row(OTHER)}, set())


def test_a_save_is_proven_by_the_list_and_by_the_typed_value(shown: Demonstrated) -> None:
    first, second = [step for step in shown.workflow.steps if step.intent == "click ‘Save’"]
    assert [(check.kind.value, check.text) for check in first.expect] == [("rows_added", "Patients")]
    assert (second.expect[0].kind.value, second.expect[0].param) == ("text_added", "remarks_2")
    assert_nowhere(shown.folder, PASSWORD)
