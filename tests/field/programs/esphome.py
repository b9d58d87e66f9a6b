"""ESPHome: web components with shadow roots (Lit), a code editor (Monaco). Changes the configuration of a device."""

from __future__ import annotations

import os
from pathlib import Path

from tests.field import cache
from tests.field.model import Drift, Program, Running, Store, Values, free_port, serve
from tests.field.proxy import LARGER, Settings
from tests.field.web_person import Person

DEVICES = {"greenhouse": "Greenhouse", "cellar-pump": "Cellar pump", "porch-light": "Porch light"}
MORE = {"cellar-light": "Cellar light", "attic-pump": "Attic pump"}
YAML = """esphome:
  name: {name}
  friendly_name: {title}

esp32:
  board: esp32dev
"""


class ESPHome(Program):
    name, batch = "esphome", 2
    about = "opens the configuration of a device in the code editor, adds a block and saves; adds a secret the same way"
    recorded = {"device": "cellar-pump", "level": "WARN", "wifi": "cellar-guest"}
    other = {"device": "cellar-pump", "level": "ERROR", "wifi": "workshop-net"}
    entry = {**recorded, "device": "porch-light"}
    drifts = (
        Drift("larger font", about="118 % in all pages"),
        Drift("other rows", about="two more devices that sound alike, other neighbours"),
        Drift("with status", about="some devices are shown as online or with a comment"),
    )

    def install(self, home: Path) -> None:
        cache.pip(home, "esphome==2025.7.5", "setuptools<81")

    def prepare(self, home: Path, data: Path) -> None:
        for name, title in DEVICES.items():
            (data / f"{name}.yaml").write_text(YAML.format(name=name, title=title))
        (data / "secrets.yaml").write_text("wifi_password: none\n")

    def start(self, home: Path, workdir: Path, drift: str) -> Running:
        data, port = workdir / "data", free_port()
        for name, title in MORE.items() if drift == "other rows" else ():
            (data / f"{name}.yaml").write_text(YAML.format(name=name, title=title))
        if drift == "with status":
            for name, title in DEVICES.items():
                text = YAML.format(name=name, title=title).replace("\n\n", f"\n  comment: {title}, first floor\n\n")
                (data / f"{name}.yaml").write_text(text)
        command = [home / "venv" / "bin" / "esphome", "dashboard", data, "--address", "127.0.0.1", "--port", port]
        ours = {"ESPHOME_DASHBOARD_USE_PING": "true", "DISABLE_HA_AUTHENTICATION": "true"}
        server = serve(command, workdir, port, env={**os.environ, **ours})
        running = Running(workdir, url=f"http://127.0.0.1:{port}/", processes=[server])
        if drift == "larger font":
            proxy = Settings(port, LARGER)
            running.url, running.then = f"http://127.0.0.1:{proxy.port}/", proxy.end
        return running

    def person(self, session: Person, values: Values) -> None:
        p = session
        card = p.page.locator("esphome-configured-device-card").filter(has_text=values["device"]).first
        p.see(card)
        p.click(card.get_by_text("Edit", exact=True).first, after=2)
        p.click(p.css(".monaco-editor .view-lines"), at=(60, 60))
        p.key("Control+End")
        p.type("logger:")
        p.key("Enter")
        p.type(f"level: {values['level']}")
        p.click(p.button("Save"), after=1.2)
        p.click(p.css("esphome-editor mwc-icon-button[icon=clear], esphome-editor [icon=close]"), after=1.2)
        p.click(p.button("Secrets"), after=2)
        p.click(p.css(".monaco-editor .view-lines"), at=(60, 12))
        p.key("Control+End")
        p.type(f"wifi_ssid: {values['wifi']}")
        p.click(p.button("Save"), after=1.2)

    def oracle(self, running: Running) -> Store:
        files = sorted((running.workdir / "data").glob("*.y*ml"))
        return {path.name: path.read_text() for path in files}

    def expected(self, before: Store, values: Values) -> Store:
        name = next(name for name, text in before.items() if f"  name: {values['device']}\n" in text)
        changed = f"{before[name]}logger:\n  level: {values['level']}"
        return {**before, name: changed, "secrets.yaml": f"{before['secrets.yaml']}wifi_ssid: {values['wifi']}"}


PROGRAM = ESPHome()
