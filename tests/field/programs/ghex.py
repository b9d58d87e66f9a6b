"""GHex (GTK 4): in a table of records a word is replaced and the number at an offset is typed over in hex."""

from __future__ import annotations

from pathlib import Path

from tests.field import cache
from tests.field.desk import SIZE, language, open_desk
from tests.field.desktop_person import Person
from tests.field.model import RIGHT_OR_HALTED, Drift, Program, Running, Store, Values

NAMES = ("HIGH WATER", "LOW WATER", "SLACK", "SPRING", "NEAP", "EBB STREAM", "FLOOD STREAM", "STAND")
OTHERS = ("LOW WATER", "RACE", "NEAP", "HIGH WATER", "FLOOD STREAM", "SURGE", "SLACK", "EBB STREAM", "STAND")
NAME, RECORD = 16, 32
"""How long a name and a whole record are (bytes): behind a name stands its number, two bytes."""


class GHex(Program):
    """Eight records of 32 bytes."""

    name, kind, batch = "ghex", "desktop", 6
    about = "a word is replaced in all records, then the number at an offset, and the file saved"
    recorded = {"word": "WATER", "by": "Level", "offset": "80", "number": "2c01"}
    other = {"word": "STREAM", "by": "Strait", "offset": "80", "number": "e803"}
    entry = {**recorded, "offset": "208"}
    drifts = (
        Drift("dark", about="the desktop prefers dark"),
        Drift("large", about="a font of 14 pt"),
        Drift("rows", about="other records, one more"),
        Drift("small", about="a window of 1000 × 640 instead of 1200 × 740"),
        Drift("german", RIGHT_OR_HALTED),
    )
    by_layout = True
    patience = 300

    def install(self, home: Path) -> None:
        cache.debian(home, "ghex", "xdotool", "openbox", "xvfb", "at-spi2-core", "locales", "fonts-dejavu-core")

    def prepare(self, home: Path, data: Path) -> None:
        (data / "table.bin").write_bytes(_written(NAMES))

    def start(self, home: Path, workdir: Path, drift: str) -> Running:
        data = workdir / "data"
        if drift == "rows":
            (data / "table.bin").write_bytes(_written(OTHERS))
        if drift == "large":
            (data / ".config" / "gtk-4.0").mkdir(parents=True)
            (data / ".config" / "gtk-4.0" / "settings.ini").write_text("[Settings]\ngtk-font-name=DejaVu Sans 14\n")
        env = language("de", "DE") if drift == "german" else {}
        env |= {"ADW_DEBUG_COLOR_SCHEME": "prefer-dark"} if drift == "dark" else {}
        desk, running = open_desk(workdir, "GHex", SIZE, env)
        try:
            desk.start("ghex", str(data / "table.bin"), title="table.bin")
            desk.place("table.bin", 20, 30, *((1000, 640) if drift == "small" else (1200, 740)))
        except BaseException:
            running.stop()
            raise
        return running

    def person(self, session: Person, values: Values) -> None:
        session.sees("table.bin")
        session.key("ctrl+h")
        session.think()
        session.click((1000, 120))
        session.type(values["word"])
        session.click((1000, 192))
        session.type(values["by"])
        session.click((447, 255))
        session.click((620, 434))
        session.click((1192, 255))
        session.key("ctrl+j")
        session.type(values["offset"])
        session.click((1126, 105))
        session.click((1192, 105))
        session.type(values["number"])
        session.click((998, 58))

    def oracle(self, running: Running) -> Store:
        """All bytes, record by record, and which files there are."""
        folder = running.workdir / "data"
        held = (folder / "table.bin").read_bytes()
        records = {}
        for at in range(0, len(held), RECORD):
            part = held[at : at + RECORD]
            number, rest = part[NAME : NAME + 2].hex(), part[NAME + 2 :].hex()
            records[str(at)] = {"name": part[:NAME].rstrip(b"\0").decode("latin-1"), "number": number, "rest": rest}
        files = sorted(path.name for path in folder.iterdir() if not path.name.startswith("."))
        return {"records": records, "files": files}

    def expected(self, before: Store, values: Values) -> Store:
        records = {
            at: {**record, "name": record["name"].replace(values["word"], values["by"])}
            for at, record in before["records"].items()
        }
        at = str(int(values["offset"]) - NAME)
        return {**before, "records": {**records, at: {**records[at], "number": values["number"]}}}


def _written(names: tuple[str, ...]) -> bytes:
    records = (name.encode().ljust(NAME, b"\0") + bytes([7 * n, 0, n, 3]) for n, name in enumerate(names, 1))
    return b"".join(record.ljust(RECORD, b"\xff") for record in records)


PROGRAM = GHex()
