"""Short makers of steps, workflows and resolutions."""

from __future__ import annotations

from typing import Any

from studio.engine.model.anchor import Anchor
from studio.engine.model.geometry import Region
from studio.engine.model.resolution import Resolution, Rung
from studio.engine.model.workflow import ActionKind, Step, Workflow

PLACE = Region(300, 300, 110, 32)


def step(step_id: str = "step_000", action: ActionKind = ActionKind.CLICK, **more: Any) -> Step:
    """A step that clicks “Save”, unless told otherwise."""
    return Step(**{"id": step_id, "intent": f"do {step_id}", "action": action, "timeout_s": 0.0, **more})


def save_anchor(**more: Any) -> Anchor:
    """An anchor of a button “Save”."""
    given = {"region": PLACE, "control": PLACE, "click_point": PLACE.center, "ocr_text": "Save"}
    return Anchor(**{**given, **more})


def workflow(*steps: Step, **more: Any) -> Workflow:
    """A workflow of those steps."""
    return Workflow(**{"name": "notes", "viewport": (800, 600), "steps": steps, **more})


def resolution(rung: Rung = Rung.STRUCTURAL, **more: Any) -> Resolution:
    """A target found in its place."""
    given: dict[str, Any] = {"rung": rung, "point": PLACE.center, "region": PLACE, "confidence": 0.9}
    return Resolution(**{**given, **more})
