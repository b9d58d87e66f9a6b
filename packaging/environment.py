"""Makes and mends `.venv`: the pinned packages of requirements.lock and the project itself, editable.

`.venv/.ready` holds the digest of all that the environment was made from; while it is current, nothing is
done. `.venv/.setting-up` marks work under way: found at the start, the last set-up was cut short and
the environment is made anew.
"""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

_READY, _BUSY = ".ready", ".setting-up"
_VERSIONS = ((3, 11), (3, 12))


class SetUpFailed(Exception):
    """Set-up cannot go on; the text is one sentence that says what to do."""


def ensure_environment(root: Path) -> None:
    """Make `root/.venv` usable and current. Raises SetUpFailed."""
    venv = root / ".venv"
    if _is_ready(root, venv):
        return
    with _alone(root):
        if _is_ready(root, venv):
            return
        if venv.exists() and not _is_sound(root, venv):
            say("The environment in .venv is damaged or belongs elsewhere: making it anew.")
            shutil.rmtree(venv, ignore_errors=True)
        _build(root, venv)


def say(sentence: str) -> None:
    """Tell a person, on stderr."""
    sys.stderr.write(f"dev: {sentence}\n")
    sys.stderr.flush()


def _is_ready(root: Path, venv: Path) -> bool:
    try:
        return (venv / _READY).read_text() == _digest(root, venv) and not (venv / _BUSY).exists()
    except OSError:
        return False


def _digest(root: Path, venv: Path) -> str:
    """What the environment is made from: lock, project file, interpreter and place."""
    parts = [(root / n).read_bytes() for n in ("requirements.lock", "pyproject.toml")]
    parts += [(venv / "pyvenv.cfg").read_bytes(), str(root).encode()]
    return hashlib.sha256(b"\0".join(parts)).hexdigest() + f"\n{root}\n"


def _is_sound(root: Path, venv: Path) -> bool:
    """Whether the environment can be brought up to date instead of being made anew."""
    if (venv / _BUSY).exists():
        return False
    with contextlib.suppress(OSError):
        if (venv / _READY).read_text().splitlines()[1:] != [str(root)]:
            return False
    probe = f"import pip, sys; print(sys.version_info[:2] in {_VERSIONS})"
    return _output([str(venv / "bin" / "python"), "-c", probe]) == "True"


def _output(command: list[str]) -> str:
    try:
        return subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()
    except OSError:
        return ""


@contextlib.contextmanager
def _alone(root: Path) -> Iterator[None]:
    """One set-up at a time, also between processes."""
    handle = os.open(root, os.O_RDONLY)
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            say("Another ./dev sets up this checkout: waiting for it.")
            fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


def _build(root: Path, venv: Path) -> None:
    fresh = not venv.exists()
    venv.mkdir(exist_ok=True)
    (venv / _BUSY).touch()
    if fresh:
        say(f"Making .venv with Python {sys.version.split()[0]}.")
        _make(venv)
    count = sum(1 for line in (root / "requirements.lock").read_text().splitlines() if "==" in line)
    say(f"Installing {count} packages{' (about a minute)' if fresh else ''}.")
    python = str(venv / "bin" / "python")
    pip = [python, "-m", "pip", "--disable-pip-version-check", "install", "--no-input"]
    whole = (
        ["--no-deps"] if sys.platform == "linux" else []
    )  # evdev, which pynput asks for but X11 does not use, needs a compiler; rapidocr asks for a second wheel of cv2
    _logged(venv, [*pip, *whole, "-r", str(root / "requirements.lock")])
    _logged(venv, [*pip, "--no-deps", "--no-build-isolation", "-e", str(root)])
    (venv / _READY).write_text(_digest(root, venv))
    (venv / _BUSY).unlink()


def _make(venv: Path) -> None:
    """An environment with pip; where Python lacks ensurepip (a bare Debian), pip is put in from outside."""
    python = getattr(sys, "_base_executable", None) or sys.executable
    if _output([python, "-c", "import ensurepip; print('yes')"]) == "yes":
        _logged(venv, [python, "-m", "venv", str(venv)])
        return
    if _output([python, "-c", "import pip; print('yes')"]) != "yes":
        raise SetUpFailed("this Python has neither ensurepip nor pip: install the package python3-venv.")
    _logged(venv, [python, "-m", "venv", "--without-pip", str(venv)])
    _logged(venv, [python, "-m", "pip", "--python", str(venv / "bin" / "python"), "install", "--no-input", "pip"])


def _logged(venv: Path, command: list[str]) -> None:
    """Run `command`, its output in `.venv/set-up.log`. Raises SetUpFailed with its last line."""
    log = venv / "set-up.log"
    with log.open("ab") as out:
        done = subprocess.run(command, stdout=out, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, check=False)
    if done.returncode:
        errors = [line for line in log.read_text(errors="replace").splitlines() if line.strip()]
        last = next((line for line in reversed(errors) if line.startswith("ERROR")), errors[-1] if errors else "")
        raise SetUpFailed(f"setting up failed ({last.removeprefix('ERROR: ')}); all of it is in {log}")
