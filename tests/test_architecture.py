"""Who may import whom, and what starting a command may cost."""

from __future__ import annotations

import os
import pkgutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
HEAVY = ("pydantic", "numpy", "cv2", "playwright", "onnxruntime", "PIL", "PySide6", "networkx")


def python(code: str, *args: str) -> str:
    """Output of `code` in a fresh interpreter without a display."""
    environ = {k: v for k, v in os.environ.items() if k not in ("DISPLAY", "WAYLAND_DISPLAY")}
    done = subprocess.run(
        [sys.executable, "-c", code, *args], capture_output=True, text=True, cwd=ROOT, env=environ, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def exists(module: str) -> bool:
    """Whether a module of ours is there; modules of others count as there."""
    path = ROOT.joinpath(*module.split("."))
    return not module.startswith("studio") or path.is_dir() or path.with_suffix(".py").is_file()


def contracts() -> str:
    """The contracts of pyproject.toml in import-linter's ini form, without the rooms that are not built yet."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]
    lines = ["[importlinter]", f"root_package = {settings['root_package']}", "include_external_packages = True"]
    for number, contract in enumerate(settings["contracts"]):
        lines += [f"[importlinter:contract:{number}]", f"name = {contract['name']}", f"type = {contract['type']}"]
        for key in ("layers", "source_modules", "forbidden_modules"):
            rows = [[m for m in row.split(" | ") if exists(m)] for row in contract.get(key, [])]
            lines += [f"{key} =", *(f"    {' | '.join(row)}" for row in rows if row)] if key in contract else []
    return "\n".join(lines)


def test_import_contracts_hold(tmp_path: Path) -> None:
    (tmp_path / "contracts.ini").write_text(contracts())
    code = (
        "import sys; from importlinter.cli import lint_imports\n"
        "sys.exit(lint_imports(config_filename=sys.argv[1], no_cache=True))"
    )
    command = [sys.executable, "-c", code, str(tmp_path / "contracts.ini")]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=False)
    if done.returncode:
        pytest.fail(done.stdout[-4000:] + done.stderr, pytrace=False)


def modules_below(package: str) -> list[str]:
    """All modules of a package of ours, by name, without importing them."""
    folder = ROOT.joinpath(*package.split("."))
    return [package, *(m.name for m in pkgutil.walk_packages([str(folder)], f"{package}."))]


@pytest.mark.parametrize(
    "package",
    [
        "studio.engine",
        "studio.recorder",
        "studio.cli",
        "studio.demo.mockmed",
        "studio.graphview.layout",
        "studio.graphview.export",
    ],
)
def test_no_qt_below_the_window_not_even_by_way_of_another(package: str) -> None:
    code = (
        "import sys, importlib\n"
        "for name in sys.argv[1:]: importlib.import_module(name)\n"
        "print([m for m in sys.modules if m.split('.')[0] in ('PySide6', 'shiboken6', 'pyqtgraph', 'PyQt6')])"
    )
    assert python(code, *modules_below(package)).strip() == "[]"


def test_help_imports_nothing_heavy() -> None:
    code = (
        "import sys\nfrom studio.__main__ import main\n"
        "try: main(['--help'])\nexcept SystemExit: pass\n"
        f"print([m for m in {HEAVY!r} if m in sys.modules])"
    )
    assert python(code).splitlines()[-1] == "[]"
