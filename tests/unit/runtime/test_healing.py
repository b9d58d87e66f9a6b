"""Heals: when one is proposed, what it changes, and how it becomes a new version of a real bundle."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from helpers.drawn_form import DrawnForm
from helpers.notes_run import ADDED, Notes
from helpers.steps import step

from studio.engine.bundle import load_bundle, save_bundle
from studio.engine.errors import AlreadyThere, BadBundle, CannotWrite, UnreviewedBundle
from studio.engine.model.geometry import Region
from studio.engine.model.heals import Heal, HealCause
from studio.engine.model.resolution import Resolution, Rung
from studio.engine.model.results import Outcome
from studio.engine.model.workflow import CheckKind
from studio.engine.runtime.apply_heals import apply_heals, healed_workflow
from studio.engine.runtime.healing import HealDraft, Sighting, draft_heal
from studio.engine.runtime.ladder import resolve
from studio.engine.runtime.observation import Effort, Observation, ResolveOptions
from studio.engine.vision.frame import Frame


def draft(notes: Notes, form: DrawnForm) -> HealDraft | None:
    """What a run would propose for the save button of `form` as it is now."""
    save = notes.steps[2]
    crops = {path: Frame.of(picture) for path, picture in notes.assets.items()}
    seen = Observation(form.frame(), form.snapshot())
    assert save.anchor is not None
    found = resolve(save.anchor, seen, ResolveOptions(crops=crops, effort=Effort.NEAR))
    assert isinstance(found, Resolution)
    return draft_heal(Sighting(save, found, seen), crops)


def test_where_nothing_changed_nothing_is_proposed(notes: Notes) -> None:
    assert draft(notes, DrawnForm()) is None


def test_new_rows_elsewhere_are_no_change(notes: Notes) -> None:
    assert draft(notes, DrawnForm(saved=["one", "two"])) is None


def moved() -> DrawnForm:
    form = DrawnForm()
    form.save.place = Region(500, 400, 110, 32)
    return form


def renamed() -> DrawnForm:
    form = DrawnForm()
    form.save.said = "Keep note"
    return form


def test_a_moved_button_is_proposed_at_its_new_place(notes: Notes) -> None:
    proposed = draft(notes, moved())
    assert proposed is not None
    assert (proposed.heal.cause, proposed.heal.after.target) == (HealCause.MOVED, Region(500, 400, 110, 32))
    assert proposed.heal.after.ocr_text == proposed.heal.before.ocr_text == "Save note"


def test_a_renamed_button_shows_both_labels(notes: Notes) -> None:
    proposed = draft(notes, renamed())
    assert proposed is not None
    change = next(c for c in proposed.heal.changes if c.what == "label")
    assert (proposed.heal.cause, change.before, change.after) == (HealCause.RENAMED, "Save note", "Keep note")
    assert proposed.heal.after.ocr_text == "Keep note"


def test_another_look_in_the_same_place_is_a_look(notes: Notes) -> None:
    save = notes.steps[2]
    crops = {path: Frame.of(picture) for path, picture in notes.assets.items()}
    form = DrawnForm()
    dark = Observation(Frame(bgr=255 - form.frame().bgr), form.snapshot())
    assert save.anchor is not None
    found = resolve(save.anchor, dark, ResolveOptions(crops=crops, effort=Effort.NEAR))
    assert isinstance(found, Resolution)
    proposed = draft_heal(Sighting(save, found, dark), crops)
    assert proposed is not None
    assert (proposed.heal.cause, [c.what for c in proposed.heal.changes]) == (HealCause.LOOK, ["look"])


def test_a_heal_seen_by_pixels_keeps_what_structure_knew(notes: Notes) -> None:
    save = notes.steps[2]
    form = moved()
    place = form.save.place
    found = Resolution(rung=Rung.TEMPLATE_GLOBAL, point=place.center, region=place, confidence=1.0)
    proposed = draft_heal(Sighting(save, found, replace(Observation(form.frame()))), {})
    assert proposed is not None
    assert save.anchor is not None
    assert proposed.heal.after.structural == save.anchor.structural


def test_a_step_without_a_target_proposes_nothing(notes: Notes) -> None:
    found = Resolution(rung=Rung.STRUCTURAL, point=Region(0, 0, 9, 9).center, region=Region(0, 0, 9, 9), confidence=1)
    assert draft_heal(Sighting(step(), found, Observation(DrawnForm().frame())), {}) is None


@pytest.fixture
def healed(notes: Notes) -> tuple[Notes, tuple[Heal, ...], DrawnForm]:
    """A run on the moved form and what it proposes."""
    form = moved()
    report = notes.run(form)
    assert report.outcome is Outcome.PASSED
    return notes, report.heals, form


Healed = tuple[Notes, tuple[Heal, ...], DrawnForm]


def test_only_anchors_of_healed_steps_change_never_a_check(healed: Healed) -> None:
    notes, heals, _ = healed
    flow = load_bundle(notes.folder / "bundle").workflow
    after = healed_workflow(flow, heals)
    assert [s.id for s, t in zip(flow.steps, after.steps, strict=True) if s != t] == ["step_002"]
    for before, now in zip(flow.steps, after.steps, strict=True):
        same = {"anchor": before.anchor, "before_frame": before.before_frame}
        assert now.model_copy(update=same) == before
    assert after.step("step_002").expect == (ADDED,)


def test_applied_it_is_a_new_version_linked_to_the_old_one_with_new_crops(healed: Healed) -> None:
    notes, heals, form = healed
    old = load_bundle(notes.folder / "bundle")
    new = load_bundle(apply_heals(old, heals, notes.folder / "run", notes.folder / "v2"))
    assert (new.workflow.parent_digest, new.workflow.unreviewed) == (old.digest, ())
    crop = new.workflow.step("step_002").anchor
    assert crop is not None
    assert crop.template is not None
    assert new.asset(crop.template).same_pixels(form.frame().crop(crop.region))
    assert load_bundle(old.dir).digest == old.digest
    form.note.value = ""
    again = Notes(notes.folder / "again").run(form, bundle_dir=new.dir)
    assert (again.outcome, again.heals) == (Outcome.PASSED, ())


def test_saved_by_the_run_itself_it_waits_for_review(tmp_path: Path) -> None:
    notes = Notes(tmp_path)
    notes.run(moved(), save_healed_to=tmp_path / "v2")
    bundle = load_bundle(tmp_path / "v2")
    assert bundle.workflow.unreviewed == ("step_002",)
    with pytest.raises(UnreviewedBundle):
        Notes(tmp_path / "again").run(moved(), bundle_dir=tmp_path / "v2")


def test_against_a_bundle_that_changed_it_is_refused(healed: Healed) -> None:
    notes, heals, _ = healed
    old = load_bundle(notes.folder / "bundle")
    v2 = load_bundle(apply_heals(old, heals, notes.folder / "run", notes.folder / "v2"))
    with pytest.raises(BadBundle, match="changed"):
        apply_heals(v2, heals, notes.folder / "run", notes.folder / "v3")
    assert not (notes.folder / "v3").exists()


def test_against_a_bundle_without_the_step_it_is_refused(healed: Healed) -> None:
    notes, heals, _ = healed
    other = load_bundle(save_bundle(notes.workflow(*notes.steps[:2]), notes.assets, notes.folder / "other"))
    with pytest.raises(BadBundle, match="changed"):
        apply_heals(other, heals, notes.folder / "run", notes.folder / "v3")


def test_pictures_of_what_a_step_waits_for_are_kept(tmp_path: Path) -> None:
    notes = Notes(tmp_path)
    click, typed, save = notes.steps
    notes.assets["templates/wait.png"] = DrawnForm().frame().crop(Region(60, 30, 80, 30))
    wait = ADDED.model_copy(
        update={"kind": CheckKind.TEXT_PRESENT, "text": "Patient notes", "template": "templates/wait.png"}
    )
    waiting = save.model_copy(update={"wait_until": wait})
    report = notes.run(moved(), click, typed, waiting)
    old = load_bundle(tmp_path / "bundle")
    new = load_bundle(apply_heals(old, report.heals, tmp_path / "run", tmp_path / "v2"))
    assert "templates/wait.png" in new.asset_paths


def test_nothing_is_overwritten(healed: Healed) -> None:
    notes, heals, _ = healed
    old = load_bundle(notes.folder / "bundle")
    with pytest.raises(AlreadyThere):
        apply_heals(old, heals, notes.folder / "run", old.dir)


def test_where_the_candidate_cannot_be_written_the_run_is_said_to_be_done(notes: Notes, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    with pytest.raises(CannotWrite, match=r"The run passed and need not be repeated.* was not written"):
        notes.run(moved(), save_healed_to=tmp_path / "file" / "v2")
    assert (notes.folder / "run" / "report.json").exists()
