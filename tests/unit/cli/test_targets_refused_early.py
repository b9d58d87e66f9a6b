"""A place that cannot be written to is refused before anything is done, with one sentence."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.formats import write_bundle, write_recording

from studio.__main__ import main

LONG = "ü" * 200


@pytest.fixture(autouse=True)
def no_browser(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever comes as far as the browser ends with another sentence."""
    monkeypatch.setenv("STUDIO_BROWSER", "/nowhere/browser")


def refused(capsys: pytest.CaptureFixture[str], *line: str | Path) -> tuple[int, str]:
    code = main([str(part) for part in line])
    said = capsys.readouterr().err.strip()
    assert len(said.splitlines()) == 1
    return code, said


def test_a_name_that_is_too_long(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    recording, bundle, long = write_recording(tmp_path / "rec"), write_bundle(tmp_path / "bundle"), tmp_path / LONG
    replay = ("replay", bundle, "--url", "http://127.0.0.1:9/")
    for line in (
        ("compile", recording, "--name", "N", "--out", long),
        ("seal", bundle, "--out", long),
        (*replay, "--run-dir", long),
        (*replay, "--run-dir", tmp_path / "run", "--save-healed-to", long),
    ):
        code, said = refused(capsys, *line)
        assert (code, "the name is too long" in said) == (3, True), line
    code, said = refused(capsys, LONG)
    assert (code, "no command or path" in said) == (2, True)


def test_healed_bundles_go_to_a_new_place_only(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bundle, run = write_bundle(tmp_path / "bundle"), tmp_path / "run"
    line = ("replay", bundle, "--url", "http://127.0.0.1:9/", "--run-dir", run, "--save-healed-to", bundle)
    code, said = refused(capsys, *line)
    assert (code, "never overwritten" in said, run.exists()) == (2, True, False)


@pytest.mark.parametrize("url", ["not a url", "notaurl", "http://", "ftp://a.example", "https://a.example:x/", ""])
def test_what_is_no_address(tmp_path: Path, url: str, capsys: pytest.CaptureFixture[str]) -> None:
    bundle, out = write_bundle(tmp_path / "bundle"), tmp_path / "out"
    for line in (("record", "--backend", "web", "--out", out), ("replay", bundle, "--run-dir", out)):
        code, said = refused(capsys, *line, "--url", url)
        assert (code, "needs an address" in said, out.exists()) == (2, True, False)


def test_a_workflow_has_a_name(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    recording, out = write_recording(tmp_path / "rec"), tmp_path / "out"
    code, said = refused(capsys, "compile", recording, "--out", out, "--name", " ")
    assert (code, "needs a name" in said, out.exists()) == (2, True, False)
