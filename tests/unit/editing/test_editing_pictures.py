"""Edits on a recorded screen: crops, labels, landmarks, proofs, redactions; each still resolves on that screen."""

from __future__ import annotations

import pytest
from helpers.drawing import Canvas
from helpers.steps import step, workflow

from studio.engine import editing
from studio.engine.compiler.targets import draft_anchor
from studio.engine.editing import CannotEdit
from studio.engine.model.geometry import Region
from studio.engine.model.workflow import CheckKind, Postcondition, Risk, Workflow
from studio.engine.runtime import Observation, ResolveOptions, resolve
from studio.engine.vision.frame import Frame

ROWS = (("Ann Alpha", "1970-01-31", 100), ("Ben Beta", "1981-12-02", 150), ("Cem Gamma", "1992-06-17", 200))


def table() -> tuple[Frame, dict[str, Region]]:
    """Three people, each with a button “Open”, below a heading; a button “Delete” apart."""
    canvas, places = Canvas(), {}
    places["heading"] = canvas.write("Patient list", 60, 40, size=0.7)
    for name, born, y in ROWS:
        places[name] = canvas.write(name, 60, y)
        places[born] = canvas.write(born, 260, y)
        places[f"open {name}"] = canvas.button("Open", 480, y - 8)
    places["delete"] = canvas.button("Delete", 60, 320)
    return canvas.frame, places


@pytest.fixture(scope="module")
def screen() -> tuple[Frame, dict[str, Region]]:
    return table()


@pytest.fixture(scope="module")
def flow(screen: tuple[Frame, dict[str, Region]]) -> Workflow:
    """One click on Ben's “Open”, compiled from pixels."""
    frame, places = screen
    draft = draft_anchor(frame, places["open Ben Beta"].center, step_id="s")
    intent = "click ‘Open’ in the row of ‘Ben Beta’"
    armed = step("s", intent=intent, anchor=draft.anchor, identity_armed=True, before_frame="frames/s_before.png")
    return workflow(armed, params={"who": "Ben Beta"})


def test_a_crop_that_holds_the_point_is_another_picture_of_the_same_target(
    screen: tuple[Frame, dict[str, Region]], flow: Workflow
) -> None:
    frame, places = screen
    region = places["open Ben Beta"].padded(4)
    made = editing.set_target(flow, "s", frame, region)
    anchor = made.applied(flow).step("s").anchor
    before = flow.step("s").anchor
    assert anchor is not None
    assert before is not None
    assert (anchor.region, anchor.ocr_text, anchor.row_texts) == (region, before.ocr_text, before.row_texts)
    assert list(made.pictures) == [anchor.template]
    assert anchor.template != before.template
    assert made.pictures[anchor.template or ""].same_pixels(frame.crop(region))


def test_a_crop_elsewhere_is_another_target_with_its_own_label_and_risk(
    screen: tuple[Frame, dict[str, Region]], flow: Workflow
) -> None:
    frame, places = screen
    made = editing.set_target(flow, "s", frame, places["delete"].padded(3))
    after = made.applied(flow).step("s")
    assert after.anchor is not None
    assert after.anchor.ocr_text == "Delete"
    assert (after.risk, after.identity_armed, after.identity_param) == (Risk.IRREVERSIBLE, False, None)
    answer = resolve(after.anchor, Observation(frame, recorded=frame), ResolveOptions(crops=dict(made.pictures)))
    assert places["delete"].contains(answer.point or Region(0, 0, 1, 1).center)


