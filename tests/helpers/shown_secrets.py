"""One search for a value through all tests of a process: a picture that one test has read is not read by the next."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from studio.engine.privacy.scan import Scanned, Scanner


@cache
def _scanner(value: str) -> Scanner:
    return Scanner([value])


def searched(value: str, folder: Path) -> Scanned:
    """What a search of every file of the folder finds, each picture read. Raises AssertionError where one was not."""
    scanner = _scanner(value)
    scanner.told = Scanned()
    told = scanner.search([folder])
    assert told.skipped == []
    assert told.pictures_left == 0
    return told
