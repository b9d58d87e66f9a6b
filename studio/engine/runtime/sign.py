"""A single figure, sign or icon found by its shape, in any size, theme and window: for what has no readable label.

One key of a calculator is much like the next, so that a likeness alone decides nothing. The shape must be clearly
more like the recorded one than any other on the live screen is, and clearly more like it than anything else that the
recorded screen showed: a 3 whose key is gone is not found in the 8, since the 8 was there before. How much larger all
signs have become is voted by those that are found beyond doubt; what grew otherwise (the same figure in a display) is
another one.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from studio.engine.model.anchor import Anchor, TargetKind
from studio.engine.model.geometry import Region
from studio.engine.model.halts import HaltCode
from studio.engine.model.resolution import Candidate, Rung
from studio.engine.runtime.attempts import Found, RungResult, found, missed, refused, skipped
from studio.engine.runtime.greyed import is_greyed_out
from studio.engine.runtime.observation import Observation, ResolveOptions
from studio.engine.runtime.placing import point_in
from studio.engine.runtime.presence import control_like
from studio.engine.runtime.searching import Search
from studio.engine.vision.control_ink import common_colour
from studio.engine.vision.frame import Frame
from studio.engine.vision.signs import Likenesses, Sign, likenesses, signs_in

SURE = 0.8
"""Likeness from which a shape may be the recorded one (the same key in another font size: 0.76 to 1)."""
MARGIN = 0.05
"""So much less alike is whatever else stands on either screen (8 and 3: 0.1; 6 and 8: 0.05)."""
_VOTES, _VOTER = 4, 0.85
"""So many signs, found for each other with this likeness at least, tell the scale."""
_GROWN = 0.22
"""Part of the voted size (at least a pixel) by which a sign may be larger or smaller."""
_LEAST_PX = 4
"""The longer side of a shape that tells anything, px: a point is like any other speck."""
_MIDDLE = 0.3
"""Part of the control's sides by which its shape may stand beside its middle: corners of a border do not count."""
_FADED = 0.72
"""Part of the contrast, measured by the other signs, below which a shape is greyed out (GTK and Qt: 0.5)."""
_THEME, _AS_STRONG, _PEERS = 40, 25, 2
"""Grey levels by which the screen's ground differs in another theme; up to so many apart two signs are as strong as
each other; and so many of them tell how strong such a sign is now."""
_WITHIN = 0.75
"""Part of a shape that lies inside of the recorded control at least, or of the control inside of the shape: the foot of
a picture may have been cut off, or a part of it been taken for all."""
_LINE_PX, _TOOLS_APART, _PICTURE = 3, 2.5, 1.6
"""Tools stand on one line up to so many px, so many times their height apart, and are so many times wider than high or
lower than each other at most."""
_LARGEST = 2.0
"""Times as large as recorded (at the found scale) a control around the shape is at most."""
_RUNG = Rung.TEMPLATE_GLOBAL


@dataclass(frozen=True)
class _Board:
    """The signs of both screens, how alike they are, and which one is meant."""

    then: tuple[Sign, ...]
    now: tuple[Sign, ...]
    alike: Likenesses
    mine: int

    @property
    def own(self) -> Sign:
        return self.then[self.mine]


def try_sign(anchor: Anchor, search: Search, options: ResolveOptions) -> RungResult:
    """The one place in the frame that shows the recorded shape. Only for icons (60 to 150 ms)."""
    recorded, frame = search.observation.recorded, search.observation.frame
    if anchor.kind not in (TargetKind.ICON, TargetKind.BOX) or recorded is None:
        return skipped(_RUNG, "The target is no icon of which the recorded screen is known.")
    then = signs_in(recorded)
    mine = _own(anchor, then)
    if mine is None or (anchor.kind is TargetKind.BOX and not _is_tool(then[mine], then)):
        return skipped(_RUNG, "The recorded picture shows no single shape.")
    now = signs_in(frame)
    return _chosen(anchor, search.observation, options, _Board(then, now, likenesses(then, now), mine))


def _own(anchor: Anchor, then: tuple[Sign, ...]) -> int | None:
    """The one shape in the middle of the recorded control."""
    target = anchor.target
    reach = (_MIDDLE * target.w + 1, _MIDDLE * target.h + 1)
    inside = [
        number
        for number, sign in enumerate(then)
        if sign.region.intersection(target.padded(2)).area >= _WITHIN * min(sign.region.area, target.area)
        and abs(sign.region.center.x - target.center.x) <= reach[0]
        and abs(sign.region.center.y - target.center.y) <= reach[1]
    ]
    return inside[0] if len(inside) == 1 and _size(then[inside[0]]) >= _LEAST_PX else None


def _is_tool(sign: Sign, then: tuple[Sign, ...]) -> bool:
    """Whether pictures stand at both sides of it, as in a tool bar: then a square is a picture too, and no check box,
    beside which stand words."""
    place = sign.region
    line = [s.region for s in then if s is not sign and abs(s.region.center.y - place.center.y) <= _LINE_PX]
    left = max((r for r in line if r.right <= place.x), key=lambda r: r.right, default=None)
    right = min((r for r in line if r.x >= place.right), key=lambda r: r.x, default=None)
    if left is None or right is None:
        return False
    near = max(place.x - left.right, right.x - place.right) <= _TOOLS_APART * place.h
    return near and all(r.w <= _PICTURE * r.h and r.h >= place.h / _PICTURE for r in (left, right))


