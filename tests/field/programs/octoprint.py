"""OctoPrint: Knockout and Bootstrap, dialogs over dialogs. Changes a printer profile."""

from __future__ import annotations

import re
import time
import urllib.request
from contextlib import suppress
from http.client import HTTPException
from pathlib import Path
from typing import Any

import yaml

from tests.field import cache
from tests.field.model import RIGHT_OR_HALTED, Drift, Program, Running, Store, Values, free_port, serve
from tests.field.proxy import LARGER, Settings
from tests.field.web_person import Person

USER, PASSWORD = "ann", "Druck-8842-w"
QUIET = ("softwareupdate", "tracking", "announcements", "errortracking", "discovery", "achievements", "health_check")
CONFIG: dict[str, Any] = {
    "server": {"firstRun": False, "onlineCheck": {"enabled": False}, "pluginBlacklist": {"enabled": False}},
    "plugins": {"_disabled": list(QUIET)},
    "webcam": {"webcamEnabled": False},
}
PRINTERS = {"ender_3": ("Ender 3", "Creality"), "mk4": ("Prusa MK4", "Prusa"), "voron": ("Voron Trident", "Voron")}
MORE = {"a_ender_3_pro": ("Ender 3 Pro", "Creality"), "ender_3_max": ("Ender 3 Max", "Creality")}


class OctoPrint(Program):
    name, batch = "octoprint", 2
    about = "signs in, opens the settings, edits the profile of a printer in a dialog of four tabs and confirms"
    secrets = {"password": PASSWORD}
    recorded = {"printer": "Ender 3", "model": "Creality 2024", "width": "2350", "depth": "2360", "speed": "7150"}
    other = {"printer": "Ender 3", "model": "Rebuilt in May", "width": "3105", "depth": "3220", "speed": "5480"}
    entry = {**recorded, "printer": "Voron Trident"}
    drifts = (
        Drift("other colour", about="the colour of the bar, a setting of the program"),
        Drift("larger font", about="118 % in all pages"),
        Drift("other rows", about="two more printers that sound alike"),
        Drift("German", RIGHT_OR_HALTED, about="the program's language"),
    )

    def install(self, home: Path) -> None:
        cache.pip(home, "octoprint==1.11.3", "setuptools<81")

    def prepare(self, home: Path, data: Path) -> None:
        (data / "config.yaml").write_text(yaml.safe_dump(CONFIG))
        octoprint = [home / "venv" / "bin" / "octoprint", "--basedir", data, "--iknowwhatimdoing"]
        cache.run([*octoprint, "user", "add", USER, "--password", PASSWORD, "--admin"])
        running = self._serve(home, data)  # makes its folders and its bundles of scripts
        running.stop()
        for number, (name, model) in PRINTERS.items():
            _profile(data, number, name, model)

    def start(self, home: Path, workdir: Path, drift: str) -> Running:
        data = workdir / "data"
        config = yaml.safe_load((data / "config.yaml").read_text())
        if drift == "other colour":
            config.setdefault("appearance", {})["color"] = "violet"
        if drift == "German":
            config.setdefault("appearance", {})["defaultLanguage"] = "de"
        (data / "config.yaml").write_text(yaml.safe_dump(config))
        for number, (name, model) in MORE.items() if drift == "other rows" else ():
            _profile(data, number, name, model)
        running = self._serve(home, data)
        if drift == "larger font":
            proxy = Settings(int(running.url.split(":")[2].strip("/")), LARGER)
            running.url, running.then = f"http://127.0.0.1:{proxy.port}/", proxy.end
        return running

    @staticmethod
    def _serve(home: Path, data: Path) -> Running:
        port = free_port()
        command = [home / "venv" / "bin" / "octoprint", "serve", "--basedir", data, "--iknowwhatimdoing"]
        server = serve([*command, "--host", "127.0.0.1", "--port", port], data.parent, port, patience=150)
        for _ in range(600):  # another server answers while this one starts
            if not (data / ".incomplete_startup").exists() and _answers(port):
                break
            time.sleep(0.2)
        return Running(data.parent, url=f"http://127.0.0.1:{port}/", processes=[server])

    def person(self, session: Person, values: Values) -> None:
        p = session
        p.fill("#login-user", USER)
        p.fill("#login-password", PASSWORD)
        p.click("#login-button")
        p.see("#navbar_show_settings", timeout=60)
        p.wait(2)
        p.click("#navbar_show_settings", after=1.5)
        p.click(p.link("Printer Profiles"), after=1)
        row = p.page.locator("#settings_printerProfiles tr").filter(
            has=p.page.get_by_text(re.compile(rf"^\s*{values['printer']}\s*$"))
        )
        p.click(row.first.locator("a[title*=Edit], a:has(.fa-pencil), a:has(.fa-pencil-alt)").first, after=1.2)
        dialog = p.page.locator("#settings_printerProfiles_editDialog")
        p.fill(dialog.locator("input[data-bind*='value: model']").first, values["model"], clear=True)
        p.click(dialog.get_by_text("Print bed & build volume").first, after=0.8)
        p.fill(dialog.locator("input[data-bind*='volumeWidth']").first, values["width"], clear=True)
        p.fill(dialog.locator("input[data-bind*='volumeDepth']").first, values["depth"], clear=True)
        p.click(dialog.get_by_text("Axes", exact=True).first, after=0.8)
        p.fill(dialog.locator("input[data-bind*='axisXSpeed']").first, values["speed"], clear=True)
        p.click(dialog.locator("input[data-bind*='axisXInverted']").first)
        p.click(dialog.get_by_role("button", name="Confirm").first, after=1.5)
        p.click(p.css("[data-test-id=settings-close-button]"), after=1)

    def oracle(self, running: Running) -> Store:
        data = running.workdir / "data"
        files = sorted((data / "printerProfiles").glob("*.profile"))
        profiles = {path.stem: yaml.safe_load(path.read_text()) for path in files}
        config = yaml.safe_load((data / "config.yaml").read_text())
        uploads = sorted(str(path.relative_to(data)) for path in (data / "uploads").rglob("*"))
        users = sorted(yaml.safe_load((data / "users.yaml").read_text()))
        return {"profiles": profiles, "config": config, "uploads": uploads, "users": users}

    def expected(self, before: Store, values: Values) -> Store:
        number = next(n for n, profile in before["profiles"].items() if profile["name"] == values["printer"])
        profile = before["profiles"][number]
        x = {**profile["axes"]["x"], "speed": int(values["speed"]), "inverted": True}
        volume = {**profile["volume"], "width": float(values["width"]), "depth": float(values["depth"])}
        new = {**profile, "model": values["model"], "volume": volume, "axes": {**profile["axes"], "x": x}}
        return {**before, "profiles": {**before["profiles"], number: new}}

    def on_the_way(self, before: Store, now: Store, values: Values) -> bool:
        return now == before  # one button confirms all


