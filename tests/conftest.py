"""What every test stands on: a test that leaves a process, thread, temp file or log warning behind fails."""

from __future__ import annotations

import faulthandler
import logging
import os
import shutil
import tempfile
import threading
import time
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import Any

import pytest
from helpers.processes import descendants
from hypothesis import settings

settings.register_profile("ci", derandomize=True)  # a landing does not depend on luck; at home the search goes on
if os.environ.get("CI"):
    settings.load_profile("ci")

GRACE_S = 3.0
"""How long things that end by themselves (a browser's helpers) may take to go."""
LATE_S = 60.0
"""So long after its own limit a test that cannot be interrupted is ended, with its process; a worker is replaced."""
STDERR = pytest.StashKey[int]()


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Several workers begin with what takes longest; see helpers/long_first.py."""
    from helpers.long_first import LongFirst

    return LongFirst(config, log) if config.getvalue("dist") == "loadfile" else None


def pytest_configure(config: pytest.Config) -> None:
    """Keep the real stderr, before it is captured."""
    config.stash[STDERR] = os.dup(2)


def pytest_unconfigure(config: pytest.Config) -> None:
    """Give it back."""
    os.close(config.stash[STDERR])


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """A test that hangs where no signal reaches it ends in words, whatever hangs."""
    _end_late(item)
    try:
        return (yield)
    finally:
        faulthandler.cancel_dump_traceback_later()


@pytest.hookimpl(trylast=True)
def pytest_exception_interact(node: pytest.Item | pytest.Collector) -> None:
    """A failure ends the limits of its test; its end may hang as well."""
    if isinstance(node, pytest.Item):
        _end_late(node)


def _end_late(item: pytest.Item) -> None:
    marker = item.get_closest_marker("timeout")
    limit_s = float(marker.args[0] if marker and marker.args else item.config.getini("timeout"))
    faulthandler.dump_traceback_later(limit_s + LATE_S, file=item.config.stash[STDERR], exit=True)


def remains(look: Callable[[], set[Any]], before: set[Any]) -> set[Any]:
    """What `look` shows beyond `before`, once the time of grace is over."""
    deadline = time.monotonic() + GRACE_S
    while (left := look() - before) and time.monotonic() < deadline:
        time.sleep(0.02)
    return left


def _processes() -> set[Any]:
    return set(descendants(os.getpid()).items())


def _threads() -> set[Any]:
    """The window's pool waits for more work by design; its owner closes it with the window."""
    return {t for t in threading.enumerate() if t.is_alive() and not t.name.startswith("background_")}


def _files() -> set[Any]:
    return set(os.listdir(tempfile.gettempdir()))  # noqa: PTH208


_KINDS: dict[str, Callable[[], set[Any]]] = {"processes": _processes, "threads": _threads, "temp files": _files}


def _started_since(before: set[Any]) -> Callable[[], set[Any]]:
    """Processes that are neither of `before` nor started by one of them: a browser that serves a whole module starts
    and ends helpers as it likes."""
    older = frozenset(pid for pid, _ in before)
    return lambda: set(descendants(os.getpid(), older).items())


def _assert_nothing_left(before: dict[str, set[Any]]) -> None:
    looks = {**_KINDS, "processes": _started_since(before["processes"])}
    left = {kind: sorted(map(str, remains(look, before[kind]))) for kind, look in looks.items()}
    assert not any(left.values()), f"left behind: { {k: v for k, v in left.items() if v} }"


@pytest.fixture(scope="session", autouse=True)
def own_temp_dir(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Temp files go to a folder of this worker's own, so that what is left there is ours."""
    tmp_path_factory.getbasetemp()  # settles pytest's own folder before ours takes over
    former, own = tempfile.tempdir, Path(tempfile.mkdtemp(prefix="wm-"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TMPDIR", str(own))
        patch.setenv("XDG_STATE_HOME", str(own / "state"))
        (own / "state").mkdir()
        tempfile.tempdir = str(own)
        before = {kind: look() for kind, look in _KINDS.items()}
        yield own
        tempfile.tempdir = former
    try:
        left = {k: remains(_KINDS[k], before[k]) for k in ("processes", "threads")}
        assert not any(left.values()), f"left behind by fixtures: {left}"
    finally:
        shutil.rmtree(own, ignore_errors=True)


@pytest.fixture(autouse=True)
def no_leaks(own_temp_dir: Path) -> Iterator[None]:
    """Fail a test that leaves a child process, a thread or a temp file behind. Wider fixtures are not counted."""
    before = {kind: look() for kind, look in _KINDS.items()}
    yield
    _assert_nothing_left(before)


@pytest.fixture(autouse=True)
def nothing_uncertain(own_temp_dir: Path) -> Iterator[None]:
    """What a run was made to leave uncertain (see engine/uncertain.py) does not stop the runs of later tests."""
    yield
    shutil.rmtree(own_temp_dir / "state" / "waymark-studio" / "uncertain", ignore_errors=True)


class _Collector(logging.Handler):
    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(f"{record.name}: {record.getMessage()}")


@pytest.fixture(autouse=True)
def no_log_warnings(request: pytest.FixtureRequest) -> Iterator[None]:
    """Fail a test that logs a warning, unless it looks at the log itself (`caplog`)."""
    collector = _Collector()
    logging.getLogger().addHandler(collector)
    yield
    logging.getLogger().removeHandler(collector)
    assert "caplog" in request.fixturenames or not collector.lines, f"unexpected log warnings: {collector.lines}"


@pytest.fixture(scope="module")
def mockmed(own_temp_dir: Path) -> Iterator[Any]:
    """A running practice clinic with `.url`, one for each test module."""
    from studio.demo.mockmed import serve

    with serve() as clinic:
        yield clinic
