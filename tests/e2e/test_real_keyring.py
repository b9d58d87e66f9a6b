"""The keyring of a real Secret Service (gnome-keyring on a bus of its own), by the commands that people use."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from helpers.keyrings import secret_service
from helpers.virtual_desktop import VirtualDesktop, stop, virtual_desktop, wait_for

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


@pytest.fixture(scope="module")
def desktop() -> Iterator[VirtualDesktop]:
    with virtual_desktop(accessible=False, manager=None) as desktop:
        yield desktop


@contextmanager
def counted_prompts(environ: dict[str, str], log: Path) -> Iterator[Path]:
    """The log has one line with BeginPrompting for each time that the system asks a person for a password."""
    watched = "interface='org.gnome.keyring.internal.Prompter',member='BeginPrompting'"
    with log.open("wb") as file:
        watching = subprocess.Popen(("dbus-monitor", "--session", watched), env=environ, stdout=file)
    try:
        wait_for(lambda: log.stat().st_size > 0, "the watch over the bus")
        yield log
    finally:
        stop(watching)


LOOKING = """
from PySide6.QtCore import QEventLoop
from PySide6.QtWidgets import QApplication
from helpers.formats import workflow
from studio.__main__ import main
from studio.engine import secrets
from studio.engine.health.keyring import keyring
from studio.ui.pages.run_form import RunForm
from studio.ui.services.background import close_pool

app = QApplication([])
print(keyring().sentence)
main(["secret", "list"])
main(["keys"])
form, told = RunForm({}), QEventLoop()
form.secrets.known.connect(told.quit)
form.show_workflow(workflow(secret_params=("pin",)), [])
told.exec()
pin = next(row for row in form.rows if row.field.name == "pin")
print(pin._note.text())
print("can be unlocked" if pin._unlock.isVisibleTo(form) else "nothing to unlock")
close_pool()
"""
LOCK = "import secretstorage as s; bus = s.dbus_init(); s.Collection(bus).lock(); bus.close()"


@pytest.mark.parametrize(
    ("made", "asks", "said"),
    [
        (
            False,
            ("-m", "studio", "secret", "set", "pin"),
            ("makes it when the first", "no secrets", "nothing to unlock"),
        ),
        (
            True,
            ("-c", "from studio.engine import secrets; secrets.read('pin')"),
            ("is locked: unlock it where", "is locked: unlock it or type", "can be unlocked"),
        ),
    ],
)
def test_looking_never_makes_the_system_ask_for_a_password_and_a_locked_one_is_said(
    desktop: VirtualDesktop, own_temp_dir: Path, made: bool, asks: tuple[str, ...], said: tuple[str, ...]
) -> None:
    folder = own_temp_dir / f"keyring-{made}"
    path = str(Path(__file__).parents[1])
    with secret_service(folder, desktop.env, made=made) as bare:
        environ = bare | {"PYTHONPATH": path, "QT_QPA_PLATFORM": "offscreen", "STUDIO_CONFIG": str(folder / "config")}
        if made:
            subprocess.run((sys.executable, "-c", LOCK), env=environ, check=True)
        with counted_prompts(environ, folder / "prompts.log") as log:
            looked = subprocess.run((sys.executable, "-c", LOOKING), env=environ, capture_output=True, text=True)
            told = looked.stdout + looked.stderr
            assert [words for words in said if words not in told] == [], told
            asking = subprocess.Popen((sys.executable, *asks), env=environ, stdin=subprocess.PIPE, text=True)
            assert asking.stdin is not None
            with asking.stdin as line:
                line.write("4711\n")
            try:
                wait_for(lambda: "BeginPrompting" in log.read_text(), "the system's question")
            finally:
                asking.kill()
                asking.wait(10)
            assert log.read_text().count("BeginPrompting") == 1  # of the explicit act alone
    shutil.rmtree(folder)
