"""FileZilla (wx): a site moves to another host, with another user and password, and is reached in another way."""

from __future__ import annotations

import base64
import xml.etree.ElementTree as Xml
from pathlib import Path
from typing import Any

from tests.field import cache
from tests.field.desk import SIZE, language, open_desk
from tests.field.desktop_person import Person
from tests.field.model import RIGHT_OR_HALTED, Drift, Program, Running, Store, Values

SITES = (("Archive", "ftp.archive.example", "ines"), ("Harbour", "ftp.harbour.example", "mara"))
SITES += (("Press", "ftp.press.example", "jon"),)
MORE = (("Backup", "ftp.backup.example", "root"), ("Drafts", "ftp.drafts.example", "jon"), *SITES)
HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n<FileZilla3 version="3.63.0" platform="*nix">'
SETTINGS = {"Greeting version": "3.63.0", "Disable update check": "1", "Update Check": "0"}
ENCRYPTED = {"Require explicit FTP over TLS": ("4", "21"), "Require implicit FTP over TLS": ("3", "990")}
"""What is kept of each: the protocol and its own port."""
ROW = 23
"""Height of an entry of the tree of sites (px), which says nothing of its entries."""
PASSWORD = "low-Tide.27"


class FileZilla(Program):
    """Three sites; nothing is ever connected."""

    name, kind, batch = "filezilla", "desktop", 5
    about = "a site of the site manager gets another host, encryption, user, password, comment and folder"
    recorded = {
        "site": "Harbour",
        "host": "files.quay.example",
        "encryption": "Require explicit FTP over TLS",
        "user": "pilot",
        "comment": "moved in spring",
        "folder": "/charts",
    }
    other = {
        **recorded,
        "host": "store.pier.example",
        "encryption": "Require implicit FTP over TLS",
        "user": "warden",
        "comment": "ask Tom first",
        "folder": "/reports",
    }
    entry = {**recorded, "site": "Press"}
    secrets = {"password": PASSWORD}
    drifts = (
        Drift("dark", about="GTK's dark theme"),
        Drift("large", about="text scaled by 1.25"),
        Drift("rows", about="two new sites above"),
        Drift("small", about="a window of 1000 × 640 instead of 1200 × 740"),
        Drift("german", RIGHT_OR_HALTED),
    )
    by_layout = True
    patience = 300

    def install(self, home: Path) -> None:
        cache.debian(home, "filezilla", "xdotool", "openbox", "xvfb", "at-spi2-core", "locales", "fonts-dejavu-core")

    def prepare(self, home: Path, data: Path) -> None:
        _folder(data).mkdir(parents=True)
        told = "".join(f'<Setting name="{name}">{value}</Setting>' for name, value in SETTINGS.items())
        (_folder(data) / "filezilla.xml").write_text(f"{HEAD}<Settings>{told}</Settings></FileZilla3>\n")
        (_folder(data) / "sitemanager.xml").write_text(_written(SITES))

    def start(self, home: Path, workdir: Path, drift: str) -> Running:
        if drift == "rows":
            (_folder(workdir / "data") / "sitemanager.xml").write_text(_written(MORE))
        env = language("de", "DE") if drift == "german" else {}
        env |= {"GTK_THEME": "Adwaita:dark"} if drift == "dark" else {}
        env |= {"GDK_DPI_SCALE": "1.25"} if drift == "large" else {}
        desk, running = open_desk(workdir, "FileZilla", SIZE, env)
        try:
            desk.start("filezilla", title="FileZilla")
            desk.place("FileZilla", 20, 30, *((1000, 640) if drift == "small" else (1200, 740)))
        except BaseException:
            running.stop()
            raise
        return running

    def person(self, session: Person, values: Values) -> None:
        session.sees("FileZilla")
        session.press("File", "menu")
        entry = session.find("Site Manager...", "menu item")
        session.click((entry.x + 50, entry.middle[1]))  # straight down: other menus open where the pointer crosses them
        session.sees("Site Manager")
        x, y = session.find("Select entry:", "label").middle
        session.click((x + 52, y + 51 + ROW * [name for name, *_ in SITES].index(values["site"])))
        self._fill(session, "Host:", values["host"])
        session.press("Use explicit FTP over TLS if available", "combo box", "Site Manager")
        session.press(values["encryption"], "menu item")
        self._fill(session, "User:", values["user"])
        self._fill(session, "Password:", PASSWORD)
        x, y = session.find("Comments:", "label", "Site Manager").middle
        session.click((x + 80, y + 50))
        session.type(values["comment"])
        session.press("Advanced", "page tab")
        session.press("Bypass proxy", "check box")
        x, y = session.find("Default remote directory:", "label").middle
        session.click((x + 40, y + 28))
        session.type(values["folder"])
        session.press("OK", "push button", "Site Manager")
        session.sees("FileZilla")

    def _fill(self, session: Person, label: str, text: str) -> None:
        session.click((900, session.find(label, "label", "Site Manager").middle[1]))
        session.key("ctrl+a")
        session.type(text)

    def oracle(self, running: Running) -> Store:
        """All sites with all that is kept of them, passwords in clear."""
        root = Xml.parse(_folder(running.workdir / "data") / "sitemanager.xml").getroot()
        sites = {str(site.findtext("Name")): {part.tag: _told(part) for part in site} for site in root.iter("Server")}
        return {"sites": sites, "folders": [folder.text for folder in root.iter("Folder")]}

    def expected(self, before: Store, values: Values) -> Store:
        protocol, port = ENCRYPTED[values["encryption"]]
        changed = {
            **before["sites"][values["site"]],
            "Host": values["host"],
            "Protocol": protocol,
            "Port": port,
            "User": values["user"],
            "Pass": PASSWORD,
            "Comments": values["comment"],
            "RemoteDir": f"1 0 {len(values['folder']) - 1} {values['folder'][1:]}",
            "BypassProxy": "1",
        }
        return {**before, "sites": {**before["sites"], values["site"]: changed}}


def _folder(data: Path) -> Path:
    return data / ".config" / "filezilla"


def _told(part: Any) -> str:
    text = part.text or ""
    return base64.b64decode(text).decode() if part.get("encoding") == "base64" else text


def _written(sites: tuple[tuple[str, str, str], ...]) -> str:
    told = ""
    for name, host, user in sites:
        password = base64.b64encode(f"old-{user}".encode()).decode()
        told += (
            f"<Server><Host>{host}</Host><Port>21</Port><Protocol>0</Protocol><Type>0</Type><User>{user}</User>"
            f'<Pass encoding="base64">{password}</Pass><Logontype>1</Logontype><PasvMode>MODE_DEFAULT</PasvMode>'
            f"<EncodingType>Auto</EncodingType><BypassProxy>0</BypassProxy><Name>{name}</Name>"
            "<SyncBrowsing>0</SyncBrowsing><DirectoryComparison>0</DirectoryComparison></Server>"
        )
    return f"{HEAD}<Servers>{told}</Servers></FileZilla3>\n"


PROGRAM = FileZilla()
