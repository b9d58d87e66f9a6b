"""The keys of a pad, which have no label that could be read: found by their shape in any size and theme, or refused."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from helpers.drawing import FONT

from studio.engine.model.anchor import Anchor, TargetKind
from studio.engine.model.geometry import Region
from studio.engine.model.halts import HaltCode
from studio.engine.model.resolution import Verdict
from studio.engine.runtime.attempts import RungResult
from studio.engine.runtime.observation import Effort, Observation, ResolveOptions, TextReader
from studio.engine.runtime.searching import Search
from studio.engine.runtime.sign import try_sign
from studio.engine.vision.frame import Frame
from studio.engine.vision.signs import likenesses, signs_in

KEYS = ("7", "8", "9", "/", "4", "5", "6", "*", "1", "2", "3", "-", "0", "+", "=", "%")
KEY, STEP, LEFT, TOP = (78, 44), (90, 56), 40, 90


def place(number: int) -> Region:
    return Region(LEFT + number % 4 * STEP[0], TOP + number // 4 * STEP[1], *KEY)


def pad(
    keys: tuple[str, ...] = KEYS,
    *,
    size: float = 0.5,
    dark: bool = False,
    shown: str = "",
    faint: str = "",
    coloured: str = "",
) -> Frame:
    """A calculator: its keys row by row, `shown` large in its display; the key `faint` is greyed out, and the key
    `coloured` has a colour of its own."""
    ground, fill, line, ink = (40, 60, 90, 235) if dark else (250, 232, 180, 30)
    pixels = np.full((360, 460, 3), ground, np.uint8)
    cv2.putText(pixels, shown, (330, 70), FONT, 1.5, (ink,) * 3, 3, cv2.LINE_AA)
    for number, key in enumerate(keys):
        at = place(number)
        corner = (at.right - 1, at.bottom - 1)
        cv2.rectangle(pixels, (at.x, at.y), corner, (fill,) * 3, cv2.FILLED)
        cv2.rectangle(pixels, (at.x, at.y), corner, (line,) * 3, 1)
        (width, height), _ = cv2.getTextSize(key, FONT, size, 1)
        shade = fill + (ink - fill) // 3 if key == faint else ink
        shade = (130 if dark else 100) if key == coloured else shade
        start = (at.center.x - width // 2, at.center.y + height // 2)
        cv2.putText(pixels, key, start, FONT, size, (shade,) * 3, 1, cv2.LINE_AA)
    return Frame(bgr=pixels)


def found_in(live: Frame, key: str, recorded: Frame | None = None) -> RungResult:
    recorded = recorded or pad(shown="0")
    control = place(KEYS.index(key))
    crop = control.padded(6)
    anchor = Anchor(template="t.png", region=crop, click_point=control.center, kind=TargetKind.ICON, control=control)
    seen = Observation(live, recorded=recorded)
    options = ResolveOptions(crops={"t.png": recorded.crop(crop)})
    return try_sign(anchor, Search(seen, TextReader(seen), Effort.FULL), options)


@pytest.mark.parametrize(("size", "dark"), [(0.5, True), (0.65, False), (0.8, True)])
def test_each_key_is_found_in_another_size_and_theme_and_never_in_another_one(size: float, dark: bool) -> None:
    live = pad(size=size, dark=dark, shown="0")
    results = {key: found_in(live, key) for key in "0368-+*="}
    acted = {key: result.found.point for key, result in results.items() if result.found}
    assert all(place(KEYS.index(key)).contains(point) for key, point in acted.items())
    assert len(acted) >= 7


def test_keys_that_changed_places_are_followed() -> None:
    other = tuple(reversed(KEYS))
    results = {key: found_in(pad(other), key) for key in "36*"}
    assert all(r.found and place(other.index(key)).contains(r.found.point) for key, r in results.items())


@pytest.mark.parametrize("key", ["3", "6", "0", "-"])
def test_a_key_that_is_gone_is_not_found_in_its_like(key: str) -> None:
    left = tuple("" if other == key else other for other in KEYS)
    assert found_in(pad(left, size=0.65, shown="0"), key).attempt.verdict is Verdict.MISS


@pytest.mark.parametrize(("key", "new"), [("5", "$"), ("0", "A"), ("*", "x"), ("=", "~")])
def test_a_key_that_is_gone_is_not_found_in_a_new_one(key: str, new: str) -> None:
    other = tuple(new if one == key else one for one in KEYS)
    assert found_in(pad(other, size=0.65), key).attempt.verdict is Verdict.MISS


def test_a_second_key_of_the_same_sign_makes_it_unclear() -> None:
    result = found_in(pad(tuple("5" if key == "%" else key for key in KEYS), size=0.65), "5")
    assert result.attempt.verdict is Verdict.REFUSED
    assert result.attempt.code is HaltCode.AMBIGUOUS


def test_a_greyed_out_key_is_not_pressed() -> None:
    result = found_in(pad(shown="0", faint="5"), "5")
    assert result.attempt.verdict is Verdict.REFUSED
    assert result.attempt.code is HaltCode.DISABLED


def test_in_dark_a_key_is_greyed_out_only_beside_others_that_were_as_strong() -> None:
    """A coloured key may have less contrast in a dark theme than the black ones have."""
    coloured = found_in(pad(dark=True, shown="0", coloured="5"), "5", pad(shown="0", coloured="5"))
    assert coloured.found is not None
    assert place(KEYS.index("5")).contains(coloured.found.point)
    assert found_in(pad(dark=True, shown="0", faint="5"), "5").attempt.code is HaltCode.DISABLED


def test_the_same_figure_in_the_display_is_another_one() -> None:
    result = found_in(pad(size=0.65, shown="0"), "0")
    assert result.found is not None
    assert place(KEYS.index("0")).contains(result.found.point)


def bar(*, words: bool, scale: int = 1) -> Frame:
    """A half filled square between two other pictures, or between two words as a check box stands."""
    pixels = np.full((120, 420, 3), 240, np.uint8)
    side, left = 16 * scale, 150 * scale
    cv2.rectangle(pixels, (left, 40), (left + side, 40 + side), (20, 20, 20), 2)
    cv2.rectangle(pixels, (left, 40), (left + side // 2, 40 + side), (20, 20, 20), cv2.FILLED)
    for number, word in enumerate(("Notes", "Letters")):
        x = left + (-80 if words else -34) * scale if number == 0 else left + side + 18 * scale
        if words:
            cv2.putText(pixels, word, (x, 53), FONT, 0.5, (20, 20, 20), 1, cv2.LINE_AA)
        else:
            middle = (x + side // 2, 40 + side // 2)
            cv2.drawMarker(pixels, middle, (20, 20, 20), (cv2.MARKER_CROSS, cv2.MARKER_STAR)[number], side, 2)
    return Frame(bgr=pixels)


def test_a_square_among_the_pictures_of_a_tool_bar_is_one_of_them_and_beside_words_a_check_box() -> None:
    control = Region(149, 39, 19, 19)
    anchor = Anchor(region=control, click_point=control.center, kind=TargetKind.BOX, control=control)

    def tried(*, words: bool) -> RungResult:
        seen = Observation(bar(words=words, scale=2), recorded=bar(words=words))
        return try_sign(anchor, Search(seen, TextReader(seen), Effort.FULL), ResolveOptions())

    acted = tried(words=False).found
    assert acted is not None
    assert Region(300, 40, 34, 34).contains(acted.point)
    assert tried(words=True).attempt.verdict is Verdict.SKIPPED


def test_what_is_no_icon_or_has_no_recorded_screen_is_not_looked_for() -> None:
    control = place(0)
    anchor = Anchor(region=control, click_point=control.center, kind=TargetKind.TEXT, control=control)
    seen = Observation(pad(), recorded=pad())
    search = Search(seen, TextReader(seen), Effort.FULL)
    assert try_sign(anchor, search, ResolveOptions()).attempt.verdict is Verdict.SKIPPED
    icon = anchor.model_copy(update={"kind": TargetKind.ICON})
    unknown = Search(Observation(pad()), TextReader(seen), Effort.FULL)
    assert try_sign(icon, unknown, ResolveOptions()).attempt.verdict is Verdict.SKIPPED


def test_likenesses_are_ones_for_the_same_shapes_and_nothing_for_none() -> None:
    signs = signs_in(pad())
    alike = likenesses(signs, signs)
    assert alike.shape == (len(signs), len(signs))
    assert np.allclose(np.diag(alike), 1.0, atol=0.01)
    assert likenesses((), signs).shape == (0, len(signs))
    assert signs_in(Frame(bgr=np.full((90, 120, 3), 200, np.uint8))) == ()
