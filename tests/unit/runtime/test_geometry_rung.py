"""The geometry rung: landmarks tell where, a control of the recorded kind and an unknown label tell whether."""

from __future__ import annotations

from typing import Any

import pytest
from helpers.drawing import Canvas
from helpers.elements import seen

from studio.engine.model.anchor import Anchor, Landmark, TargetKind
from studio.engine.model.geometry import Point, Region
from studio.engine.model.halts import HaltCode
from studio.engine.model.resolution import Refusal, Resolution, Rung, Verdict
from studio.engine.runtime.attempts import RungResult
from studio.engine.runtime.geometry import try_geometry
from studio.engine.runtime.ladder import resolve
from studio.engine.runtime.observation import Effort, Observation, ResolveOptions, TextReader
from studio.engine.runtime.presence import control_like, is_boxed
from studio.engine.runtime.searching import Search

PLACE = Region(300, 300, 110, 32)


def page(
    said: str | None = "Save", *, shift: int = 0, above: str = "Note for the doctor", left: str = "Saved at"
) -> Canvas:
    canvas = Canvas()
    canvas.write(above, 290, 240 + shift)
    canvas.write(left, 180, 308 + shift)
    if said is not None:
        canvas.button(said, PLACE.x, PLACE.y + shift)
    return canvas


def recorded(**more: Any) -> Anchor:
    canvas = page()
    marks = tuple(
        Landmark(ocr_text=t.text, dx_px=PLACE.center.x - t.region.center.x, dy_px=PLACE.center.y - t.region.center.y)
        for t in canvas.texts[:2]
    )
    given = {"landmarks": marks, "nearby_texts": ("Cancel", "Note for the doctor"), **more}
    return Anchor(
        region=PLACE.padded(6),
        control=PLACE,
        click_point=PLACE.center,
        ocr_text="Save",
        label_region=canvas.texts[2].region,
        **given,
    )


def observe(canvas: Canvas) -> Observation:
    return seen(frame=canvas.frame, texts=tuple(canvas.texts))


def look(anchor: Anchor, canvas: Canvas) -> RungResult:
    observation = observe(canvas)
    return try_geometry(anchor, Search(observation, TextReader(observation), Effort.FULL), ResolveOptions())


def test_a_renamed_button_in_its_place_is_found_and_says_its_new_label() -> None:
    result = look(recorded(), page("Submit"))
    assert result.found is not None
    assert (result.found.point, result.found.label) == (PLACE.center, "Submit")
    assert result.found.confidence < 0.9


def test_it_moves_with_its_landmarks() -> None:
    result = look(recorded(), page("Submit", shift=120))
    assert result.found is not None
    assert result.found.point == PLACE.center.moved(0, 120)


@pytest.mark.parametrize("said", ["Cancel", "cancel", "Cance1", "Cancei", "Cancell", "Cance"])
def test_a_neighbour_in_its_place_is_never_acted_on_even_if_misread(said: str) -> None:
    assert look(recorded(), page(said)).found is None


def test_bare_ground_in_its_place_is_missed() -> None:
    assert look(recorded(), page(None)).attempt.verdict is Verdict.MISS


def test_a_button_without_a_label_in_its_place_is_missed() -> None:
    assert look(recorded(), page("")).found is None


def test_a_field_in_the_place_of_a_button_is_missed() -> None:
    canvas = page(None)
    canvas.field("", PLACE.x, PLACE.y, width=320)
    assert look(recorded(), canvas).found is None


def test_landmarks_that_disagree_contradict() -> None:
    canvas = page("Submit")
    canvas.texts[0] = canvas.texts[0].__class__(canvas.texts[0].text, canvas.texts[0].region.moved(70, 0))
    result = look(recorded(), canvas)
    assert (result.attempt.verdict, result.attempt.code) == (Verdict.REFUSED, HaltCode.CONTRADICTED)


def test_one_landmark_alone_vouches_only_for_the_recorded_place() -> None:
    anchor = recorded()
    one = anchor.model_copy(update={"landmarks": anchor.landmarks[:1]})
    assert look(one, page("Submit")).found is not None
    assert look(one, page("Submit", shift=60)).found is None


