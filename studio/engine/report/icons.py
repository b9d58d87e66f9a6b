"""Line icons of the states, drawn so that no font is needed (20-grid, 1.8 px lines, in the colour of the text)."""

from __future__ import annotations

from studio.engine.report.markup import Markup, el

_PATHS = {
    "passed": "M4 10.5 8 14.5 16 6",
    "healed": "M16 8A6.5 6.5 0 0 0 4.6 6.4M4 3v3.8h3.8M4 12a6.5 6.5 0 0 0 11.4 1.6M16 17v-3.8h-3.8",
    "halted": "M6.5 11V5.2a1.2 1.2 0 0 1 2.4 0V9.5M8.9 9V3.7a1.2 1.2 0 0 1 2.4 0V9.5M11.3 9V5a1.2 1.2 0 0 1 2.4 0v5"
    "M13.7 10V7.2a1.2 1.2 0 0 1 2.4 0V12c0 3.5-2 5.8-5.2 5.8-3 0-4.2-1.4-5.4-3.6L3.6 11.4c-.4-1 .9-1.8 1.7-.9L6.5 12",
    "failed": "M5 5 15 15M15 5 5 15",
    "unknown": "M7 7.3A3 3 0 1 1 11.6 10C10.4 10.8 10 11.4 10 12.4M10 15.6v.2",
    "running": "M6.5 4.5v11l9-5.5z",
    "skipped": "M5 10H15",
    "shield": "M10 2.8 16 5v4.6c0 3.7-2.5 6.3-6 7.6-3.5-1.3-6-3.9-6-7.6V5zM10 7v3.5M10 13v.2",
}


def icon(name: str) -> Markup:
    """The icon of a state."""
    return el("svg", el("path", d=_PATHS[name]), viewBox="0 0 20 20", class_="icon", aria_hidden="true")
