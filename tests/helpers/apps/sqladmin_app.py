"""SQLAdmin (Starlette, SQLAlchemy, Tabler's pages) on SQLite. Run as a program it prints its address and serves."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent))

from helpers.apps.process import App, serving
from helpers.apps.seed import PASSWORD, USER, WARDS, patients


@contextmanager
def sqladmin_app() -> Iterator[App]:
    """A running SQLAdmin with thirty patients; its address leads to the sign-in."""
    with serving("sqladmin_app.py", "patient") as app:
        yield app


def _table() -> Any:
    from sqlalchemy import Boolean, Date, Integer, String, Text
    from sqlalchemy.orm import DeclarativeBase, mapped_column

    class Base(DeclarativeBase):
        pass

    class Patient(Base):
        __tablename__ = "patient"
        id = mapped_column(Integer, primary_key=True)
        family = mapped_column(String(60), nullable=False)
        given = mapped_column(String(60), nullable=False)
        number = mapped_column(String(20), unique=True, nullable=False)
        ward = mapped_column(String(30), nullable=False)
        admitted = mapped_column(Date, nullable=False)
        insured = mapped_column(Boolean, nullable=False, default=False)
        remarks = mapped_column(Text, nullable=False, default="")

    return Patient


def _view(patient: Any) -> Any:
    from sqladmin import ModelView
    from wtforms import SelectField, TextAreaField

    class PatientAdmin(ModelView, model=patient):
        column_list = ["family", "given", "number", "ward", "admitted", "insured", "remarks"]
        column_searchable_list = ["family", "number"]
        column_sortable_list = ["family", "number"]
        column_default_sort = "family"
        page_size = 50
        name_plural = "Patients"
        form_overrides = {"ward": SelectField, "remarks": TextAreaField}
        form_args = {"ward": {"choices": [(ward, ward) for ward in WARDS]}}

    return PatientAdmin


def _gate() -> Any:
    from sqladmin.authentication import AuthenticationBackend
    from starlette.requests import Request

    class Gate(AuthenticationBackend):
        async def login(self, request: Request) -> bool:
            form = await request.form()
            known = (form["username"], form["password"]) == (USER, PASSWORD)
            request.session.update({"user": USER} if known else {})
            return known

        async def logout(self, request: Request) -> bool:
            request.session.clear()
            return True

        async def authenticate(self, request: Request) -> bool:
            return "user" in request.session

    return Gate(secret_key="for tests only")


def _main(database: str) -> None:
    from datetime import date

    from helpers.apps.asgi import serve
    from sqladmin import Admin
    from sqlalchemy import create_engine
    from sqlalchemy.orm import Session
    from starlette.applications import Starlette

    table = _table()
    engine = create_engine(f"sqlite:///{database}")
    table.metadata.create_all(engine)
    with Session(engine) as session:
        for patient in patients():
            session.add(table(**patient._asdict() | {"admitted": date.fromisoformat(patient.admitted)}))
        session.commit()
    application = Starlette()
    admin = Admin(application, engine, authentication_backend=_gate(), title="Ward desk")
    admin.add_view(_view(table))
    serve(application, "admin/")


if __name__ == "__main__":
    _main(sys.argv[1])
