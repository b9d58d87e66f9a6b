"""NocoDB: Vue, a spreadsheet on a canvas, records in a dialog. Signs in, changes one record."""

from __future__ import annotations

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

MAIL, PASSWORD = "ann@example.org", "Tabelle-3391-q"
SERVER = """
const home = process.env.FIELD_HOME + '/node_modules/';
(async () => {
  const { Noco } = require(home + 'nocodb');
  const app = require(home + 'express')();
  const server = app.listen(0, '127.0.0.1', async () => {
    app.use(await Noco.init({}, server, app));
    require('http').createServer(app).listen(process.env.PORT, '127.0.0.1');
  });
})().catch((error) => { console.error(error); process.exit(1); });
"""
ROWS = (
    ("Infusion pump 3", "IP-3071", "North"),
    ("Ultrasound cart", "US-1180", "Theatre"),
    ("ECG recorder", "EC-2206", "South"),
    ("Patient lift", "PL-0915", "North"),
    ("Suction unit", "SU-4410", "Theatre"),
)
MORE = (("ECG monitor", "EC-7120", "North"), ("Voice recorder", "VR-0031", "South"))
WARDS = ("North", "South", "Theatre")
COLUMNS: list[dict[str, Any]] = [
    {"title": "Id", "uidt": "ID", "pk": True, "ai": True},
    {"title": "Device", "uidt": "SingleLineText", "pv": True},
    {"title": "Serial", "uidt": "SingleLineText"},
    {"title": "Ward", "uidt": "SingleSelect", "colOptions": {"options": [{"title": ward} for ward in WARDS]}},
    {"title": "Checked", "uidt": "Date", "meta": {"date_format": "YYYY-MM-DD"}},
    {"title": "Remarks", "uidt": "LongText"},
    {"title": "Ready", "uidt": "Checkbox"},
]


