"""The same works on a disk that is full or read-only, and two of each at the same moment.

A disk is a tmpfs of its own where this process may mount one (as root); elsewhere the kernel limits the size of files,
and a read-only folder is left out.
"""

from __future__ import annotations

import os
import resource
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random

from studio.cli.failures import guarded
from studio.engine.bundle import load_bundle, read_decisions
from studio.engine.model.results import Outcome
from studio.engine.recording import load_recording
from studio.engine.report import load_run
from tests.bench.safety.commands import commands
from tests.bench.safety.forked import ended, started
from tests.bench.safety.works import NOTES, Material, Work, compile_, edit, heal, purge, record, replay

ROOM_KB = 300
"""More than any of the works writes: what is left on the disk is drawn between nothing and this."""

_DISK_MB = 16
_LATER = "20990101-000000"
_REASONS = ("disk is full", "larger than is allowed", "read-only", "no permission")


def adverse(material: Material, folder: Path, random: Random, times: int) -> dict[str, object]:
    """How often it was tried, how often refused, and the faults."""
    folder.mkdir()
    works = (*material.works(), *commands(material, folder))
    told: dict[str, object] = {}
    for name, kind in (("full", _full), ("read-only", _read_only)):
        refused, faults = 0, []
        for work in works:
            for number in range(times):
                at = folder / f"{name}-{work.name}-{number}"
                code, fault = kind(work, at, random)
                refused += code == 3
                faults += [f"{name}, {work.name}: {fault}"] if fault else []
        told[name] = {"tries": times * len(works), "refused": refused, "faults": faults}
    told["two at once"] = _pairs(material, folder, times)
    return told


def _full(work: Work, at: Path, random: Random) -> tuple[int, str]:
    room = int(random.random() ** 2 * ROOM_KB * 1024)
    with _disk(at) as own:
        work.begin(at)
        if own:
            stuffing = at / "stuffing"
            _stuff(stuffing, room)
            code, said = _done(work, at)
            stuffing.unlink()
        else:
            code, said = _done(work, at, most=room // 10)
        return code, _verdict(work, at, code, said)


def _read_only(work: Work, at: Path, random: Random) -> tuple[int, str]:
    del random
    with _disk(at) as own:
        if not own:
            return 0, ""
        work.begin(at)
        _mount("-o", "remount,ro", str(at))
        code, said = _done(work, at)
        _mount("-o", "remount,rw", str(at))
        return code, _verdict(work, at, code, said) or ("" if code == 3 else f"exit code {code}")


def _done(work: Work, at: Path, most: int | None = None) -> tuple[int, str]:
    """The exit code of the work as a command has it, and what it said."""

    def do() -> int:
        if most is not None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))
        return guarded(lambda: work.do(at), as_json=False)

    said = at.with_suffix(".said")
    code = ended(started(do, said))
    return code, said.read_text("utf-8", "replace")


def _verdict(work: Work, at: Path, code: int, said: str) -> str:
    """What is wrong; empty where nothing is: one sentence that says why, nothing lost, and all goes on afterwards."""
    if code not in (0, 1, 3):
        return f"exit code {code}: {said[-2000:]}"
    if code == 3 and not any(reason in said for reason in _REASONS):
        return f"refused without the reason: {said[-2000:]}"
    judged = at.with_suffix(".judged")
    bad = ended(started(lambda: len(work.judge(at)) * 0, judged))
    return judged.read_text("utf-8", "replace")[-2000:] if bad else ""


def _stuff(file: Path, room: int) -> None:
    """Fill the disk but for so many bytes."""
    disk = os.statvfs(file.parent)
    with file.open("wb") as filled, suppress(OSError):
        filled.write(b"\0" * max(0, disk.f_bavail * disk.f_frsize - room))
        filled.flush()


@contextmanager
def _disk(at: Path) -> Iterator[bool]:
    """A folder; True where it is a disk of its own."""
    at.mkdir()
    own = _mount("-t", "tmpfs", "-o", f"size={_DISK_MB}m", "tmpfs", str(at))
    try:
        yield own
    finally:
        if own:
            subprocess.run(["umount", "-l", str(at)], check=True, capture_output=True)


