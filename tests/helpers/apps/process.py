"""Starts an application that we did not write as a child process on a free port of this machine."""

from __future__ import annotations

import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

_HERE = Path(__file__).parent
_WAIT_S = 60


@dataclass(frozen=True)
class App:
    """A running application; `table` holds its patients in the SQLite file `database`."""

    url: str
    database: Path
    table: str

    def rows(self) -> set[tuple[object, ...]]:
        """Every patient: family, given, number, ward, admitted, insured, remarks."""
        columns = "family, given, number, ward, admitted, insured, remarks"
        with closing(sqlite3.connect(self.database)) as database:
            return set(database.execute(f"SELECT {columns} FROM {self.table}"))


@contextmanager
def serving(script: str, table: str) -> Iterator[App]:
    """Run `script` of this folder on a new database: it prints its address once it can be opened."""
    folder = Path(tempfile.mkdtemp(prefix="app-"))
    database = folder / "app.sqlite"
    with (folder / "log").open("wb") as log:
        command = [sys.executable, "-W", "ignore", str(_HERE / script), str(database)]
        child = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, stdin=subprocess.DEVNULL, text=True)
    try:
        assert child.stdout is not None
        url = child.stdout.readline().strip()
        assert url.startswith("http://127.0.0.1:"), (folder / "log").read_text()
        yield App(url, database, table)
    finally:
        child.terminate()
        child.wait(_WAIT_S)
        child.stdout.close()  # type: ignore[union-attr]
        shutil.rmtree(folder)
