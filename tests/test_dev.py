"""The set-up behind `./dev`: what counts as ready, as broken, as missing; and wrong usage."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="module")
def room() -> Callable[[str], ModuleType]:
    """The modules of `packaging/`, which are run as scripts and belong to no package."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(ROOT / "packaging"))
        rooms = {name: import_module(name) for name in ("environment", "system", "dev")}
    return rooms.__getitem__


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A checkout whose environment looks whole."""
    for name in ("requirements.lock", "pyproject.toml"):
        (tmp_path / name).write_text(name)
    python = tmp_path / ".venv" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.symlink_to(sys.executable)
    (tmp_path / ".venv" / "pyvenv.cfg").write_text((Path(sys.prefix) / "pyvenv.cfg").read_text())
    return tmp_path


@pytest.mark.parametrize("changed", ["requirements.lock", "pyproject.toml", ".venv/pyvenv.cfg"])
def test_the_environment_is_ready_until_something_it_was_made_from_changes(
    room: Callable[[str], ModuleType], checkout: Path, changed: str
) -> None:
    environment, venv = room("environment"), checkout / ".venv"
    assert not environment._is_ready(checkout, venv)
    (venv / ".ready").write_text(environment._digest(checkout, venv))
    assert environment._is_ready(checkout, venv)
    (checkout / changed).write_text("something else")
    assert not environment._is_ready(checkout, venv)


def test_a_set_up_that_was_cut_short_is_neither_ready_nor_sound(
    room: Callable[[str], ModuleType], checkout: Path
) -> None:
    environment, venv = room("environment"), checkout / ".venv"
    (venv / ".ready").write_text(environment._digest(checkout, venv))
    (venv / ".setting-up").touch()
    assert not environment._is_ready(checkout, venv)
    assert not environment._is_sound(checkout, venv)


def test_an_environment_of_another_place_or_without_a_python_is_not_sound(
    room: Callable[[str], ModuleType], checkout: Path
) -> None:
    environment, venv = room("environment"), checkout / ".venv"
    (venv / ".ready").write_text("digest\n/some/other/place\n")
    assert not environment._is_sound(checkout, venv)
    (venv / ".ready").unlink()
    (venv / "bin" / "python").unlink()
    assert not environment._is_sound(checkout, venv)


def test_a_machine_without_a_browser_is_told_what_to_install(
    room: Callable[[str], ModuleType], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    system, environment = room("system"), room("environment")
    monkeypatch.setattr(system.shutil, "which", lambda _name: None)
    with pytest.raises(environment.SetUpFailed, match=r"lacks chromium: install Chromium"):
        system.ensure_system(needs_browser=True)
    system.ensure_system(needs_browser=False)
    assert "lacks chromium" in capsys.readouterr().err


def test_compiled_modules_are_kept_whatever_the_machine_says(
    room: Callable[[str], ModuleType], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    asked = "import sys; sys.exit(sys.dont_write_bytecode)"
    assert subprocess.run([sys.executable, "-c", asked], check=False).returncode == 1
    assert subprocess.run([sys.executable, "-c", asked], env=room("dev")._environ(), check=False).returncode == 0


@pytest.mark.parametrize(("arguments", "code"), [(["--help"], 0), ([], 2), (["dance"], 2), (["run"], 2)])
def test_usage(arguments: list[str], code: int) -> None:
    done = subprocess.run([sys.executable, "packaging/dev.py", *arguments], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == code
    assert "usage: ./dev COMMAND" in done.stdout + done.stderr
