"""Label Studio (React): letters of readers in a grid are sorted by topic, with a note, a number, a date and stars."""

from __future__ import annotations

import json
import os
import sqlite3
import urllib.request
from pathlib import Path
from typing import Any

from tests.field import cache
from tests.field.model import Drift, Program, Running, Store, Values, free_port, serve
from tests.field.proxy import LARGER, Settings, stored
from tests.field.web_person import Person

USER, PASSWORD, TOKEN = "ann@till.example", "Etikett-3308-z", "0123456789abcdef0123456789abcdef01234567"
LETTERS = (
    "The bus came late again",
    "Thank you for the new bench",
    "When does the pool open",
    "The lamp at the bridge is out",
    "Where can I park on market days",
)
MORE = ("The bus came late", "Thank you for the new benches", "The lamp at the bridge flickers")
FORM = """<View><Text name="text" value="$text"/>
<Choices name="topic" toName="text" choice="single" showInLine="true">
<Choice value="Praise"/><Choice value="Complaint"/><Choice value="Question"/></Choices>
<Header value="Note"/><TextArea name="note" toName="text" rows="2" maxSubmissions="1"/>
<Header value="Days"/><Number name="days" toName="text" min="0"/>
<Header value="Answer until"/><DateTime name="until" toName="text" only="date"/>
<Rating name="weight" toName="text" maxRating="5"/></View>"""


class LabelStudio(Program):
    name, batch = "label-studio", 5
    about = "signs in, opens a letter of a project, gives its topic, a note, days, a date and stars, and submits them"
    secrets = {"password": PASSWORD}
    recorded = {
        "letter": "When does the pool open",
        "topic": "Question",
        "note": "Ask the sports office",
        "days": "14",
        "until": "2026-12-18",
    }
    other = {
        "letter": "When does the pool open",
        "topic": "Complaint",
        "note": "Send the leaflet",
        "days": "27",
        "until": "2027-02-16",
    }
    entry = {**recorded, "letter": "Where can I park on market days"}
    drifts = (
        Drift("dark", about="the program's dark theme, kept in the browser"),
        Drift("larger font", about="118 % in all pages"),
        Drift("other rows", about="three more letters that sound alike, another order"),
    )
    pause = 2

    def install(self, home: Path) -> None:
        cache.pip(home, "label-studio==1.23.2")

    def prepare(self, home: Path, data: Path) -> None:
        running = self._serve(home, data)
        try:
            for title in ("Pictures of streets", "Letters of readers"):
                self._tell(running, "", {"title": title, "label_config": FORM})
            self._tell(running, "/2/import", [{"text": letter} for letter in LETTERS])
        finally:
            running.stop()

    def start(self, home: Path, workdir: Path, drift: str) -> Running:
        running = self._serve(home, workdir / "data")
        if drift == "other rows":
            self._tell(running, "/2/tasks/", None)
            letters = (*MORE, *reversed(LETTERS))
            self._tell(running, "/2/import", [{"text": letter} for letter in letters])
        heads = {"larger font": LARGER, "dark": stored(**{"preferred-color-scheme": "Dark"})}
        if drift in heads:
            proxy = Settings(int(running.environment["PORT"]), heads[drift])
            running.url, running.then = f"http://127.0.0.1:{proxy.port}/", proxy.end
        return running

    @staticmethod
    def _serve(home: Path, data: Path) -> Running:
        port = free_port()
        ours = {f"LABEL_STUDIO_{key}": word for key, word in (("USERNAME", USER), ("PASSWORD", PASSWORD))}
        ours |= {"LABEL_STUDIO_USER_TOKEN": TOKEN, "LABEL_STUDIO_ENABLE_LEGACY_API_TOKEN": "true", "SENTRY_DSN": ""}
        ours |= {"LABEL_STUDIO_BASE_DATA_DIR": str(data), "COLLECT_ANALYTICS": "False", "LATEST_VERSION_CHECK": "False"}
        command = [home / "venv" / "bin" / "label-studio", "start", "--no-browser", "--internal-host", "127.0.0.1"]
        environment = {**os.environ, **ours}
        server = serve([*command, "--port", port, "--data-dir", data], data.parent, port, 240, environment)
        return Running(data.parent, f"http://127.0.0.1:{port}/", processes=[server], environment={"PORT": str(port)})

    @staticmethod
    def _tell(running: Running, path: str, told: Any) -> None:
        """Give something to its interface for programs; nothing takes away what is there."""
        url = f"http://127.0.0.1:{running.environment['PORT']}/api/projects{path}"
        head = {"Content-Type": "application/json", "Authorization": f"Token {TOKEN}"}
        how = {"method": "DELETE"} if told is None else {"method": "POST"}
        urllib.request.urlopen(urllib.request.Request(url, json.dumps(told).encode(), head, **how), timeout=60).close()

    def person(self, session: Person, values: Values) -> None:
        p = session
        p.fill("input[name=email]", USER)
        p.fill("input[name=password]", PASSWORD)
        p.key("Enter")
        p.click(p.text("Letters of readers"), after=2)
        p.click(p.text(values["letter"]), after=2)
        form = p.page.locator(".lsf-main-view, .lsf-main-content, [class*=main-view]").first
        p.click(form.get_by_text(values["topic"], exact=False).first)
        p.fill(form.locator("textarea").first, values["note"])
        p.click(form.get_by_role("button", name="Add").first)
        p.fill(form.locator("input[type=number]").first, values["days"])
        p.key("Tab")
        year, month, day = values["until"].split("-")
        p.click(form.locator("input[type=date]").first, at=(24, 16))
        p.type(month + day + year)
        p.key("Tab")
        p.click(form.locator(".ant-rate-star, [class*=rating] [role=radio]").nth(3))
        p.click(p.page.locator("button").filter(has_text="Submit").first, after=1.5)
        p.see(p.page.locator("button").filter(has_text="Update").first)

    def oracle(self, running: Running) -> Store:
        """All but drafts, which the program keeps of what was begun."""
        with sqlite3.connect(running.workdir / "data" / "label_studio.sqlite3") as base:
            projects = {
                str(n): [title, form] for n, title, form in base.execute("SELECT id, title, label_config FROM project")
            }
            letters = {json.loads(told)["text"]: [] for (told,) in base.execute("SELECT data FROM task")}
            given = "SELECT data, result, was_cancelled FROM task_completion c JOIN task t ON t.id = c.task_id"
            for told, result, skipped in base.execute(given):
                labels: dict[str, Any] = {part["from_name"]: part["value"] for part in json.loads(result)}
                letters[json.loads(told)["text"]].append([labels, skipped])
        return {"projects": projects, "letters": letters}

    def expected(self, before: Store, values: Values) -> Store:
        labels = {"topic": {"choices": [values["topic"]]}, "note": {"text": [values["note"]]}, "weight": {"rating": 4}}
        labels |= {"days": {"number": int(values["days"])}, "until": {"datetime": values["until"]}}
        return {**before, "letters": {**before["letters"], values["letter"]: [[labels, 0]]}}


PROGRAM = LabelStudio()
