"""What nobody expected: the stack trace goes to a file, the window says one sentence and goes on."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING

from studio.ui.theme import Tone
from studio.ui.words import tr

if TYPE_CHECKING:
    from studio.ui.shell.window import Window


def tell_of_mishaps(window: Window, write_trace: Callable[[BaseException], Path]) -> Callable[[], None]:
    """Write down what nobody caught by `write_trace` and say so in `window`; gives back what undoes it."""
    former = sys.excepthook

    def tell(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        if not issubclass(kind, Exception):
            former(kind, error, trace)
            return
        file = write_trace(error)
        window.say(
            tr("Something unexpected went wrong ({kind}). The details are in {file}.", kind=kind.__name__, file=file),
            Tone.FAILED,
        )

    sys.excepthook = tell

    def undo() -> None:
        sys.excepthook = former

    return undo
