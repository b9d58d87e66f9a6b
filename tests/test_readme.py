"""README.md keeps its word: what it names is there, its commands and options exist."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from studio.__main__ import main

ROOT = Path(__file__).resolve().parent.parent
PAGES = ("README.md", "CONTRIBUTING.md", "docs/limits.md", "docs/safety.md", "docs/field-reports.md")
README = (ROOT / "README.md").read_text(encoding="utf-8")
COMMANDS = [shlex.split(line, comments=True) for line in re.findall(r"^\./dev run studio (.+)$", README, re.MULTILINE)]


@pytest.mark.parametrize("page", PAGES)
def test_what_a_page_links_to_is_there(page: str) -> None:
    links = re.findall(r"\]\(([^)#]+)", (ROOT / page).read_text(encoding="utf-8"))
    missing = [to for to in links if "://" not in to and not (ROOT / page).parent.joinpath(to).is_file()]
    assert missing == []


def test_tests_that_a_page_names_exist() -> None:
    text = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "tests").rglob("*.py"))
    named = {name for page in PAGES for name in re.findall(r"`(test_\w+)`", (ROOT / page).read_text("utf-8"))}
    files = {path.stem for path in (ROOT / "tests").rglob("test_*.py")}
    assert len(named) > 100
    assert [name for name in sorted(named - files) if f"def {name}(" not in text] == []


def test_it_is_short_and_its_pictures_are_small() -> None:
    assert len(README.splitlines()) < 90
    assert [p.name for p in (ROOT / "docs" / "pictures").iterdir() if p.stat().st_size > 300_000] == []


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_its_commands_and_options_exist(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    command = words[:2] if words[:2] == ["demo", "mockmed"] else words[:1]
    with pytest.raises(SystemExit, match="0"):
        main([*command, "--help"])
    usage = capsys.readouterr().out
    assert [word for word in words if word.startswith("--") and word not in usage] == []
