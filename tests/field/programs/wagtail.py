"""Wagtail of PyPI (Django): pages in a tree, an editor with rich text. Changes an event and publishes it."""

from __future__ import annotations

import os
import re
import sqlite3
from pathlib import Path
from typing import Any

from tests.field import cache
from tests.field.model import RIGHT_OR_HALTED, Drift, Program, Running, Store, Values, free_port, serve
from tests.field.proxy import LARGER, Settings
from tests.field.web_person import Person

PASSWORD = "Kultur-7719-q"
MODELS = """
from django.db import models
from wagtail.admin.panels import FieldPanel
from wagtail.fields import RichTextField
from wagtail.models import Page

AUDIENCES = [(a, a.capitalize()) for a in ("everyone", "families", "schools", "members")]


class EventPage(Page):
    day = models.DateField()
    place = models.CharField(max_length=80)
    audience = models.CharField(max_length=12, choices=AUDIENCES)
    seats = models.IntegerField()
    about = RichTextField(features=["bold", "italic", "link", "ol", "ul"], blank=True)
    content_panels = Page.content_panels + [FieldPanel(n) for n in ("day", "place", "audience", "seats", "about")]
"""
DATA = """
import datetime, sys
from django.contrib.auth import get_user_model
from wagtail.models import Page, Site
from wagtail.users.models import UserProfile
from events.models import EventPage
password, more, theme, language = sys.argv[1:]
root = Page.objects.get(depth=2)
user = get_user_model().objects.filter(username="redaktion").first()
if user is None:
    user = get_user_model().objects.create_superuser("redaktion", "r@example.org", password)
    root.title = root.draft_title = "City museum"
    root.save()
    section = root.add_child(instance=Page(title="Programme", slug="programme"))
    root.add_child(instance=Page(title="Visit us", slug="visit"))
    for title, day, place, audience, seats in (
        ("Night of the lamps", "2027-01-16", "Great hall", "everyone", 120),
        ("Paper workshop", "2027-02-06", "Studio", "families", 18),
        ("Bronze age tour", "2027-02-20", "Gallery 2", "schools", 25),
        ("Glass and light", "2027-03-13", "Gallery 4", "members", 40),
        ("Harbour walk", "2027-04-10", "Harbour", "everyone", 30),
    ):
        section.add_child(instance=EventPage(title=title, slug=title.lower().replace(" ", "-"), day=day, place=place,
            audience=audience, seats=seats, about="<p>Details follow.</p>"))
if more:
    section = Page.objects.get(slug="programme")
    for title in ("Paper workshop for adults", "An evening of glass"):
        section.add_child(instance=EventPage(title=title, slug=title.lower().replace(" ", "-"),
            day=datetime.date(2027, 5, 1), place="Studio", audience="members", seats=12, about="<p></p>"))
profile = UserProfile.get_for_user(user)
profile.theme, profile.preferred_language = theme, language
profile.save()
"""


