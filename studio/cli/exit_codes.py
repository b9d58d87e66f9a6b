"""What a command's exit code says."""

from __future__ import annotations

DONE = 0
HALTED = 1
WRONG_INPUT = 2
UNABLE = 3
STOPPED = 130
