"""The tabs of a browser that is open already, by its debugging port. Asked in a thread."""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from dataclasses import dataclass

from studio.ui.words import tr

_PATIENCE_S = 3.0


@dataclass(frozen=True)
class OpenTab:
    """One tab. `id` is the browser's own."""

    id: str
    title: str
    address: str


@dataclass(frozen=True)
class OpenTabs:
    """The tabs, the one in front first; `problem` where no browser answers."""

    tabs: tuple[OpenTab, ...] = ()
    problem: str = ""


def base_of(endpoint: str) -> str:
    """`9222`, `host:9222` and `http://host:9222` as an address."""
    said = endpoint.strip().rstrip("/")
    said = f"127.0.0.1:{said}" if said.isdigit() else said
    return said if "://" in said else f"http://{said}"


def tabs_at(endpoint: str) -> OpenTabs:
    """All pages that the browser shows."""
    try:
        told = json.loads(_asked(f"{base_of(endpoint)}/json/list"))
        pages = [t for t in told if t.get("type") == "page" and not str(t.get("url", "")).startswith("devtools:")]
        return OpenTabs(tuple(OpenTab(str(t["id"]), str(t.get("title", "")), str(t.get("url", ""))) for t in pages))
    except (urllib.error.URLError, OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return OpenTabs(problem=tr("No browser answers there. Start it with --remote-debugging-port=9222."))


def bring_to_front(endpoint: str, tab: str) -> None:
    """Show that tab: the one in front is where the recording begins. Nothing happens where it is gone."""
    try:
        _asked(f"{base_of(endpoint)}/json/activate/{tab}")
    except (urllib.error.URLError, OSError, ValueError):
        return


def _asked(address: str) -> str:
    direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    with direct.open(address, timeout=_PATIENCE_S) as answer:
        return bytes(answer.read(4_000_000)).decode("utf-8", "replace")
