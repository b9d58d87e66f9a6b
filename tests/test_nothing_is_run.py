"""No code that comes in a file is ever run, and files from outside are read in few places only."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FORBIDDEN = {
    "pickle",
    "marshal",
    "shelve",
    "dill",
    "joblib",
    "runpy",
    "codeop",
    "xml",
    "lxml",
    "tarfile",
}
CALLS = {
    "eval",
    "exec",
    "compile",
    "__import__",
    "os.system",
    "os.popen",
    "yaml.load",
    "yaml.unsafe_load",
    "yaml.full_load",
}
PICTURES = {"QImage", "QPixmap", "QImageReader", "QImage.fromData", "QPixmap.fromImageReader"}
READERS = {
    "studio/ui/widgets/png_image.py",
    "studio/ui/ladder/chosen_picture.py",
}
JSON = {"studio/ui/words.py", "studio/ui/told.py", "studio/ui/record/open_tabs.py"}
"""The window's own resources, and the answer of a browser, which is read within bounds."""

_WORDS = re.compile(
    rf"\b({'|'.join(FORBIDDEN)}|(eval|exec|compile|system|popen|unsafe_load|full_load|__import__|import_module)\s*\(|"
    r"shell=|allow_pickle|QImage|QPixmap|json\.load|read_bytes|model_validate_json)"
)


@cache
def parsed() -> dict[str, ast.AST]:
    """The sources that name anything of interest: to parse all of them takes too long."""
    texts = {p.relative_to(ROOT).as_posix(): p.read_text("utf-8") for p in (ROOT / "studio").rglob("*.py")}
    return {path: ast.parse(text) for path, text in texts.items() if _WORDS.search(text)}


def sources(top: str = "studio") -> Iterator[tuple[str, ast.AST]]:
    return ((path, tree) for path, tree in sorted(parsed().items(), key=lambda pair: pair[0]) if path.startswith(top))


def name_of(node: ast.expr) -> str:
    """`a.b.c` of an expression; empty where it is no plain name."""
    if isinstance(node, ast.Attribute):
        return f"{name_of(node.value)}.{node.attr}"
    return node.id if isinstance(node, ast.Name) else ""


def imports(tree: ast.AST) -> set[str]:
    found = {alias.name for n in ast.walk(tree) if isinstance(n, ast.Import) for alias in n.names}
    found |= {n.module or "" for n in ast.walk(tree) if isinstance(n, ast.ImportFrom)}
    return {name.partition(".")[0] for name in found}


_CALLS: dict[int, list[tuple[str, ast.Call]]] = {}


def calls(tree: ast.AST) -> list[tuple[str, ast.Call]]:
    if id(tree) not in _CALLS:
        _CALLS[id(tree)] = [(name_of(node.func), node) for node in ast.walk(tree) if isinstance(node, ast.Call)]
    return _CALLS[id(tree)]


def test_nothing_that_is_read_is_ever_run() -> None:
    assert len(parsed()) > 50
    for path, tree in sources():
        assert not imports(tree) & FORBIDDEN, path
        for name, call in calls(tree):
            assert name not in CALLS, f"{path}:{call.lineno} calls {name}"
            words = {k.arg for k in call.keywords if isinstance(k.value, ast.Constant) and k.value.value is True}
            assert not words & {"shell", "allow_pickle"}, f"{path}:{call.lineno}"


def test_modules_are_imported_by_names_that_stand_in_the_source() -> None:
    """`import_module` of what a file says would run code of its choice."""
    allowed = {
        "studio/cli/recording.py",
        "studio/engine/__init__.py",
        "studio/engine/backends/desktop/accessibility/opening.py",
        "studio/engine/backends/desktop/accessibility/macos_ax.py",
        "studio/engine/backends/desktop/accessibility/windows_uia.py",
        "studio/ui/pages/__init__.py",
        "studio/ui/services/ahead.py",
        "studio/ui/shell/window.py",
    }
    for path, tree in sources():
        for name, call in calls(tree):
            plain = isinstance(call.args[0], ast.Constant) if name.endswith("import_module") else True
            assert plain or path in allowed, f"{path}:{call.lineno}"


_MAKES = re.compile(r"\.(mkdir|write_text|write_bytes|touch)\(|\bshutil\.(copy\w*|move)\(|\bos\.makedirs\(")
_OPENS_TO_WRITE = re.compile(r"\b(open|FileIO)\((?=[^()\n]*[\"'][wax]b?\+?[\"'])(?![^\n]*opener=)")


def test_whatever_is_written_says_who_may_read_it() -> None:
    """Folders and files are made by `engine/rights.py` and `engine/files.py`: no umask decides who reads them."""
    for path in sorted((ROOT / "studio").rglob("*.py")):
        name = path.relative_to(ROOT).as_posix()
        if name.startswith("studio/demo/") or name in ("studio/engine/rights.py", "studio/engine/files.py"):
            continue
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
            plain = _MAKES.search(line.replace("shutil.copyfileobj(", "")) or _OPENS_TO_WRITE.search(line)
            assert not plain, f"{name}:{number}: say who may read it (engine/rights.py)"


def test_pictures_are_read_in_one_place() -> None:
    for path, tree in sources("studio/ui"):
        if path in READERS:
            continue
        for name, call in calls(tree):
            from_a_file = name in PICTURES and (len(call.args) == 1 and name != "QPixmap")
            assert not from_a_file, f"{path}:{call.lineno}: read it with png_image"


def test_the_window_reads_json_within_bounds() -> None:
    for path, tree in sources("studio/ui"):
        for name, call in calls(tree):
            unbounded = name in ("json.loads", "json.load") or name.endswith((".read_bytes", ".model_validate_json"))
            own = path in JSON or (path == "studio/ui/services/settings.py" and name.endswith("model_validate_json"))
            assert own or not unbounded, f"{path}:{call.lineno}: read it with peek"
