"""The template rungs on drawn frames: where the recorded picture is, and when it is not proof enough."""

from __future__ import annotations

from typing import Any

import cv2
import pytest
from helpers.drawing import Canvas

from studio.engine.model.anchor import Anchor, TargetKind
from studio.engine.model.geometry import Point, Region
from studio.engine.model.halts import HaltCode
from studio.engine.model.resolution import Verdict
from studio.engine.runtime.attempts import RungResult
from studio.engine.runtime.observation import Observation, ResolveOptions
from studio.engine.runtime.template import try_template, try_template_global
from studio.engine.vision.frame import Frame

HOME = (300, 300)


def page(*buttons: tuple[str, int, int]) -> Canvas:
    canvas = Canvas()
    canvas.write("Encounter", 40, 40, size=0.8)
    for said, x, y in buttons:
        canvas.button(said, x, y)
    return canvas


def recorded(canvas: Canvas, said: str = "Save", at: tuple[int, int] = HOME, **more: Any) -> tuple[Anchor, Frame]:
    """Anchor and crop of the button at `at`."""
    control = Region(*at, 110, 32)
    label = next((t.region for t in canvas.texts if t.text == said and control.contains(t.region.center)), None)
    region = control.padded(6)
    given = {"label_region": label, "ocr_text": said, **more}
    anchor = Anchor(template="t.png", region=region, control=control, click_point=control.center, **given)
    return anchor, canvas.frame.crop(region)


def near(anchor: Anchor, crop: Frame, frame: Frame, **crops: Frame) -> RungResult:
    return try_template(anchor, Observation(frame), ResolveOptions(crops={"t.png": crop, **crops}))


def everywhere(anchor: Anchor, crop: Frame, frame: Frame, **crops: Frame) -> RungResult:
    return try_template_global(anchor, Observation(frame), ResolveOptions(crops={"t.png": crop, **crops}))


def point_of(result: RungResult) -> Point | None:
    return result.found.point if result.found else None


SAVE = recorded(page(("Save", *HOME)))


def test_in_place_it_is_found_in_the_middle_of_the_control() -> None:
    assert point_of(near(*SAVE, page(("Save", *HOME), ("Cancel", 450, 300)).frame)) == Point(355, 316)


def test_moved_by_forty_px_it_is_found_near_its_place() -> None:
    assert point_of(near(*SAVE, page(("Save", 340, 300)).frame)) == Point(395, 316)


def test_moved_far_only_the_whole_frame_shows_it() -> None:
    frame = page(("Save", 620, 500)).frame
    assert near(*SAVE, frame).attempt.verdict is Verdict.MISS
    assert point_of(everywhere(*SAVE, frame)) == Point(675, 516)


def test_gone_it_is_missed_by_both() -> None:
    frame = page(("Cancel", 450, 300)).frame
    assert near(*SAVE, frame).found is None
    assert everywhere(*SAVE, frame).found is None


@pytest.mark.parametrize("other", ["Send", "Safe", "Saved", "Sav"])
def test_another_label_on_the_same_button_is_another_control(other: str) -> None:
    frame = page((other, *HOME)).frame
    assert near(*SAVE, frame).found is None
    assert everywhere(*SAVE, frame).found is None


@pytest.mark.parametrize(("said", "other"), [("Visit 12", "Visit 13"), ("Dose 5", "Dose 6"), ("Unit C", "Unit G")])
def test_one_letter_makes_another_control(said: str, other: str) -> None:
    anchor, crop = recorded(page((said, *HOME)), said)
    assert near(anchor, crop, page((said, *HOME)).frame).found is not None
    assert near(anchor, crop, page((other, *HOME)).frame).found is None


def test_a_label_whose_place_is_not_known_still_counts() -> None:
    anchor, crop = recorded(page(("Visit 12", *HOME)), "Visit 12", label_region=None)
    assert near(anchor, crop, page(("Visit 13", *HOME)).frame).found is None


@pytest.mark.parametrize("second", [(300, 350), (620, 520)])
def test_a_second_one_near_or_far_is_ambiguous(second: tuple[int, int]) -> None:
    result = near(*SAVE, page(("Save", *HOME), ("Save", *second)).frame)
    assert (result.attempt.verdict, result.attempt.code) == (Verdict.REFUSED, HaltCode.AMBIGUOUS)


def test_two_elsewhere_are_ambiguous_too() -> None:
    result = everywhere(*SAVE, page(("Save", 40, 520), ("Save", 620, 520)).frame)
    assert (result.attempt.verdict, result.attempt.code) == (Verdict.REFUSED, HaltCode.AMBIGUOUS)


class TestSeveralRecorded:
    """The recorded frame held two that looked alike."""

    both = page(("Save", *HOME), ("Save", 300, 400))
    anchor, crop = recorded(both, template_count=2)

    def test_in_place_the_recorded_one_is_taken(self) -> None:
        assert point_of(near(self.anchor, self.crop, self.both.frame)) == Point(355, 316)

    def test_when_one_is_gone_the_other_is_not_taken(self) -> None:
        for left in ((300, 400), HOME):
            frame = page(("Save", *left)).frame
            assert near(self.anchor, self.crop, frame).found is None
            assert everywhere(self.anchor, self.crop, frame).found is None

    def test_when_both_moved_the_picture_does_not_tell(self) -> None:
        frame = page(("Save", 300, 340), ("Save", 300, 440)).frame
        assert near(self.anchor, self.crop, frame).found is None
        assert everywhere(self.anchor, self.crop, frame).found is None


