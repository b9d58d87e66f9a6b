"""What recording a desktop costs: at rest, in a callback, over 20,000 grabs and 10,000 events, and at its end.

`./dev run python -m tests.bench.recording` on a virtual display of its own. Takes some minutes; with `--quick` a tenth
of it is done. Beside the recorder a process listens that does nothing with what it hears: what its callbacks take
is the system's part.
"""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from helpers.recorder_child import RecorderChild, recording
from helpers.virtual_desktop import VirtualDesktop, virtual_desktop

from studio.engine.model.events import Command, Event, Finished
from studio.engine.model.geometry import Region
from studio.engine.recording import RecordingWriter
from studio.recorder.desktop.hooks import CallbackCost
from tests.bench.table import Row, print_table

GRABS, EVENTS, REST_S = 20_000, 10_000, 15.0
_TICK = os.sysconf("SC_CLK_TCK")


TEXT = "It is typed as a person types it. "
_BARE = """
import sys
from studio.recorder.desktop.hooks_x11 import X11Hooks
hooks = X11Hooks()
hooks.start(lambda heard: None)
print("ready", flush=True)
sys.stdin.read()
cost = hooks.cost()
hooks.close()
print(cost.count, cost.total_ms, cost.slow, cost.slowest_ms)
"""


def recording_rows(grabs: int = GRABS, events: int = EVENTS, rest_s: float = REST_S) -> list[Row]:
    """All figures."""
    with virtual_desktop() as desktop, tempfile.TemporaryDirectory() as folder:
        note = desktop.home / "note.txt"
        note.write_text("")
        desktop.start("mousepad", str(note), title="note.txt")
        return [*_child(desktop, Path(folder), rest_s), *_grabs(desktop, grabs), *_soak(desktop, Path(folder), events)]


def _child(desktop: VirtualDesktop, folder: Path, rest_s: float) -> list[Row]:
    """The recorder as a process of its own: at rest beside a blinking caret, while a person types, at its end."""
    with recording(desktop, folder / "rest") as child:
        desktop.xdo("windowactivate", "--sync", desktop.window("note.txt"))
        desktop.xdo("mousemove", "600", "400", "click", "1")
        child.wait("action")
        rest = _cpu_share(child, lambda: time.sleep(rest_s))
        busy = _cpu_share(child, lambda: desktop.xdo("type", "--delay", "100", TEXT * 3))
        began = time.monotonic()
        child.process.send_signal(signal.SIGINT)
        child.wait("finished")
        finished = time.monotonic() - began
        child.ended()
    return [
        Row("recording at rest: share of a core, %", rest * 100, 30),
        Row("recording while one types: share of a core, %", busy * 100),
        Row("recording: finish, s", finished, 2),
    ]


def _cpu_share(child: RecorderChild, work: Any) -> float:
    began, used = time.monotonic(), _cpu_s(child.process.pid)
    work()
    return (_cpu_s(child.process.pid) - used) / (time.monotonic() - began)


