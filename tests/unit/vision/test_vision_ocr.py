from __future__ import annotations

import threading
from collections.abc import Callable

import cv2
import numpy as np
import pytest
from vision_pages import Page

from studio.engine.model.geometry import Region
from studio.engine.vision import Frame, ocr, ocr_stats, warm_up
from studio.engine.vision.ocr import OcrReader, OcrStats, detector_sizes, forget_readings
from studio.engine.vision.text import same_text

Load = Callable[[str], Page]
LABELS = {
    "button-save": "Save encounter",
    "button-submit": "Submit",
    "button-cancel": "Cancel",
    "button-consult": "Consult",
    "text-home": "Dashboard",
    "text-list": "Patient list",
    "text-who": "Signed in as Maria",
    "text-title": "Referral tasks",
    "text-jane": "Jane Sample",
    "text-alex": "Alex Testcase",
}


@pytest.fixture(autouse=True)
def fresh() -> None:
    forget_readings()


def read(frame: Frame, region: Region | None = None) -> list[str]:
    return [line.text for line in ocr(frame, region=region)]


def lettered(text: str, size: tuple[int, int], scale: float = 0.6) -> Frame:
    pixels = np.full((*size, 3), 255, np.uint8)
    cv2.putText(pixels, text, (8, size[0] - 12), cv2.FONT_HERSHEY_SIMPLEX, scale, (0, 0, 0), 1, cv2.LINE_AA)
    return Frame(bgr=pixels)


@pytest.mark.parametrize("name", ["light_80", "light_100", "light_150", "dark_100", "dark_125"])
def test_labels_are_read_with_their_spaces_where_they_stand(page: Load, name: str) -> None:
    drawn = page(name)
    words = [word for line in ocr(drawn.frame) for word in line.words]
    for element, label in LABELS.items():
        place = drawn.text(element).padded(4)
        inside = [word.text for word in words if place.contains(word.region.center)]
        assert " ".join(inside) == label


def test_lines_come_in_reading_order(page: Load) -> None:
    texts = " ".join(read(page("light_100").frame))
    order = ["Dashboard", "Patient list", "Referral tasks", "Save encounter", "Submit", "Jane Sample", "Alex Testcase"]
    assert [texts.index(text) for text in order] == sorted(texts.index(text) for text in order)


def test_a_region_is_read_in_screen_coordinates(page: Load) -> None:
    drawn = page("light_100")
    button = drawn.element("button-save")
    (line,) = ocr(drawn.frame, region=button)
    assert same_text(line.text, "Save encounter")
    assert button.union(line.region) == button
    assert abs(line.region.center.x - button.center.x) <= 3


def test_a_region_outside_of_the_screen_reads_as_nothing(page: Load) -> None:
    assert ocr(page("light_100").frame, region=Region(5000, 0, 100, 100)) == []
    assert ocr(Frame(bgr=np.full((100, 100, 3), 255, np.uint8))) == []


@pytest.mark.parametrize(
    ("size", "seen"),
    [
        ((12, 20), [(64, 64)]),
        ((128, 320), [(320, 128)]),
        ((40, 1200), [(1216, 64)]),
        ((600, 640), [(640, 608)]),
        ((800, 1280), [(1280, 800)]),
        ((1080, 1920), [(1920, 544), (1920, 544), (1920, 128)]),
    ],
)
def test_the_detector_sees_pixels_one_to_one(size: tuple[int, int], seen: list[tuple[int, int]]) -> None:
    ocr(Frame(bgr=np.full((*size, 3), 200, np.uint8)))
    assert list(detector_sizes()) == seen


def test_a_single_digit_and_a_wide_strip_are_read(page: Load) -> None:
    assert read(lettered("7", (32, 28))) == ["7"]
    assert read(lettered("one word", (40, 1200))) == ["one word"]


@pytest.mark.parametrize("px", [9, 10, 11])
def test_small_text_keeps_its_words(px: int) -> None:
    large = lettered("Search with exact method", (60, 700), 1.5)
    scale = px / 44
    small = cv2.resize(large.bgr, None, fx=scale * 1.35, fy=scale * 1.35, interpolation=cv2.INTER_AREA)
    (text,) = read(Frame(bgr=small))
    assert same_text(text, "Search with exact method")


