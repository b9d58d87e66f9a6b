"""Django's own admin: recorded by hand through the debugging port, replayed for another patient, judged in SQLite."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from helpers.apps.demonstrations import NEW, OTHER, admit_with_django
from helpers.apps.django_admin import django_admin
from helpers.apps.process import App
from helpers.apps.proof import Demonstrated, assert_nowhere, demonstrate, row
from helpers.apps.seed import PASSWORD
from helpers.warm_browser import warm_browser
from playwright.sync_api import Browser, Page

from studio.engine.model.results import Outcome


@pytest.fixture(scope="module")
def shown(tmp_path_factory: pytest.TempPathFactory, own_temp_dir: object) -> Demonstrated:
    return demonstrate(
        django_admin,
        admit_with_django,
        tmp_path_factory.mktemp("django"),
        ("family_name", "given_name", "number", "admitted_on", "remarks"),
    )


@pytest.fixture(scope="module")
def browser(shown: Demonstrated) -> Iterator[Browser]:
    with warm_browser() as running:
        yield running


def dark(page: Page, _app: App) -> None:
    page.emulate_media(color_scheme="dark")


def test_the_recording_tells_what_was_done_and_the_bundle_asks_for_the_patient(shown: Demonstrated) -> None:
    assert (shown.added, shown.removed) == ({row(NEW, insured=0)}, set())
    required = {name for name, spec in shown.workflow.param_specs.items() if spec.required}
    assert required == {"password", "family_name", "given_name", "number"}
    opened = next(step for step in shown.workflow.steps if step.identity_param)
    assert opened.identity_param == "number"
    saves = [step for step in shown.workflow.steps if step.intent == "click ‘Save’"]
    assert [step.expect[0].text for step in saves] == ["was added successfully.", "was changed successfully."]
    assert saves[0].expect[1].param == "given_name"  # the message says whose record was written


def test_another_patient_is_admitted_in_the_dark_and_her_own_row_is_opened(
    shown: Demonstrated, browser: Browser
) -> None:
    played = shown.replay(browser, viewport=(1280, 800), prepared=dark)
    assert played.report.outcome is Outcome.PASSED, played.why
    assert (played.added, played.removed) == ({row(OTHER, insured=0)}, set())
    assert {step.rung for step in played.report.steps if step.rung} == {"structural"}
    assert any("look" in {change.what for change in heal.changes} for heal in played.report.heals)


def test_the_password_is_nowhere(shown: Demonstrated) -> None:
    assert_nowhere(shown.folder, PASSWORD)
