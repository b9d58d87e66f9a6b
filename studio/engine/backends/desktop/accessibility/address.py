"""Finds the accessibility bus of this session and wakes it."""

from __future__ import annotations

import os

from studio.engine.backends.desktop.accessibility.atspi import text_of, value_of
from studio.engine.backends.desktop.accessibility.bus import Bus, BusLost, Call, Ref
from studio.engine.backends.desktop.accessibility.opening import NoAccessibility

_LAUNCHER = Ref("org.a11y.Bus", "/org/a11y/bus")
_PROPERTIES = "org.freedesktop.DBus.Properties"
_STATUS = "org.a11y.Status"

NO_SESSION = (
    "There is no session bus, so programs cannot tell their structure: start this from a desktop session, where "
    "DBUS_SESSION_BUS_ADDRESS is set."
)
NO_LAUNCHER = "Programs cannot tell their structure: install at-spi2-core, the accessibility bus, and log in again."


def find_address() -> str:
    """The address of the accessibility bus, woken so that programs take part. Raises NoAccessibility."""
    try:
        session = Bus(os.environ.get("DBUS_SESSION_BUS_ADDRESS") or "SESSION")
    except BusLost as problem:
        raise NoAccessibility(NO_SESSION) from problem
    try:
        given = session.one(Call(_LAUNCHER, "org.a11y.Bus", "GetAddress"))
        _wake(session)
    except BusLost as problem:
        raise NoAccessibility(NO_SESSION) from problem
    finally:
        session.close()
    address = os.environ.get("AT_SPI_BUS_ADDRESS") or text_of(given)
    if not address:
        raise NoAccessibility(NO_LAUNCHER)
    return address


def _wake(session: Bus) -> None:
    """Programs only build their structure once somebody wants it. Where that may not be said, it stays as it is."""
    awake = session.one(Call(_LAUNCHER, _PROPERTIES, "Get", "ss", (_STATUS, "IsEnabled")))
    if value_of(awake) is not True:
        session.one(Call(_LAUNCHER, _PROPERTIES, "Set", "ssv", (_STATUS, "IsEnabled", ("b", True))))
