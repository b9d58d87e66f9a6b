"""Keyrings for tests: one in memory (not a real one), one that hangs, and a real Secret Service on a bus of its own."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from threading import Event

from keyring.backend import KeyringBackend
from keyring.errors import PasswordDeleteError


class MemoryKeyring(KeyringBackend):
    """A backend of the keyring library that keeps everything in this process."""

    priority = 1  # type: ignore[assignment]

    def __init__(self) -> None:
        super().__init__()
        self.kept: dict[tuple[str, str], str] = {}

    def get_password(self, service: str, username: str) -> str | None:
        return self.kept.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        self.kept[service, username] = password

    def delete_password(self, service: str, username: str) -> None:
        if self.kept.pop((service, username), None) is None:
            raise PasswordDeleteError("not there")


class HangingKeyring(MemoryKeyring):
    """A locked keyring that waits for a person until `released`."""

    def __init__(self) -> None:
        super().__init__()
        self.released = Event()

    def get_password(self, service: str, username: str) -> str | None:
        self.released.wait(60)
        return super().get_password(service, username)


@contextmanager
def secret_service(
    folder: Path, base: Mapping[str, str] = os.environ, *, made: bool = True
) -> Iterator[dict[str, str]]:
    """A running gnome-keyring with an unlocked, empty keyring, or with none; gives the environment it is reached in.

    It asks for passwords on the display of the environment `base`.
    """
    places = {name: folder / name for name in ("home", "data", "run")}
    for place in places.values():
        place.mkdir(mode=0o700, parents=True)
    environ = {name: value for name, value in base.items() if not name.startswith("DBUS_")}
    environ |= {"HOME": str(places["home"]), "XDG_DATA_HOME": str(places["data"])}
    environ |= {"XDG_RUNTIME_DIR": str(places["run"]), "PYTHON_KEYRING_BACKEND": ""}
    bus = subprocess.Popen(
        ("dbus-daemon", "--session", "--nofork", "--print-address"), stdout=subprocess.PIPE, env=environ, text=True
    )
    daemon = None
    try:
        assert bus.stdout is not None
        environ["DBUS_SESSION_BUS_ADDRESS"] = bus.stdout.readline().strip()
        command = ("gnome-keyring-daemon", "--foreground", "--components=secrets", *(("--unlock",) if made else ()))
        daemon = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environ)
        assert daemon.stdin is not None
        assert daemon.stdout is not None
        daemon.stdin.write(b"only for tests")
        daemon.stdin.close()
        daemon.stdout.readline()  # it says where it is reached once it is
        del environ["PYTHON_KEYRING_BACKEND"]
        yield environ
    finally:
        for process in (daemon, bus):
            if process is not None:
                process.terminate()
                process.wait(10)
                if process.stdout is not None:
                    process.stdout.close()
        shutil.rmtree(places["run"], ignore_errors=True)
