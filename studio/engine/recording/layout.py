"""Names, versions and limits of the recording format (docs/recording-format.md)."""

from __future__ import annotations

from typing import Literal

RECORDING_VERSION = 1
META = "meta.json"
EVENTS = "events.jsonl"
FRAMES = "frames"
STRUCTURE = "structure"
NOT_RECORDED = "not_recorded.jsonl"
RAW = "raw.jsonl"


Moment = Literal["before", "after"]
MOMENTS: tuple[Moment, Moment] = ("before", "after")


def frame_name(index: int, moment: Moment) -> str:
    """Where the frame of event `index` stands in its recording."""
    return f"{FRAMES}/{index:04d}_{moment}.png"


def structure_name(index: int, moment: Moment) -> str:
    """Where the structure snapshot of event `index` stands, if there is one."""
    return f"{STRUCTURE}/{index:04d}_{moment}.json"
