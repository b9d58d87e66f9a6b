"""A file of lines that only grows: each line is on its way to the disk at once, or not there at all."""

from __future__ import annotations

from io import FileIO
from pathlib import Path

from studio.engine.errors import AlreadyThere
from studio.engine.files import explained
from studio.engine.rights import private


class LineLog:
    """Appends lines to a file that is made with the first of them. Not thread-safe. Raises CannotWrite.

    Of several processes only one makes the file; the others raise AlreadyThere.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file: FileIO | None = None
        self._end = 0

    def open(self) -> None:
        """Make the file now, empty."""
        with explained(self._path):
            self._opened()

    def append(self, line: bytes) -> None:
        """Write `line`, which ends with a line feed; on failure nothing of it is left."""
        with explained(self._path):
            file = self._opened()
            try:
                file.seek(self._end)
                _write_all(file, line)
            except OSError:
                file.truncate(self._end)
                raise
        self._end += len(line)

    def truncate(self, end: int) -> None:
        """Take back what was written after byte `end`."""
        with explained(self._path):
            self._opened().truncate(end)
        self._end = end

    def close(self) -> None:
        """Let the file go."""
        if self._file is not None:
            self._file.close()

    def _opened(self) -> FileIO:
        if self._file is None:
            try:
                self._file = FileIO(self._path, "xb", opener=private)
            except FileExistsError as error:
                raise AlreadyThere(f"{self._path.parent} is being recorded by another program already.") from error
        return self._file


def _write_all(file: FileIO, data: bytes) -> None:
    while data:
        data = data[file.write(data) or 0 :]
