"""What is to be recorded, as a value, and the command line that records it. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from studio.ui.services.settings import Settings
from studio.ui.words import tr

DEBUG_PORT = "9222"
_LOCAL = ("localhost", "127.", "[::1]")


class Kind(StrEnum):
    """The four things that can be recorded, in the order in which they are offered."""

    PAGE = "page"
    TAB = "tab"
    WINDOW = "window"
    SCREEN = "screen"

    @property
    def is_web(self) -> bool:
        """Whether it is recorded inside a browser."""
        return self in (Kind.PAGE, Kind.TAB)


@dataclass(frozen=True)
class Target:
    """What was chosen. `address` belongs to a page, `endpoint` to an open browser, `window` is a window's title."""

    kind: Kind
    address: str = ""
    endpoint: str = ""
    window: str = ""

    @property
    def name(self) -> str:
        """A name for a recording of it, where a person gave none."""
        if self.kind is Kind.WINDOW:
            return self.window
        if self.kind is Kind.PAGE:
            return self.address.partition("://")[2].split("/")[0].split(":")[0]
        return self.kind.value


def missing(target: Target) -> str:
    """What has still to be said before it can be recorded; empty where all is said."""
    if target.kind is Kind.PAGE and not target.address.strip():
        return tr("Type the address of the page.")
    if target.kind is Kind.TAB and not target.endpoint.strip():
        return tr("Say where the open browser listens.")
    if target.kind is Kind.WINDOW and not target.window:
        return tr("Choose a window.")
    return ""


def full_address(typed: str) -> str:
    """An address as the browser needs it: `example.org` becomes `https://example.org`, one of this machine http."""
    said = typed.strip()
    if "://" in said or said.startswith("about:"):
        return said
    return f"{'http' if said.startswith(_LOCAL) else 'https'}://{said}"


def recorder_arguments(target: Target, out: Path, settings: Settings, own_pid: int) -> list[str]:
    """The arguments of `studio` that record the target into `out`, told as a stream of events."""
    always = ["--out", str(out), "--events", "--asks", "--ends-with", str(own_pid)]
    if target.kind is Kind.PAGE:
        return ["record", "--backend", "web", "--url", full_address(target.address), *always]
    if target.kind is Kind.TAB:
        return ["record", "--backend", "web", "--cdp", target.endpoint.strip(), *always]
    desktop = ["record", "--backend", "desktop", *always, "--exclude-pid", str(own_pid)]
    for name, keys in (("pause", settings.key_pause), ("finish", settings.key_finish)):
        desktop += ["--hotkey", f"{name}={chord(keys)}"]
    return desktop + (["--window", target.window] if target.kind is Kind.WINDOW else [])


def chord(keys: str) -> str:
    """Keys as the recorder writes them: `Ctrl+Alt+P` is `Control+Alt+P`."""
    return "+".join("Control" if part.lower() == "ctrl" else part for part in keys.split("+"))


def keys_of(kind: Kind, settings: Settings) -> tuple[tuple[str, str], ...]:
    """The keys that work while it is recorded, and what they do. Inside a browser they are fixed."""
    web = kind.is_web
    return (
        ("Ctrl+Alt+P" if web else settings.key_pause, tr("Pause and go on")),
        ("Ctrl+Alt+U", tr("Undo the last action")),
        ("Ctrl+Alt+S", tr("What I type next is secret")),
        ("Ctrl+Alt+V", tr("What I type next is a parameter")),
        ("Ctrl+Alt+N", tr("Write a note")),
        ("Ctrl+Alt+F" if web else settings.key_finish, tr("Finish")),
    )
