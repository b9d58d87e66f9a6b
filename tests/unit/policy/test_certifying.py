"""Lint and certify: what stands against a bundle by a policy; a certification ends with any change."""

from __future__ import annotations

import json
from datetime import timedelta
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from helpers.formats import steps, workflow, write_bundle

import studio.engine as engine
from studio.engine.bundle import append_decision, dates, load_bundle, read_decisions, seal_bundle
from studio.engine.bundle.dates import today
from studio.engine.bundle.signing import sign_bundle
from studio.engine.bundle.trust import public_half, trust
from studio.engine.errors import BadInput, ExpiredBundle, UncertifiedBundle, UnsealedBundle
from studio.engine.model.program import ProgramGraph, State, StateKind, Transition, TransitionKind
from studio.engine.model.workflow import Workflow
from studio.engine.policy import (
    Mend,
    Policy,
    RuleSetting,
    Weight,
    certify,
    certifying,
    lint,
    policy_says,
    require_policy,
)

SIGNED = Policy(policy="signed", rules={"signed": RuleSetting(severity=Weight.ERROR, reason="Who made it?")})


@pytest.fixture(autouse=True)
def _config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STUDIO_CONFIG", str(tmp_path / "config"))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return write_bundle(tmp_path / "b")


def codes(folder: Path | Workflow, policy: str | Policy = "standard") -> list[str]:
    return [finding.code for finding in lint(folder, policy)]


def test_lint_and_certify_are_the_public_ones() -> None:
    assert engine.lint is lint
    assert engine.certify is certify
    assert all(getattr(engine, name) is not None for name in engine.__all__)


def test_findings_come_errors_first_and_weigh_as_the_policy_says(folder: Path) -> None:
    assert codes(folder) == ["no_check", "unverified_write"]
    strict = lint(folder, "clinical-write")
    assert [f.code for f in strict] == ["unverified_write", "no_expiry", "unsigned", "no_check"]
    assert {f.code: f.severity.value for f in strict}["unverified_write"] == "warning"
    assert all(f.reason for f in strict)
    bad = workflow(steps=(*steps()[:2], steps()[2].model_copy(update={"expect": (), "anchor": None})))
    assert codes(bad)[0] == "no_target"


def test_what_concerns_the_whole_bundle(tmp_path: Path, folder: Path) -> None:
    assert codes(folder, SIGNED) == ["unsigned", "no_check", "unverified_write"]
    key = Ed25519PrivateKey.from_private_bytes(b"a" * 32)
    sign_bundle(folder, key, "Ann")
    assert codes(folder, SIGNED)[0] == "signed_by_unknown"
    any_key = Policy(policy="x", rules={"signed": SIGNED.rules["signed"].model_copy(update={"trusted": False})})
    assert "signed_by_unknown" not in codes(folder, any_key)
    trust(public_half(key, "Ann"))
    assert codes(folder, SIGNED) == ["no_check", "unverified_write"]
    late = seal_bundle(folder, tmp_path / "late", expires=today() + timedelta(days=900))
    assert "no_expiry" in codes(late, "clinical-write")
    soon = seal_bundle(folder, tmp_path / "soon", expires=today() + timedelta(days=20))
    assert "no_expiry" not in codes(soon, "clinical-write")
    (folder / "signature.json").unlink()
    (folder / "manifest.json").unlink()
    data = json.loads((folder / "workflow.json").read_bytes())
    del data["manifest"]
    (folder / "workflow.json").write_text(json.dumps(data))
    assert codes(folder)[0] == "unsealed"
    with pytest.raises(UnsealedBundle):
        certify(folder, "permissive")


def test_the_writes_of_a_program_and_what_is_readable() -> None:
    save = steps()[2]
    row = save.anchor.model_copy(update={"context_text": "Ann Doe 1970-01-02", "ocr_text": None})  # type: ignore[union-attr]
    flow = workflow(steps=(*steps()[:2], save.model_copy(update={"anchor": row})))
    found = {finding.code: finding for finding in lint(flow, "clinical-write", pictures={"frames/a_before.png"})}
    assert found["weak_write"].step_id == "c"
    assert found["weak_write"].mend is Mend.SET_TARGET
    assert "readable_identity" in found
    assert "readable_identity" not in codes(flow.model_copy(update={"phi_scrubbed": True}), "clinical-write")
    states = (State(id="C", kind=StateKind.ACTION, step_id="c"), State(id="end", kind=StateKind.TERMINAL))
    once = ProgramGraph(entry="C", states=states, transitions=(Transition(source="C", target="end"),))
    back = Transition(source="C", target="C", kind=TransitionKind.EXCEPTION, on=("covered",))
    again = once.model_copy(update={"transitions": (*once.transitions, back)})
    assert "write_repeats" not in codes(flow.model_copy(update={"program": once}))
    assert "write_repeats" in codes(flow.model_copy(update={"program": again}))


