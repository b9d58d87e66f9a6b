"""The developer's commands: `./dev demo|test|lint|bench|run`. Plain standard library; sets up what it needs first."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

from environment import SetUpFailed, ensure_environment
from system import ensure_system

ROOT = Path(__file__).resolve().parent.parent
USAGE = """usage: ./dev COMMAND …

  demo [--headless] [--out DIR]   record, compile, replay, drift, heal on the practice clinic
  test [PYTEST ARGUMENTS]         house rules, types and all tests
  lint                            only the house rules, types and architecture
  bench [ARGUMENTS]               the measurements
  bench safety [PART …]           what must never happen, counted over many tries
  pictures [PAGE …]               pictures of every page of the window, in runs/pictures
  run CMD …                       any command in the project's environment
"""


def main(argv: list[str]) -> int:
    """Run one command; returns only where it could not be started."""
    if argv[:1] in (["--help"], ["-h"]):
        sys.stdout.write(USAGE)
        return 0
    if not argv or argv[0] not in COMMANDS or argv == ["run"]:
        named = f"dev: there is no command {argv[0]!r}.\n" if argv and argv != ["run"] else ""
        sys.stderr.write(named + USAGE)
        return 2
    try:
        return _prepared(argv[0], argv[1:])
    except SetUpFailed as failure:
        sys.stderr.write(f"dev: {failure}\n")
        return 3
    except KeyboardInterrupt:
        return 130


def _prepared(name: str, rest: list[str]) -> int:
    ensure_environment(ROOT)
    if name != "lint":
        ensure_system(needs_browser=name != "run", tests=name in ("test", "bench"))
    return _become(COMMANDS[name](rest))


def _become(command: list[str]) -> int:
    """Replace this process by `command`, run in the environment."""
    environ = _environ()
    program = shutil.which(command[0], path=environ["PATH"])
    if program is not None:
        os.execve(program, command, environ)
    sys.stderr.write(f"dev: there is no program {command[0]!r} in the environment.\n")
    return 2


def _environ() -> dict[str, str]:
    """Compiled modules are kept whatever the machine says: tests start hundreds of processes, and each would compile
    the product anew (a second of work)."""
    unwanted = ("PYTHONHOME", "PYTHONPATH", "PYTHONDONTWRITEBYTECODE")
    environ = {k: v for k, v in os.environ.items() if k not in unwanted}
    environ["VIRTUAL_ENV"] = str(ROOT / ".venv")
    environ["PATH"] = os.pathsep.join([str(ROOT / ".venv" / "bin"), os.environ.get("PATH", os.defpath)])
    if sys.platform == "linux" and not (environ.get("DISPLAY") or environ.get("WAYLAND_DISPLAY")):
        environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    return environ


def _demo(rest: list[str]) -> list[str]:
    return ["studio", "demo", *rest]


def _test(rest: list[str]) -> list[str]:
    os.chdir(ROOT)
    own = any(a.startswith(("-n", "--dist", "--pdb", "-p")) for a in rest)
    return ["python", "-m", "pytest", *([] if own else ["-n", "3", "--dist", "loadfile"]), *rest]


def _lint(rest: list[str]) -> list[str]:
    os.chdir(ROOT)
    return ["python", "-m", "pytest", "-q", "tests/test_house_rules.py", "tests/test_architecture.py", *rest]


def _bench(rest: list[str]) -> list[str]:
    os.chdir(ROOT)
    return ["python", "-m", "tests.bench", *rest]


def _pictures(rest: list[str]) -> list[str]:
    os.chdir(ROOT)
    return ["python", "-m", "tests.pictures", *rest]


def _run(rest: list[str]) -> list[str]:
    return rest


COMMANDS: dict[str, Callable[[list[str]], list[str]]] = {
    "demo": _demo,
    "test": _test,
    "lint": _lint,
    "bench": _bench,
    "pictures": _pictures,
    "run": _run,
}

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