def _cpu_s(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / _TICK


@contextmanager
def _environment(desktop: VirtualDesktop) -> Iterator[None]:
    """This process becomes a client of the desktop."""
    former = dict(os.environ)
    os.environ.update({k: v for k, v in desktop.env.items() if k in ("DISPLAY", "DBUS_SESSION_BUS_ADDRESS")})
    try:
        yield
    finally:
        os.environ.clear()
        os.environ.update(former)


def _rss_mb() -> float:
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize() / 1e6


def _grabs(desktop: VirtualDesktop, count: int) -> list[Row]:
    """Many grabs of two regions by one grabber into one ring, on a screen that changes."""
    from studio.engine.backends.desktop.grab import ScreenGrabber
    from studio.recorder.desktop.ring import FrameRing, Shot

    with _environment(desktop):
        screen, ring = ScreenGrabber(), FrameRing()
        took, start = 0.0, 0.0
        for n in range(count):
            if n % 200 == 0:
                desktop.xdo("mousemove", str(400 + n % 97), "300", "click", "1")
            if n == count // 10:
                start = _rss_mb()
            began = time.monotonic()
            frame = screen.grab(Region(0, 0, 640, 400) if n % 2 else None)
            ring.add(Shot(frame, began, time.monotonic()))
            took += time.monotonic() - began
        grown = _rss_mb() - start
        screen.close()
    return [
        Row(f"{count} grabs: each with its place in the ring, ms", took / count * 1000),
        Row(f"{count} grabs: memory grown, MB", grown, 30),
    ]


class _Silent:
    def __init__(self) -> None:
        self.finished = threading.Event()

    def tell(self, event: Event) -> None:
        if isinstance(event, Finished):
            self.finished.set()


def _soak(desktop: VirtualDesktop, folder: Path, events: int) -> list[Row]:
    """Many real events through hook, session and disk."""
    from studio.recorder.desktop.hot_keys import hot_keys
    from studio.recorder.desktop.parts import DesktopOptions, open_parts
    from studio.recorder.desktop.session import DesktopSession

    out = folder / "soak"
    with _environment(desktop), _bare() as bare:
        parts = open_parts(DesktopOptions(out, hot_keys()))
        with parts.stack, RecordingWriter(out, app_url=None, viewport=(1280, 800), backend="desktop") as writer:
            session = DesktopSession(parts, writer, _Silent())
            thread = threading.Thread(target=session.run)
            thread.start()
            time.sleep(3)
            desktop.xdo("windowactivate", "--sync", desktop.window("note.txt"))
            desktop.xdo("type", "--delay", "10", TEXT * (events // 500))
            memory = [_click(desktop, events // 20 // 10) or _rss_mb() for _ in range(10)]
            rounds = events // 20 - 10 * (events // 20 // 10)
            _click(desktop, rounds)
            _wait_until(lambda: len(writer.events) >= events // 2)
            cost = parts.hooks.cost()
            began = time.monotonic()
            session.command(Command(command="finish"))
            thread.join()
            finished = time.monotonic() - began
        actions = len(writer.events) - 1  # what was typed is one
    bare_rows = [
        Row("the same, an empty callback in a process of its own: mean, ms", bare.total_ms / max(bare.count, 1)),
        Row("… longer than 2 ms, %", 100 * bare.slow / max(bare.count, 1)),
        Row("… longest, ms", bare.slowest_ms),
    ]
    return [
        Row(f"{events} events: actions lost", events // 2 - actions, 0),
        Row(f"{events} events: memory grown, MB", memory[-1] - memory[1], 60),
        Row(f"{events} events: finish, s", finished, 2),
        Row("hook callback: mean, ms", cost.total_ms / max(cost.count, 1), 2),
        Row("hook callback: longer than 2 ms, %", 100 * cost.slow / max(cost.count, 1), 5),
        Row("hook callback: longest, ms", cost.slowest_ms),
        *bare_rows,
    ]


@contextmanager
def _bare() -> Iterator[CallbackCost]:
    """A listener that does nothing with what it hears; at the end its costs are known."""
    cost = CallbackCost()
    with subprocess.Popen(
        (sys.executable, "-c", _BARE), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as child:
        assert child.stdout is not None
        child.stdout.readline()
        yield cost
        count, total, slow, slowest = child.communicate("")[0].split()
    cost.count, cost.total_ms, cost.slow, cost.slowest_ms = int(count), float(total), int(slow), float(slowest)


def _click(desktop: VirtualDesktop, rounds: int) -> None:
    """So many times ten clicks (twenty events), each at another place of the bare desktop."""
    for n in range(rounds):
        chain = [
            word
            for k in range(10)
            for word in (
                "mousemove",
                str(20 + 29 * k + n % 13),
                "750",
                "mousedown",
                "1",
                "mouseup",
                "1",
                "sleep",
                "0.02",
            )
        ]
        subprocess.run(("xdotool", *chain), env=desktop.env, check=True)


def _wait_until(done: Any, timeout_s: float = 300) -> None:
    end = time.monotonic() + timeout_s
    while not done() and time.monotonic() < end:
        time.sleep(0.05)


if __name__ == "__main__":
    found = recording_rows(GRABS // 10, EVENTS // 10, 3) if "--quick" in sys.argv else recording_rows()
    print_table(found)
    sys.exit(0 if all(row.reached for row in found) else 1)
