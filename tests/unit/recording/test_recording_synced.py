"""The disk is asked to keep what is written: pictures as it goes, everything by the end."""

from __future__ import annotations

import os
import time
from pathlib import Path

import numpy as np
import pytest

from studio.engine.model.workflow import ActionKind
from studio.engine.recording import RecordedEvent, RecordingWriter, load_recording
from studio.engine.vision.frame import Frame


def picture(level: int) -> Frame:
    return Frame(bgr=np.full((30, 40, 3), level, np.uint8))


@pytest.fixture
def synced(monkeypatch: pytest.MonkeyPatch) -> set[int]:
    """The files that the disk was asked to keep, by number."""
    known: set[int] = set()
    real = os.fsync

    def fsync(handle: int) -> None:
        known.add(os.fstat(handle).st_ino)
        real(handle)

    monkeypatch.setattr(os, "fsync", fsync)
    return known


@pytest.mark.parametrize("links", [True, False], ids=["links", "copies"])
def test_pictures_are_kept_as_it_goes_and_all_by_the_end(
    tmp_path: Path, synced: set[int], monkeypatch: pytest.MonkeyPatch, links: bool
) -> None:
    def no_links(*_: object) -> None:
        raise OSError("this disk has no hard links")

    if not links:
        monkeypatch.setattr(os, "link", no_links)
    out = tmp_path / "rec"
    with RecordingWriter(out, app_url=None, viewport=(40, 30), backend="desktop") as writer:
        writer.raw(b"{}\n")
        for n in range(3):
            writer.append(RecordedEvent(kind=ActionKind.CLICK, t=float(n), x=1, y=1), picture(n), picture(n + 1))
        writer.undo_last()
        writer.flush()
        frames = {path.stat().st_ino for path in (out / "frames").iterdir()}
        end = time.monotonic() + 30
        while not frames <= synced and time.monotonic() < end:
            time.sleep(0.01)
        assert frames <= synced
        writer.finish()
    assert {path.stat().st_ino for path in (out, *out.rglob("*"))} <= synced
    assert len(load_recording(out).events) == 2
