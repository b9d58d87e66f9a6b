"""Where programs are installed, and what each run begins with: below the user's cache, made once for each script."""

from __future__ import annotations

import fcntl
import hashlib
import inspect
import os
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from tests.field.model import Program


def root() -> Path:
    """$WAYMARK_FIELD, else waymark-field in the user's cache."""
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return Path(os.environ.get("WAYMARK_FIELD") or cache / "waymark-field")


def ready(program: Program) -> Path:
    """The folder of a program that is installed, with its prepared data in `data`. Installs it where it is not."""
    home = root() / program.name
    home.mkdir(parents=True, exist_ok=True)
    with _locked(home):
        made = digest(program.install)
        _once(home / ".installed", made, lambda: program.install(home))
        _once(home / ".prepared", made + digest(program.prepare), lambda: _prepare(program, home))
    return home


def fresh(home: Path, workdir: Path) -> Path:
    """A copy of the prepared data for one run, in `workdir`/data."""
    workdir.mkdir(parents=True, exist_ok=True)
    shutil.copytree(home / "data", workdir / "data", symlinks=True)
    return workdir / "data"


def digest(method: object) -> str:
    """Changes when the text of a method does: then it is done again."""
    return hashlib.sha256(inspect.getsource(method).encode()).hexdigest()[:16]  # type: ignore[arg-type]


def pip(home: Path, *pinned: str, python: str = "") -> None:
    """Install pinned packages into an environment of their own."""
    venv = home / "venv"
    if not (venv / "bin" / "python").exists():
        run([python or _plain_python(), "-m", "venv", venv])
    run([venv / "bin" / "pip", "install", "--quiet", "--disable-pip-version-check", *pinned])


def npm(home: Path, *pinned: str) -> None:
    """Install pinned packages of npm; native parts are built against the headers of this machine's Node."""
    if not (home / "package.json").exists():
        (home / "package.json").write_text('{"private": true}\n')
    environment = {**os.environ, "npm_config_nodedir": "/usr"}
    run(["npm", "install", "--no-audit", "--no-fund", *pinned], cwd=home, env=environment)


def debian(home: Path, *packages: str) -> None:
    """Install packages of Debian and write down their versions."""
    missing = [name for name in packages if not _version(name)]
    if missing:
        environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        wait = ["-o", "DPkg::Lock::Timeout=600"]
        run(["apt-get", "update", "-q"], env=environment)
        run(["apt-get", "install", "-qy", "--no-install-recommends", *wait, *missing], env=environment)
    (home / "versions.txt").write_text("".join(f"{name} {_version(name)}\n" for name in packages))


def run(command: Sequence[object], cwd: Path | None = None, env: dict[str, str] | None = None) -> str:
    """Run a command; raises RuntimeError with its last words where it fails."""
    words = [str(part) for part in command]
    done = subprocess.run(words, cwd=cwd, env=env, capture_output=True, text=True, errors="replace")
    if done.returncode:
        raise RuntimeError(f"{words[0]} failed: {done.stdout[-800:]} {done.stderr[-1600:]}")
    return done.stdout


def _plain_python() -> str:
    """The interpreter that our own environment was made from."""
    import sys

    return str(Path(getattr(sys, "_base_executable", sys.executable)))


def _version(package: str) -> str:
    found = subprocess.run(
        ["dpkg-query", "-W", "-f", "${db:Status-Abbrev}${Version}", package], capture_output=True, text=True
    )
    return found.stdout[3:].strip() if found.returncode == 0 and found.stdout.startswith("ii") else ""


def _prepare(program: Program, home: Path) -> None:
    shutil.rmtree(home / "data", ignore_errors=True)
    (home / "data").mkdir()
    program.prepare(home, home / "data")


def _once(marker: Path, made: str, make: object) -> None:
    if not marker.exists() or marker.read_text() != made:
        marker.unlink(missing_ok=True)
        make()  # type: ignore[operator]
        marker.write_text(made)


@contextmanager
def _locked(home: Path) -> Iterator[None]:
    """One process at a time."""
    with (home / ".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
