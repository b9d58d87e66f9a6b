"""Whether what was read says what was expected; frames that are not decoded; small print at odd places."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from studio.engine.model.geometry import Region
from studio.engine.vision.frame import Frame
from studio.engine.vision.match import template_peaks
from studio.engine.vision.text import misreadings, reads


@pytest.mark.parametrize(
    "said",
    [
        "Encounter saved",
        "Encounter saved — Seen today",
        "MockMed Encounler saved",
        "Encountersaved—Seen",
        "ENCOUNTER  SAVED",
    ],
)
def test_a_text_is_read_up_to_one_wrong_letter_in_twelve(said: str) -> None:
    assert reads(said, "Encounter saved")


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("No encounters have been saved yet", "Encounter saved"),
        ("Encounter unsaved", "Encounter saved"),
        ("Visit 13", "Visit 12"),
        ("", "Encounter saved"),
        ("Sav", "Save"),
    ],
)
def test_another_text_is_not_taken_for_it(said: str, wanted: str) -> None:
    assert not reads(said, wanted)


def test_misreadings_count_letters() -> None:
    assert [misreadings("save", other) for other in ("save", "sove", "saves", "")] == [0, 1, 1, 4]


def test_the_size_of_a_png_is_known_without_decoding_it() -> None:
    frame = Frame(png=Frame(bgr=np.zeros((30, 50, 3), np.uint8)).png)
    assert frame.size == (50, 30)
    assert "bgr" not in frame.__dict__


def test_the_same_file_shows_the_same_without_decoding_it() -> None:
    data = Frame(bgr=np.full((30, 50, 3), 7, np.uint8)).png
    one, other = Frame(png=data), Frame(png=data)
    assert one.same_pixels(other)
    assert "bgr" not in one.__dict__
    assert not one.same_file(Frame(bgr=one.bgr))
    assert one.same_pixels(Frame(bgr=one.bgr))


@pytest.mark.parametrize("shift", [(0, 0), (1, 0), (0, 1), (1, 1)])
def test_the_coarse_search_finds_both_of_two_buttons_at_odd_places(shift: tuple[int, int]) -> None:
    pixels = np.full((400, 800, 3), (40, 30, 25), np.uint8)
    places = [Region(105 + shift[0], 289 + shift[1], 184, 40), Region(590, 78, 184, 40)]
    for place in places:
        pixels[place.y : place.bottom, place.x : place.right] = (80, 160, 240)
        cv2.putText(
            pixels, "Save Encounter", (place.x + 35, place.y + 26), cv2.FONT_HERSHEY_SIMPLEX, 0.45, 0, 1, cv2.LINE_AA
        )
    frame = Frame(bgr=pixels)
    found = {m.region for m in template_peaks(frame, frame.crop(places[0]), coarse=True, floor=0.9)}
    assert found == set(places)


def test_the_public_functions_take_png_bytes_and_plain_tuples() -> None:
    from studio import engine

    pixels = np.full((200, 400, 3), 255, np.uint8)
    cv2.putText(pixels, "Recent Patients", (40, 60), cv2.FONT_HERSHEY_SIMPLEX, 0.6, 0, 1, cv2.LINE_AA)
    frame = Frame(bgr=pixels)
    part = frame.crop(Region(30, 35, 200, 40)).png
    assert engine.find_template(frame.png, part, search_region=(0, 0, 300, 150)).region == Region(30, 35, 200, 40)
    assert engine.find_text(frame.png, "Recent Patients", region=(0, 0, 400, 100)) is not None
    assert len(engine.find_text_candidates(frame.png, "Recent Patients")) == 1
    assert [line.text for line in engine.ocr(frame.png, region=(0, 0, 400, 100))] == ["Recent Patients"]
    assert engine.phash(frame.png, (0, 0, 200, 100)) == engine.phash(frame, Region(0, 0, 200, 100))
