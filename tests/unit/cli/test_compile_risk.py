"""`studio compile --risk`, words of risk that cannot be read, and `studio replay --uncertain`."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from helpers.form_recording import form_recording

from studio.__main__ import main
from studio.engine.bundle import load_bundle
from studio.engine.model.workflow import Risk


@pytest.fixture(scope="module")
def made(own_temp_dir: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return form_recording(tmp_path_factory.mktemp("risk") / "rec")


@pytest.fixture
def recording(made: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(made, tmp_path / "rec"))


def compiled(recording: Path, *more: str) -> tuple[int, Path]:
    out = recording.parent / "bundle"
    return main(["compile", str(recording), "--out", str(out), "--name", "Note", *more]), out


def test_a_word_on_the_risk_is_kept_with_who_when_and_why(recording: Path) -> None:
    code, out = compiled(recording, "--risk", "step_000=irreversible", "--risk-reason", "It writes a letter.")
    step = load_bundle(out).workflow.step("step_000")
    assert (code, step.risk, step.risk_reason) == (0, Risk.IRREVERSIBLE, "It writes a letter.")
    assert step.risk_word is not None
    assert step.risk_word.by
    assert step.risk_word.at


@pytest.mark.parametrize(
    "more",
    [
        ("--risk", "step_000=irreversible"),
        ("--risk-reason", "so"),
        ("--risk", "step_000=maybe", "--risk-reason", "so"),
        ("--risk", "step_000", "--risk-reason", "so"),
        ("--risk", "step_000=reversible", "--risk-reason", "  "),
        ("--risk", "step_099=reversible", "--risk-reason", "so"),
    ],
)
def test_half_a_word_is_refused_in_one_sentence(
    recording: Path, capsys: pytest.CaptureFixture[str], more: tuple[str, ...]
) -> None:
    code, out = compiled(recording, *more)
    said = capsys.readouterr().err.strip()
    assert (code, out.exists(), said.count("\n")) == (2, False, 0)
    assert any(named in said for named in ("--risk", "step_099"))


def test_own_words_that_cannot_be_read_are_refused_in_one_sentence(
    recording: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STUDIO_CONFIG", str(recording.parent))
    (recording.parent / "risk_words.json").write_text(json.dumps({"writes": 3}))
    code, out = compiled(recording)
    said = capsys.readouterr().err.strip()
    assert (code, out.exists(), said.count("\n")) == (2, False, 0)
    assert "risk_words.json" in said


def test_only_two_words_answer_what_is_uncertain(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", "nowhere", "--uncertain", "perhaps"]) == 2
    assert "happened" in capsys.readouterr().err