def test_text_across_two_bands_is_read_once() -> None:
    pixels = np.full((1600, 1920, 3), 255, np.uint8)
    rows = [*range(40, 1600, 34)]
    for y in rows:
        cv2.putText(pixels, f"row {y}", (50, y), cv2.FONT_HERSHEY_SIMPLEX, 0.6, (0, 0, 0), 1, cv2.LINE_AA)
    assert [t.replace(" ", "") for t in read(Frame(bgr=pixels))] == [f"row{y}" for y in rows]


def test_the_same_pixels_are_never_read_twice(page: Load) -> None:
    drawn = page("light_100")
    place = drawn.element("button-save").padded(10)
    before = ocr_stats()
    first = ocr(drawn.frame, region=place)
    assert ocr(Frame.of(drawn.frame.png), region=place) == first
    done = ocr_stats() - before
    assert (done.calls, done.call_hits, done.pixels) == (1, 1, place.area)
    assert done.ms > 0


def test_what_stays_of_a_changed_page_is_not_recognised_again(page: Load) -> None:
    drawn = page("light_100")
    ocr(drawn.frame)
    changed = drawn.frame.bgr.copy()
    field = drawn.element("input-phone")
    changed[field.y + 4 : field.bottom - 4, field.x + 4 : field.right - 4] = 255
    before = ocr_stats()
    ocr(Frame(bgr=changed))
    done = ocr_stats() - before
    assert done.box_hits > 20
    assert done.boxes_recognised <= 2


def test_full_frames_are_counted_apart(page: Load) -> None:
    frame = page("light_100").frame
    before = ocr_stats()
    ocr(frame, region=Region(0, 0, frame.size[0], frame.size[1] // 2))
    assert (ocr_stats() - before).full_frames == 0
    ocr(frame, region=Region(0, 0, frame.size[0], frame.size[1] - 20))
    done = ocr_stats() - before
    assert (done.calls, done.full_frames) == (2, 1)
    ocr(frame, region=Region(0, 0, frame.size[0], frame.size[1] - 20))
    assert (ocr_stats() - before).full_frames == 1


def test_snapshots_of_the_counters_do_not_change(page: Load) -> None:
    before = ocr_stats()
    copy = OcrStats(*(before - OcrStats()).__getstate__())  # type: ignore[misc]
    ocr(page("light_100").frame, region=Region(0, 0, 300, 100))
    assert before == copy
    assert (OcrStats(3, 1, 5) - OcrStats(1, 1, 2)) == OcrStats(2, 0, 3)


def test_many_threads_may_read_and_warm_up_at_once(page: Load) -> None:
    drawn = page("light_100")
    reader, answers = OcrReader(), []
    place = drawn.element("button-save")

    def work() -> None:
        answers.append([line.text for line in reader.read(drawn.frame, place)])

    threads = [threading.Thread(target=work) for _ in range(4)] + [threading.Thread(target=warm_up)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == [["Save encounter"]] * 4
    assert reader.stats.calls == 1


def test_varied_pictures_do_not_fill_the_memory() -> None:
    reader = OcrReader()
    dice = np.random.default_rng(3)
    for _ in range(150):
        height, width = (int(v) for v in dice.integers(10, 60, 2))
        noise = dice.integers(0, 255, (height, width, 3)).astype(np.uint8)
        reader.read(Frame(bgr=noise), Region(0, 0, width, height))
    assert len(reader._calls) <= 64


def test_a_real_page_keeps_its_words(recorded: Callable[[str], Frame]) -> None:
    texts = read(recorded("0008_before"))
    for expected in ["Search by Home Phone", "Recent Patients", "333-444-2222", "1972-02-09", "Date of Birth"]:
        assert expected in texts
    assert any("in New Browser Tab Search with exact method" in text for text in texts)


def test_icons_beside_a_label_do_not_widen_it(recorded: Callable[[str], Frame]) -> None:
    (line,) = [x for x in ocr(recorded("0008_before")) if x.text == "Message Center"]
    assert abs(line.region.right - 235) <= 2
