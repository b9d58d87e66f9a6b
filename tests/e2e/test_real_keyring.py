"""The keyring of a real Secret Service (gnome-keyring on a bus of its own), by the commands that people use."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from helpers.keyrings import secret_service

pytestmark = pytest.mark.skipif(not shutil.which("gnome-keyring-daemon"), reason="gnome-keyring is not installed")


@pytest.fixture(scope="module")
def environ(own_temp_dir: Path) -> Iterator[dict[str, str]]:
    folder = own_temp_dir / "keyring"
    with secret_service(folder) as environ:
        yield environ
    shutil.rmtree(folder)


LOOK = """
from studio.engine import secrets
print([secrets.available().name, secrets.read("password"), secrets.read_key("password"), secrets.names()])
print([secrets.forget("password"), secrets.forget("password"), secrets.read("password"), secrets.names()])
"""


def test_a_secret_is_kept_read_listed_and_forgotten(environ: dict[str, str]) -> None:
    def run(*line: str, typed: str = "") -> str:
        done = subprocess.run(
            (sys.executable, *line), input=typed, env=environ, capture_output=True, text=True, check=True
        )
        return done.stdout + done.stderr

    assert "is kept in the keyring" in (said := run("-m", "studio", "secret", "set", "Password", typed="hunter22\n"))
    assert "hunter22" not in said
    assert run("-c", LOOK).splitlines() == [
        "['Secret Service', 'hunter22', None, (('password', None),)]",
        "[True, False, None, ()]",
    ]
