"""I Hate Money: server pages with Bootstrap. Signs in and corrects a bill of a group: date, payer, amount, sharers."""

from __future__ import annotations

import base64
import json
import os
import sqlite3
import urllib.request
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator

from tests.field import cache
from tests.field.model import RIGHT_OR_HALTED, Drift, Program, Running, Store, Values, free_port, serve
from tests.field.proxy import LARGER, Settings
from tests.field.web_person import Person

GROUP, PASSWORD = "coast-tour", "Kasse-5520-m"
MEMBERS = ("Ines", "Jonas", "Marta", "Pavel")
BILLS = (
    ("Ferry tickets", "2026-10-03", 1, (1, 2, 3, 4), 148.0),
    ("Groceries", "2026-10-04", 2, (1, 2, 3, 4), 63.4),
    ("Fuel", "2026-10-05", 3, (1, 3), 81.2),
    ("Museum", "2026-10-06", 1, (1, 2, 4), 36.0),
    ("Camp site", "2026-10-07", 4, (1, 2, 3, 4), 112.5),
)
MORE = (
    ("Groceries, market", "2026-10-09", 3, (1, 2, 3, 4), 22.3),
    ("Museum shop", "2026-10-08", 2, (2, 3), 15.0),
    ("Fuel, the way back", "2026-10-01", 3, (1, 3, 4), 77.0),
)
DARK = "<style>html { filter: invert(0.92) hue-rotate(180deg) }</style>"
CONFIG = """SECRET_KEY = "only-for-these-runs"
SQLALCHEMY_DATABASE_URI = "sqlite:///{}"
SESSION_COOKIE_SECURE = False
ACTIVATE_DEMO_PROJECT = False
"""
SERVER = (
    "import sys; from ihatemoney.run import create_app; create_app().run('127.0.0.1', int(sys.argv[1]), threaded=True)"
)


