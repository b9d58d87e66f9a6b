"""The engine: recordings, bundles, compiling, resolving, replaying, healing. No Qt, no global state.

The stable public functions are importable from here and loaded when they are first asked for.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

_WHERE = {
    "compile_recording": "studio.engine.compiler",
    "Replayer": "studio.engine.runtime",
    "load_bundle": "studio.engine.bundle",
    "save_bundle": "studio.engine.bundle",
    "resolve": "studio.engine.runtime",
    "Observation": "studio.engine.runtime.observation",
    "ResolveOptions": "studio.engine.runtime.observation",
    "Resolution": "studio.engine.model.resolution",
    "Frame": "studio.engine.vision",
    "find_template": "studio.engine.vision",
    "find_text": "studio.engine.vision",
    "find_text_candidates": "studio.engine.vision",
    "ocr": "studio.engine.vision",
    "phash": "studio.engine.vision",
    "wait_settled": "studio.engine.vision",
    "lint": "studio.engine.policy",
    "certify": "studio.engine.policy",
    "render_run_report": "studio.engine.report",
}

__all__ = sorted(_WHERE)


def __getattr__(name: str) -> Any:
    if name not in _WHERE:
        raise AttributeError(f"studio.engine has no {name!r}")
    return getattr(import_module(_WHERE[name]), name)
