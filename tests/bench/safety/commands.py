"""The commands that write a file or a folder in one go, as works: what they write is whole or not there."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from studio.__main__ import main as studio
from studio.engine.bundle import load_bundle
from tests.bench.safety.works import Material, Work

_BUNDLE = "library/workflows/notes/v1"


@dataclass(frozen=True)
class _Command:
    """`given` may use {at}; `out` is what it writes in there; `whole` says whether that is whole."""

    name: str
    given: str
    out: str
    whole: Callable[[Path], bool]


def _ends(end: str) -> Callable[[Path], bool]:
    return lambda file: file.read_text("utf-8").rstrip().endswith(end)


def _is_bundle(folder: Path) -> bool:
    return load_bundle(folder).sealed


_COMMANDS = (
    _Command(
        "export", f"export {{at}}/{_BUNDLE} --out {{at}}/a.zip", "a.zip", lambda file: file.read_bytes()[:2] == b"PK"
    ),
    _Command("import", "import {at}/../shared.zip --out {at}/in", "in", _is_bundle),
    _Command("seal", f"seal {{at}}/{_BUNDLE} --out {{at}}/sealed", "sealed", _is_bundle),
    _Command("visualize", f"visualize {{at}}/{_BUNDLE} --out {{at}}/g.svg", "g.svg", _ends("</svg>")),
    _Command("report", "report {at}/run", "run/report.html", _ends("</html>")),
    _Command("certify", f"certify {{at}}/{_BUNDLE} --policy permissive", f"{_BUNDLE}/workflow.json", _ends("}")),
)


def commands(material: Material, folder: Path) -> tuple[Work, ...]:
    """One work for each; `folder` is where their own folders will lie."""
    assert studio(["export", str(material.bundle), "--out", str(folder / "shared.zip")]) == 0
    return tuple(_work(material, command) for command in _COMMANDS)


def _work(material: Material, command: _Command) -> Work:
    def begin(at: Path) -> None:
        shutil.copytree(material.library, at / "library")
        run = next((material.library / "runs" / "notes").iterdir())
        shutil.copytree(run, at / "run")

    def do(at: Path) -> int:
        return studio(command.given.replace("{at}", str(at)).split())

    def judge(at: Path) -> str:
        out = at / command.out
        assert load_bundle(at / _BUNDLE).digest == load_bundle(material.bundle).digest
        there = out.exists()
        if there:
            assert command.whole(out), "what it wrote is not whole"
        if not there or command.name in ("report", "certify"):
            assert do(at) == 0
            assert command.whole(out)
        return "whole" if there else "nothing"

    return Work(command.name, begin, do, judge)
