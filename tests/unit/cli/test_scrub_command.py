"""`studio scrub` and `studio compile --phi-free`: with a key, without one, and what does not go together."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
from helpers.form_recording import form_recording

from studio.__main__ import main
from studio.engine.bundle import load_bundle
from studio.engine.identity import keys
from studio.engine.secrets import KeyringUnable


@pytest.fixture
def recording(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A recording, on a computer without a keyring and without a key."""

    def refuse(_name: str, _value: str) -> None:
        raise KeyringUnable("No keyring runs here.")

    monkeypatch.delenv(keys.ENVIRONMENT, raising=False)
    monkeypatch.setattr(keys, "read_key", lambda _name: None)
    monkeypatch.setattr(keys, "store_key", refuse)
    return form_recording(tmp_path / "rec")


def compiled(recording: Path, *more: str) -> tuple[int, Path]:
    out = recording.parent / "bundle"
    return main(["compile", str(recording), "--out", str(out), "--name", "Note", *more]), out


def test_a_bundle_is_compiled_without_frames_and_nothing_readable_stays_beside_it(recording: Path) -> None:
    code, out = compiled(recording, "--phi-free", "--salt-only")
    bundle = load_bundle(out)
    assert (code, bundle.workflow.phi_scrubbed, bundle.sealed) == (0, True, True)
    assert not any(step.before_frame for step in bundle.workflow.steps)
    assert sorted(path.name for path in recording.parent.iterdir()) == ["bundle", "rec"]


def test_what_a_killed_process_left_readable_is_removed_by_the_next_save_there(recording: Path) -> None:
    code = (
        "import os, sys; from studio.engine.identity import scrubbed_bundle; from studio.__main__ import main;"
        "scrubbed_bundle.scrub_bundle = lambda *a, **k: os.kill(os.getpid(), 9); main(sys.argv[1:])"
    )
    out = str(recording.parent / "first")
    words = ["compile", str(recording), "--out", out, "--name", "Note", "--phi-free", "--salt-only"]
    assert subprocess.run([sys.executable, "-c", code, *words], check=False, capture_output=True).returncode in (-9, 9)
    (left,) = (path for path in recording.parent.iterdir() if path.name.startswith("."))
    assert (left / "workflow.json").is_file()
    os.utime(left, (time.time() - 3 * 86400,) * 2)
    assert compiled(recording, "--phi-free", "--salt-only")[0] == 0
    assert sorted(path.name for path in recording.parent.iterdir()) == ["bundle", "rec"]


def test_a_bundle_that_is_there_is_scrubbed_under_a_key_of_the_environment(
    recording: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    _, readable = compiled(recording)
    monkeypatch.setenv(keys.ENVIRONMENT, "a secret that nobody guesses")
    out = recording.parent / "scrubbed"
    capsys.readouterr()
    assert main(["scrub", str(readable), "--out", str(out), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["ok"], told["digest"]) == (True, load_bundle(out).digest)


def test_a_dry_run_tells_what_would_be_hidden_and_writes_nothing(
    recording: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _, readable = compiled(recording)
    before = sorted(recording.parent.rglob("*"))
    capsys.readouterr()
    assert main(["scrub", str(readable), "--dry-run", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["pictures"] == len([p for p in load_bundle(readable).asset_paths if p.startswith("frames/")])
    assert sorted(recording.parent.rglob("*")) == before
    assert main(["scrub", str(readable), "--dry-run"]) == 0
    assert "Nothing was written." in capsys.readouterr().out


def test_without_a_place_for_a_key_it_says_what_to_do(recording: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out = compiled(recording, "--phi-free")
    said = capsys.readouterr().err
    assert (code, out.exists(), keys.ENVIRONMENT in said, "--salt-only" in said) == (3, False, True, True)
    assert sorted(path.name for path in recording.parent.iterdir()) == ["rec"]


def test_a_key_that_is_too_short_and_options_that_do_not_go_together_are_refused(
    recording: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(keys.ENVIRONMENT, "short")
    assert compiled(recording, "--phi-free")[0] == 2
    assert "too short" in capsys.readouterr().err
    out = str(recording.parent / "next")
    again = ["compile", str(recording), "--out", out, "--into", out, "--replace", "step_000", "--phi-free"]
    assert main(again) == 2
    assert "--phi-free is for a whole recording" in capsys.readouterr().err
