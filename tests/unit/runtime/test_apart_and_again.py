"""A label that stands there once more than recorded, a picture greyed out, an icon in another theme."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from helpers.drawing import Canvas

from studio.engine.compiler.targets import TEMPLATE, draft_anchor
from studio.engine.model.anchor import Anchor, TargetKind
from studio.engine.model.geometry import Point, Region
from studio.engine.model.halts import HaltCode
from studio.engine.model.resolution import Refusal, Resolution
from studio.engine.runtime.greyed import is_greyed_out
from studio.engine.runtime.ladder import resolve
from studio.engine.runtime.observation import Effort, Observation, ResolveOptions
from studio.engine.runtime.presence import control_like
from studio.engine.vision.frame import Frame

FIELD = Point(150, 215)


def form(*more: int) -> Frame:
    canvas = Canvas()
    canvas.write("Visit of today", 60, 30)
    for y in (200, *more):
        canvas.field("Room", 60, y, width=240 if y == 200 else 300)
    canvas.button("Keep it", 60, 500)
    return canvas.frame


def there(live: Frame) -> Resolution | Refusal:
    recorded = form()
    draft = draft_anchor(recorded, FIELD, step_id="s", kind=TargetKind.INPUT)
    options = ResolveOptions(crops={draft.anchor.template or "": draft.crops[TEMPLATE]}, effort=Effort.NEAR)
    return resolve(draft.anchor, Observation(live, recorded=recorded), options)


def test_a_second_field_under_the_same_label_makes_the_first_unclear_though_it_looks_otherwise() -> None:
    assert isinstance(there(form()), Resolution)
    answer = there(form(320))
    assert isinstance(answer, Refusal)
    assert answer.code is HaltCode.AMBIGUOUS


ICON = Region(300, 100, 36, 36)


def icons(*at: Region, ground: int = 255, ink: int = 40, faint: float = 1.0, scale: float = 1.0) -> Frame:
    """A page with an arrow in each place, and with a cross that is another icon."""
    pixels = np.full((400, 640, 3), ground, np.uint8)
    shade = tuple(int(ground + (ink - ground) * faint) for _ in range(3))
    for place in at:
        x, y = place.center
        arm = round(8 * scale)
        cv2.arrowedLine(pixels, (x, y - arm), (x, y + arm), shade, max(1, round(2 * scale)), cv2.LINE_AA, tipLength=0.5)
    cv2.drawMarker(pixels, (80, 300), shade, cv2.MARKER_TILTED_CROSS, 18, 2)
    return Frame(bgr=pixels)


def icon_in(live: Frame) -> Resolution | Refusal:
    recorded = icons(ICON)
    anchor = Anchor(
        template="t.png", region=ICON.padded(12), click_point=ICON.center, kind=TargetKind.ICON, control=ICON
    )
    options = ResolveOptions(crops={"t.png": recorded.crop(anchor.region)})
    return resolve(anchor, Observation(live, recorded=recorded), options)


@pytest.mark.parametrize(("ground", "ink", "scale"), [(30, 230, 1.0), (255, 40, 1.25), (235, 90, 1.0)])
def test_an_icon_is_found_by_its_glyph_in_another_theme_and_size(ground: int, ink: int, scale: float) -> None:
    place = Region(120, 180, 36, 36)
    answer = icon_in(icons(place, ground=ground, ink=ink, scale=scale))
    assert isinstance(answer, Resolution)
    assert place.contains(answer.point)


def test_two_of_the_same_icon_are_ambiguous_and_none_is_no_icon() -> None:
    two = icon_in(icons(Region(120, 180, 36, 36), Region(400, 180, 36, 36), ground=30, ink=230))
    assert isinstance(two, Refusal)
    assert two.code is HaltCode.AMBIGUOUS
    none = icon_in(icons(ground=30, ink=230))
    assert isinstance(none, Refusal)
    assert none.code is HaltCode.TARGET_NOT_FOUND


def test_an_icon_that_was_greyed_out_is_not_acted_on() -> None:
    answer = icon_in(icons(ICON, faint=0.4))
    assert isinstance(answer, Refusal)
    assert answer.code is HaltCode.DISABLED


@pytest.mark.parametrize(("ground", "faint", "greyed"), [(255, 0.45, True), (255, 0.95, False), (60, 0.45, False)])
def test_less_contrast_is_greyed_out_only_on_the_recorded_ground(ground: int, faint: float, greyed: bool) -> None:
    recorded, live = icons(ICON), icons(ICON, ground=ground, faint=faint)
    anchor = Anchor(
        template="t.png", region=ICON.padded(12), click_point=ICON.center, kind=TargetKind.ICON, control=ICON
    )
    options = ResolveOptions(crops={"t.png": recorded.crop(anchor.region)})
    assert is_greyed_out(anchor, live, options, ICON) is greyed


@pytest.mark.parametrize("quality", [60, 40])
def test_a_button_is_seen_through_the_noise_of_a_remote_display_and_at_twice_its_size(quality: int) -> None:
    canvas = Canvas()
    button = canvas.button("Keep it", 60, 300)
    anchor = Anchor(region=button.padded(12), click_point=button.center, control=button, label_region=button.padded(-9))
    _, data = cv2.imencode(".jpg", canvas.pixels, [cv2.IMWRITE_JPEG_QUALITY, quality])
    noisy = Frame(bgr=np.ascontiguousarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8))
    seen = control_like(anchor, noisy, button.center, 1.0)
    assert seen is not None
    assert seen.intersection(button).area >= 0.9 * button.area
    twice = Frame(bgr=cv2.resize(canvas.pixels, None, fx=3, fy=3, interpolation=cv2.INTER_CUBIC))
    large = control_like(anchor, twice, Point(button.center.x * 3, button.center.y * 3), 3.0)
    assert large is not None
    assert abs(large.w - 3 * button.w) <= 8
