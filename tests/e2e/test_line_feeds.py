"""A value with a line feed never presses Enter in a field of one line: in a real browser nothing is submitted."""

from __future__ import annotations

from pathlib import Path

import pytest

from studio.engine.backends.web import WebBackend, open_web
from studio.engine.compiler import compile_recording
from studio.engine.errors import BadParams
from studio.engine.model.halts import HaltCode
from studio.engine.model.results import Outcome, RunReport
from studio.engine.runtime import Replayer
from studio.recorder.driven import DrivenRecorder

PAGE = """<!doctype html><meta charset=utf-8><title>Orders</title><h1>Orders</h1>
<form onsubmit="out.textContent = 'Sent ' + ++sent; return false">
<p><label>Patient <input id=patient></label><p><label>Reason <input id=reason></label>
<p><label>Remark <textarea id=remark rows=4></textarea></label><p><button>Save order</button></form>
<p id=out>Nothing sent<script>let sent = 0</script>"""


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> str:
    page = tmp_path_factory.mktemp("orders") / "orders.html"
    page.write_text(PAGE, encoding="utf-8")
    return page.as_uri()


@pytest.fixture(scope="module")
def bundle(own_temp_dir: Path, url: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("line_feeds")
    with open_web(url) as backend, DrivenRecorder(backend, folder / "rec", app_url=url) as recorder:
        field = next(e for e in backend.snapshot().elements if e.name == "Patient")
        recorder.click(field.region.center)
        for name, text in (("patient", "Jane Sample"), ("reason", "Cough"), ("remark", "None")):
            recorder.type_text(text, param=name)
            recorder.press("Tab")
        recorder.finish()
    compile_recording(folder / "rec", folder / "bundle", name="orders")
    return folder / "bundle"


def run(page: WebBackend, bundle: Path, run_dir: Path, **params: str) -> RunReport:
    return Replayer(page).run(bundle_dir=bundle, run_dir=run_dir, params=params)


def test_lines_go_into_fields_of_lines_only(url: str, bundle: Path, tmp_path: Path) -> None:
    with open_web(url) as page:
        with pytest.raises(BadParams, match=r"'patient'.*one line"):
            run(page, bundle, tmp_path / "early", patient="Otto\nDummy")
        halted = run(page, bundle, tmp_path / "late", reason="Rash\n")
        assert halted.halt is not None
        assert halted.halt.code is HaltCode.UNSUPPORTED_ACTION
        shown = page.snapshot()
        assert {e.element_id: e.value for e in shown.elements if e.editable} == {
            "patient": "Jane Sample", "reason": "", "remark": ""}  # fmt: skip
        assert any("Nothing sent" in line.text for line in shown.texts)
    with open_web(url) as page:
        passed = run(page, bundle, tmp_path / "lines", remark="one\ntwo")
        assert passed.outcome is Outcome.PASSED, passed.halt
        assert [e.value for e in page.snapshot().elements if e.element_id == "remark"] == ["one\ntwo"]
