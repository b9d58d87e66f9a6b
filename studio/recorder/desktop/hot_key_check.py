"""The doctor's check of the recorder's hot keys: taken for a moment, to see that no other program holds them."""

from __future__ import annotations

import sys

from studio.engine.backends.protocols import EnvironmentUnable
from studio.engine.health.display import display
from studio.engine.health.finding import Finding


def hot_keys() -> Finding:
    """Whether the hot keys can be ours alone."""
    if sys.platform != "linux":
        return Finding("hot_keys", "ok", "Hot keys are heard, but programs in front hear them too.")
    from studio.recorder.desktop.hot_keys import hot_keys as usual
    from studio.recorder.desktop.key_grabs import KeyGrabs

    keys = usual()
    try:
        grabs = KeyGrabs(keys.chords.values()) if display().state == "ok" else None
    except EnvironmentUnable:
        grabs = None
    if grabs is None:
        return Finding("hot_keys", "warning", "Not looked at, for want of a display.", "Mend the display first.")
    grabs.close()
    if not grabs.refused:
        return Finding("hot_keys", "ok", f"Free: {', '.join(str(chord) for chord in keys.chords.values())}.")
    taken = ", ".join(str(chord) for chord in grabs.refused)
    mend = "End a recording that is under way, or choose other keys when you record."
    return Finding("hot_keys", "warning", f"Another program holds {taken}.", mend)
