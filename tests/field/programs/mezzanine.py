"""Mezzanine (Django): a tree of pages, an editor in a frame (TinyMCE). A page gets a last day and a paragraph."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

from tests.field import cache
from tests.field.model import RIGHT_OR_HALTED, Drift, Program, Running, Store, Values, free_port, serve
from tests.field.proxy import LETTERS, Settings
from tests.field.web_person import Person

PASSWORD = "Museum-4482-h"
PAGES = ("Night of the lamps", "Paper workshop", "Bronze age tour", "Glass and light", "Harbour walk")
MORE = ("Paper workshop for adults", "An evening of glass")
DARK = "<style>html { filter: invert(0.92) hue-rotate(180deg) }</style>"
DATA = """
import datetime
from django.contrib.auth import get_user_model
from mezzanine.pages.models import RichTextPage
day = datetime.datetime(2026, 11, 2, 9, 30, tzinfo=datetime.timezone.utc)
section = RichTextPage.objects.filter(title="Programme").first()
if section is None:
    get_user_model().objects.create_superuser("redaktion", "r@example.org", PASSWORD)
    for title in ("Visit us", "Programme"):
        section = RichTextPage.objects.create(title=title, content="<p>Details follow.</p>", publish_date=day)
for title in TITLES:
    RichTextPage.objects.create(title=title, parent=section, content="<p>Details follow.</p>", publish_date=day)
"""


class Mezzanine(Program):
    name, batch = "mezzanine", 6
    about = "signs in, opens a page in the tree, gives it a last day and hour, a paragraph and other menus, and saves"
    secrets = {"password": PASSWORD}
    recorded = {"page": "Paper workshop", "day": "2027-02-16", "hour": "18:30:00", "text": "Bring an apron."}
    other = {"page": "Paper workshop", "day": "2027-03-21", "hour": "21:15:00", "text": "Doors open at nine."}
    entry = {**recorded, "page": "Harbour walk"}
    drifts = (
        Drift("dark", about="all pages dark, as a browser's extension does it"),
        Drift("larger letters", about="no letters below 15 px, a setting of browsers"),
        Drift("other rows", about="two more pages in front, one whose name holds the other's"),
        Drift("German", RIGHT_OR_HALTED, about="the program's language"),
    )

    def install(self, home: Path) -> None:
        cache.pip(home, "mezzanine==6.1.1", "setuptools<81")

    def prepare(self, home: Path, data: Path) -> None:
        cache.run([home / "venv" / "bin" / "mezzanine-project", "museum", data])
        with (data / "museum" / "local_settings.py").open("a") as settings:
            settings.write('\nSECRET_KEY = NEVERCACHE_KEY = "only-for-these-runs"\n')
        self._manage(home, data, "createdb", "--noinput", "--nodata")
        self._fill(home, data, PAGES)

    def _fill(self, home: Path, data: Path, titles: tuple[str, ...]) -> None:
        script = data / "fill.py"
        script.write_text(f"PASSWORD, TITLES = {PASSWORD!r}, {titles!r}\n{DATA}")
        self._manage(home, data, "shell", "-c", "exec(open('fill.py').read())")

    @staticmethod
    def _manage(home: Path, data: Path, *command: str) -> None:
        cache.run([home / "venv" / "bin" / "python", "manage.py", *command], cwd=data)

    def start(self, home: Path, workdir: Path, drift: str) -> Running:
        data, port = workdir / "data", free_port()
        if drift == "other rows":
            self._fill(home, data, MORE)
            with sqlite3.connect(data / "dev.db") as base:  # what was added last comes first
                base.execute("UPDATE pages_page SET _order = 6 - _order WHERE parent_id IS NOT NULL")
        if drift == "German":
            with (data / "museum" / "local_settings.py").open("a") as settings:
                settings.write('LANGUAGE_CODE, USE_I18N, LANGUAGES = "de", True, (("de", "German"),)\n')
        command = [home / "venv" / "bin" / "python", data / "manage.py", "runserver", "--noreload", f"127.0.0.1:{port}"]
        running = Running(workdir, f"http://127.0.0.1:{port}/admin/", processes=[serve(command, data, port)])
        heads = {"dark": DARK, "larger letters": LETTERS}
        if drift in heads:
            proxy = Settings(port, heads[drift])
            running.url, running.then = f"http://127.0.0.1:{proxy.port}/admin/", proxy.end
        return running

    def person(self, session: Person, values: Values) -> None:
        p = session
        p.fill("#id_username", "redaktion")
        p.fill("#id_password", PASSWORD)
        p.key("Enter")
        p.click(p.link("Pages"), after=1.5)
        section = p.page.locator("#tree li").filter(has=p.page.get_by_text("Programme", exact=True)).first
        p.click(section.locator(".tree-toggle").first, after=0.8)
        p.click(p.link(values["page"]), after=1.5)
        p.see("#id_expiry_date_0")
        p.fill("#id_expiry_date_0", values["day"])
        p.key("Tab")
        p.fill("#id_expiry_date_1", values["hour"])
        p.click(p.page.frame_locator("#id_content_ifr").locator("body p").first)
        p.key("Control+End")
        p.key("Enter")
        p.type(values["text"])
        p.click("#id_in_menus_2")
        p.click("#id_login_required")
        p.click("input[name=_save]", after=1.5)
        p.see("#tree")

    def oracle(self, running: Running) -> Store:
        with sqlite3.connect(running.workdir / "data" / "dev.db") as base:
            base.row_factory = sqlite3.Row

            def rows(table: str, key: str) -> dict[str, dict[str, Any]]:
                found = [dict(row) for row in base.execute(f"SELECT * FROM {table}")]
                return {str(row.pop(key)): row for row in found}

            pages, texts, users = rows("pages_page", "id"), rows("pages_richtextpage", "page_ptr_id"), {}
            for name, super_user, active in base.execute("SELECT username, is_superuser, is_active FROM auth_user"):
                users[name] = [super_user, active]
        for number, page in pages.items():
            page.update(texts[number])
            page.pop("updated")
        return {"pages": pages, "users": users}

    def expected(self, before: Store, values: Values) -> Store:
        new = {"expiry_date": f"{values['day']} {values['hour']}", "in_menus": "1,2", "login_required": 1}
        new["content"] = f"<p>Details follow.</p>\n<p>{values['text']}</p>"
        pages = {
            key: {**page, **new} if page["title"] == values["page"] else page for key, page in before["pages"].items()
        }
        return {**before, "pages": pages}

    def on_the_way(self, before: Store, now: Store, values: Values) -> bool:
        return now == before  # one form: all or nothing


PROGRAM = Mezzanine()