def test_too_few_ways_are_counted_as_the_policy_wants_them(folder: Path) -> None:
    three = Policy(
        policy="three", rules={"ways_to_find": RuleSetting(severity=Weight.ERROR, reason="Three ways.", at_least=4)}
    )
    few = [finding for finding in lint(folder, three) if finding.code == "single_way"]
    assert [finding.step_id for finding in few] == ["a", "c"]
    assert few[0].sentence.startswith("Only 2 ways lead to it")
    assert certify(folder, three).certification is None
    assert not (folder / "decisions.jsonl").exists()


def test_a_certification_is_bound_to_the_seal_and_ends_with_any_change(tmp_path: Path, folder: Path) -> None:
    made = certify(folder, "clinical-write", by="Ann")
    assert made.certification is not None
    assert not made.errors
    bundle = load_bundle(folder)
    assert [(c.policy, c.by, c.digest) for c in bundle.certifications] == [("clinical-write", "Ann", bundle.digest)]
    require_policy(bundle, "clinical-write")
    assert policy_says(bundle, "unreadable_identity_halts")
    other = load_bundle(seal_bundle(folder, tmp_path / "next"))
    (other.dir / "decisions.jsonl").write_bytes((folder / "decisions.jsonl").read_bytes())
    moved = load_bundle(other.dir)
    assert moved.certifications == ()
    assert not policy_says(moved, "unreadable_identity_halts")
    for wrong in (moved, other):
        with pytest.raises(UncertifiedBundle, match="next is not certified by the policy 'clinical-write'"):
            require_policy(wrong, "clinical-write")
    with pytest.raises(UncertifiedBundle, match="not certified by the policy 'standard'"):
        require_policy(bundle, "standard")


@pytest.mark.parametrize(
    "name", ["Ann\nCertified by the policy clinical-write", "Ann\u202e", " ", "A" * 121], ids=ascii
)
def test_who_certifies_has_a_name_in_one_line_that_turns_no_words_round(name: str, folder: Path) -> None:
    before = (folder / "decisions.jsonl").read_bytes() if (folder / "decisions.jsonl").exists() else b""
    with pytest.raises(BadInput, match=r"^'.* cannot certify: a name has 1 to 120 characters in one line"):
        certify(folder, "permissive", by=name)
    assert ((folder / "decisions.jsonl").read_bytes() if before else b"") == before


def test_a_forged_certification_lets_nothing_through(tmp_path: Path) -> None:
    save = steps()[2].model_copy(update={"expect": ()})
    folder = write_bundle(tmp_path / "b", steps=(*steps()[:2], save))
    assert certify(folder, "clinical-write").certification is None
    good = write_bundle(tmp_path / "good")
    told = certify(good, "clinical-write").certification
    assert told is not None
    bundle = load_bundle(folder)
    append_decision(folder, told.model_copy(update={"digest": bundle.digest, "seal": bundle.seal}).record())
    forged = load_bundle(folder)
    assert len(forged.certifications) == 1
    with pytest.raises(UncertifiedBundle, match=r"does not keep to the policy .*\nc: It cannot be undone, and nothing"):
        require_policy(forged, "clinical-write")


def test_a_certification_that_has_lost_what_it_demands_of_runs_lets_nothing_through(folder: Path) -> None:
    told = certify(folder, "clinical-write").certification
    assert told is not None
    assert policy_says(load_bundle(folder), "unreadable_identity_halts")
    append_decision(folder, told.model_copy(update={"run_rules": ()}).record())
    with pytest.raises(UncertifiedBundle, match="by another text of the policy"):
        require_policy(load_bundle(folder), "clinical-write")


def test_another_text_of_the_policy_is_another_policy(folder: Path) -> None:
    mine = Policy(policy="mine")
    certify(folder, mine)
    bundle = load_bundle(folder)
    require_policy(bundle, mine)
    with pytest.raises(UncertifiedBundle, match="by another text of the policy 'mine'"):
        require_policy(bundle, mine.model_copy(update={"about": "stricter now"}))


def test_a_certification_holds_until_its_last_day(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    last = today() + timedelta(days=2)
    certify(folder, "standard", expires=last)
    bundle = load_bundle(folder)
    assert bundle.expires == last
    bundle.require_replayable(on=last)
    after = last + timedelta(days=1)
    with pytest.raises(ExpiredBundle, match="certify it anew"):
        bundle.require_replayable(on=after)
    monkeypatch.setattr(certifying, "today", lambda: after)
    with pytest.raises(UncertifiedBundle, match="is not certified"):
        require_policy(bundle, "standard")
    monkeypatch.undo()
    assert dates.today() < after
    certify(folder, "standard")
    load_bundle(folder).require_replayable(on=after)
    assert [record["policy"] for record in read_decisions(folder)] == ["standard", "standard"]
