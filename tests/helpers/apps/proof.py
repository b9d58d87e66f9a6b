"""What the tests of real applications share: recorded by hand once, compiled, replayed on a fresh database."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path

from helpers.apps.demonstrations import OTHER, OTHER_REMARK
from helpers.apps.hand import Hand
from helpers.apps.process import App
from helpers.apps.seed import PASSWORD, Patient
from helpers.by_hand import hand_recording, persons_browser
from playwright.sync_api import Browser, Page

from studio.engine.backends.web import WebBackend, open_page
from studio.engine.bundle import load_bundle
from studio.engine.compiler import compile_recording
from studio.engine.model.results import RunReport
from studio.engine.model.workflow import Workflow
from studio.engine.runtime import Replayer

Start = Callable[[], AbstractContextManager[App]]
Rows = set[tuple[object, ...]]

NAMES = ("family", "given", "number", "admitted", "remarks", "remarks_2")
"""The parameters as the compiler proposes them for fields of these labels."""

GIVEN = {**dict(zip(NAMES, (*OTHER[:3], OTHER.admitted, OTHER.remarks, OTHER_REMARK), strict=True))}
GIVEN |= {"family_name": OTHER.family, "given_name": OTHER.given, "admitted_on": OTHER.admitted}
"""What they are in a replay."""


@dataclass(frozen=True)
class Played:
    """One replay: its report, and which rows it `added` and `removed` (a changed row is one of each)."""

    report: RunReport
    added: Rows
    removed: Rows
    run_dir: Path

    @property
    def why(self) -> str:
        """How it ended, in words."""
        halt = self.report.halt
        return f"{self.report.outcome} {halt.step_id if halt else ''} {halt.sentence if halt else self.report.error}"


@dataclass(frozen=True)
class Demonstrated:
    """One application with its recording and bundle in `folder`, and what the demonstration changed in its database."""

    start: Start
    folder: Path
    workflow: Workflow
    added: Rows
    removed: Rows

    def replay(
        self,
        browser: Browser,
        *,
        viewport: tuple[int, int] | None = None,
        prepared: Callable[[Page, App], None] | None = None,
    ) -> Played:
        """Replay for another patient on a fresh database; `prepared` may change page or database first."""
        run_dir = self.folder / f"run-{len(list(self.folder.glob('run-*')))}"
        with self.start() as app, open_page(browser, viewport=viewport or self.workflow.viewport) as page:
            if prepared:
                prepared(page, app)
            before = app.rows()
            page.goto(app.url)
            backend = WebBackend(page)
            wanted = {name: value for name, value in GIVEN.items() if name in self.workflow.param_specs}
            report = Replayer(backend).run(
                params=wanted, secrets={"password": PASSWORD}, bundle_dir=self.folder / "bundle", run_dir=run_dir
            )
            backend.close()
            after = app.rows()
        return Played(report, after - before, before - after, run_dir)


def demonstrate(start: Start, act: Callable[[Hand], None], folder: Path, accept: tuple[str, ...]) -> Demonstrated:
    """Record `act` by hand through the debugging port, and compile it with the proposed parameters of `accept`."""
    with start() as app, persons_browser() as person:
        before = app.rows()
        with hand_recording(person.endpoint, folder / "recording", app.url) as recording:
            act(Hand(person.page_at(app.url)))
            recorded = recording.finish()
        after = app.rows()
    assert recorded.not_recorded == ()
    workflow = compile_recording(folder / "recording", folder / "bundle", name="Admit a patient", accept_params=accept)
    assert load_bundle(folder / "bundle").workflow.secret_params == ("password",)
    return Demonstrated(start, folder, workflow, after - before, before - after)


def row(patient: Patient, **changed: object) -> tuple[object, ...]:
    """The patient as the database holds it."""
    values: Mapping[str, object] = patient._asdict() | {"insured": int(patient.insured)} | changed
    return tuple(values.values())


def assert_nowhere(folder: Path, secret: str) -> None:
    """No file below `folder` holds the secret, in whatever text encoding, nor a name of a file."""
    forms = [secret.encode(code) for code in ("utf-8", "utf-16-le", "utf-16-be")]
    files = [path for path in folder.rglob("*") if path.is_file()]
    assert len(files) > 50
    found = [path for path in files if secret in path.name or any(form in path.read_bytes() for form in forms)]
    assert found == []
