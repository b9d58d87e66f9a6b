from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from studio.engine.model.geometry import Region
from studio.engine.vision import ocr_models
from studio.engine.vision.cache import LeastRecent
from studio.engine.vision.ocr_boxes import InkBox, ink_boxes, text_areas
from studio.engine.vision.ocr_lines import OcrLine, OcrWord, line_picture, reading_order, words_of
from studio.engine.vision.ocr_models import Glyphs, pad_to_grid


def strip(*runs: tuple[int, int], height: int = 40, width: int = 400) -> np.ndarray:
    """White, with black blocks of 12 px height from and to the given columns."""
    pixels = np.full((height, width, 3), 255, np.uint8)
    for start, end in runs:
        pixels[14:26, start:end] = 0
    return pixels


def boxed(*runs: tuple[int, int]) -> InkBox:
    (box,) = ink_boxes(strip(*runs), Region(0, 0, 400, 40))
    return box


def glyphs(box: InkBox, text: str, *places: int) -> Glyphs:
    """What the recogniser says when each character fires at a column of the ink."""
    pad = max(2, round(box.region.h * 0.2))
    return Glyphs(text, tuple((x + pad) / (box.region.w + 2 * pad) for x in places), 0.99)


def test_ink_is_trimmed() -> None:
    assert boxed((50, 58), (60, 68)).region == Region(50, 14, 18, 12)


def test_a_gap_wider_than_a_line_parts_two_lines() -> None:
    boxes = ink_boxes(strip((10, 60), (76, 120)), Region(0, 0, 400, 40))
    assert [box.region for box in boxes] == [Region(10, 14, 50, 12), Region(76, 14, 44, 12)]
    assert len(ink_boxes(strip((10, 60), (70, 120)), Region(0, 0, 400, 40))) == 1


@pytest.mark.parametrize("thickness", [1, 2, 3])
def test_borders_are_no_ink(thickness: int) -> None:
    pixels = strip((50, 90))
    pixels[2 : 2 + thickness, :] = 100
    pixels[:, 200 : 200 + thickness] = 100
    assert [box.region for box in ink_boxes(pixels, Region(0, 0, 400, 40))] == [Region(50, 14, 40, 12)]


def test_paper_is_found_on_dark_and_faint_grounds() -> None:
    faint = 255 - (255 - strip((50, 90)).astype(int)) // 20
    for pixels in (255 - strip((50, 90)), faint.astype(np.uint8)):
        assert [box.region for box in ink_boxes(pixels, Region(0, 0, 400, 40))] == [Region(50, 14, 40, 12)]
    assert ink_boxes(np.full((20, 20, 3), 7, np.uint8), Region(0, 0, 20, 20)) == []


def test_equal_ink_has_an_equal_key_wherever_it_stands() -> None:
    one, other = strip((50, 58), (60, 68)), strip((150, 158), (160, 168))
    (a,), (b,) = ink_boxes(one, Region(0, 0, 400, 40)), ink_boxes(other, Region(100, 5, 200, 30))
    assert a.key(one) == b.key(other)
    assert np.array_equal(line_picture(one, a), line_picture(other, b))
    (c,) = ink_boxes(strip((50, 58), (60, 69)), Region(0, 0, 400, 40))
    assert c.key(strip((50, 58), (60, 69))) != a.key(one)


def test_a_lost_space_is_put_back_at_a_wide_gap() -> None:
    box = boxed((0, 8), (10, 18), (24, 32), (34, 42))
    assert [w.text for w in words_of(glyphs(box, "inTo", 4, 14, 28, 38), box)] == ["in", "To"]
    assert [w.region for w in words_of(glyphs(box, "inTo", 4, 14, 28, 38), box)] == [
        Region(0, 14, 18, 12),
        Region(24, 14, 18, 12),
    ]


def test_a_space_that_was_read_is_not_doubled() -> None:
    box = boxed((0, 8), (10, 18), (24, 32), (34, 42))
    assert [w.text for w in words_of(glyphs(box, "in To", 4, 14, 21, 28, 38), box)] == ["in", "To"]