def test_in_dark_colours_it_is_missed_not_found_elsewhere() -> None:
    frame = page(("Save", *HOME), ("Cancel", 450, 300)).inverted
    assert near(*SAVE, frame).found is None
    assert everywhere(*SAVE, frame).found is None


def test_a_field_that_is_filled_in_is_not_as_recorded() -> None:
    empty, filled = Canvas(), Canvas()
    control = empty.field("Note", 300, 300)
    filled.field("Note", 300, 300, "call the patient back")
    region = control.union(empty.texts[0].region).padded(6)
    anchor = Anchor(
        template="t.png",
        region=region,
        control=control,
        click_point=control.center,
        kind=TargetKind.INPUT,
        label_region=empty.texts[0].region,
    )
    crop = empty.frame.crop(region)
    assert point_of(near(anchor, crop, empty.frame)) == control.center
    assert near(anchor, crop, filled.frame).found is None


def test_without_a_picture_both_are_skipped() -> None:
    anchor, _ = SAVE
    options = ResolveOptions()
    assert try_template(anchor, Observation(page().frame), options).attempt.verdict is Verdict.SKIPPED
    assert try_template_global(anchor, Observation(page().frame), options).attempt.verdict is Verdict.SKIPPED


class TestRows:
    """The same button in each row; a picture of the row's own cells tells them apart."""

    meant = ("Jane Sample", "1980-01-07")
    twin = ("Jane Sample", "1980-01-01")
    alike = ("Jane Sampie", "1980-01-07")

    def table(self, *rows: tuple[str, str], top: int = 200) -> Canvas:
        canvas = Canvas()
        for number, (name, born) in enumerate(rows):
            y = top + 50 * number
            canvas.write(name, 40, y + 9)
            canvas.write(born, 220, y + 9)
            canvas.button("Open", 400, y)
        return canvas

    def anchored(self) -> tuple[Anchor, Frame, Frame]:
        canvas = self.table(self.twin, self.meant, self.alike)
        band = Region(34, 254, 300, 24)
        more = {"identifier_crop": "row.png", "identifier_region": band, "template_count": 3}
        anchor, crop = recorded(canvas, "Open", (400, 250), **more)
        return anchor, crop, canvas.frame.crop(band)

    def look(self, canvas: Canvas) -> tuple[RungResult, RungResult]:
        anchor, crop, row = self.anchored()
        crops = {"t.png": crop, "row.png": row}
        seen, options = Observation(canvas.frame), ResolveOptions(crops=crops)
        return try_template(anchor, seen, options), try_template_global(anchor, seen, options)

    def test_in_place_the_meant_row_is_found(self) -> None:
        first, _ = self.look(self.table(self.twin, self.meant, self.alike))
        assert first.found is not None
        assert (first.found.point, first.found.identity) == (Point(455, 266), "match")

    def test_one_row_further_down_it_is_found_near(self) -> None:
        first, _ = self.look(self.table(self.alike, self.twin, self.meant))
        assert point_of(first) == Point(455, 316)

    def test_far_away_the_row_leads_to_its_button(self) -> None:
        first, second = self.look(self.table(self.twin, self.alike, self.twin, self.alike, self.meant))
        assert first.found is None
        assert point_of(second) == Point(455, 416)

    @pytest.mark.parametrize("other", [twin, alike, ("Jane Sample", "1980-07-07"), ("Jane Samples", "1980-01-07")])
    def test_the_row_in_its_place_that_differs_by_a_letter_is_never_taken(self, other: tuple[str, str]) -> None:
        assert [r.found for r in self.look(self.table(self.twin, other, self.twin))] == [None, None]

    def test_two_rows_that_look_the_same_are_not_chosen_from(self) -> None:
        assert [r.found for r in self.look(self.table(self.twin, self.meant, self.meant))] == [None, None]


def ruled(lines: int, *, said: str = "Monday") -> Canvas:
    """A page with empty lines to write on; something stands beside the third."""
    canvas = Canvas()
    for i in range(lines):
        cv2.line(canvas.pixels, (200, 100 + 32 * i), (500, 100 + 32 * i), (120, 110, 100), 1)
    canvas.write(said, 120, 170)
    return canvas


def on_a_line(live: Canvas) -> RungResult:
    region, then = Region(300, 155, 40, 44), ruled(8)
    anchor = Anchor(
        template="t.png", region=region, kind=TargetKind.ICON, click_point=region.center, template_count=8,
        control=region.padded(-6),
    )  # fmt: skip
    options = ResolveOptions(crops={"t.png": then.frame.crop(region)})
    return try_template(anchor, Observation(live.frame, recorded=then.frame), options)


def test_of_a_pattern_the_place_counts_and_not_how_often_it_comes() -> None:
    assert point_of(on_a_line(ruled(12))) == Region(300, 155, 40, 44).center


def test_of_a_pattern_another_name_beside_it_halts() -> None:
    assert point_of(on_a_line(ruled(12, said="Sunday"))) is None