def test_labels_landmarks_and_proofs_are_read_where_a_person_points(
    screen: tuple[Frame, dict[str, Region]], flow: Workflow
) -> None:
    frame, places = screen
    while flow.step("s").anchor.landmarks:  # type: ignore[union-attr]
        flow = editing.drop_landmark(flow, "s", 0)
    made = editing.add_landmark(flow, "s", frame, places["heading"].padded(6)).applied(flow)
    marks = made.step("s").anchor.landmarks  # type: ignore[union-attr]
    assert marks[-1].ocr_text == "Patient list"
    point, centre = flow.step("s").anchor.click_point, places["heading"].center  # type: ignore[union-attr]
    assert abs((marks[-1].dx_px or 0) - (point.x - centre.x)) < 8
    with pytest.raises(CannotEdit, match="landmark of this step already"):
        editing.add_landmark(made, "s", frame, places["heading"].padded(6))
    with pytest.raises(CannotEdit, match="beside the target"):
        editing.add_landmark(flow, "s", frame, places["open Ben Beta"])
    with pytest.raises(CannotEdit, match="not there any more"):
        editing.drop_landmark(flow, "s", 0)
    named = editing.set_label(flow, "s", frame, places["delete"], "Remove").applied(flow)
    assert named.step("s").anchor.ocr_text == "Remove"  # type: ignore[union-attr]
    assert editing.drop_label(flow, "s").step("s").anchor.ocr_text is None  # type: ignore[union-attr]
    with pytest.raises(CannotEdit, match="No text can be read"):
        editing.set_label(flow, "s", frame, Region(600, 400, 60, 40))


def test_a_proof_is_of_the_targets_own_row_and_follows_a_parameter(
    screen: tuple[Frame, dict[str, Region]], flow: Workflow
) -> None:
    frame, places = screen
    bare = editing.drop_proof(flow, "s", "a preview")
    assert bare.step("s").identity_armed is False
    own = places["Ben Beta"].union(places["1981-12-02"]).padded(4)
    made = editing.prove_row(bare, "s", frame, own)
    step_now = made.applied(bare).step("s")
    assert step_now.identity_armed
    assert step_now.identity_param == "who"
    assert step_now.anchor is not None
    assert step_now.anchor.row_texts == ("Ben Beta", "1981-12-02")
    assert step_now.anchor.identifier_crop in made.pictures
    both = places["Ann Alpha"].union(places["1981-12-02"]).padded(4)
    with pytest.raises(CannotEdit, match="another row"):
        editing.prove_row(bare, "s", frame, both)


def test_a_redaction_paints_every_picture_of_the_place_and_nothing_that_is_needed(
    screen: tuple[Frame, dict[str, Region]], flow: Workflow
) -> None:
    frame, places = screen
    hidden = places["Ann Alpha"].padded(4)
    made = editing.redact(flow, ["s"], hidden, lambda _: frame)
    path = made.applied(flow).step("s").before_frame or ""
    assert path != "frames/s_before.png"
    pixels = made.pictures[path].bgr
    assert len({tuple(p) for p in pixels[hidden.y : hidden.bottom, hidden.x : hidden.right].reshape(-1, 3)}) == 1
    assert made.pictures[path].crop(places["delete"]).same_pixels(frame.crop(places["delete"]))
    again = editing.redact(made.applied(flow), ["s"], places["Cem Gamma"], lambda _: made.pictures[path])
    assert len(next(iter(again.pictures))) == len(path)
    with pytest.raises(CannotEdit, match="by which step 1 finds its target"):
        editing.redact(flow, ["s"], places["open Ben Beta"], lambda _: frame)
    expects = Postcondition(kind=CheckKind.REGION_STABLE, region=hidden, template="templates/x.png")
    first = step("r", expect=(expects,))
    with pytest.raises(CannotEdit, match="what step 1 expects"):
        editing.redact(workflow(first, *flow.steps), ["s"], hidden, lambda _: frame)
    with pytest.raises(CannotEdit, match="Stopped"):
        editing.redact(flow, ["s"], hidden, lambda _: frame, lambda _d, _a: False)


def test_crops_have_sensible_sizes(screen: tuple[Frame, dict[str, Region]], flow: Workflow) -> None:
    frame, _ = screen
    for region, said in ((Region(10, 10, 4, 40), "too small"), (frame.bounds, "too large")):
        with pytest.raises(CannotEdit, match=said):
            editing.set_target(flow, "s", frame, region)
