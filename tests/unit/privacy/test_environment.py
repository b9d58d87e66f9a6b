"""What other programs are given of our environment: no secret and no key, whoever starts them."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from studio.engine.backends.desktop import launch as desktop
from studio.engine.backends.protocols import EnvironmentUnable
from studio.engine.backends.web import open_browser
from studio.engine.health.programs import output
from studio.engine.secrets.environment import without_secrets
from studio.recorder.web import launch as web

STUDIO = Path(desktop.__file__).parents[3]
OURS = {"cli/demo.py", "cli/demonstration.py", "cli/visualize.py"}
"""Commands of our own, which need what they are given."""

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="asked by a script of the shell")


@pytest.fixture
def teller(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A program that writes down what it was given."""
    for name in ("STUDIO_SECRET_PIN", "STUDIO_SIGNING_KEY", "STUDIO_IDENTITY_KEY"):
        monkeypatch.setenv(name, "otter-4711")
    monkeypatch.setenv("STUDIO_LIBRARY", "/srv/library")
    program = tmp_path / "teller"
    program.write_text(f"#!/bin/sh\nenv > {tmp_path}/told; env\n")
    program.chmod(0o700)
    return program


def ended(program: subprocess.Popen[bytes]) -> None:
    assert program.wait(20) == 0


def test_no_program_that_is_started_gets_a_secret_or_a_key(teller: Path, tmp_path: Path) -> None:
    profile = tmp_path / "profile"
    profile.mkdir()
    starts = (
        lambda: ended(desktop._run([str(teller)])),
        lambda: ended(web._start(teller, profile, True, 1.0, None)),
        lambda: output([str(teller)]),
    )
    for start in starts:
        start()
        told = (tmp_path / "told").read_text()
        assert "otter-4711" not in told
        assert "STUDIO_LIBRARY=/srv/library" in told
        (tmp_path / "told").unlink()


def test_the_browser_of_a_replay_gets_none_either(
    teller: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STUDIO_BROWSER", str(teller))
    with pytest.raises(EnvironmentUnable), open_browser():
        pass
    told = (tmp_path / "told").read_text()
    assert "otter-4711" not in told
    assert "STUDIO_LIBRARY=/srv/library" in told


def test_names_are_told_whatever_their_capitals() -> None:
    given = {
        "studio_secret_pin": "a",
        "STUDIO_SECRET_": "b",
        "Studio_Signing_Key": "c",
        "STUDIO_CONFIG": "d",
        "A_KEY": "e",
    }
    assert without_secrets(given) == {"STUDIO_CONFIG": "d", "A_KEY": "e"}


def test_whoever_starts_a_program_says_what_it_is_given() -> None:
    files = [file for file in STUDIO.rglob("*.py") if "demo" not in file.relative_to(STUDIO).parts[:1]]
    silent = {file.relative_to(STUDIO).as_posix() for file in files if any(map(_says_nothing, _starts(file)))}
    assert silent == OURS


def _starts(file: Path) -> list[ast.Call]:
    calls = [node for node in ast.walk(ast.parse(file.read_text("utf-8"))) if isinstance(node, ast.Call)]
    return [
        call for call in calls if isinstance(call.func, ast.Attribute) and ast.unparse(call.func.value) == "subprocess"
    ]


def _says_nothing(call: ast.Call) -> bool:
    return all(word.arg != "env" for word in call.keywords)
