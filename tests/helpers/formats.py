"""Small recordings and bundles for tests of the formats."""

from __future__ import annotations

import resource
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

from studio.engine.bundle import save_bundle
from studio.engine.model.anchor import Anchor, Landmark
from studio.engine.model.geometry import Point, Region
from studio.engine.model.params import ParamProposal, ParamSpec
from studio.engine.model.structure import Element, RowList, StructureSnapshot, TextRun
from studio.engine.model.workflow import ActionKind, CheckKind, Postcondition, Risk, Step, Workflow
from studio.engine.recording import RecordedEvent, RecordingWriter
from studio.engine.vision.frame import Frame

SIZE = (40, 30)
PROJECT = Path(__file__).resolve().parents[2]
LINEAGE = PROJECT.parent / "shared" / "data" / "openemr"


def picture(seed: int, size: tuple[int, int] = SIZE) -> Frame:
    """A small frame that differs from one with another seed."""
    width, height = size
    return Frame(bgr=np.full((height, width, 3), (seed * 37 % 256, seed % 256, 7), np.uint8))


def click(x: int = 3, y: int = 4, **more: Any) -> RecordedEvent:
    """A recorded click."""
    return RecordedEvent(kind=ActionKind.CLICK, x=x, y=y, **more)


def typed(text: str, param: str | None = None, **more: Any) -> RecordedEvent:
    """A recorded text."""
    return RecordedEvent(kind=ActionKind.TYPE, text=text, param=param, **more)


EVENTS = (
    click(t=0.5),
    typed("Jane Sample", "patient", t=1.25, field_label="Patient"),
    RecordedEvent(kind=ActionKind.KEY, key="Control+Enter", t=2.0),
    RecordedEvent(kind=ActionKind.SCROLL, dx=0, dy=400, t=3.5),
)


def write_recording(folder: Path, events: tuple[RecordedEvent, ...] = EVENTS) -> Path:
    """A finished recording in which each after-frame is the next before-frame."""
    with RecordingWriter(folder, app_url="http://localhost/", viewport=SIZE) as writer:
        for i, event in enumerate(events):
            writer.append(event, picture(i), picture(i + 1))
        return writer.finish()


def element(**more: Any) -> Element:
    """An element with the traits that are given."""
    base: dict[str, Any] = {"index": 0, "tag": "button", "role": "button", "name": "Save", "region": Region(1, 2, 9, 8)}
    return Element(**(base | more))


def snapshot(*elements: Element) -> StructureSnapshot:
    """A snapshot with something of everything."""
    return StructureSnapshot(
        url="http://localhost/",
        title="Tasks",
        elements=elements,
        texts=(TextRun("Tasks", Region(0, 0, 10, 5)),),
        lists=(RowList("Tasks", 3, Region(0, 5, 10, 20)),),
        dialogs=("Saved",),
        scroll=(0, 12),
    )


def steps() -> tuple[Step, ...]:
    """A click, a typed parameter and an irreversible save."""
    anchor = Anchor(
        template="templates/a.png",
        region=Region(1, 2, 10, 10),
        click_point=Point(3, 4),
        ocr_text="Note",
        landmarks=(Landmark(ocr_text="Type", relation="above", distance_px=9),),
    )
    save = anchor.model_copy(update={"template": "templates/c.png", "ocr_text": "Save"})
    saved = Postcondition(kind=CheckKind.TEXT_ADDED, text="Saved", since="a")
    return (
        Step(id="a", intent="click ‘Note’", action=ActionKind.CLICK, anchor=anchor, before_frame="frames/a_before.png"),
        Step(id="b", intent="type ⟨note⟩", action=ActionKind.TYPE, param="note", field_label="Note"),
        Step(
            id="c",
            intent="click ‘Save’",
            action=ActionKind.CLICK,
            anchor=save,
            risk=Risk.IRREVERSIBLE,
            expect=(saved,),
        ),
    )


def workflow(**more: Any) -> Workflow:
    """A workflow of three steps and one parameter."""
    base: dict[str, Any] = {
        "name": "Triage",
        "viewport": SIZE,
        "params": {"note": "Stable"},
        "param_specs": {"note": ParamSpec(name="note", example="Stable")},
        "steps": steps(),
    }
    return Workflow(**(base | more))


ASSETS = {
    "templates/a.png": picture(1, (10, 10)),
    "templates/c.png": picture(2, (10, 10)),
    "frames/a_before.png": picture(3),
}

PROPOSALS = (ParamProposal(step_id="b", event_index=1, name="note", field_label="Note", masked_value="S…e"),)


def write_bundle(folder: Path, **more: Any) -> Path:
    """A sealed bundle of `workflow()`."""
    return save_bundle(workflow(**more), ASSETS, folder, proposals=PROPOSALS)


@contextmanager
def files_limited_to(size: int) -> Iterator[None]:
    """The kernel refuses to let any file of this process grow beyond `size` bytes."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
