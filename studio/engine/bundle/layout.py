"""Names and limits of the bundle format (docs/bundle-format.md)."""

from __future__ import annotations

import re

from studio.engine.errors import BadBundle
from studio.engine.limits import MAX_FOLDERS_DEEP

WORKFLOW = "workflow.json"
MANIFEST = "manifest.json"
DECISIONS = "decisions.jsonl"
PROPOSALS = "param_proposals.json"
READABLE = "workflow.py"
SIGNATURE = "signature.json"
UNSEALED_FILES = frozenset({MANIFEST, DECISIONS, SIGNATURE})
"""Files that the content digest leaves out."""


_DEVICES = re.compile(r"(con|prn|aux|nul|clock\$|com[0-9¹²³]|lpt[0-9¹²³])(\.|$)", re.IGNORECASE)
_FORBIDDEN = re.compile(r'[\\:*?"<>|\x00-\x1f\x7f]')


def frame_path(step_id: str) -> str:
    """Where the screen just before step `step_id` was recorded is kept."""
    return f"frames/{step_id}_before.png"


def safe_path(path: str) -> str:
    """`path` where it names a file inside of the bundle on every system. Raises BadBundle."""
    parts = path.split("/")
    wrong = (
        not path
        or len(path) > 240
        or len(parts) > MAX_FOLDERS_DEEP
        or _FORBIDDEN.search(path)
        or any("\ud800" <= c <= "\udfff" for c in path)
        or any(_is_unsafe(part) for part in parts)
    )
    if wrong:
        raise BadBundle(f"{path[:80]!a} is not the path of a file inside of the bundle: do not use this bundle.")
    return path


def safe_asset(path: str) -> str:
    """`path` where it names a picture inside of the bundle. Raises BadBundle."""
    if not safe_path(path).endswith(".png"):
        raise BadBundle(f"{path[:80]!r} is not the path of a PNG picture inside of the bundle.")
    return path


def _is_unsafe(part: str) -> bool:
    return part in ("", ".", "..") or part[-1] in " ." or part[0] == " " or _DEVICES.match(part) is not None