def test_a_landmark_that_stands_twice_tells_nothing() -> None:
    anchor = recorded()
    canvas = page("Submit", shift=120)
    for said in canvas.texts[:2]:
        canvas.write(said.text, said.region.x, said.region.y + 60)
    assert look(anchor, canvas).attempt.verdict is Verdict.MISS


def test_without_landmarks_it_is_skipped() -> None:
    assert look(recorded(landmarks=()), page("Submit")).attempt.verdict is Verdict.SKIPPED


def test_the_ladder_tells_by_which_rung_and_keeps_its_whole_trace() -> None:
    answer = resolve(recorded(), observe(page("Submit")))
    assert isinstance(answer, Resolution)
    assert answer.rung is Rung.GEOMETRY
    assert [a.rung for a in answer.trace][:3] == [Rung.STRUCTURAL, Rung.TEMPLATE, Rung.TEMPLATE_GLOBAL]
    assert [a.verdict for a in answer.trace].count(Verdict.FOUND) == 1


def test_the_label_elsewhere_outranks_another_control_in_the_recorded_place() -> None:
    canvas = page("Cancel")
    canvas.button("Save", 600, 500)
    answer = resolve(recorded(), observe(canvas))
    assert isinstance(answer, Resolution)
    assert (answer.rung, answer.point) == (Rung.OCR, Point(655, 516))


def test_a_new_label_in_its_place_is_no_rename_while_the_old_one_stands_elsewhere() -> None:
    canvas = page("Submit")
    for y in (440, 520):
        canvas.button("Save", 600, y)
    answer = resolve(recorded(label_count=2), observe(canvas))
    assert isinstance(answer, Refusal)
    assert answer.code is HaltCode.CONTRADICTED


def test_nothing_found_names_what_was_looked_for() -> None:
    answer = resolve(recorded(), observe(page(None)))
    assert isinstance(answer, Refusal)
    assert (answer.code, "Save" in answer.sentence) == (HaltCode.TARGET_NOT_FOUND, True)


class TestPresence:
    """Only a control of the recorded kind and about its size counts."""

    button = recorded()

    def at(self, canvas: Canvas, point: Point, anchor: Anchor | None = None) -> Region | None:
        return control_like(anchor or self.button, canvas.frame, point, 1.0)

    @pytest.mark.parametrize(
        ("width", "height", "fits"), [(110, 32, True), (200, 40, True), (30, 32, False), (300, 32, False)]
    )
    def test_a_button_has_about_its_recorded_size(self, width: int, height: int, fits: bool) -> None:
        canvas = Canvas()
        control = canvas.button("Go", 300, 300, width, height)
        assert (self.at(canvas, control.center) is not None) is fits

    def test_outside_of_the_frame_there_is_nothing(self) -> None:
        assert self.at(Canvas(), Point(-5, 10)) is None
        assert self.at(Canvas(), Point(900, 10)) is None

    def test_a_field_must_be_a_field(self) -> None:
        canvas = Canvas()
        live, other = canvas.field("Note", 100, 200), canvas.button("Note", 100, 400, 240, 30)
        anchor = Anchor(region=live, control=live, click_point=live.center, kind=TargetKind.INPUT)
        assert self.at(canvas, live.center, anchor) == live
        assert self.at(canvas, other.center, anchor) is None

    def test_a_box_is_a_small_square(self) -> None:
        canvas = Canvas()
        box, wide = canvas.button("", 100, 200, 16, 16), canvas.button("", 100, 300, 60, 16)
        anchor = Anchor(region=box, control=box, click_point=box.center, kind=TargetKind.BOX)
        assert self.at(canvas, box.center, anchor) == box
        assert self.at(canvas, wide.center, anchor) is None

    def test_a_link_has_no_box_around_its_label(self) -> None:
        assert is_boxed(self.button)
        assert not is_boxed(self.button.model_copy(update={"control": self.button.label_region}))