def _mount(*arguments: str) -> bool:
    try:
        return subprocess.run(["mount", *arguments], capture_output=True, check=False).returncode == 0
    except FileNotFoundError:
        return False


def _pairs(material: Material, folder: Path, times: int) -> dict[str, object]:
    works = {work.name: work for work in material.works()}
    faults, tries = [], 0
    for name, (first, second, judge) in _PAIRS.items():
        for number in range(times):
            at = folder / f"two-{name.replace(' ', '-')}-{number}"
            at.mkdir()
            works[name.split()[0]].begin(at)
            codes, said = _both(first, second, at)
            tries += 1
            try:
                judge(at, codes)
            except Exception as error:
                faults.append(f"two at once, {name}: {codes} {type(error).__name__}: {error}\n{said[-1500:]}")
    return {"tries": tries, "faults": faults}


def _both(first: Callable[[Path], int], second: Callable[[Path], int], at: Path) -> tuple[list[int], str]:
    """Do both at the same moment: exit codes in the order of size, and what they said."""
    said = [at.with_suffix(f".{n}.said") for n in (1, 2)]
    ready, go = os.pipe()

    def waiting(work: Callable[[Path], int]) -> Callable[[], int]:
        def do() -> int:
            os.close(go)
            os.read(ready, 1)  # until the other end is closed
            return guarded(lambda: work(at), as_json=False)

        return do

    children = [started(waiting(work), file) for work, file in zip((first, second), said, strict=True)]
    os.close(go)
    codes = sorted(ended(child) for child in children)
    os.close(ready)
    return codes, "\n".join(file.read_text("utf-8", "replace") for file in said)


def _one_refused(codes: list[int]) -> None:
    assert codes == [0, 2], codes


def _recorded(at: Path, codes: list[int]) -> None:
    _one_refused(codes)
    assert len(load_recording(at / "rec").events) == 3 * len(NOTES)


def _compiled(at: Path, codes: list[int]) -> None:
    _one_refused(codes)
    assert load_bundle(at / "out").sealed


def _replayed(at: Path, codes: list[int]) -> None:
    _one_refused(codes)
    assert load_run(at / "run").heals == ()
    assert len(at.with_suffix(".saved").read_text().splitlines()) == 1


def _healed_once(at: Path, codes: list[int]) -> None:
    _one_refused(codes)
    _all_words(at)
    assert load_bundle(at / "library/workflows/notes/v2").sealed


def _healed_twice(at: Path, codes: list[int]) -> None:
    assert codes == [0, 0], codes
    _all_words(at)
    versions = [load_bundle(at / "library/workflows/notes" / name) for name in ("v2", "v3")]
    assert versions[0].digest == versions[1].digest


def _all_words(at: Path) -> None:
    """Both said yes to all four, at once or one after the other: each yes is there at least once."""
    words = [word for word in read_decisions(at / "library/workflows/notes/v1") if word["kind"] == "heal"]
    assert len({word["heal"] for word in words}) == 4


def _edited(at: Path, codes: list[int]) -> None:
    assert codes == [0, 0], codes
    versions = sorted(p.name for p in (at / "library/workflows/notes").glob("v*"))
    assert len(versions) == 5, versions
    assert all(load_bundle(at / "library/workflows/notes" / name).sealed for name in versions)


def _purged(at: Path, codes: list[int]) -> None:
    assert codes == [0, 0], codes
    runs = sorted((at / "library/runs/notes").iterdir())
    assert len(runs) == 2, "a run with heals that nobody decided is gone"
    assert load_run(runs[1]).outcome is Outcome.PASSED


_PAIRS: dict[str, tuple[Callable[[Path], int], Callable[[Path], int], Callable[[Path, list[int]], None]]] = {
    "record": (lambda at: record(at / "rec"), lambda at: record(at / "rec"), _recorded),
    "compile": (compile_, compile_, _compiled),
    "replay": (lambda at: replay(at, "run"), lambda at: replay(at, "run"), _replayed),
    "heals": (heal, heal, _healed_once),
    "heals as two versions": (lambda at: heal(at, "v2"), lambda at: heal(at, "v3"), _healed_twice),
    "edit": (edit, edit, _edited),
    "replay and purge": (lambda at: replay(at, f"library/runs/notes/{_LATER}"), purge, _purged),
}
