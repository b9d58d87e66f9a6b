"""Transmission's web page of Debian (jQuery): a download is renamed by its own menu, and the upload is limited."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

from tests.field import cache
from tests.field.model import Drift, Program, Running, Store, Values, free_port, serve
from tests.field.proxy import LARGER, Settings
from tests.field.web_person import Person

NAMES = ("atlas-maps", "choir-songs", "field-guide", "lecture-notes", "river-photos")
MORE = ("choir-scores", "field-guide-birds")
DARK = "<style>html { filter: invert(0.92) hue-rotate(180deg) }</style>"
KEPT = ("speed-limit-up-enabled", "speed-limit-up", "speed-limit-down-enabled", "speed-limit-down", "download-dir")


class Transmission(Program):
    """Five downloads that are complete."""

    name, batch = "transmission-daemon", 4
    about = "renames a download, limits the upload and the download rate in the settings"
    recorded = {"download": "choir-songs", "new": "choir-concert", "up": "350", "down": "1200"}
    other = {"download": "choir-songs", "new": "songs-of-may", "up": "480", "down": "2400"}
    entry = {**recorded, "download": "lecture-notes"}
    drifts = (
        Drift("dark", about="all pages dark, as a browser's extension does it"),
        Drift("larger font", about="118 % in all pages"),
        Drift("other rows", about="two more downloads, whose names begin alike"),
        Drift("compact", about="the compact view, which a user may have chosen"),
    )

    def install(self, home: Path) -> None:
        cache.debian(home, "transmission-daemon", "transmission-cli")

    def prepare(self, home: Path, data: Path) -> None:
        (data / "config").mkdir()
        for name in (*NAMES, *MORE):
            (data / "files" / name).mkdir(parents=True)
            (data / "files" / name / "read me.txt").write_text(f"{name}\n")
            (data / "files" / name / "part.bin").write_bytes(bytes(70000))
            cache.run(["transmission-create", "-o", data / f"{name}.torrent", data / "files" / name])

    def start(self, home: Path, workdir: Path, drift: str) -> Running:
        data, port = workdir / "data", free_port()
        own = ["-f", "-g", data / "config", "-p", port, "-w", data / "files", "--no-auth", "-a", "127.0.0.1"]
        quiet = ["--no-dht", "--no-utp", "--no-lpd", "--no-portmap", "-P", free_port()]
        running = Running(workdir, processes=[serve(["transmission-daemon", *own, *quiet], workdir, port)])
        running.environment["PORT"] = str(port)
        for name in (*MORE, *NAMES) if drift == "other rows" else NAMES:
            self._remote(running, "-a", data / f"{name}.torrent", "-w", data / "files")
        while any(one["percentDone"] < 1 for one in self._downloads(running)):
            self._remote(running, "-l")
        running.url = f"http://127.0.0.1:{port}/transmission/web/"
        heads = {
            "larger font": LARGER,
            "dark": DARK,
            "compact": '<script>document.cookie = "compact_display_state=true"</script>',
        }
        if drift in heads:
            proxy = Settings(port, heads[drift])
            running.url, running.then = f"http://127.0.0.1:{proxy.port}/transmission/web/", proxy.end
        return running

    @staticmethod
    def _remote(running: Running, *words: object) -> str:
        return cache.run(["transmission-remote", running.environment["PORT"], *words])

    def _ask(self, running: Running, method: str, **arguments: Any) -> dict[str, Any]:
        """One call of its interface for programs, with the key that it hands out first."""
        url = f"http://127.0.0.1:{running.environment['PORT']}/transmission/rpc"
        body = json.dumps({"method": method, "arguments": arguments})
        head = subprocess.run(["curl", "-s", "-i", url], capture_output=True, text=True, check=True).stdout
        key = next(line for line in head.splitlines() if line.startswith("X-Transmission-Session-Id"))
        answer: dict[str, Any] = json.loads(cache.run(["curl", "-s", "-H", key, "-d", body, url]))["arguments"]
        return answer

    def _downloads(self, running: Running) -> list[dict[str, Any]]:
        fields = ["hashString", "name", "percentDone", "status", "downloadDir", "files", "queuePosition"]
        downloads: list[dict[str, Any]] = self._ask(running, "torrent-get", fields=fields)["torrents"]
        return downloads

    def person(self, session: Person, values: Values) -> None:
        p = session
        row = p.page.locator("li.torrent").filter(has=p.page.get_by_text(values["download"], exact=True)).first
        p.click(row, at=(150, 14))
        p.click(row, at=(160, 14), button="right")
        p.click(p.page.locator("li[role=menuitem]").filter(has_text="Rename").locator("visible=true").first)
        p.fill("#torrent_rename_name", values["new"], clear=True)
        p.click("#rename_confirm_button", after=1)
        p.see(p.page.get_by_text(values["new"], exact=True).first)
        p.click("#prefs-button", after=0.8)
        p.click("a[href='#prefs-page-speed']")
        p.click("#speed-limit-up-enabled", after=0.5)
        p.fill("#speed-limit-up", values["up"], clear=True)
        p.click("#speed-limit-down-enabled", after=0.5)
        p.fill("#speed-limit-down", values["down"], clear=True)
        p.key("Tab")
        p.click(p.page.locator(".ui-dialog-titlebar-close").locator("visible=true").first, after=0.8)

    def oracle(self, running: Running) -> Store:
        told = self._ask(running, "session-get")
        downloads = {
            one["hashString"]: {
                "name": one["name"],
                "status": one["status"] in (0, 6),
                "folder": one["downloadDir"],
                "files": sorted(f["name"].split("/", 1)[1] for f in one["files"]),
                "place": one["queuePosition"],
            }
            for one in self._downloads(running)
        }
        return {"downloads": downloads, "settings": {key: told[key] for key in KEPT}}

    def expected(self, before: Store, values: Values) -> Store:
        downloads = {
            key: {**one, "name": values["new"]} if one["name"] == values["download"] else one
            for key, one in before["downloads"].items()
        }
        limits = {"speed-limit-up-enabled": True, "speed-limit-up": int(values["up"])}
        limits |= {"speed-limit-down-enabled": True, "speed-limit-down": int(values["down"])}
        return {"downloads": downloads, "settings": {**before["settings"], **limits}}


PROGRAM = Transmission()
