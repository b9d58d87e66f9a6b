"""Deluge's web page of Debian (Ext JS): a download's own limits and place are set, then the limits of all."""

from __future__ import annotations

import hashlib
import json
import urllib.request
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any

from tests.field import cache
from tests.field.model import Drift, Program, Running, Store, Values, free_port, serve
from tests.field.proxy import Settings
from tests.field.web_person import Person

PASSWORD = "Wehr-3391-k"
NAMES = ("atlas-maps", "choir-songs", "field-guide", "lecture-notes", "river-photos")
MORE = ("choir-scores", "choir-songs-old", "lecture-notes-2")
LETTERS = "<style>body * { font-size: 13px !important }</style>"
QUIET = ("dht", "upnp", "natpmp", "utpex", "lsd", "new_release_check")
KEPT = ("name", "max_download_speed", "max_upload_speed", "max_connections", "max_upload_slots", "stop_at_ratio")
KEPT += ("stop_ratio", "remove_at_ratio", "is_auto_managed", "prioritize_first_last", "super_seeding", "move_completed")
KEPT += ("download_location", "total_wanted", "file_priorities", "shared", "sequential_download")


class Deluge(Program):
    """Five downloads that are complete."""

    name, batch = "deluge-web", 2
    about = "signs in, picks a download, sets its limits on a page of tabs, then a limit for all in the preferences"
    secrets = {"password": PASSWORD}
    recorded = {"download": "choir-songs", "down": "1350", "up": "240", "slots": "17", "ratio": "3", "all": "3150"}
    other = {"download": "choir-songs", "down": "2700", "up": "480", "slots": "29", "ratio": "5", "all": "5120"}
    entry = {**recorded, "download": "lecture-notes"}
    drifts = (
        Drift("other theme", about="the blue theme, a setting of the program"),
        Drift("larger letters", about="no letters below 13 px, a setting of browsers"),
        Drift("other rows", about="three more downloads, whose names begin alike"),
        Drift("other settings", about="all filters are shown, empty ones too, and speeds in the title"),
    )

    def install(self, home: Path) -> None:
        cache.debian(home, "deluge-web", "deluged", "transmission-cli")

    def prepare(self, home: Path, data: Path) -> None:
        (data / "config").mkdir()
        for name in (*NAMES, *MORE):
            (data / "files" / name).mkdir(parents=True)
            (data / "files" / name / "read me.txt").write_text(f"{name}\n")
            (data / "files" / name / "part.bin").write_bytes(bytes(70000))
            cache.run(["transmission-create", "-o", data / f"{name}.torrent", data / "files" / name])

    def start(self, home: Path, workdir: Path, drift: str) -> Running:
        data, core, port = workdir / "data", free_port(), free_port()
        (data / "config" / "auth").write_text("localclient:only-for-these-runs:10\n")
        salt = "only-for-these-runs"
        _settings(data, "core", dict.fromkeys(QUIET, False) | {"listen_interface": "127.0.0.1"})
        _settings(data, "hostlist", {"hosts": [["home", "127.0.0.1", core, "localclient", salt]]})
        web = {"pwd_salt": salt, "pwd_sha1": hashlib.sha1((salt + PASSWORD).encode()).hexdigest()}
        web |= {"first_login": False, "default_daemon": "home", "theme": "blue" if drift == "other theme" else "gray"}
        more = drift == "other settings"
        _settings(data, "web", web | {"sidebar_show_zero": more, "show_session_speed": more})
        own = ["-d", "-c", data / "config", "-L", "warning"]
        daemon = serve(["deluged", *own, "-p", core, "-u", "127.0.0.1"], workdir, core)
        page = serve(["deluge-web", *own, "-p", port, "-i", "127.0.0.1"], workdir, port)
        running = Running(workdir, url=f"http://127.0.0.1:{port}/", processes=[daemon, page])
        running.environment["PORT"] = str(port)
        names = (*MORE, *NAMES) if drift == "other rows" else NAMES
        options = {"download_location": str(data / "files")}
        self._ask(
            running, *[("web.add_torrents", [{"path": str(data / f"{n}.torrent"), "options": options}]) for n in names]
        )
        while any(one["progress"] < 100 for one in self._downloads(running, "progress").values()):
            pass
        if drift == "larger letters":
            proxy = Settings(port, LETTERS)
            running.url, running.then = f"http://127.0.0.1:{proxy.port}/", proxy.end
        return running

    @staticmethod
    def _ask(running: Running, *calls: tuple[str, Any]) -> list[Any]:
        """The answers of its interface for programs, after signing in there."""
        asker = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))
        answers = []
        for method, *given in (("auth.login", PASSWORD), ("web.connected",), *calls):
            body = json.dumps({"method": method, "params": given, "id": 1}).encode()
            url, kind = f"http://127.0.0.1:{running.environment['PORT']}/json", {"Content-Type": "application/json"}
            answer = json.loads(asker.open(urllib.request.Request(url, body, kind), timeout=20).read())
            if answer["error"]:
                raise RuntimeError(f"{method}: {answer['error']}")
            answers.append(answer["result"])
        return answers[2:]

    def _downloads(self, running: Running, *keys: str) -> dict[str, dict[str, Any]]:
        downloads: dict[str, dict[str, Any]] = self._ask(running, ("core.get_torrents_status", {}, list(keys)))[0]
        return downloads

    def person(self, session: Person, values: Values) -> None:
        p = session
        p.fill("input[type=password]", PASSWORD)
        p.click(p.button("Login"), after=1.5)
        p.click(p.page.locator(".x-grid3-row").get_by_text(values["download"], exact=True).first, after=0.8)
        p.click(p.page.locator(".x-tab-strip-text").get_by_text("Options", exact=True).first, after=1.5)
        for field in ("down", "up", "slots"):
            p.fill(FIELDS[field], values[field], clear=True)
        p.key("Tab")
        p.click("input[name=stop_at_ratio]")
        p.fill("input[name=stop_ratio]", values["ratio"], clear=True)
        p.key("Tab")
        p.click(p.button("Apply"), after=1.2)
        p.click(p.button("Preferences"), after=1.5)
        p.click(p.page.locator(".x-list-body dl, .x-list-body dt").get_by_text("Bandwidth", exact=True).first, after=1)
        p.fill(FIELDS["all"], values["all"], clear=True)
        p.key("Tab")
        p.click(p.button("OK"), after=1.2)

    def oracle(self, running: Running) -> Store:
        downloads = self._downloads(running, *KEPT)
        settings = self._ask(running, ("core.get_config",))[0]
        return {"downloads": downloads, "settings": settings}

    def expected(self, before: Store, values: Values) -> Store:
        new = {"max_download_speed": float(values["down"]), "max_upload_speed": float(values["up"])}
        new |= {"max_upload_slots": int(values["slots"]), "stop_at_ratio": True}
        new["stop_ratio"] = float(values["ratio"])
        downloads = {
            key: {**one, **new} if one["name"] == values["download"] else one
            for key, one in before["downloads"].items()
        }
        settings = {**before["settings"], "max_download_speed": float(values["all"])}
        return {"downloads": downloads, "settings": settings}


FIELDS = {
    "down": "input[name=max_download_speed]",
    "up": "input[name=max_upload_speed]",
    "slots": "input[name=max_upload_slots]",
    "all": ".x-window input[name=max_download_speed]",
}


def _settings(data: Path, name: str, kept: dict[str, Any]) -> None:
    """A file of settings as the program writes them."""
    (data / "config" / f"{name}.conf").write_text(
        json.dumps({"file": 3 if name == "hostlist" else 1, "format": 1}) + json.dumps(kept)
    )


PROGRAM = Deluge()
