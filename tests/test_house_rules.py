"""The rules of the house, each as a test: format, types, sizes, nothing of this machine in the tree."""

from __future__ import annotations

import ast
import re
import statistics
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import packages_distributions
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
COMMON = {"bin", "etc", "home", "mnt", "opt", "private", "root", "srv", "tmp", "usr", "Users", "var"}
HERE = [f"|{re.escape(top)}" for top in ROOT.parts[1:2] if top not in COMMON]
"""The folder of this machine that the checkout is in, where it is no common one."""
MACHINE = re.compile(rf"(?<![\w./~-])/(?:root|home/\w+|Users/\w+{''.join(HERE)})/\w|[A-Z]:\\Users\\\w")
INDEX = re.compile(r"--(?:extra-)?index-url|--find[-]links|pythonhosted\.org|://[^\s\"')]*/simple/?(?=[\s\"')]|$)")


def tracked() -> list[Path]:
    """Files that git tracks; all that are ours where there is no git (a source archive)."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=False)
    if listed.returncode == 0:
        return [p for name in listed.stdout.split("\0") if name and (p := ROOT / name).is_file()]
    return [p for top in ("studio", "tests", "packaging", "docs", "resources") for p in (ROOT / top).rglob("*.*")]


def sources(*tops: str) -> list[Path]:
    """Tracked Python files below the named folders."""
    return [p for p in tracked() if p.suffix == ".py" and p.relative_to(ROOT).parts[0] in tops]


def lines_of(path: Path) -> int:
    """Number of lines of a text file."""
    return len(path.read_text(encoding="utf-8").splitlines())


def functions(path: Path) -> Iterator[tuple[str, int]]:
    """Each function of a file with its length in lines."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield f"{path.relative_to(ROOT)}:{node.name}", (node.end_lineno or node.lineno) - node.lineno + 1


def complaints(*command: str) -> str:
    """What a tool of the environment has to say against the tree; empty where it is content."""
    done = subprocess.run([sys.executable, "-m", *command], cwd=ROOT, capture_output=True, text=True, check=False)
    return f"{done.stdout}{done.stderr}" if done.returncode else ""


def test_ruff_finds_nothing() -> None:
    assert complaints("ruff", "check", "--no-cache", ".") == ""


def test_all_is_formatted() -> None:
    assert complaints("ruff", "format", "--check", "--no-cache", ".") == ""


def test_types_hold() -> None:
    set_up = [str(p.relative_to(ROOT)) for p in sources("packaging")]
    assert len(set_up) >= 3
    assert complaints("mypy", "--cache-dir", ".mypy_cache/house", "studio", *set_up) == ""


def test_the_tools_do_complain(tmp_path: Path) -> None:
    (tmp_path / "wrong.py").write_text("import os\nx : int = 1\n")
    assert "unused" in complaints("ruff", "check", "--no-cache", str(tmp_path))
    assert "wrong.py" in complaints("ruff", "format", "--check", "--no-cache", str(tmp_path))


def test_no_file_is_too_long() -> None:
    assert [f"{p.relative_to(ROOT)}: {lines_of(p)}" for p in sources("studio", "tests") if lines_of(p) > 500] == []


def test_no_function_is_too_long() -> None:
    found = [f for p in sources("studio", "packaging") for f in functions(p)]
    assert [f"{name}: {n}" for name, n in found if n > 60] == []


def test_rooms_are_small() -> None:
    sizes = [n for p in sources("studio") if (n := lines_of(p))]
    assert statistics.median(sizes) <= 120
    assert sum(n <= 300 for n in sizes) / len(sizes) >= 0.9


def test_functions_fit_in_a_glance() -> None:
    assert statistics.median(n for p in sources("studio") for _, n in functions(p)) < 10


@pytest.mark.parametrize(("what", "pattern"), [("a path of one machine", MACHINE), ("a package index", INDEX)])
def test_nothing_of_a_machine_is_in_the_tree(what: str, pattern: re.Pattern[str]) -> None:
    found = []
    for path in tracked():
        if b"\0" in (data := path.read_bytes())[:4096]:
            continue
        for number, line in enumerate(data.decode("utf-8", "replace").splitlines(), 1):
            found += [f"{path.relative_to(ROOT)}:{number}: {line.strip()[:80]}"] if pattern.search(line) else []
    assert found == [], f"these lines name {what}"


@pytest.mark.parametrize(
    "text", ["x = '/home/" + "ann/a'", "cd /root/" + "x", "C:\\Users\\" + "ann", "(/Users/" + "a/b)"]
)
def test_the_machine_pattern_can_fail(text: str) -> None:
    assert MACHINE.search(text)


def test_one_cv2_is_installed() -> None:
    assert len(set(packages_distributions()["cv2"])) == 1


def test_the_ocr_runtime_does_not_report_to_its_maker() -> None:
    """Newer wheels of onnxruntime look up and call a telemetry server when they are imported; we are local only."""
    spec = find_spec("onnxruntime")
    assert spec is not None
    assert spec.origin is not None
    libraries = [p for p in Path(spec.origin).parent.rglob("*") if re.search(r"\.(so|dll|pyd|dylib)", p.name)]
    assert libraries
    assert [p.name for p in libraries if b"OneCollector" in p.read_bytes()] == []


def test_every_dependency_is_pinned() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    wanted = [*project["dependencies"], *project["optional-dependencies"]["dev"]]
    names = {re.split(r"[^\w.-]", entry)[0].lower().replace("_", "-") for entry in wanted}
    locked = re.findall(r"^([\w.-]+)==", (ROOT / "requirements.lock").read_text(), re.MULTILINE)
    assert names <= {name.lower().replace("_", "-") for name in locked}
