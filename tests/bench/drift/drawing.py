"""Draws looks in a real browser: the page, its framework, its change; then frames, structure and truth."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, sync_playwright

from studio.engine.backends.web.backend import WebBackend
from studio.engine.backends.web.browser import find_browser, launch_args, new_context
from studio.engine.model.structure_json import snapshot_to_json
from tests.bench.drift.corpus import HERE, Look
from tests.bench.drift.store import FOLDER, folder_of

ADDRESS = "http://drift.example/"
STATIONS = (0.0, 0.55, 1.1)
"""How far down the page frames are taken, in heights of the view: where a run that scrolls would look. The page's top
is taken too where it is not seen first."""
_OWN_DARK = {"bootstrap", "pico", "water", "mini"}
_RESIZE = """factor => {
  const all = [...document.querySelectorAll("body, body *")];
  const sizes = all.map(e => parseFloat(getComputedStyle(e).fontSize));
  all.forEach((e, i) => e.style.setProperty("font-size", sizes[i] * factor + "px", "important"));
}"""
_FONT = """font => {
  const sheet = document.createElement("style");
  sheet.textContent = `* { font-family: "${font}" !important; }`;
  document.head.append(sheet);
}"""


def document(look: Look) -> str:
    """The whole HTML of a look before any change."""
    css = [(HERE / "css" / f"{look.framework}.css").read_text()]
    if look.dark and look.framework in ("water", "mini"):
        css = [(HERE / "css" / f"{look.framework}-dark.css").read_text()]
    css.append((HERE / "layout.css").read_text())
    if look.dark and look.framework not in _OWN_DARK:
        css.append((HERE / "dark.css").read_text())
    elif look.dark:
        css.append(":root { --ground: #23272e; }")
    body = (HERE / "pages" / f"{look.page}.html").read_text()
    theme = ' data-theme="light"' if not look.dark else ""
    head = "".join(f"<style>{sheet}</style>" for sheet in css)
    head = f'<head><meta charset="utf-8"><title>Page</title>{head}</head>'
    return f'<!DOCTYPE html><html lang="en"{theme}>{head}<body>{body}</body></html>'


class Painter:
    """One browser; a session for each viewport and scale."""

    def __init__(self, browser: Browser, root: Path = FOLDER) -> None:
        self._browser, self._root = browser, root
        self._sessions: dict[tuple[tuple[int, int], float], tuple[WebBackend, Any]] = {}
        self._stack = ExitStack()
        self._html = ""

    def draw(self, look: Look) -> dict[str, dict[str, object]]:
        """Draw and keep a look; the facts of its targets (see truth.js)."""
        backend, page, facts = self.shown(look)
        self._keep(look, backend, page, facts)
        return facts

    def shown(self, look: Look) -> tuple[WebBackend, Any, dict[str, dict[str, object]]]:
        """The look on a page of its own session, the page itself, and the facts of its targets."""
        backend, page = self._session(look)
        self._html = document(look)
        backend.goto(ADDRESS)
        facts: dict[str, dict[str, object]] = page.evaluate((HERE / "truth.js").read_text())
        page.evaluate(_script("style.js"), {"name": look.framework, "dark": look.dark})
        if look.font:
            page.evaluate(_FONT, look.font)
        if look.text != 1.0:
            page.evaluate(_RESIZE, look.text)
        page.evaluate("() => { window.marks.button = document.querySelector('button')?.className ?? ''; }")
        change = {"kind": look.change, "name": look.target, "seed": 11}
        names = [look.target] if look.target or look.change not in _ONE_BY_ONE else list(facts)
        for name in names:
            if look.change != "language" or "de" in facts[name]:
                page.evaluate(_script("change.js"), {**change, "name": name})
        return backend, page, facts

    def _session(self, look: Look) -> tuple[WebBackend, Any]:
        key = (look.viewport, look.scale)
        if key not in self._sessions:
            context = new_context(self._browser, viewport=look.viewport, scale=look.scale)
            self._stack.callback(context.close)
            page = context.new_page()
            page.route("**/*", lambda route: route.fulfill(body=self._html, content_type="text/html"))
            self._sessions[key] = (WebBackend(page), page)
        return self._sessions[key]

    def _keep(self, look: Look, backend: WebBackend, page: Any, facts: dict[str, Any]) -> None:
        folder = folder_of(look, self._root)
        folder.mkdir(parents=True, exist_ok=True)
        told = []
        last = None
        start = page.evaluate("() => window.start")
        above = [0.0] if start else []
        for top in (*(start + part * look.viewport[1] for part in STATIONS), *above):
            page.evaluate("y => window.scrollTo(0, y)", top)
            now = page.evaluate("() => window.scrollY")
            if now == last:
                continue
            last = now
            backend.wait_quiet(3.0)
            number = len(told)
            (folder / f"{number}.png").write_bytes(backend.frame().png)
            (folder / f"{number}.json").write_text(json.dumps(snapshot_to_json(backend.snapshot())))
            told.append({"places": page.evaluate(_script("places.js")), "scale": look.scale, "facts": facts})
        (folder / "truth.json").write_text(json.dumps(told))

    def close(self) -> None:
        """Close all sessions."""
        self._stack.close()


_ONE_BY_ONE = ("synonym", "language", "longer", "upper", "retagged", "icon", "disabled")
"""Changes of a target that are made to each of them where the look names none."""


def _script(name: str) -> str:
    return (HERE / name).read_text()


@contextmanager
def painter(*, smooth: bool = False, root: Path = FOLDER) -> Iterator[Painter]:
    """A painter with a browser of its own; `smooth` draws text with subpixel smoothing."""
    args = [a for a in launch_args() if not smooth or a != "--disable-lcd-text"]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=find_browser(),
            args=[*args, *(["--enable-lcd-text", "--enable-font-antialiasing"] if smooth else [])],
            ignore_default_args=["--hide-scrollbars"],
        )
        one = Painter(browser, root)
        try:
            yield one
        finally:
            one.close()
            browser.close()


def draw_missing(wanted: Iterable[Look], root: Path = FOLDER) -> int:
    """Draw what is not kept yet; how many that were."""
    missing = [look for look in wanted if not (folder_of(look, root) / "truth.json").exists()]
    done: set[Path] = set()
    for smooth in (False, True):
        part = [look for look in missing if look.smooth is smooth]
        if not part:
            continue
        with painter(smooth=smooth, root=root) as one:
            for look in part:
                if (place := folder_of(look, root)) not in done:
                    done.add(place)
                    one.draw(look)
    return len(done)
