"""Runs on the drawn form in processes of their own, each killing itself (SIGKILL) at the moment its folder is called.

`python killed_run.py FOLDER…`: each holds a `bundle` and gets a run directory `first`, `saved` (the file that stands
for the system of record) and `state`. One process loads the program and forks: it is slow to load.
"""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path
from typing import Any

sys.path[:0] = [str(Path(__file__).parents[1]), str(Path(__file__).parents[2])]

from helpers.drawn_form import DrawnForm  # noqa: E402

from studio.engine.runtime import Replayer, observation  # noqa: E402
from studio.engine.runtime.step_log import StepLog  # noqa: E402

MOMENTS = ("intent", "clicked", "sent", "outcome")


def _die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


class _Record(list[str]):
    """The saved notes, each on disk at once."""

    def __init__(self, path: Path, moment: str) -> None:
        super().__init__()
        self._path, self._moment = path, moment

    def append(self, note: str) -> None:
        super().append(note)
        with self._path.open("a", encoding="utf-8") as file:
            file.write(note + "\n")
        if self._moment == "clicked":
            _die()


def run(folder: Path) -> None:
    """Run until the moment comes."""
    moment, form = folder.name.rstrip("0123456789"), DrawnForm()
    os.environ["XDG_STATE_HOME"] = str(folder / "state")
    form.saved = _Record(folder / "saved", moment)
    noted = StepLog.about_to_act

    def about_to_act(log: StepLog, *more: Any) -> None:
        noted(log, *more)
        if moment == "intent":
            _die()

    def emitted(event: Any) -> None:
        step = getattr(event, "step_id", "") or getattr(getattr(event, "result", None), "step_id", "")
        if step == "step_002" and (event.type, moment) in (("acted", "sent"), ("step_finished", "outcome")):
            _die()

    StepLog.about_to_act = about_to_act  # type: ignore[method-assign]
    observation.ocr = lambda *_, **__: []  # type: ignore[assignment]
    Replayer(form, emit=emitted).run(bundle_dir=folder / "bundle", run_dir=folder / "first")


def main(folders: list[str]) -> int:
    """One after the other; exit code 0 where each was killed."""
    for folder in folders:
        child = os.fork()
        if child == 0:
            run(Path(folder))
            os._exit(0)
        _, status = os.waitpid(child, 0)
        if not os.WIFSIGNALED(status):
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