def _chosen(anchor: Anchor, seen: Observation, options: ResolveOptions, board: _Board) -> RungResult:
    frame, recorded = seen.frame, seen.recorded or seen.frame
    voters = _voters(board)
    grown = float(np.median([_size(b) / _size(a) for a, b in voters])) if voters else None
    live = _of_size(board.now, _size(board.own) * grown if grown else None)
    row = np.where(live, board.alike[board.mine], 0.0) if board.now else np.zeros(0)
    order = np.argsort(-row)[:8]
    shown = [_candidate(board, int(i), float(row[i])) for i in order if row[i] >= SURE - MARGIN]
    if not shown or row[order[0]] < SURE:
        return missed(_RUNG, "Its shape is nowhere.", shown, SURE)
    best = int(order[0])
    if refusal := _unclear(board, row, best, shown, by_size=grown is not None):
        return refusal
    sign = board.now[best]
    moved = anchor.target.moved(*_shift(board.own, sign))
    faded = _is_faded(board.own, sign, voters, rethemed=_is_rethemed(recorded, frame))
    if faded or is_greyed_out(anchor, frame, options, moved):
        return refused(_RUNG, HaltCode.DISABLED, "The same shape is there, but greyed out.", shown)
    scale = grown or _size(sign) / _size(board.own)
    place = _place(anchor, frame, sign, scale)
    spot = Found(point_in(anchor, place), place, float(row[best]), scale)
    return found(_RUNG, spot, "The same shape, clearly more like it than anything else.", shown, SURE)


def _voters(board: _Board) -> list[tuple[Sign, Sign]]:
    """The signs that are each other's best, then and now, all but the target: what became of the whole screen. Nobody
    where too few are."""
    if not board.now:
        return []
    best, back = board.alike.argmax(axis=1), board.alike.argmax(axis=0)
    votes = [
        (sign, board.now[j])
        for i, (sign, j) in enumerate(zip(board.then, best, strict=True))
        if board.alike[i, j] >= _VOTER and back[j] == i and i != board.mine and _size(sign) > _LEAST_PX
    ]
    return votes if len(votes) >= _VOTES else []


def _is_faded(then: Sign, now: Sign, voters: list[tuple[Sign, Sign]], *, rethemed: bool) -> bool:
    """Whether it has clearly less contrast than recorded, though the others have not: it is greyed out.

    Another theme gives each colour another contrast: there only what was as strong as it tells how strong it should be.
    """
    ratios = [b.contrast / a.contrast for a, b in voters]
    if rethemed:
        alike = [r for r, (a, _) in zip(ratios, voters, strict=True) if abs(a.contrast - then.contrast) <= _AS_STRONG]
        ratios = alike if len(alike) >= _PEERS else [now.contrast / then.contrast]
    usual = float(np.median(ratios)) if ratios else 1.0
    return now.contrast < _FADED * min(usual, 1.0) * then.contrast


def _is_rethemed(recorded: Frame, frame: Frame) -> bool:
    """Whether the ground of most of the screen has another colour now."""
    then, now = common_colour(recorded.bgr), common_colour(frame.bgr)
    return max(abs(a - b) for a, b in zip(then, now, strict=True)) > _THEME


def _unclear(
    board: _Board, row: NDArray[np.float64], best: int, shown: list[Candidate], *, by_size: bool
) -> RungResult | None:
    """Why the best place is not the recorded target, where something else is nearly as much like it."""
    least = row[best] - MARGIN
    same = _of_size(board.then, _size(board.own) if by_size else None)
    same[board.mine] = False
    twins = likenesses([board.own], board.then)[0] > least
    rivals = int((row > least).sum()) - 1
    if rivals > int((twins & same).sum()):
        return refused(_RUNG, HaltCode.AMBIGUOUS, "Several places show the same shape.", shown)
    if rivals or bool((board.alike[:, best] > least)[same].any()):
        return missed(_RUNG, "Another sign of the recorded screen is nearly like it.", shown, SURE)
    return None


def _of_size(signs: tuple[Sign, ...], size: float | None) -> NDArray[np.bool_]:
    """Which signs are about as large as that; all of them where no size is told."""
    if size is None:
        return np.ones(len(signs), bool)
    sizes = np.array([_size(sign) for sign in signs])
    return np.asarray(np.abs(sizes - size) <= max(_GROWN * size, 1.0))


def _size(sign: Sign) -> int:
    return max(sign.region.w, sign.region.h)


def _shift(then: Sign, now: Sign) -> tuple[int, int]:
    return now.region.center.x - then.region.center.x, now.region.center.y - then.region.center.y


def _place(anchor: Anchor, frame: Frame, sign: Sign, scale: float) -> Region:
    """The control around the shape where there is one of about its size, else the shape."""
    control = control_like(anchor, frame, sign.region.center, scale)
    most = _LARGEST * scale * max(anchor.target.w, anchor.target.h)
    return control if control and max(control.w, control.h) <= most else sign.region


def _candidate(board: _Board, number: int, score: float) -> Candidate:
    sign = board.now[number]
    scale = _size(sign) / _size(board.own)
    return Candidate(point=sign.region.center, region=sign.region, score=min(score, 1.0), scale=scale)
