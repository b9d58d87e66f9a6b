"""Reads on a thread of its own, while the program works, what will be asked of the screen as it was before the act.

After what cannot be undone an expected message proves nothing where it stood there before. By pixels only reading
tells that, and that screen is known before the input is sent. What was read is found again by its pixels; nothing waits
for it but who asks for the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from studio.engine.model.workflow import Postcondition
from studio.engine.runtime.checks import places_before
from studio.engine.runtime.observation import Observation, TextReader
from studio.engine.vision.ocr import warm_up


class ReadAhead:
    """The reader of one run by pixels: it loads the models at once. To be closed at the end of the run."""

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(max_workers=1, thread_name_prefix="reading-ahead")
        self._pool.submit(warm_up)

    def before(self, checks: Sequence[Postcondition], seen: Observation) -> None:
        """Begin to read where `checks` will look on the screen before the act.

        What fails here fails again where it is asked for.
        """
        for place in dict.fromkeys(place for check in checks for place in places_before(check)):
            self._pool.submit(TextReader(seen).lines, place)

    def close(self) -> None:
        """Wait for what is being read, and read nothing more."""
        self._pool.shutdown(wait=True, cancel_futures=True)
