"""The script that watches: the engine's own description of a page, and the parts that listen."""

from __future__ import annotations

from functools import lru_cache

from studio.engine.backends.web.world import PARTS
from studio.resource_files import resource

BINDING = "waymarkTell"
WORLD = "waymark"
"""The engine's world: what it marks as secret there stays known."""

_LISTENERS = ("record", "record_hover", "record_pointer", "record_fields", "record_rest")
_KEY = "__waymarkRecorder"


@lru_cache(maxsize=1)
def listener_script() -> str:
    """To be run in each frame; where it has run already it only listens again.

    A frame inside another of the same process describes the whole page, since its names mean those of the outermost
    window that it may look into.
    """
    *described, api = PARTS
    parts = [resource(f"web/{part}.js").read_text(encoding="utf-8") for part in (*described, *_LISTENERS, api)]
    body = "\n".join(['"use strict";', *parts])
    return f"""(() => {{
  const KEY = {_KEY!r};
  if (globalThis[KEY]) return globalThis[KEY]();
  const self = globalThis;
  const BINDING = {BINDING!r};
  let rootWindow = self;
  try {{
    while (rootWindow.parent !== rootWindow && rootWindow.parent.document) rootWindow = rootWindow.parent;
  }} catch {{ /* the rest belongs to another process */ }}
  const work = {{ self, BINDING, KEY, rootWindow }};
  if (rootWindow === self) (function () {{ {body} }})();
  else with (rootWindow) with (work) (function () {{ {body} }})();
}})();
"""
