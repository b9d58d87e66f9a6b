"""Reading a stream between our own processes line by line, whatever comes in: no line takes more room than it may."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from io import FileIO
from typing import IO, Any

from studio.engine.errors import BadInput
from studio.engine.limits import MAX_ANSWER_CHARS, MAX_LINE
from studio.engine.model.structure_json import MAX_TEXT
from studio.engine.untrusted import parse_object, whole_text


def lines_of(stream: IO[bytes] | FileIO, most: int = MAX_LINE) -> Iterator[bytes]:
    """The lines of a stream without their line feeds, until it ends. One that is longer than `most` bytes comes cut."""
    while line := stream.readline(most + 1):
        whole = line.endswith(b"\n")
        yield line.rstrip(b"\r\n")[:most]
        while not whole and (rest := stream.readline(most)):
            whole = rest.endswith(b"\n")


def lines_of_stdin() -> Iterator[bytes]:
    """The lines of stdin, for a thread that may still wait for one when the process ends.

    Read past Python's buffer: its lock, held by such a thread, aborts the process at its end.
    """
    return lines_of(FileIO(sys.stdin.fileno(), closefd=False))


def object_of(line: bytes) -> dict[str, Any] | None:
    """The JSON object of a line; None where it is none that can be read."""
    try:
        return parse_object(line, "a line", BadInput)
    except BadInput:
        return None


class Lines:
    """Bytes as they come in, cut into lines. What is longer than `most` bytes is left out up to its end."""

    def __init__(self, most: int = MAX_LINE) -> None:
        self._most = most
        self._rest = bytearray()
        self._skips = False

    def feed(self, data: bytes) -> list[bytes]:
        """The lines that are complete now."""
        *whole, rest = data.split(b"\n")
        found = []
        for line in whole:
            self._keep(line)
            found += self.end()
        self._keep(rest)
        return found

    def end(self) -> list[bytes]:
        """The line that was begun, as it stands; none where nothing was."""
        line, skipped = bytes(self._rest), self._skips
        self._rest, self._skips = bytearray(), False
        return [line] if line and not skipped else []

    def _keep(self, part: bytes) -> None:
        self._skips = self._skips or len(self._rest) + len(part) > self._most
        if self._skips:
            self._rest.clear()
        else:
            self._rest += part


def answer_of(text: str) -> Any:
    """The value of JSON text that our script made inside of a page, with halves of characters replaced.

    Pages cut texts in the middle of an emoji, and so may a script. Texts of more than MAX_TEXT characters are cut: no
    recording could hold them. Raises ValueError.
    """
    if len(text) > MAX_ANSWER_CHARS:
        raise ValueError(f"an answer of {len(text)} characters, more than the {MAX_ANSWER_CHARS} that are read")
    try:
        value = json.loads(text)
        value = _cut(value) if len(text) > MAX_TEXT else value
        return json.loads(whole_text(json.dumps(value, ensure_ascii=False))) if "\\ud" in text else value
    except RecursionError as error:
        raise ValueError("an answer that is nested too deeply") from error


def _cut(value: Any) -> Any:
    if isinstance(value, str):
        return value[:MAX_TEXT]
    if isinstance(value, dict):
        return {name: _cut(inner) for name, inner in value.items()}
    return [_cut(inner) for inner in value] if isinstance(value, list) else value