class NocoDB(Program):
    name, batch = "nocodb", 1
    about = "signs in, picks a device in the spreadsheet, opens its record and changes serial, ward, date and remarks"
    secrets = {"password": PASSWORD}
    pause = 2.0
    recorded = {
        "device": "ECG recorder",
        "serial": "EC-2206-B",
        "ward": "Theatre",
        "checked": "2026-11-18",
        "remarks": "New cable fitted",
    }
    other = {
        "device": "ECG recorder",
        "serial": "EC-9915-K",
        "ward": "North",
        "checked": "2026-12-02",
        "remarks": "Sent for service",
    }
    entry = {**recorded, "device": "Patient lift"}
    drifts = (
        Drift("taller rows", about="the height of rows, a setting of the view"),
        Drift("larger font", about="118 % in all pages"),
        Drift("other rows", about="two more devices that sound alike come first"),
        Drift("German", RIGHT_OR_HALTED, about="the program's language, kept in the browser"),
    )

    def install(self, home: Path) -> None:
        (home / "package.json").write_text('{"private": true, "overrides": {"xlsx": "0.18.5"}}')
        cache.npm(home, "--ignore-scripts", "nocodb@0.262.5")
        environment = {**os.environ, "npm_config_nodedir": "/usr"}
        cache.run(["npm", "rebuild", "sqlite3", "bcrypt"], cwd=home, env=environment)

    def prepare(self, home: Path, data: Path) -> None:
        running = self._serve(home, data)
        try:
            base = running.url.partition("/dashboard")[0]
            signed = {"email": MAIL, "password": PASSWORD}
            token = _call(base, "/api/v1/auth/user/signin", signed, "")["token"]
            made = _call(base, "/api/v2/meta/bases", {"title": "Equipment"}, token)["id"]
            columns = [{**column, "column_name": column["title"].lower()} for column in COLUMNS]
            table = {"title": "Devices", "table_name": "devices", "columns": columns}
            number = _call(base, f"/api/v2/meta/bases/{made}/tables", table, token)["id"]
            _call(base, f"/api/v2/tables/{number}/records", _records(ROWS), token)
        finally:
            running.stop()

    def start(self, home: Path, workdir: Path, drift: str) -> Running:
        with sqlite3.connect(workdir / "data" / "noco.db") as base:
            if drift == "taller rows":
                base.execute("UPDATE nc_grid_view_v2 SET row_height = 1")
            if drift == "other rows":
                name = _table(base)
                rows = base.execute(f'SELECT device, serial, ward FROM "{name}"').fetchall()
                base.execute(f'DELETE FROM "{name}"')
                own = f'INSERT INTO "{name}" (id, device, serial, ward, nc_order) VALUES (?, ?, ?, ?, ?)'
                base.executemany(own, [(n + 11, *row, n + 1) for n, row in enumerate((*MORE, *reversed(rows)))])
        base.close()
        running = self._serve(home, workdir / "data")
        port = int(running.url.split(":")[2].split("/")[0])
        if drift in ("larger font", "German"):
            german = "<script>localStorage.setItem('nocodb-gui-v2', JSON.stringify({lang: 'de'}))</script>"
            proxy = Settings(port, LARGER if drift == "larger font" else german)
            running.url, running.then = f"http://127.0.0.1:{proxy.port}/dashboard", proxy.end
        return running

    @staticmethod
    def _serve(home: Path, data: Path) -> Running:
        port = free_port()
        (data / "serve.js").write_text(SERVER)
        ours = {"NC_DISABLE_TELE": "true", "NC_DISABLE_ERR_REPORTS": "true", "NC_JWT_SECRET": "only-for-these-runs"}
        ours |= {"NC_ADMIN_EMAIL": MAIL, "NC_ADMIN_PASSWORD": PASSWORD, "FIELD_HOME": str(home), "PORT": str(port)}
        server = serve(["node", "serve.js"], data, port, env={**os.environ, **ours})
        return Running(data.parent, url=f"http://127.0.0.1:{port}/dashboard", processes=[server])

    def person(self, session: Person, values: Values) -> None:
        p = session
        p.fill(p.page.get_by_placeholder("Enter your work email"), MAIL)
        p.fill(p.page.get_by_placeholder("Enter your password"), PASSWORD)
        p.click(p.button("SIGN IN", exact=False), after=3)
        table = p.page.locator(".nc-tree-item, [data-testid^=nc-tbl-side-node]").filter(has_text="Devices").first
        p.see(table)
        p.click(table, after=3)
        p.see("canvas")
        p.wait(1.5)
        row = [name for name, *_ in ROWS].index(values["device"])
        p.click("canvas", at=(130, 32 + 32 * row + 16))
        p.key("Space")
        p.see(self._field(p, "Serial"))
        p.fill(self._field(p, "Serial"), values["serial"], clear=True)
        p.click(p.css("[data-testid=nc-expand-col-Ward] .nc-cell"), after=0.8)
        p.click(p.page.locator(".ant-select-item-option").filter(has_text=values["ward"]).locator("visible=true").first)
        p.fill(self._field(p, "Checked"), values["checked"])
        p.key("Enter")
        p.fill(self._field(p, "Remarks"), values["remarks"])
        p.click(p.button("Save record"), after=2)
        p.click(p.css("[data-testid=nc-expanded-form-close]"), after=1)

    @staticmethod
    def _field(p: Person, title: str) -> Locator:
        return p.css(f"[data-testid=nc-expand-col-{title}] :is(input, textarea)")

    def oracle(self, running: Running) -> Store:
        base = sqlite3.connect(running.workdir / "data" / "noco.db")
        try:
            columns = ("device", "serial", "ward", "checked", "remarks", "ready")
            rows = base.execute(f'SELECT id, {", ".join(columns)} FROM "{_table(base)}"').fetchall()
            tables = base.execute("SELECT title FROM nc_models_v2 ORDER BY title").fetchall()
            views = base.execute("SELECT title, type FROM nc_views_v2 ORDER BY title").fetchall()
            fields = base.execute("SELECT title, uidt FROM nc_columns_v2 ORDER BY title").fetchall()
        finally:
            base.close()
        devices = {str(row[0]): dict(zip(columns, row[1:], strict=True)) for row in rows}
        return {"devices": devices, "tables": tables, "views": views, "fields": fields}

    def expected(self, before: Store, values: Values) -> Store:
        new = {key: values[key] for key in ("serial", "ward", "checked", "remarks")}
        rows = before["devices"].items()
        return {**before, "devices": {n: {**r, **new} if r["device"] == values["device"] else r for n, r in rows}}

    def on_the_way(self, before: Store, now: Store, values: Values) -> bool:
        return now == before  # one button saves the record


def _records(rows: tuple[tuple[str, str, str], ...]) -> list[dict[str, str]]:
    return [{"Device": device, "Serial": serial, "Ward": ward} for device, serial, ward in rows]


def _table(base: sqlite3.Connection) -> str:
    name: str = base.execute("SELECT table_name FROM nc_models_v2 WHERE title = 'Devices'").fetchone()[0]
    return name


def _call(base: str, path: str, body: object, token: str) -> Any:
    headers = {"Content-Type": "application/json", **({"xc-auth": token} if token else {})}
    asked = urllib.request.Request(base + path, json.dumps(body).encode(), headers)
    with urllib.request.urlopen(asked, timeout=60) as answer:
        return json.loads(answer.read())


PROGRAM = NocoDB()
