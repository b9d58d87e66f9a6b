"""Texts that were read once, kept on disk by their pixels, with what reading them cost; and a clock that adds it.

So a second run of the benchmark reads nothing anew and still reports what a run would pay. Two frames that were laid
over each other once are kept likewise while a part lasts, since all of its targets ask for them. Times are CPU time of
this process, since the machine may be busy.
"""

from __future__ import annotations

import hashlib
import pickle
import sqlite3
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import patch

from studio.engine.runtime import ladder, observation
from studio.engine.vision.frame import Frame, Pixels
from studio.engine.vision.ocr import OcrLine, OcrReader, OcrStats
from studio.engine.vision.similarity import Similarity, estimate_similarity

_MODULE = sys.modules[OcrReader.__module__]  # its package gives the name to a function
_SOURCES = ("ocr.py", "ocr_boxes.py", "ocr_lines.py", "ocr_models.py")


class KeptReader(OcrReader):
    """An OcrReader that asks a file first. `borrowed_ms` is what the answers from the file once cost, `twice` how many
    pictures were read again since the last `begin`."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        path.parent.mkdir(parents=True, exist_ok=True)
        self._file = sqlite3.connect(path, timeout=60)
        self._file.execute("pragma journal_mode=wal")
        self._file.execute("create table if not exists readings (key text primary key, ms real, lines blob)")
        self._file.execute("pragma synchronous=off")  # what is lost is read again
        self._version = _version()
        self._read: set[str] = set()
        self._laid: dict[tuple[int, int], tuple[Similarity | None, float]] = {}
        self.borrowed_ms = 0.0
        self.twice = 0

    def begin(self) -> None:
        """A new case: nothing of this screen was read before, so that each case pays what a run would pay."""
        self._calls.clear()
        self._read.clear()
        self.twice = 0

    def _read_anew(self, bgr: Pixels) -> tuple[OcrLine, ...]:
        key = hashlib.sha256(self._version + repr(bgr.shape).encode() + bgr.tobytes()).hexdigest()
        self.twice += key in self._read
        self._read.add(key)
        row = self._file.execute("select ms, lines from readings where key = ?", (key,)).fetchone()
        if row is not None:
            self.borrowed_ms += row[0]
            self.stats += OcrStats(calls=1, pixels=bgr.shape[0] * bgr.shape[1], ms=row[0])
            kept: tuple[OcrLine, ...] = pickle.loads(row[1])
            return kept
        started = time.process_time()
        lines = super()._read_anew(bgr)
        ms = (time.process_time() - started) * 1000
        self._file.execute("insert or replace into readings values (?, ?, ?)", (key, ms, pickle.dumps(lines)))
        self._file.commit()
        return lines

    def laid_over(self, recorded: Frame, live: Frame) -> Similarity | None:
        """`estimate_similarity`, computed once for two frames and paid each time."""
        key = recorded.checksum, live.checksum
        if key in self._laid:
            answer, ms = self._laid[key]
            self.borrowed_ms += ms
            return answer
        started = time.process_time()
        answer = estimate_similarity(recorded, live)
        self._laid[key] = answer, (time.process_time() - started) * 1000
        return answer

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def clock(self) -> float:
        """Seconds of CPU time, with what answers from the file once cost."""
        return time.process_time() + self.borrowed_ms / 1000


def _version() -> bytes:
    folder = Path(str(_MODULE.__file__)).parent
    return hashlib.sha256(b"".join((folder / name).read_bytes() for name in _SOURCES)).digest()


@contextmanager
def kept_readings(path: Path) -> Iterator[KeptReader]:
    """Let the engine read through a KeptReader, and let `resolve` tell its times by the reader's clock."""
    reader = KeptReader(path)
    with (
        patch.object(_MODULE, "_READER", reader),
        patch.object(ladder, "time", SimpleNamespace(perf_counter=reader.clock)),
        patch.object(observation, "estimate_similarity", reader.laid_over),
        closing(reader),
    ):
        yield reader
