"""A person's no holds in later runs and versions, is undone only by a word, and is never mistaken for another's."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from helpers.formats import picture, write_bundle

from studio.__main__ import main
from studio.engine.bundle import load_bundle, read_decisions
from studio.engine.errors import AlreadyThere, BadBundle
from studio.engine.model.geometry import Point
from studio.engine.model.heals import Heal, HealCause, HealChange
from studio.engine.model.results import Outcome, RunReport
from studio.engine.report import load_run
from studio.engine.review import Review, Word, decide, followers, lineage, remember_source, review, save, say

HERE = Point(5, 6)


def a_run(folder: Path, bundle: Path, *, to: Point = HERE, look: int = 1, run_id: str = "") -> Path:
    """A run of `bundle` that proposes a heal of step a and one of the irreversible step c, each with its picture."""
    remember_source(folder, bundle)
    opened = load_bundle(bundle)
    heals = []
    for step_id in ("a", "c"):
        before = opened.workflow.step(step_id).anchor
        assert before is not None
        file = f"heals/{step_id}/{step_id}.png"
        (folder / file).parent.mkdir(parents=True)
        (folder / file).write_bytes(picture(look).png)
        heals.append(
            Heal(
                id=f"{step_id}-heal",
                step_id=step_id,
                intent=f"click {step_id}",
                irreversible=step_id == "c",
                cause=HealCause.MOVED,
                rung="ocr",
                confidence=0.97,
                before=before,
                after=before.model_copy(update={"click_point": to, "nearby_texts": (folder.name,)}),
                changes=(HealChange(what="place", before="3, 4", after="5, 6"),),
                assets={before.template: file} if before.template else {"templates/new.png": file},
                frame_after=file,
            )
        )
    report = RunReport(
        run_id=run_id or folder.name,
        workflow="Triage",
        bundle_digest=opened.digest,
        outcome=Outcome.PASSED,
        started_at="2026-07-20T16:12:18+00:00",
        finished_at="2026-07-20T16:12:24+00:00",
        heals=tuple(heals),
    )
    (folder / "report.json").write_text(report.model_dump_json())
    return folder


def reviewed(run: Path, bundle: Path) -> Review:
    return review(load_run(run), bundle, run)


@pytest.fixture
def bundle(tmp_path: Path) -> Path:
    return write_bundle(tmp_path / "v1")


def test_what_was_rejected_stays_rejected_in_the_next_run_and_in_the_next_version(
    bundle: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first, second = a_run(tmp_path / "one", bundle), a_run(tmp_path / "two", bundle)
    said = decide(
        reviewed(first, bundle), bundle, {"a-heal": "rejected", "c-heal": "accepted"}, by="ana", comment="not there"
    )
    again = reviewed(second, bundle)
    assert (again.decision("a-heal"), again.decision("c-heal")) == ("rejected", "open")
    word = again.rejected_before("a-heal")
    assert word is not None
    assert (word.by, word.comment, word.run) == ("ana", "not there", "one")
    assert again.open_reversible() == ()
    assert main(["heals", str(second)]) == 0
    assert f"rejected before, by ana on {word.at[:10]}: not there" in capsys.readouterr().out
    version = save(said, first, bundle, tmp_path / "v2", by="ana")
    later = a_run(tmp_path / "three", version)
    assert reviewed(later, version).decision("a-heal") == "rejected"
    assert main(["heals", str(later), "--accept", "a-heal", "--comment", "it is", "--json"]) == 0
    told = {h["id"]: h for h in json.loads(capsys.readouterr().out)["heals"]}["a-heal"]
    assert (told["decision"], told["comment"], told["rejected_before"]["by"]) == ("accepted", "it is", "ana")
    assert [v.dir.name for v in lineage(version)] == ["v1", "v2"]
    assert [v.dir.name for v in followers(bundle)] == ["v2"]


@pytest.mark.parametrize("other", [{"to": Point(7, 8)}, {"look": 9}], ids=["another place", "another picture"])
def test_another_proposal_for_the_same_step_is_asked_again(
    bundle: Path, tmp_path: Path, other: dict[str, int | Point]
) -> None:
    first = a_run(tmp_path / "one", bundle)
    decide(reviewed(first, bundle), bundle, {"a-heal": "rejected"})
    second = a_run(tmp_path / "two", bundle, **other)  # type: ignore[arg-type]
    assert reviewed(second, bundle).decision("a-heal") == "open"
    namesake = a_run(tmp_path / "deep" / "one", bundle, run_id="one", **other)  # type: ignore[arg-type]
    assert reviewed(namesake, bundle).decision("a-heal") == "open"
    assert reviewed(first, bundle).decision("a-heal") == "rejected"


def test_a_word_is_taken_back_by_another_line_and_all_is_kept(bundle: Path, tmp_path: Path) -> None:
    run = a_run(tmp_path / "one", bundle)
    said = decide(reviewed(run, bundle), bundle, {"a-heal": "rejected"}, by="ana", comment="no")
    said = say(said, bundle, [Word("a-heal", "open", by="ben", undone=True)])
    assert said.decision("a-heal") == "open"
    assert [(w.decision, w.by, w.undone) for w in said.history("a-heal")] == [
        ("rejected", "ana", False),
        ("open", "ben", True),
    ]
    assert reviewed(a_run(tmp_path / "two", bundle), bundle).rejected_before("a-heal") is None
    assert len(read_decisions(bundle)) == 2


def test_two_windows_cannot_save_over_each_other_nor_against_each_others_word(bundle: Path, tmp_path: Path) -> None:
    run = a_run(tmp_path / "one", bundle)
    mine = decide(reviewed(run, bundle), bundle, {"a-heal": "accepted", "c-heal": "accepted"}, by="ana")
    theirs = reviewed(run, bundle)
    decide(theirs, bundle, {"a-heal": "rejected"}, by="ben")
    with pytest.raises(BadBundle, match="decided otherwise"):
        save(mine, run, bundle, tmp_path / "v2")
    assert not (tmp_path / "v2").exists()
    agreed = reviewed(run, bundle)
    assert [h.id for h in agreed.accepted()] == ["c-heal"]
    version = save(agreed, run, bundle, tmp_path / "v2", by="ana")
    with pytest.raises(AlreadyThere):
        save(agreed, run, bundle, tmp_path / "v2")
    assert load_bundle(version).workflow.step("c").anchor == agreed.heal("c-heal").after
    saved = reviewed(run, bundle).saved_as()
    assert saved is not None
    assert (saved.version, saved.heals, saved.by) == ("v2", ("c-heal",), "ana")
