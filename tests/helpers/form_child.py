"""`studio …` whose replays act on the drawn form instead of a browser: the real stream, the real commands, no display.

FORM=duplicate draws a second button that looks like the first; FORM_OUT names a file that gets what was saved.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

sys.path[:0] = [str(Path(__file__).parents[1]), str(Path(__file__).parents[2])]

from helpers.drawn_form import Control, DrawnForm  # noqa: E402

from studio.__main__ import main  # noqa: E402
from studio.cli import replaying  # noqa: E402
from studio.engine.model.geometry import Region  # noqa: E402
from studio.engine.runtime import observation  # noqa: E402


@contextmanager
def open_form(*_: Any) -> Iterator[DrawnForm]:
    """The form, and at the end what it holds."""
    form = DrawnForm()
    if os.environ.get("FORM") == "duplicate":
        form.save.identifier = ""
        form.more.append(Control("Save note", Region(60, 320, 110, 32)))
    try:
        yield form
    finally:
        Path(os.environ["FORM_OUT"]).write_text(json.dumps(form.saved))


if __name__ == "__main__":
    replaying.open_surface = open_form  # type: ignore[assignment]
    observation.ocr = lambda *_, **__: []  # type: ignore[assignment]
    sys.exit(main(sys.argv[1:]))
