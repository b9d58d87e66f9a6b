"""`studio compile --into`: steps recorded again, from recordings on disk to a bundle that replays."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from helpers.drawn_form import DrawnForm
from helpers.form_recording import SAID, form_recording, part_recording

from studio.__main__ import main
from studio.engine.bundle import Bundle, load_bundle
from studio.engine.model.workflow import ActionKind, Workflow
from studio.engine.runtime import Replayer


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A note's recording, compiled with one of its texts as a parameter."""
    folder = tmp_path_factory.mktemp("made")
    form_recording(folder / "rec")
    line = ["compile", str(folder / "rec"), "--out", str(folder / "v1"), "--name", "notes", "--accept-params", "note"]
    assert main(line) == 0
    return folder


def into(made: Path, rec: Path, out: Path, *more: str) -> int:
    return main(["compile", str(rec), "--into", str(made / "v1"), "--out", str(out), *more])


def replayed(bundle: Bundle, run: Path, **params: str) -> DrawnForm:
    form = DrawnForm(height=700)
    report = Replayer(form).run(bundle.workflow, params=params, bundle_dir=bundle.dir, run_dir=run)
    assert report.outcome == "passed", report
    return form


def at(workflow: Workflow, kind: ActionKind) -> str:
    return next(step.id for step in workflow.steps if step.action is kind)


def test_from_a_step_on_the_new_recording_replays_with_the_old_parameter(
    made: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    old = load_bundle(made / "v1")
    rec = part_recording(tmp_path / "rec", said="all of it")
    start = at(old.workflow, ActionKind.CLICK)
    assert into(made, rec, tmp_path / "v2", "--replace", start, "--and-after", "--json") == 0
    told = json.loads(capsys.readouterr().out)
    new = load_bundle(tmp_path / "v2")
    assert told["new_steps"] == [step.id for step in new.workflow.steps]
    assert (new.workflow.name, new.workflow.parent_digest) == ("notes", old.digest)
    assert set(new.workflow.params) == {"note"}
    assert not {p.name for p in tmp_path.iterdir()} - {"rec", "v2"}
    assert replayed(new, tmp_path / "run", note="short").saved == ["short"]


def test_one_step_recorded_again_replays_among_the_others(made: Path, tmp_path: Path) -> None:
    old = load_bundle(made / "v1")
    rec = part_recording(tmp_path / "rec", filled=True)
    assert into(made, rec, tmp_path / "v2", "--replace", old.workflow.steps[-1].id) == 0
    new = load_bundle(tmp_path / "v2")
    assert new.workflow.steps[:-1] == old.workflow.steps[:-1]
    assert new.workflow.steps[-1] != old.workflow.steps[-1]
    assert new.proposals == old.proposals
    assert replayed(new, tmp_path / "run").saved == ["".join(SAID)]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (["--replace", "step_099"], "has no step 'step_099'"),
        (["--replace", "step_000", "--name", "N"], "keeps its name"),
        ([], "belong together"),
        (["--replace", "step_001"], "puts a value in"),
    ],
)
def test_what_cannot_be_replaced_is_said_in_a_sentence_and_nothing_is_left(
    made: Path, tmp_path: Path, line: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    rec = part_recording(tmp_path / "rec", filled=True)
    assert into(made, rec, tmp_path / "v2", *line) == 2
    assert said in capsys.readouterr().err
    assert [p.name for p in tmp_path.iterdir()] == ["rec"]
