"""Frames whose documents the top document may not look into: of another site (own process) or another origin."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import CDPSession
from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import Frame as PageFrame

from studio.engine.backends.web.pages import Pages
from studio.engine.backends.web.world import World

_NEAR_PX = 40.0  # border and padding of a frame element lie between its corner and its document's
_MOST_FRAMES = 40

Place = dict[str, Any]


class ForeignFrames:
    """Finds the scripts of a foreign frame by where its element lies. Worlds are kept as long as their frames."""

    def __init__(self, pages: Pages) -> None:
        self._pages = pages
        self._worlds: dict[PageFrame, World | None] = {}

    def located(self) -> list[tuple[float, float, World]]:
        """Left and top (px of the window) of each frame that can be asked, with its scripts."""
        front = self._pages.front
        frames = [frame for frame in front.page.frames if frame.parent_frame is not None][:_MOST_FRAMES]
        self._worlds = {frame: world for frame, world in self._worlds.items() if not frame.is_detached()}
        placed = [(_corner(frame), self._world(frame, front.session)) for frame in frames]
        return [(*corner, world) for corner, world in placed if corner is not None and world is not None]

    def known(self) -> list[World]:
        """The scripts of all frames that the last look has asked and that are still there."""
        return [world for frame, world in self._worlds.items() if world is not None and not frame.is_detached()]

    def _world(self, frame: PageFrame, session: CDPSession) -> World | None:
        if frame not in self._worlds:
            self._worlds[frame] = _own_process(frame) or _same_process(frame, session)
        return self._worlds[frame]

    def forget(self) -> None:
        """A frame did not answer: it may live elsewhere now."""
        self._worlds.clear()


def world_at(place: Place, located: list[tuple[float, float, World]]) -> World | None:
    """The scripts of the frame that lies at `place` (as the in-page script told it); None where there is none."""
    x, y = place["view"]["x"], place["view"]["y"]
    distances = [(abs(left - x) + abs(top - y), world) for left, top, world in located]
    distance, world = min(distances, key=lambda pair: pair[0], default=(_NEAR_PX, None))
    return world if distance < _NEAR_PX else None


def placed(place: Place, scale: float) -> Place:
    """What the in-page script must know to answer in px of the whole page's frame."""
    return {"view": place["view"], "clip": place["clip"], "ratio": scale}


def _own_process(frame: PageFrame) -> World | None:
    try:
        return World(frame.page.context.new_cdp_session(frame))
    except PlaywrightError:
        return None


def _same_process(frame: PageFrame, session: CDPSession) -> World | None:
    """By the frame's number, which the debugging protocol and the driver do not share: told by address, name, order."""
    alike = [other for other in frame.page.frames if _traits(other) == _traits(frame)]
    try:
        tree = session.send("Page.getFrameTree")["frameTree"]
    except PlaywrightError:
        return None
    ids = [found["id"] for found in _flat(tree) if (found["url"], found.get("name", "")) == _traits(frame)]
    nth = alike.index(frame)
    return World(session, ids[nth]) if nth < len(ids) else None


def _traits(frame: PageFrame) -> tuple[str, str]:
    return frame.url.split("#")[0], frame.name


def _flat(tree: dict[str, Any]) -> list[dict[str, Any]]:
    return [tree["frame"], *(frame for child in tree.get("childFrames", []) for frame in _flat(child))]


def _corner(frame: PageFrame) -> tuple[float, float] | None:
    try:
        box = frame.frame_element().bounding_box()
    except PlaywrightError:
        return None
    return (box["x"], box["y"]) if box else None
