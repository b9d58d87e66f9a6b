"""A real page that shows the password everywhere: recorded, compiled, replayed; every byte and pixel is searched."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from studio.__main__ import main
from studio.cli.failures import guarded
from studio.engine.backends.web import open_web
from studio.engine.compiler import compile_recording
from studio.engine.privacy.scan import Scanner
from studio.engine.report import render_run_report
from studio.engine.runtime import Replayer
from studio.recorder.driven import DrivenRecorder
from tests.helpers.warm_browser import warm_browser

PAGE = """<!doctype html><meta charset=utf-8><title>Sign in</title><style>body {font: 18px sans-serif}</style>
<h1>Ward office</h1><p><label>Name <input id=who></label><p><label>Password <input id=word type=password></label>
<p><button onclick="show()">Sign in</button><p id=out><p><label>Copy <input id=copy></label>
<script>function show() { out.textContent = 'Welcome, ' + word.value; copy.value = word.value
document.title = 'In as ' + word.value; location.hash = encodeURIComponent(word.value) }</script>"""
SECRET = "Otter/4711 ward"


def broken(why: str) -> int:
    raise LookupError(why)


def test_no_file_of_recording_bundle_and_run_holds_or_shows_it(
    own_temp_dir: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "page.html").write_text(PAGE, encoding="utf-8")
    url, made = (tmp_path / "page.html").as_uri(), tmp_path / "made"
    told: list[str] = []
    with warm_browser() as browser:
        with (
            open_web(url, browser=browser) as page,
            DrivenRecorder(page, made / "rec", app_url=url) as recorder,
        ):
            for name in ("Password", "Sign in", "Name"):
                recorder.click(next(e for e in page.snapshot().elements if e.name == name).region.center)
                if name == "Password":
                    recorder.type_text(SECRET, param="password")
            recorder.finish()
        workflow = compile_recording(made / "rec", made / "bundle", name="sign in")
        assert workflow.secret_params == ("password",)
        with open_web(url, browser=browser) as page:
            run = Replayer(page, emit=lambda event: told.append(event.model_dump_json()))
            report = run.run(bundle_dir=made / "bundle", run_dir=made / "run", secrets={"password": SECRET})
            shown = page.snapshot()
            in_use = Scanner([SECRET, "Otter"], pictures=0).search(
                [own_temp_dir]
            )  # profile, logs and caches of the browser
    assert report.succeeded, report.error or report.halt
    assert any(SECRET in text.text for text in shown.texts), "the page did show it"
    render_run_report(made / "run")
    (made / "stream.jsonl").write_text("\n".join(told))
    assert (in_use.files > 20, in_use.finds) == (True, [])
    monkeypatch.setenv("STUDIO_SECRET_PASSWORD", SECRET)
    monkeypatch.setenv("XDG_STATE_HOME", str(made / "state"))
    assert guarded(lambda: broken(f"cannot type {SECRET}"), as_json=False) == 3
    assert any((made / "state").rglob("trace-*.txt"))
    capsys.readouterr()
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{SECRET}\nOtter\n4711\n"))
    code = main(["scan", str(made), str(own_temp_dir), "--json"])
    said = json.loads(capsys.readouterr().out)
    assert said["finds"] == []
    assert said["not_searched"] == []
    assert code == 0
    assert said["pictures"] > 5
