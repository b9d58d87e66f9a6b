"""The canonical demonstration: one patient of the practice clinic is seen in triage."""

from __future__ import annotations

from pathlib import Path
from time import monotonic

from playwright.sync_api import Browser

from studio.engine.backends.web import WebBackend, open_web
from studio.engine.model.geometry import Point
from studio.engine.model.structure import Element, StructureSnapshot
from studio.recorder.driven import DrivenRecorder

NOTE = "Reports mild pain after a long walk; advised rest and ice."
USERNAME = "nurse.sample"
PATIENT = "MM-970848"
"""Number of the patient whose row is opened: another one of nearly the same name and number stands above."""

_WHEEL = 300
_MOST_GESTURES = 12
_WAIT_S = 8.0


class DemonstrationFailed(RuntimeError):
    """The practice program did not show what the demonstration needs."""


def record_triage_demo(
    url: str,
    out_dir: Path,
    *,
    note_text: str = NOTE,
    headless: bool = True,
    username: str = USERNAME,
    patient: str = PATIENT,
    visit: str = "Video",
    date: str = "2026-11-30",
    browser: Browser | None = None,
) -> Path:
    """Demonstrate the triage of one patient on the practice clinic at `url` and return the recording's folder.

    `patient` is any text of the patient's row that no other row has; `date` an ISO date. The parameter is `note`.
    `browser` is a running one to use instead of a browser of its own.
    Raises EnvironmentUnable, SurfaceLost, DemonstrationFailed, CannotWrite.
    """
    with (
        open_web(url, headless=headless, browser=browser) as backend,
        DrivenRecorder(backend, out_dir, app_url=url) as recorder,
    ):
        demo = _Demonstration(backend, recorder)
        demo.sign_in(username)
        demo.open_patient(patient)
        demo.fill_encounter(note_text, visit, date)
        demo.save()
        return recorder.finish()


class _Demonstration:
    """Finds what to act on in the structure, as a person finds it by looking, and acts through the recorder."""

    def __init__(self, backend: WebBackend, recorder: DrivenRecorder) -> None:
        self._backend = backend
        self._recorder = recorder

    def sign_in(self, username: str) -> None:
        self._recorder.click(self._point("Username"))
        self._recorder.type_text(username)
        self._recorder.click(self._point("Sign In"))

    def open_patient(self, patient: str) -> None:
        self._awaited("Open")
        for _ in range(_MOST_GESTURES):
            opener = self._opener(patient)
            if opener.in_view and not opener.covered_by:
                self._recorder.click(opener.region.center)
                break
            self._recorder.scroll(0, _WHEEL, _middle(self._backend))
        else:
            raise DemonstrationFailed(f"The row of “{patient}” did not come into view.")
        self._recorder.click(self._point("New Encounter"))

    def fill_encounter(self, note: str, visit: str, date: str) -> None:
        self._recorder.click(self._point("Triage"))
        self._recorder.select(self._point("Visit"), visit)
        self._recorder.click(self._point("Date"))
        self._recorder.type_text(date, typed_as="%m%d%Y")
        self._recorder.click(self._point("Note"))
        self._recorder.type_text(note, param="note")
        self._recorder.click(self._point("Patient agreed to the visit summary"))

    def save(self) -> None:
        self._recorder.click(self._point("Save Encounter"))
        deadline = monotonic() + _WAIT_S
        while not any("Encounter saved" in run.text for run in self._backend.snapshot().texts):
            if monotonic() > deadline:
                raise DemonstrationFailed("The encounter was not confirmed as saved.")
            self._backend.wait_quiet(1.0)

    def _point(self, name: str) -> Point:
        return self._awaited(name).region.center

    def _awaited(self, name: str) -> Element:
        """The first element of that name, once it is there."""
        deadline = monotonic() + _WAIT_S
        while (found := _named(self._backend.snapshot(), name)) is None:
            if monotonic() > deadline:
                raise DemonstrationFailed(f"The practice clinic shows no “{name}”.")
            self._backend.wait_quiet(1.0)
        return found

    def _opener(self, patient: str) -> Element:
        rows = [e for e in self._backend.snapshot().elements if e.name == "Open" and patient in e.row]
        if len(rows) != 1:
            raise DemonstrationFailed(f"“{patient}” names {len(rows)} rows of the worklist instead of one.")
        return rows[0]


def _named(snapshot: StructureSnapshot, name: str) -> Element | None:
    return next((e for e in snapshot.elements if e.name == name and not e.disabled), None)


def _middle(backend: WebBackend) -> Point:
    width, height = backend.viewport
    return Point(width // 2, height // 2)
