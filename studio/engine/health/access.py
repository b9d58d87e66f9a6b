"""The check of accessibility: whether programs tell their structure, and which ones do."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from studio.engine.health.finding import Finding

if TYPE_CHECKING:
    from studio.engine.backends.desktop.accessibility.bus import Bus

_INSTALL = "Install at-spi2-core (Debian: apt-get install at-spi2-core) and log in again."
_SESSION = "Start this from a desktop session, or set DBUS_SESSION_BUS_ADDRESS."
_ON = (
    "It is turned on when a recording or replay starts; programs that are open by then may stay silent. To have it on "
    "before: gsettings set org.gnome.desktop.interface toolkit-accessibility true, and for Qt programs "
    "QT_LINUX_ACCESSIBILITY_ALWAYS_ON=1."
)
_NAMED = 6
"""Programs that are named; of more the number is told."""


def accessibility() -> Finding:
    """The accessibility bus: reachable, on, and who is on it."""
    if sys.platform != "linux":
        sentence = "The structure of programs is read by a way that is written for this system, but not proven on it."
        return Finding("accessibility", "warning", sentence, "Where structure is missing, pictures and texts are used.")
    from studio.engine.backends.desktop.accessibility.bus import Bus, BusLost

    try:
        session = Bus(os.environ.get("DBUS_SESSION_BUS_ADDRESS") or "SESSION")
    except BusLost:
        return Finding(
            "accessibility", "warning", "There is no session bus, on which programs tell who they are.", _SESSION
        )
    try:
        address, on = _asked(session)
    finally:
        session.close()
    if not address:
        return Finding("accessibility", "warning", "The session has no accessibility bus.", _INSTALL)
    try:
        programs = _programs(address)
    except BusLost:
        return Finding("accessibility", "warning", "The accessibility bus cannot be reached.", _INSTALL)
    if not on:
        return Finding("accessibility", "warning", "The accessibility bus is there, but turned off.", _ON)
    return Finding("accessibility", "ok", f"Programs tell their structure. {_told(programs)}")


def _asked(session: Bus) -> tuple[str, bool]:
    """The address of the bus (empty where there is none), and whether it is on. Nothing is turned on."""
    from studio.engine.backends.desktop.accessibility.atspi import text_of, value_of
    from studio.engine.backends.desktop.accessibility.bus import Call, Ref

    launcher = Ref("org.a11y.Bus", "/org/a11y/bus")
    given = session.one(Call(launcher, "org.a11y.Bus", "GetAddress"))
    state = Call(launcher, "org.freedesktop.DBus.Properties", "Get", "ss", ("org.a11y.Status", "IsEnabled"))
    return text_of(given), value_of(session.one(state)) is True


def _programs(address: str) -> list[str]:
    """Names of the programs on the bus, each once."""
    from studio.engine.backends.desktop.accessibility import atspi
    from studio.engine.backends.desktop.accessibility.bus import Bus

    bus = Bus(address)
    try:
        refs = atspi.refs_of(bus.one(atspi.children(atspi.REGISTRY)))
        names = [atspi.text_of(reply) for reply in bus.ask([atspi.name(ref) for ref in refs])]
    finally:
        bus.close()
    return sorted({name for name in names if name}, key=str.lower)


def _told(programs: list[str]) -> str:
    if not programs:
        return "None is open now."
    more = f" and {len(programs) - _NAMED} more" if len(programs) > _NAMED else ""
    return f"Seen now: {', '.join(programs[:_NAMED])}{more}."
