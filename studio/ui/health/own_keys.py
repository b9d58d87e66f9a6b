"""Keys of the recorder that a person may choose: what may be one, as a pure check."""

from __future__ import annotations

from studio.engine.errors import BadInput
from studio.recorder.desktop.hot_keys import hot_keys
from studio.ui.record.targets import chord
from studio.ui.told import told
from studio.ui.words import tr


def wrong_with(pause: str, finish: str) -> str:
    """Why these two cannot be the keys of the recorder; empty where they can."""
    for keys in (pause, finish):
        if not keys:
            return tr("Press the keys that you want.")
        if "," in keys or keys.count("+") < 1:
            return tr("Hold Ctrl, Alt or Shift with it: a single key would be taken from your programs.")
    try:
        hot_keys((f"pause={chord(pause)}", f"finish={chord(finish)}"))
    except BadInput as problem:
        return told(str(problem))
    return ""