class IHateMoney(Program):
    name, batch = "ihatemoney", 5
    about = (
        "signs in to a group, opens a bill, changes its date, payer, amount, kind, link and who shares it, and saves"
    )
    secrets = {"code": PASSWORD}
    recorded = {
        "bill": "Groceries",
        "date": "2026-11-24",
        "payer": "Marta",
        "amount": "71.85",
        "without": "Jonas",
        "link": "https://till.example/rec-410",
    }
    other = {
        "bill": "Groceries",
        "date": "2026-12-16",
        "payer": "Pavel",
        "amount": "58.25",
        "without": "Ines",
        "link": "https://till.example/rec-977",
    }
    entry = {**recorded, "bill": "Camp site"}
    drifts = (
        Drift("dark", about="all pages dark, as a browser's extension does it"),
        Drift("larger font", about="118 % in all pages"),
        Drift("other rows", about="three more bills that sound alike, above and below, and a fifth member"),
        Drift("German", RIGHT_OR_HALTED, about="the language that the browser asks for"),
    )

    def install(self, home: Path) -> None:
        cache.pip(home, "ihatemoney==7.2.1")

    def prepare(self, home: Path, data: Path) -> None:
        running = self._serve(home, data)
        try:
            group = {"name": "Tour along the coast", "id": GROUP, "password": PASSWORD, "default_currency": "XXX"}
            self._tell(running, "", {**group, "contact_email": "ines@till.example"})
            for member in MEMBERS:
                self._tell(running, f"/{GROUP}/members", {"name": member})
            for bill in BILLS:
                self._bill(running, *bill)
        finally:
            running.stop()

    def start(self, home: Path, workdir: Path, drift: str) -> Running:
        running = self._serve(home, workdir / "data")
        if drift == "other rows":
            self._tell(running, f"/{GROUP}/members", {"name": "Jana"})
            for bill in MORE:
                self._bill(running, *bill)
        heads = {"dark": DARK, "larger font": LARGER, "German": ""}
        if drift in heads:
            told = {"Accept-Language": "de"} if drift == "German" else {}
            proxy = Settings(int(running.environment["PORT"]), heads[drift], told)
            running.url, running.then = f"http://127.0.0.1:{proxy.port}/", proxy.end
        return running

    @staticmethod
    def _serve(home: Path, data: Path) -> Running:
        port = free_port()
        (data / "settings.py").write_text(CONFIG.format(data / "bills.sqlite"))
        ours = {**os.environ, "IHATEMONEY_SETTINGS_FILE_PATH": str(data / "settings.py")}
        server = serve([home / "venv" / "bin" / "python", "-c", SERVER, port], data.parent, port, env=ours)
        return Running(data.parent, f"http://127.0.0.1:{port}/", processes=[server], environment={"PORT": str(port)})

    @staticmethod
    def _tell(running: Running, path: str, told: dict[str, Any]) -> None:
        """Give something to its interface for programs."""
        key = base64.b64encode(f"{GROUP}:{PASSWORD}".encode()).decode()
        head = {"Content-Type": "application/json", "Authorization": f"Basic {key}"}
        url = f"http://127.0.0.1:{running.environment['PORT']}/api/projects{path}"
        urllib.request.urlopen(urllib.request.Request(url, json.dumps(told).encode(), head), timeout=30).close()

    def _bill(
        self, running: Running, what: str, date: str, payer: int, sharers: tuple[int, ...], amount: float
    ) -> None:
        bill = {"what": what, "date": date, "payer": payer, "payed_for": sharers, "amount": amount}
        self._tell(running, f"/{GROUP}/bills", {**bill, "bill_type": "Expense"})

    def person(self, session: Person, values: Values) -> None:
        p = session
        form = (
            p.page.locator("form")
            .filter(has=p.page.locator("input[name=password]"))
            .filter(has=p.page.locator("input[name=id]:not([type=hidden])"))
        )
        p.fill(form.locator("input[name=id]").locator("visible=true").first, GROUP)
        p.fill(form.locator("input[name=password]").locator("visible=true").first, PASSWORD)
        p.key("Enter")
        p.see("#bill_table")
        row = p.page.locator("#bill_table tr").filter(has=p.page.get_by_text(values["bill"], exact=True)).first
        p.click(row.locator("a.edit, a.action").first, after=1)
        p.see("#what")
        year, month, day = values["date"].split("-")
        p.click("#date", at=(18, 18))
        p.type(month + day + year)
        p.choose("select[name=payer]", values["payer"])
        p.fill("#amount", values["amount"], clear=True)
        p.click(self._sharer(p, values["without"]))
        p.click("form details summary")
        p.choose("select[name=bill_type]", "Reimbursement")
        p.fill("input[name=external_link]", values["link"], clear=True)
        p.click("input[type=submit][name=submit]", after=1)
        p.see("#bill_table")

    @staticmethod
    def _sharer(p: Person, name: str) -> Locator:
        return (
            p.page.locator("#payed_for label").filter(has=p.page.get_by_text(name, exact=True)).locator("input").first
        )

    def oracle(self, running: Running) -> Store:
        with sqlite3.connect(running.workdir / "data" / "bills.sqlite") as base:
            base.row_factory = sqlite3.Row

            def rows(table: str) -> dict[str, dict[str, Any]]:
                found = [dict(row) for row in base.execute(f"SELECT * FROM {table} ORDER BY id")]
                return {str(row["id"]): row for row in found}

            bills, people, groups = rows("bill"), rows("person"), rows("project")
            for number, bill in bills.items():
                sharers = base.execute("SELECT person_id FROM billowers WHERE bill_id = ? ORDER BY 1", (number,))
                bill["sharers"] = [person for (person,) in sharers]
        return {"bills": bills, "people": people, "groups": groups}

    def expected(self, before: Store, values: Values) -> Store:
        number = {one["name"]: one["id"] for one in before["people"].values()}
        amount = float(values["amount"])
        new = {"date": values["date"], "payer_id": number[values["payer"]], "external_link": values["link"]}
        new |= {"amount": amount, "converted_amount": amount, "bill_type": "REIMBURSEMENT"}
        bills = {
            key: {**one, **new, "sharers": [who for who in one["sharers"] if who != number[values["without"]]]}
            if one["what"] == values["bill"]
            else one
            for key, one in before["bills"].items()
        }
        return {**before, "bills": bills}

    def on_the_way(self, before: Store, now: Store, values: Values) -> bool:
        return now == before  # one form: all or nothing


PROGRAM = IHateMoney()
