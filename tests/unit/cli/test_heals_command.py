"""Deciding on heals: every decision is kept, nothing irreversible is accepted in passing, nothing changed is healed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from helpers.formats import write_bundle

from studio.__main__ import main
from studio.engine.bundle import load_bundle, read_decisions, save_bundle
from studio.engine.errors import AlreadyThere
from studio.engine.model.geometry import Point
from studio.engine.model.heals import Heal, HealCause, HealChange
from studio.engine.model.results import Outcome, RunReport
from studio.engine.review.run_source import remember_source


@pytest.fixture
def bundle(tmp_path: Path) -> Path:
    return write_bundle(tmp_path / "bundle")


@pytest.fixture
def run_dir(tmp_path: Path, bundle: Path) -> Path:
    """A run that proposes a heal of the reversible step a and one of the irreversible step c."""
    folder = tmp_path / "run"
    remember_source(folder, bundle)
    opened = load_bundle(bundle)
    report = RunReport(
        run_id="run-1",
        workflow="Triage",
        bundle_digest=opened.digest,
        outcome=Outcome.PASSED,
        started_at="2026-07-20T16:12:18+00:00",
        finished_at="2026-07-20T16:12:24+00:00",
        heals=tuple(_heal(bundle, step_id, irreversible=step_id == "c") for step_id in ("a", "c")),
    )
    (folder / "report.json").write_text(report.model_dump_json())
    return folder


def _heal(bundle: Path, step_id: str, *, irreversible: bool) -> Heal:
    before = load_bundle(bundle).workflow.step(step_id).anchor
    assert before is not None
    return Heal(
        id=f"{step_id}-heal",
        step_id=step_id,
        intent=f"click {step_id}",
        irreversible=irreversible,
        cause=HealCause.MOVED,
        rung="ocr",
        confidence=0.97,
        before=before,
        after=before.model_copy(update={"click_point": Point(5, 6)}),
        changes=(HealChange(what="place", before="3, 4", after="5, 6"),),
    )


def said(capsys: pytest.CaptureFixture[str]) -> dict[str, str]:
    return {h["id"]: h["decision"] for h in json.loads(capsys.readouterr().out)["heals"]}


def test_heals_are_listed_in_words(run_dir: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["heals", str(run_dir)]) == 0
    out = capsys.readouterr().out
    assert "2 heals" in out
    assert "a-heal  open  click a: it moved\n" in out
    assert "c-heal  open  click c: it moved, cannot be undone" in out
    assert "place: 3, 4 → 5, 6" in out


def test_decisions_are_kept(run_dir: Path, bundle: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["heals", str(run_dir), "--accept", "a-heal", "--reject", "c-heal"]) == 0
    capsys.readouterr()
    assert main(["heals", str(run_dir), "--json"]) == 0
    assert said(capsys) == {"a-heal": "accepted", "c-heal": "rejected"}
    kept = read_decisions(bundle)
    assert [(r["heal"], r["step"], r["decision"], r["run"]) for r in kept] == [
        ("a-heal", "a", "accepted", "run-1"),
        ("c-heal", "c", "rejected", "run-1"),
    ]
    assert all(r["by"] and r["at"] for r in kept)
    assert load_bundle(bundle).sealed


def test_the_last_word_counts(run_dir: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["heals", str(run_dir), "--accept", "a-heal"])
    main(["heals", str(run_dir), "--reject", "a-heal"])
    capsys.readouterr()
    main(["heals", str(run_dir), "--json"])
    assert said(capsys)["a-heal"] == "rejected"


def test_accept_all_leaves_out_what_cannot_be_undone(
    run_dir: Path, bundle: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["heals", str(run_dir), "--accept-all", "--out", str(tmp_path / "v2")]) == 1
    out, err = capsys.readouterr()
    assert "c-heal" in err
    assert "a-heal" not in err
    assert str(tmp_path / "v2") in out
    healed, before = load_bundle(tmp_path / "v2"), load_bundle(bundle)
    anchors = [healed.workflow.step(s).anchor for s in ("a", "c")]
    assert anchors[0] is not None
    assert anchors[0].click_point == (5, 6)
    assert anchors[1] == before.workflow.step("c").anchor
    assert healed.workflow.parent_digest == before.digest
    assert main(["heals", str(run_dir), "--accept-all", "--accept", "c-heal"]) == 2
    assert main(["heals", str(run_dir), "--accept", "c-heal"]) == 0
    assert main(["heals", str(run_dir), "--accept-all"]) == 0


def test_accept_all_does_not_undo_a_rejection(run_dir: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["heals", str(run_dir), "--reject", "a-heal"])
    main(["heals", str(run_dir), "--accept-all"])
    capsys.readouterr()
    main(["heals", str(run_dir), "--json"])
    assert said(capsys)["a-heal"] == "rejected"


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--accept", "x"], "no heal 'x'"),
        (["--accept", "a-heal", "--reject", "a-heal"], "both accepted and rejected"),
        (["--out", "made"], "nothing to save"),
    ],
)
def test_wrong_words_are_refused(
    run_dir: Path,
    bundle: Path,
    options: list[str],
    words: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(run_dir.parent)
    assert main(["heals", str(run_dir), *options]) == 2
    assert words in capsys.readouterr().err
    assert read_decisions(bundle) == ()
    assert not (run_dir.parent / "made").exists()


def test_a_bundle_that_changed_since_the_run_is_not_healed(
    run_dir: Path, bundle: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    opened = load_bundle(bundle)
    other = save_bundle(
        opened.workflow.model_copy(update={"name": "Changed"}),
        {path: opened.asset_bytes(path) for path in opened.asset_paths},
        tmp_path / "other",
    )
    assert (
        main(["heals", str(run_dir), "--accept", "a-heal", "--bundle", str(other), "--out", str(tmp_path / "v2")]) == 2
    )
    assert "has changed since this run" in capsys.readouterr().err
    assert read_decisions(other) == ()
    assert not (tmp_path / "v2").exists()


def test_a_bundle_that_went_away_is_asked_for(run_dir: Path, bundle: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bundle.rename(bundle.with_name("elsewhere"))
    assert main(["heals", str(run_dir)]) == 0
    assert main(["heals", str(run_dir), "--accept", "a-heal"]) == 2
    assert "--bundle" in capsys.readouterr().err
    assert main(["heals", str(run_dir), "--accept", "a-heal", "--bundle", str(bundle.with_name("elsewhere"))]) == 0


def test_evidence_is_never_overwritten(run_dir: Path, bundle: Path) -> None:
    with pytest.raises(AlreadyThere, match="--run-dir"):
        remember_source(run_dir, bundle)
