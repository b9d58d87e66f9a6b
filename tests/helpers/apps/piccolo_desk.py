"""Piccolo Admin (a single-page application made with Vue) on SQLite. Run as a program it prints its address."""

from __future__ import annotations

import os
import sys
import types
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent))

from helpers.apps.process import App, serving
from helpers.apps.seed import PASSWORD, USER, WARDS, patients


@contextmanager
def piccolo_desk() -> Iterator[App]:
    """A running Piccolo Admin with thirty patients; its address leads to the sign-in."""
    with serving("piccolo_desk.py", "patient") as app:
        yield app


def _configure(database: str) -> None:
    """Piccolo reads its database from a module that PICCOLO_CONF names."""
    from piccolo.conf.apps import AppRegistry
    from piccolo.engine.sqlite import SQLiteEngine

    settings = types.ModuleType("desk_settings")
    settings.DB = SQLiteEngine(path=database)  # type: ignore[attr-defined]
    settings.APP_REGISTRY = AppRegistry(apps=[])  # type: ignore[attr-defined]
    sys.modules["desk_settings"] = settings
    os.environ["PICCOLO_CONF"] = "desk_settings"


def _table() -> Any:
    from enum import Enum

    from piccolo.columns import Boolean, Date, Text, Varchar
    from piccolo.table import Table

    class Patient(Table, tablename="patient"):
        family = Varchar(length=60, required=True)
        given = Varchar(length=60, required=True)
        number = Varchar(length=20, unique=True, required=True)
        ward = Varchar(length=30, choices=Enum("Ward", {ward: ward for ward in WARDS}), default=WARDS[0])
        admitted = Date()
        insured = Boolean(default=False)
        remarks = Text()

    return Patient


def _main(database: str) -> None:
    _configure(database)
    from datetime import date

    from helpers.apps.asgi import serve
    from piccolo.apps.user.tables import BaseUser
    from piccolo_admin.endpoints import OrderBy, TableConfig, create_admin
    from piccolo_api.session_auth.tables import SessionsBase

    table = _table()
    for each in (table, BaseUser, SessionsBase):
        each.create_table(if_not_exists=True).run_sync()
    BaseUser.create_user_sync(USER, PASSWORD, admin=True, active=True, superuser=True)
    rows = (patient._asdict() | {"admitted": date.fromisoformat(patient.admitted)} for patient in patients())
    table.insert(*(table(**row) for row in rows)).run_sync()
    listed = TableConfig(table, order_by=[OrderBy(table.family)])
    serve(create_admin([listed], site_name="Ward desk", allowed_hosts=["127.0.0.1"]))


if __name__ == "__main__":
    _main(sys.argv[1])
