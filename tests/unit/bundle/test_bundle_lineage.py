"""Bundles of other tools of the lineage open; they replay once a person has sealed them."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest
from helpers.formats import ASSETS, LINEAGE, workflow

from studio.engine.bundle import load_bundle, seal_bundle
from studio.engine.errors import BadBundle, TamperedBundle, UnsealedBundle


def foreign(folder: Path, version: int | None, **more: Any) -> Path:
    """A bundle as another tool writes it: nulls for what is absent, no rendering, its own layout."""
    data = workflow().model_dump(mode="json", exclude={"structure", "unreviewed", "compiler_version"})
    data["steps"][0]["surprise"] = {"deep": 1}
    data |= {"schema_version": version, "surfaces": [1], **more}
    if version is None:
        del data["schema_version"]
    for path, frame in ASSETS.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(frame.png)
    (folder / "workflow.json").write_text(json.dumps(data, indent=4))
    return folder


@pytest.mark.parametrize("version", [None, 1, 2])
def test_older_schemas_open_in_memory_and_list_what_was_left(tmp_path: Path, version: int | None) -> None:
    folder = foreign(tmp_path / "old", version)
    before = (folder / "workflow.json").read_bytes()
    bundle = load_bundle(folder)
    assert bundle.workflow.steps == workflow().steps
    assert bundle.workflow.schema_version == 4
    assert not bundle.sealed
    assert bundle.not_understood == (
        "workflow.json: the field 'steps[0].surprise'",
        "workflow.json: the field 'surfaces'",
    )
    assert (folder / "workflow.json").read_bytes() == before
    with pytest.raises(UnsealedBundle):
        bundle.require_replayable()


def test_sealing_makes_a_new_version_that_replays(tmp_path: Path) -> None:
    old = load_bundle(foreign(tmp_path / "old", 1))
    new = load_bundle(seal_bundle(old.dir, tmp_path / "new", provenance={"by": "Ann"}))
    new.require_replayable()
    assert new.workflow.steps == old.workflow.steps
    assert new.workflow.parent_digest == old.digest
    assert new.manifest is not None
    assert new.manifest.provenance == {
        "sealed_from": "old",
        "not_understood": list(old.not_understood),
        "by": "Ann",
    }
    assert not (old.dir / "manifest.json").exists()


def test_names_of_the_lineage_are_carried_over(tmp_path: Path) -> None:
    steps = workflow().model_dump(mode="json")["steps"]
    steps[0]["anchor"]["structural"] = {"role": "button", "name": None, "automation_id": "save", "selector": None}
    locator = load_bundle(foreign(tmp_path / "old", 2, steps=steps)).workflow.steps[0].anchor
    assert locator is not None
    assert locator.structural is not None
    assert (locator.structural.element_id, locator.structural.role, locator.structural.name) == ("save", "button", "")


def manifest_of(folder: Path, **changes: str) -> dict[str, Any]:
    hashes = {path: hashlib.sha256((folder / path).read_bytes()).hexdigest() for path in ASSETS}
    return {"schema_version": 2, "content_digest": "0" * 64, "assets": hashes | changes, "policy": {"name": "x"}}


def test_of_a_foreign_manifest_the_single_digests_are_checked(tmp_path: Path) -> None:
    folder = foreign(tmp_path / "old", 2)
    (folder / "manifest.json").write_text(json.dumps(manifest_of(folder)))
    assert not load_bundle(folder).sealed
    (folder / "manifest.json").write_text(json.dumps(manifest_of(folder, **{"templates/a.png": "1" * 64})))
    with pytest.raises(TamperedBundle) as refusal:
        load_bundle(folder)
    assert refusal.value.problems == ("templates/a.png was changed",)
    with pytest.raises(TamperedBundle):
        seal_bundle(folder, tmp_path / "new")


def test_an_embedded_foreign_manifest_is_left_aside(tmp_path: Path) -> None:
    folder = foreign(tmp_path / "old", 2)
    foreign(tmp_path / "old", 2, manifest=manifest_of(folder))
    bundle = load_bundle(folder)
    assert "workflow.json: the manifest of the other tool, whose seal means nothing here" in bundle.not_understood


def test_foreign_proposals_are_left_aside(tmp_path: Path) -> None:
    folder = foreign(tmp_path / "old", 1)
    (folder / "param_proposals.json").write_text('{"items": 3, "proposals": "many"}')
    assert "param_proposals.json: the whole file, which another tool wrote" in load_bundle(folder).not_understood


def test_hashes_of_an_identity_that_cannot_be_compared_prove_no_row(tmp_path: Path) -> None:
    steps = workflow().model_dump(mode="json")["steps"]
    steps[0]["anchor"]["identity_template"] = {"salt": "x", "hash": "y"}
    steps[0]["identity_armed"] = True
    bundle = load_bundle(foreign(tmp_path / "old", 2, steps=steps))
    step = bundle.workflow.steps[0]
    assert step.anchor is not None
    assert (step.identity_armed, step.anchor.identity_template) == (False, None)
    assert step.identity_unarmed_reason
    assert "what proves the row of step 'a': hashes that only the other tool compares" in bundle.not_understood[0]


def test_an_action_that_is_not_known_is_refused(tmp_path: Path) -> None:
    steps = workflow().model_dump(mode="json")["steps"]
    steps[0]["action"] = "start_surface"
    with pytest.raises(BadBundle, match=r"steps\[0\]\.action.*'start_surface'"):
        load_bundle(foreign(tmp_path / "old", 2, steps=steps))


def test_the_lineages_bundle_opens_and_can_be_sealed(tmp_path: Path) -> None:
    if not LINEAGE.is_dir():
        pytest.skip("the shared bundle of the lineage is not beside this checkout")
    bundle = load_bundle(LINEAGE / "bundle")
    assert (len(bundle.workflow.steps), bundle.sealed) == (18, False)
    assert all("hashes that only the other tool compares" in what for what in bundle.not_understood)
    assert bundle.asset("templates/step_000.png").size == (160, 64)
    sealed = load_bundle(seal_bundle(bundle.dir, tmp_path / "sealed"))
    assert sealed.sealed
    assert sealed.workflow.steps == bundle.workflow.steps