def _answers(port: int) -> bool:
    """Whether the page is there."""
    with (
        suppress(OSError, HTTPException),
        urllib.request.urlopen(f"http://127.0.0.1:{port}/login/", timeout=60) as page,
    ):
        return b"login-user" in page.read()
    return False


def _profile(data: Path, number: str, name: str, model: str) -> None:
    """The profile of one printer, as the program writes it."""
    axis = {"inverted": False, "speed": 6000}
    axes = {key: {**axis} for key in "xy"} | {
        "e": {"inverted": False, "speed": 300},
        "z": {"inverted": False, "speed": 200},
    }
    volume = {"custom_box": False, "depth": 210.0, "formFactor": "rectangular", "height": 220.0, "origin": "lowerleft"}
    profile = {
        "axes": axes,
        "color": "default",
        "extruder": {
            "count": 1,
            "defaultExtrusionLength": 5,
            "nozzleDiameter": 0.4,
            "offsets": [[0.0, 0.0]],
            "sharedNozzle": False,
        },
        "heatedBed": True,
        "heatedChamber": False,
        "id": number,
        "model": model,
        "name": name,
        "volume": {**volume, "width": 235.0},
    }
    (data / "printerProfiles" / f"{number}.profile").write_text(yaml.safe_dump(profile))


PROGRAM = OctoPrint()