def test_letter_gaps_are_no_spaces() -> None:
    box = boxed((0, 8), (10, 18), (20, 28), (30, 38))
    assert [w.text for w in words_of(glyphs(box, "noon", 4, 14, 24, 34), box)] == ["noon"]


def test_the_wide_sides_of_a_digit_are_no_space() -> None:
    box = boxed((0, 3), (7, 15), (17, 25))
    assert [w.text for w in words_of(glyphs(box, "197", 1, 11, 21), box)] == ["197"]


def test_an_icon_beyond_a_gap_is_left_out() -> None:
    box = boxed((0, 8), (10, 18), (26, 38))
    assert [w.region for w in words_of(glyphs(box, "in", 4, 14), box)] == [Region(0, 14, 18, 12)]


def test_nothing_read_is_no_word() -> None:
    box = boxed((0, 8))
    assert words_of(Glyphs("", (), 0.0), box) == ()
    assert words_of(glyphs(box, " ", 4), box) == ()


def test_words_share_a_line_by_their_lengths_where_nothing_better_is_known() -> None:
    line = OcrLine("ab  cdef", Region(100, 10, 80, 12), 0.9)
    assert line.placed_words() == (
        OcrWord("ab", Region(100, 10, 20, 12)),
        OcrWord("cdef", Region(140, 10, 40, 12)),
    )
    assert OcrLine("", Region(0, 0, 0, 0), 0.0).placed_words() == ()


def test_rows_are_read_from_left_to_right() -> None:
    regions = [Region(200, 12, 50, 10), Region(10, 10, 50, 14), Region(100, 40, 20, 10), Region(5, 44, 20, 10)]
    assert reading_order(regions) == [1, 0, 3, 2]


def test_areas_grow_to_the_size_of_the_glyphs_and_faint_ones_are_dropped() -> None:
    text_map = np.zeros((60, 200), np.float32)
    text_map[20:30, 40:140] = 0.9
    text_map[45:55, 40:140] = 0.4
    (area,) = text_areas(text_map)
    assert area == Region(32, 12, 117, 27)


def test_padding_repeats_the_edge_up_to_the_grid() -> None:
    padded = pad_to_grid(np.full((33, 70, 3), 9, np.uint8))
    assert padded.shape == (64, 96, 3)
    assert (padded == 9).all()
    whole = np.zeros((64, 64, 3), np.uint8)
    assert pad_to_grid(whole) is whole


def test_the_least_recent_is_forgotten() -> None:
    kept: LeastRecent[str, int] = LeastRecent(2)
    kept.put("a", 1)
    kept.put("b", 2)
    assert kept.get("a") == 1
    kept.put("c", 3)
    assert (kept.get("a"), kept.get("b"), kept.get("c"), len(kept)) == (1, None, 3, 2)
    kept.clear()
    assert len(kept) == 0


def test_a_model_that_is_not_the_pinned_one_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All thresholds were measured with one model; another one reads other texts."""
    name = ocr_models.model_files()[0]
    (tmp_path / "models").mkdir()
    (tmp_path / "models" / name).write_bytes(ocr_models.model_bytes(name) + b"\0")
    monkeypatch.setattr(ocr_models, "find_spec", lambda _: SimpleNamespace(submodule_search_locations=[tmp_path]))
    with pytest.raises(ocr_models.OcrUnavailable, match="another one"):
        ocr_models.model_bytes(name)


def test_a_model_that_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ocr_models, "find_spec", lambda _: None)
    with pytest.raises(ocr_models.OcrUnavailable, match=ocr_models.model_files()[1]):
        ocr_models.model_bytes(ocr_models.model_files()[1])


def test_the_border_of_a_field_close_below_is_no_part_of_a_text() -> None:
    pixels = strip((100, 110), (116, 130), (136, 148))
    pixels[30:31, 98:400] = 90
    pixels[30:40, 98:99] = 90
    (box,) = ink_boxes(pixels, Region(96, 8, 60, 26))
    assert (box.region.y, box.region.bottom) == (14, 26)