class Wagtail(Program):
    name, batch = "wagtail", 3
    about = "signs in, opens an event from the list of its section, changes its fields and text, and publishes it"
    secrets = {"password": PASSWORD}
    recorded = {
        "event": "Paper workshop",
        "place": "Print room",
        "audience": "Schools",
        "seats": "24",
        "text": "Bring an apron.",
    }
    other = {
        "event": "Paper workshop",
        "place": "Attic 3",
        "audience": "Members",
        "seats": "16",
        "text": "Doors open at nine.",
    }
    entry = {**recorded, "event": "Harbour walk"}
    drifts = (
        Drift("dark", about="the dark theme of the user's settings"),
        Drift("larger font", about="118 % in all pages"),
        Drift("other rows", about="two more events, one whose name holds the other's"),
        Drift("German", RIGHT_OR_HALTED, about="the language of the user's settings"),
    )

    def install(self, home: Path) -> None:
        cache.pip(home, "wagtail==6.3.1", "Django==5.1.4")

    def prepare(self, home: Path, data: Path) -> None:
        cache.run([home / "venv" / "bin" / "wagtail", "start", "museum", data], cwd=data)
        app = data / "events"
        (app / "migrations").mkdir(parents=True)
        (app / "__init__.py").touch()
        (app / "migrations" / "__init__.py").touch()
        (app / "models.py").write_text(MODELS)
        settings = data / "museum" / "settings" / "base.py"
        settings.write_text(
            settings.read_text().replace('    "home",', '    "home",\n    "events",', 1)
            + "\nWAGTAIL_ENABLE_UPDATE_CHECK = False\n"
            + 'WAGTAILADMIN_PERMITTED_LANGUAGES = [("en", "English"), ("de", "German")]\n'
        )
        for command in (["makemigrations", "events"], ["migrate"]):
            self._manage(home, data, *command)
        self._data(home, data)

    def _data(self, home: Path, data: Path, more: str = "", theme: str = "light", language: str = "en") -> None:
        script = data / "fill.py"
        script.write_text(f"import sys; sys.argv = {['', PASSWORD, more, theme, language]!r}\n{DATA}")
        self._manage(home, data, "shell", "-c", f"exec(open({str(script)!r}).read())")

    @staticmethod
    def _manage(home: Path, data: Path, *command: str) -> None:
        cache.run([home / "venv" / "bin" / "python", "manage.py", *command], cwd=data)

    def start(self, home: Path, workdir: Path, drift: str) -> Running:
        data, port = workdir / "data", free_port()
        self._data(
            home,
            data,
            "more" if drift == "other rows" else "",
            "dark" if drift == "dark" else "light",
            "de" if drift == "German" else "en",
        )
        server = [home / "venv" / "bin" / "python", "manage.py", "runserver", "--noreload", f"127.0.0.1:{port}"]
        running = Running(workdir, processes=[serve(server, data, port, env=dict(os.environ))])
        running.url = f"http://127.0.0.1:{port}/admin/"
        if drift == "larger font":
            proxy = Settings(port, LARGER)
            running.url, running.then = f"http://127.0.0.1:{proxy.port}/admin/", proxy.end
        return running

    def person(self, session: Person, values: Values) -> None:
        p = session
        p.fill("#id_username", "redaktion")
        p.fill("#id_password", PASSWORD)
        p.click(p.button("Sign in"), after=1.5)
        p.click(p.page.get_by_role("button", name="Pages").first, after=1.2)
        p.click(p.page.locator("a.c-page-explorer__item__action").filter(has_text="View child pages").first, after=1.2)
        p.click(p.page.locator("a.c-page-explorer__item__link").filter(has_text="Programme").first, after=1.5)
        row = p.page.locator("main tr").filter(has=p.page.get_by_text(values["event"], exact=True))
        p.click(row.locator(".title a").first, after=1.5)
        p.see("#id_place")
        p.fill("#id_place", values["place"], clear=True)
        p.choose(p.css("#id_audience"), values["audience"])
        p.wheel("#id_place", 360)
        p.fill("#id_seats", values["seats"], clear=True)
        p.click(p.css(".public-DraftEditor-content"), after=0.4)
        p.key("Control+a")
        p.type(values["text"])
        p.click(p.css("footer .w-dropdown__toggle"), after=0.6)
        p.click(p.css("button[name=action-publish]"), after=2)
        p.see(p.page.locator(".messages .success"))

    def oracle(self, running: Running) -> Store:
        with sqlite3.connect(running.workdir / "data" / "db.sqlite3") as base:
            base.row_factory = sqlite3.Row

            def table(sql: str) -> dict[str, dict[str, Any]]:
                return {str(row["id"]): dict(row) for row in base.execute(sql)}

            return {
                "pages": table(
                    "SELECT id, title, slug, live, has_unpublished_changes AS open, path FROM wagtailcore_page"
                ),
                "events": {
                    n: {**row, "about": re.sub(r" data-block-key=\"\w+\"", "", row["about"])}
                    for n, row in table(
                        "SELECT page_ptr_id AS id, day, place, audience, seats, about FROM events_eventpage"
                    ).items()
                },
                "users": table("SELECT id, username, email FROM auth_user"),
            }

    def expected(self, before: Store, values: Values) -> Store:
        page = next(n for n, each in before["pages"].items() if each["title"] == values["event"])
        event = {
            **before["events"][page],
            "place": values["place"],
            "audience": values["audience"].lower(),
            "seats": int(values["seats"]),
        }
        event["about"] = f"<p>{values['text']}</p>"
        return {**before, "events": {**before["events"], page: event}}

    def on_the_way(self, before: Store, now: Store, values: Values) -> bool:
        return now == before  # one form: all or nothing


PROGRAM = Wagtail()
