"""A page with the pictures of every failure: what was recorded, where the target is now, where the run would act."""

from __future__ import annotations

import base64
from collections.abc import Iterable
from html import escape
from pathlib import Path

import cv2

from studio.engine.model.geometry import Region
from studio.engine.vision.frame import Frame
from tests.bench.drift.corpus import recorded
from tests.bench.drift.judging import NEEDLESS, WRONG, Case
from tests.bench.drift.store import FOLDER, load

MOST = 400
_STYLE = (
    "body{font:14px sans-serif;margin:20px} figure{margin:0 0 26px;border-top:1px solid #ccc} "
    "img{vertical-align:top;margin:4px;border:1px solid #999}"
)


def write_album(cases: Iterable[Case], path: Path, root: Path = FOLDER) -> int:
    """Write the page; how many failures it shows (wrong ones first, `MOST` at most)."""
    failures = sorted((c for c in cases if c.verdict in (WRONG, NEEDLESS)), key=lambda c: c.verdict != WRONG)[:MOST]
    path.parent.mkdir(parents=True, exist_ok=True)
    body = "".join(_figure(case, root) for case in failures)
    head = f'<!DOCTYPE html><html lang="en"><meta charset="utf-8"><title>Drift</title><style>{_STYLE}</style>'
    path.write_text(
        f"{head}<h1>{len(failures)} failures</h1><p>Green: the target now. Red: where it would act.</p>{body}"
    )
    path.with_suffix(".txt").write_text("".join(f"{_title(case)} | {_more(case)}\n" for case in failures))
    return len(failures)


def _title(case: Case) -> str:
    look = case.look
    return f"{case.verdict} · {case.arm} · {look.kind} · {look.page}/{case.target} · {look.framework}"


def _more(case: Case) -> str:
    look = case.look
    drawn = f"zoom {look.zoom:g} ratio {look.ratio:g} width {look.width} {look.font} {look.remote}"
    return f"{case.how}: {case.said} ({case.ms:.0f} ms) {drawn}"


def _figure(case: Case, root: Path) -> str:
    then, now = load(recorded(case.look.page), root), load(case.look, root)
    old = next((s for s in then if s.place(case.target).reached), then[0])
    shot = now[min(case.station, len(now) - 1)]
    pictures = _picture(old.frame, old.place(case.target).region.padded(160, 60), old.place(case.target).region, None)
    pictures += _picture(shot.frame, shot.frame.bounds, shot.place(case.target).region, case.point)
    return f"<figure><b>{escape(_title(case))}</b><br>{escape(_more(case))}<br>{pictures}</figure>"


def _picture(frame: Frame, part: Region, place: Region, point: tuple[int, int] | None) -> str:
    bgr = frame.bgr.copy()
    cv2.rectangle(bgr, (place.x, place.y), (place.right, place.bottom), (0, 160, 0), 2)
    if point:
        cv2.circle(bgr, (point[0], point[1]), 9, (0, 0, 220), 3)
    seen = part.clamped(frame.size)
    bgr = bgr[seen.y : seen.bottom, seen.x : seen.right]
    if seen == frame.bounds:
        bgr = cv2.resize(bgr, None, fx=720 / bgr.shape[1], fy=720 / bgr.shape[1], interpolation=cv2.INTER_AREA)
    _, data = cv2.imencode(".jpg", bgr, [cv2.IMWRITE_JPEG_QUALITY, 70])
    return f'<img alt="" src="data:image/jpeg;base64,{base64.b64encode(data.tobytes()).decode()}">'
