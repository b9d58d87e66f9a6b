"""What a person took back leaves the raw input too: raw.jsonl is written anew once the recording is whole."""

from __future__ import annotations

import logging
from pathlib import Path

from studio.engine.errors import BadRecording, CannotWrite
from studio.engine.files import write_atomically
from studio.recorder.normaliser.cleaning import cleaned
from studio.recorder.raw_file import read_raw, to_bytes

RAW = "raw.jsonl"


def leave_out_undone(recording: Path) -> bool:
    """Write the recording's raw input anew without what was taken back; False where there is none or it stays."""
    file = recording / RAW
    if not file.is_file():
        return False
    try:
        write_atomically(file, to_bytes(cleaned(read_raw(file).as_written)))
    except (BadRecording, CannotWrite) as problem:
        logging.getLogger(__name__).info("what was taken back stays in the raw input: %s", problem)
        return False
    return True
