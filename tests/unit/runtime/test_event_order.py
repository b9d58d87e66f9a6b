"""Events of one run are told in the order of their times, whichever thread tells them."""

from __future__ import annotations

import sys
import threading
import time
from types import SimpleNamespace
from typing import Any, cast

from studio.engine.model.events import Event, Progress
from studio.engine.privacy.redactor import Redactor
from studio.engine.runtime.session import Session


def test_threads_that_tell_at_once_tell_in_the_order_of_the_times() -> None:
    told: list[float] = []
    session = SimpleNamespace(
        started=time.monotonic(),
        telling=threading.Lock(),
        redactor=Redactor(),
        folder=SimpleNamespace(log=lambda event: told.append(event.t)),
        publish=lambda _: None,
    )
    event: Event = Progress(done=1, total=2)

    def tell() -> None:
        for _ in range(100):
            Session.emit(cast(Any, session), event)

    usual = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        threads = [threading.Thread(target=tell) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        sys.setswitchinterval(usual)
    assert len(told) == 400
    assert told == sorted(told)
