"""The lock is closed: all that a pinned package needs is pinned too, and all that is imported is asked for by name."""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.metadata import packages_distributions, requires
from pathlib import Path

import pytest
from packaging.markers import default_environment
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parent.parent
IMPORTS = re.compile(r"^\s*(?:from\s+(\w+)[\w.]*\s+import\b|import\s+(\w+))", re.MULTILINE)
LEFT_OUT = {"evdev"}
"""It has to be compiled, and pynput does not use it on X11."""
CARRIERS = {"rapidocr", "rapidocr-onnxruntime"}
"""Nothing of them is imported, only files that they carry are read. What they need to run is left out: for one, a
second wheel of cv2, which collides with ours."""
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
EVERYWHERE, AT_WORK = PROJECT["dependencies"], PROJECT["optional-dependencies"]["dev"]
OURS = {"studio", "tests", *(p.stem for p in (ROOT / "tests").rglob("*"))}
PYTHONS = ("3.11", "3.12")
BUILD = ("hatchling", "editables")


def pins(text: str) -> dict[str, Requirement]:
    """The lines of a lock by the name of their package."""
    found = [Requirement(line) for each in text.splitlines() if (line := each.partition("#")[0].strip())]
    return {canonicalize_name(pin.name): pin for pin in found}


LOCK = pins((ROOT / "requirements.lock").read_text(encoding="utf-8"))


@cache
def asked(lines: tuple[str, ...], extras: frozenset[str], python: str) -> list[Requirement]:
    """The requirements among `lines` that apply on this platform to that Python, those of `extras` with them."""
    base = {k: str(v) for k, v in default_environment().items()}
    base |= {"python_version": python, "python_full_version": f"{python}.4"}
    wanted = [Requirement(line) for line in lines]
    return [r for r in wanted if not r.marker or any(r.marker.evaluate(base | {"extra": x}) for x in ("", *extras))]


@cache
def needs(name: str, extras: frozenset[str], python: str) -> list[Requirement]:
    """What the installed package of that name needs there."""
    return [] if name in CARRIERS else asked(tuple(requires(name) or ()), extras, python)


def not_pinned(lock: Mapping[str, Requirement], python: str) -> list[str]:
    """What the project, and all that it leads to, needs on that Python and `lock` lacks or has in a version that does
    not do."""
    todo = [("the project", r) for r in asked((*EVERYWHERE, *AT_WORK, *BUILD), frozenset(), python)]
    done, lacks = set(), []
    while todo:
        by, wanted = todo.pop()
        name, extras = canonicalize_name(wanted.name), frozenset(wanted.extras)
        if name in LEFT_OUT or (by, wanted) in done:
            continue
        done.add((by, wanted))
        pin = lock.get(name)
        if pin is None or not asked((str(pin),), frozenset(), python):
            lacks.append(f"{by} needs {wanted}")
        elif not wanted.specifier.contains(str(pin.specifier).removeprefix("=="), prereleases=True):
            lacks.append(f"{by} needs {wanted}, but {pin} is pinned")
        else:
            todo += [(name, each) for each in needs(name, extras, python)]
    return lacks


@pytest.mark.parametrize("python", PYTHONS)
def test_all_that_is_needed_is_pinned(python: str) -> None:
    assert not_pinned(LOCK, python) == []


def test_every_line_of_the_lock_is_needed_by_somebody() -> None:
    """So a line that is lost is noticed, and one that nobody needs any more is too."""
    here = {name for name, pin in LOCK.items() if asked((str(pin),), frozenset(), PYTHONS[0])}
    needless = {n for n in here if not not_pinned({k: v for k, v in LOCK.items() if k != n}, PYTHONS[0])}
    assert len(here) > 50
    assert needless == set()


def test_a_version_that_does_not_do_and_a_marker_that_is_too_narrow_are_noticed() -> None:
    old = LOCK | pins("pluggy==0.1") | pins('zipp==4.1.2 ; python_version < "3.11"')
    told = " ".join(not_pinned(old, PYTHONS[0]))
    assert "but pluggy==0.1 is pinned" in told
    assert "needs zipp" in told


def imported(top: str) -> dict[str, set[str]]:
    """What the Python files below a folder import that is neither ours nor Python's own: by top name, with files.
    Programs that stand in a file as a text count too."""
    found: dict[str, set[str]] = {}
    for path in (ROOT / top).rglob("*.py"):
        names = {one or other for one, other in IMPORTS.findall(path.read_text(encoding="utf-8"))}
        for name in names - OURS - sys.stdlib_module_names:
            found.setdefault(name, set()).add(str(path.relative_to(ROOT)))
    return found


def undeclared(found: Mapping[str, set[str]], lines: Iterable[str]) -> dict[str, set[str]]:
    """Those of `found` that none of the requirements `lines` names."""
    declared = {canonicalize_name(re.split(r"[^\w.-]", line)[0]) for line in lines}
    owners = packages_distributions()
    return {n: files for n, files in found.items() if not declared & {canonicalize_name(d) for d in owners.get(n, [n])}}


@pytest.mark.parametrize(("top", "lines"), [("studio", EVERYWHERE), ("tests", [*EVERYWHERE, *AT_WORK])])
def test_all_that_is_imported_is_asked_for_by_name(top: str, lines: list[str]) -> None:
    found = imported(top)
    assert len(found) > 10
    assert undeclared(found, lines) == {}
    assert set(undeclared(found, [line for line in lines if not line.startswith("pydantic")])) == {"pydantic"}
