"""Targets by pixels on pages of another make: touching buttons, buttons as wide as their panel, fields that another
caption names, labels read with a border, faint boxes, links of another hue."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
import pytest
from helpers.drawing import INK, Canvas
from helpers.elements import seen

from studio.engine.compiler.targets import TEMPLATE, draft_anchor
from studio.engine.model.anchor import Anchor, Landmark, TargetKind
from studio.engine.model.geometry import Point, Region
from studio.engine.model.halts import HaltCode
from studio.engine.model.resolution import Refusal, Resolution, Verdict
from studio.engine.model.structure import TextRun
from studio.engine.runtime.attempts import RungResult
from studio.engine.runtime.geometry import try_geometry
from studio.engine.runtime.greyed import faded_in_place, is_greyed_out, lost_its_colour
from studio.engine.runtime.label import try_label
from studio.engine.runtime.labels import label_hits
from studio.engine.runtime.ladder import resolve
from studio.engine.runtime.observation import Effort, Observation, ResolveOptions, TextReader
from studio.engine.runtime.presence import control_like
from studio.engine.runtime.searching import Search
from studio.engine.vision.frame import Frame

SAVE = Region(300, 300, 110, 32)


def look(anchor: Anchor, canvas: Canvas, effort: Effort = Effort.FULL) -> RungResult:
    observation = seen(frame=canvas.frame, texts=tuple(canvas.texts))
    return try_label(anchor, Search(observation, TextReader(observation), effort))


def save() -> Anchor:
    canvas = Canvas()
    canvas.button("Save", *SAVE)
    return Anchor(
        region=SAVE.padded(6),
        control=SAVE,
        click_point=SAVE.center,
        ocr_text="Save",
        label_region=canvas.texts[0].region,
    )


def bar(*labels: str, width: int = 76) -> Canvas:
    """Buttons of one colour that touch each other: nothing parts them."""
    canvas = Canvas()
    cv2.rectangle(canvas.pixels, (300, 300), (299 + width * len(labels), 331), (235, 215, 190), cv2.FILLED)
    for place, label in enumerate(labels):
        canvas.write(label, 300 + place * width + 18, 311)
    return canvas


def test_two_touching_buttons_that_say_the_same_are_two() -> None:
    result = look(save(), bar("Save", "Save"))
    assert (result.attempt.verdict, result.attempt.code) == (Verdict.REFUSED, HaltCode.AMBIGUOUS)


def test_of_touching_buttons_the_label_itself_is_clicked_not_the_middle_of_all() -> None:
    canvas = bar("Discard", "Save")
    result = look(save(), canvas)
    assert result.found is not None
    assert canvas.texts[1].region.contains(result.found.point)


def test_a_button_as_wide_as_its_panel_is_the_button_where_its_label_stands_in_its_middle() -> None:
    wide = Canvas()
    control = wide.button("Save", 100, 400, 600, 40)
    result = look(save(), wide)
    assert result.found is not None
    assert result.found.point.distance(control.center) < 4
    left = Canvas()
    left.button("", 100, 400, 600, 40)
    left.write("Save", 110, 414)
    assert look(save(), left).found is None


def test_a_field_that_another_caption_names_is_not_the_labels() -> None:
    canvas = Canvas()
    field = canvas.field("Room", 100, 200)
    anchor = Anchor(
        region=field.padded(6),
        control=field,
        click_point=field.center,
        ocr_text="Room",
        label_region=canvas.texts[0].region,
        kind=TargetKind.INPUT,
    )
    assert look(anchor, canvas).found is not None
    other = Canvas()
    other.write("Room", 100, 165)
    other.write("Ward", 62, 208)
    other._box(field, (255, 255, 255))
    assert look(anchor, other).found is None


@pytest.mark.parametrize("said", ["[Save", "Save]", "|Save|"])
def test_a_border_that_was_read_with_the_label_is_none_of_it(said: str) -> None:
    assert [hit.part for hit in label_hits([TextRun(said, SAVE)], "Save")] == [False]
    assert label_hits([TextRun(said, SAVE)], "Saved") == ()


def test_a_radio_button_with_a_faint_smoothed_border_is_seen() -> None:
    pixels = np.full((120, 300, 3), 255, np.uint8)
    cv2.circle(pixels, (60, 60), 7, (226, 222, 218), 1, cv2.LINE_AA)
    canvas = Canvas((300, 120))
    canvas.pixels = pixels
    place = Region(53, 53, 15, 15)
    anchor = Anchor(region=place, control=place, click_point=place.center, kind=TargetKind.BOX)
    live = control_like(anchor, canvas.frame, Point(60, 60), 1.0)
    assert live is not None
    assert live.intersection(place).area >= 0.7 * place.area
    assert control_like(anchor, canvas.frame, Point(180, 60), 1.0) is None


@pytest.mark.parametrize(("ink", "greyed"), [((217, 85, 87), False), ((168, 164, 160), True)])
def test_a_link_of_another_hue_is_not_taken_for_a_greyed_one(ink: tuple[int, int, int], greyed: bool) -> None:
    place = Region(60, 40, 110, 20)
    then, now = Canvas((300, 100)), Canvas((300, 100))
    cv2.putText(then.pixels, "rota-april", (62, 54), cv2.FONT_HERSHEY_SIMPLEX, 0.5, INK if greyed else (173, 114, 1), 1)
    cv2.putText(now.pixels, "rota-april", (62, 54), cv2.FONT_HERSHEY_SIMPLEX, 0.5, ink, 1)
    anchor = Anchor(template="t.png", region=place.padded(8), control=place, click_point=place.center)
    options = ResolveOptions(crops={"t.png": then.frame.crop(anchor.region)})
    assert is_greyed_out(anchor, now.frame, options, place) is greyed


def test_a_second_button_whose_letters_stand_between_pixels_is_noticed() -> None:
    recorded = two_buttons(second=False)
    draft = draft_anchor(recorded, SAVE.center, step_id="s")
    options = ResolveOptions(crops={draft.anchor.template or "": draft.crops[TEMPLATE]}, effort=Effort.NEAR)
    assert isinstance(resolve(draft.anchor, Observation(recorded, recorded=recorded), options), Resolution)
    answer = resolve(draft.anchor, Observation(two_buttons(second=True), recorded=recorded), options)
    assert isinstance(answer, Refusal)
    assert answer.code is HaltCode.AMBIGUOUS


def two_buttons(*, second: bool) -> Frame:
    """A blue button with white letters, and beside it the same half a pixel off, as browsers place it."""
    large = np.full((64, 220, 3), (200, 110, 25), np.uint8)
    cv2.putText(large, "Release order", (16, 40), cv2.FONT_HERSHEY_SIMPLEX, 0.8, (255, 255, 255), 2, cv2.LINE_AA)
    pixels = np.full((600, 800, 3), 255, np.uint8)
    for place, shift in ((300, 0), *([(460, 1)] if second else [])):
        moved = np.roll(large, shift, axis=1)
        pixels[300:332, place : place + 110] = cv2.resize(moved, (110, 32), interpolation=cv2.INTER_AREA)
    return Frame(bgr=pixels)


@pytest.mark.parametrize(
    ("fill", "ink", "elsewhere", "off"),
    [
        ((255, 255, 255), (153, 153, 153), 255, True),
        ((255, 255, 255), (40, 40, 40), 255, False),
        ((255, 255, 255), (240, 135, 30), 255, False),
        ((255, 255, 255), (153, 153, 153), 120, False),
    ],
    ids=["grey and faint", "lit up when recorded", "another style", "another theme"],
)
def test_a_filled_button_that_is_grey_and_faint_on_a_page_as_it_was_is_off(
    fill: tuple[int, int, int], ink: tuple[int, int, int], elsewhere: int, off: bool
) -> None:
    def page(ground: int, fill: tuple[int, int, int], ink: tuple[int, int, int]) -> Frame:
        pixels = np.full((600, 800, 3), ground, np.uint8)
        cv2.rectangle(pixels, (300, 300), (409, 331), fill, cv2.FILLED)
        cv2.putText(pixels, "Save", (335, 321), cv2.FONT_HERSHEY_SIMPLEX, 0.5, ink, 1, cv2.LINE_AA)
        return Frame(bgr=pixels)

    recorded, live = page(255, (240, 135, 30), (255, 255, 255)), page(elsewhere, fill, ink)
    assert lost_its_colour(save(), Observation(live, recorded=recorded), SAVE) is off


@pytest.mark.parametrize(("ink", "greyed"), [((236, 186, 186), True), ((217, 85, 87), False)])
def test_a_label_whose_button_is_not_seen_any_more_is_asked_whether_it_faded(
    ink: tuple[int, int, int], greyed: bool
) -> None:
    def page(ink: tuple[int, int, int], *, box: bool) -> Canvas:
        canvas = Canvas()
        if box:
            cv2.rectangle(canvas.pixels, (300, 300), (409, 331), (217, 85, 87), 1)
        cv2.putText(canvas.pixels, "Save", (335, 321), cv2.FONT_HERSHEY_SIMPLEX, 0.5, ink, 1, cv2.LINE_AA)
        return canvas

    label = Region(335, 309, 38, 14)
    anchor = save().model_copy(update={"template": "t.png", "label_region": label})
    options = ResolveOptions(crops={"t.png": page((217, 85, 87), box=True).frame.crop(anchor.region)})
    assert is_greyed_out(anchor, page(ink, box=False).frame, options, label.moved(1, 0)) is greyed


def test_data_of_another_record_is_no_new_name_of_a_control() -> None:
    canvas = Canvas()
    canvas.write("Monday", 300, 250)
    canvas.write("Rooms", 180, 308)
    marks = tuple(
        Landmark(ocr_text=t.text, dx_px=SAVE.center.x - t.region.center.x, dy_px=SAVE.center.y - t.region.center.y)
        for t in canvas.texts
    )
    canvas.button("13:30 Ruth", *SAVE)
    observation = seen(frame=canvas.frame, texts=tuple(canvas.texts))
    search = Search(observation, TextReader(observation), Effort.FULL)
    anchor = save().model_copy(update={"landmarks": marks, "ocr_text": "14:00 Noor"})
    assert try_geometry(anchor, search, ResolveOptions()).found is None
    named = anchor.model_copy(update={"ocr_text": "Reserve"})
    assert try_geometry(named, search, ResolveOptions()).found is None


def test_a_title_that_says_what_a_button_said_is_not_the_button() -> None:
    canvas = Canvas()
    label = canvas.write("Save", 320, 305, size=0.9)
    canvas.texts[:] = [TextRun("Save", Region(label.x, label.y + 3, label.w, 12))]
    anchor = save().model_copy(update={"label_region": Region(326, 306, label.w, 20)})
    assert look(anchor, canvas).found is None


@pytest.mark.parametrize(("fill", "ground", "off"), [(247, 255, True), (239, 255, False), (247, 200, False)])
def test_a_faint_field_that_is_fainter_on_a_page_as_it_was_is_off(fill: int, ground: int, off: bool) -> None:
    def page(fill: int, ground: int) -> Frame:
        pixels = np.full((600, 800, 3), ground, np.uint8)
        cv2.rectangle(pixels, (300, 300), (409, 331), (fill, fill, fill), cv2.FILLED)
        return Frame(bgr=pixels)

    observation = Observation(page(fill, ground), recorded=page(239, 255))
    assert faded_in_place(save(), observation, SAVE) is off


def test_a_large_title_whose_words_stand_apart_says_the_label_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """Read word by word, the recorded screen says “Save all” once only, at the button; its title says it as well."""
    words = (TextRun("Save", Region(300, 100, 60, 20)), TextRun("all", Region(398, 100, 30, 20)))
    title, label = TextRun("Save all", Region(300, 100, 128, 20)), TextRun("Save all", Region(320, 308, 70, 16))
    recorded, live = Canvas(), Canvas()
    recorded.button("", *SAVE)
    observation = Observation(live.frame, recorded=recorded.frame)

    def told(apart: tuple[TextRun, ...]) -> Callable[..., tuple[TextRun, ...]]:
        def read(reader: TextReader, region: Region | None = None) -> tuple[TextRun, ...]:
            texts = apart if reader._frame is observation.frame else (*apart, label)
            return tuple(t for t in texts if region is None or region.contains(t.region.center))

        return read

    monkeypatch.setattr(TextReader, "items", told(words))
    monkeypatch.setattr(TextReader, "lines", told((title,)))
    anchor = save().model_copy(update={"ocr_text": "Save all", "label_region": label.region})
    assert try_label(anchor, Search(observation, TextReader(observation), Effort.FULL)).found is None


@pytest.mark.parametrize(("remote", "off"), [(False, True), (True, False)])
def test_blur_takes_contrast_from_all_that_is_drawn(remote: bool, off: bool) -> None:
    canvas = Canvas()
    canvas.field("Name", 100, 200)
    recorded = canvas.frame.bgr.copy()
    cv2.line(recorded, (310, 316), (400, 316), (0, 0, 0), 1)
    live = cv2.GaussianBlur(recorded, (0, 0), 0.9) if remote else recorded.copy()
    if not remote:
        live[SAVE.y : SAVE.bottom, SAVE.x : SAVE.right] = (
            255 - (255 - live[SAVE.y : SAVE.bottom, SAVE.x : SAVE.right]) // 3
        )
    observation = Observation(Frame(bgr=live), recorded=Frame(bgr=recorded))
    assert faded_in_place(save(), observation, SAVE) is off


@pytest.mark.parametrize(
    ("again", "field", "found"),
    [(None, False, True), ("Ward room", True, False), ("Ward room", False, True), ("Ward room two", True, True)],
)
def test_a_second_field_of_that_name_is_noticed_wherever_it_stands(again: str | None, field: bool, found: bool) -> None:
    """A word without a field, and a field of a longer name, are none."""
    canvas = Canvas()
    place = canvas.field("Ward room", 100, 200)
    anchor = Anchor(
        region=place.padded(6),
        control=place,
        click_point=place.center,
        ocr_text="Ward room",
        label_region=canvas.texts[0].region,
        kind=TargetKind.INPUT,
    )
    if again and field:
        canvas.field(again, 480, 500)
    elif again:
        canvas.write(again, 480, 500)
    answer = look(anchor, canvas, Effort.NEAR)
    assert (answer.found is not None) is found
    assert answer.attempt.code is (None if found else HaltCode.AMBIGUOUS)


@pytest.mark.parametrize(("again", "found"), [(None, True), ("Tools", False), ("Tool list", True)])
def test_a_second_entry_that_says_the_same_between_pixels_is_noticed(again: str | None, found: bool) -> None:
    canvas = Canvas()
    canvas.write("Tools", 200, 200)
    place = canvas.texts[0].region
    anchor = Anchor(
        region=place.padded(6), control=place, click_point=place.center, ocr_text="Tools", label_region=place
    )
    if again:
        canvas.write(again, 600, 500)
        rows = canvas.pixels[490:540]
        rows[:] = cv2.warpAffine(
            rows, np.array([[1, 0, 0.5], [0, 1, 0]], np.float32), rows.shape[1::-1], borderMode=cv2.BORDER_REPLICATE
        )
    answer = look(anchor, canvas, Effort.NEAR)
    assert (answer.found is not None) is found
    assert answer.attempt.code is (None if found else HaltCode.AMBIGUOUS)


@pytest.mark.parametrize(("piece", "known"), [("Control", True), ("Tool", False), ("n", False)])
def test_a_title_that_was_read_in_pieces_is_no_new_name_of_a_control(piece: str, known: bool) -> None:
    canvas = Canvas()
    canvas.write("Monday", 300, 250)
    canvas.write("Rooms", 180, 308)
    marks = tuple(
        Landmark(ocr_text=t.text, dx_px=SAVE.center.x - t.region.center.x, dy_px=SAVE.center.y - t.region.center.y)
        for t in canvas.texts
    )
    canvas.button("Bed control", *SAVE)
    observation = seen(frame=canvas.frame, texts=tuple(canvas.texts))
    search = Search(observation, TextReader(observation), Effort.FULL)
    anchor = save().model_copy(update={"landmarks": marks, "nearby_texts": (piece,)})
    assert (try_geometry(anchor, search, ResolveOptions()).found is None) is known
