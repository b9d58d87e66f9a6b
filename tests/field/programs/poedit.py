"""Poedit (wx): a translation is put right, marked as needing work and commented; another one is filled in."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from tests.field import cache
from tests.field.desk import SIZE, language, open_desk
from tests.field.desktop_person import Person
from tests.field.model import RIGHT_OR_HALTED, Drift, Program, Running, Store, Values

HEAD = """msgid ""
msgstr ""
"Project-Id-Version: tidetable 1.4\\n"
"Report-Msgid-Bugs-To: \\n"
"POT-Creation-Date: 2024-03-01 10:00+0000\\n"
"PO-Revision-Date: 2024-03-02 10:00+0000\\n"
"Last-Translator: Mara Lind <mara@example.org>\\n"
"Language-Team: German\\n"
"Language: de\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"
"""
ENTRIES = (
    ("High water", "Hochwasser"),
    ("Low water", "Niedrigwasser"),
    ("Next gauge", ""),
    ("Mean sea level", "Mittlerer Wasserstand"),
    ("Print the table", ""),
    ("Paper size", "Papier"),
)
MORE = (("All gauges", "Alle Pegel"), ("Wind from the west", ""), *reversed(ENTRIES))


class Poedit(Program):
    """A small catalogue, English to German."""

    name, kind, batch = "poedit", "desktop", 3
    about = "a translation is replaced, marked and commented, a missing one is filled in, all is saved"
    recorded = {
        "entry": "Mean sea level",
        "translation": "Mittleres Niveau",
        "comment": "see the glossary",
        "missing": "Folgender Pegel",
    }
    other = {**recorded, "translation": "Normalnull", "comment": "ask Bremerhaven", "missing": "Pegel danach"}
    entry = {**recorded, "entry": "Paper size"}
    drifts = (
        Drift("dark", about="GTK's dark theme"),
        Drift("large", about="text scaled by 1.25"),
        Drift("rows", about="entries in the other order, two new ones above"),
        Drift("wide", about="a window of 1180 × 760 instead of 960 × 714"),
        Drift("german", RIGHT_OR_HALTED),
    )
    patience = 300

    def install(self, home: Path) -> None:
        cache.debian(home, "poedit", "xdotool", "openbox", "xvfb", "at-spi2-core", "locales", "fonts-dejavu-core")

    def prepare(self, home: Path, data: Path) -> None:
        (data / "de.po").write_text(HEAD + _written(ENTRIES))

    def start(self, home: Path, workdir: Path, drift: str) -> Running:
        data = workdir / "data"
        if drift == "rows":
            (data / "de.po").write_text(HEAD + _written(MORE))
        env = language("de", "DE") if drift == "german" else {}
        env |= {"GTK_THEME": "Adwaita:dark"} if drift == "dark" else {}
        env |= {"GDK_DPI_SCALE": "1.25"} if drift == "large" else {}
        desk, running = open_desk(workdir, "Poedit", SIZE, env)
        try:
            desk.start("poedit", str(data / "de.po"), title="de.po")
            desk.place("de.po", 20, 30, *((1180, 740) if drift == "wide" else (960, 714)))
        except BaseException:
            running.stop()
            raise
        return running

    def person(self, session: Person, values: Values) -> None:
        session.sees("de.po")
        self._translate(session, values["entry"], values["translation"])
        session.press("Needs Work", "toggle button")
        session.press("Add Comment", "push button")
        session.sees("Edit comment")
        session.type(values["comment"])
        session.press("Add", "push button", "Edit comment")
        session.sees("de.po")
        self._translate(session, "Next gauge", values["missing"])
        session.key("ctrl+s")

    def _translate(self, session: Person, source: str, translation: str) -> None:
        session.press(source, "table cell")
        x, y = session.find("Translation", "label").middle
        session.click((x + 150, y + 60))
        session.key("ctrl+a")
        session.type(translation)

    def oracle(self, running: Running) -> Store:
        """All but the time of the last change and the name of the program that wrote it."""
        folder = running.workdir / "data"
        entries: dict[str, Any] = {}
        for block in (folder / "de.po").read_text().split("\n\n"):
            source, said = _text(block, "msgid"), _text(block, "msgstr")
            if source:
                notes = [line[2:] for line in block.splitlines() if line.startswith("# ")]
                entries[source] = {"translation": said, "fuzzy": "#, fuzzy" in block, "notes": notes}
            elif "msgid" in block:
                lines = said.split("\\n")
                head = [line for line in lines if not line.startswith(("PO-Revision-Date", "X-Generator"))]
        files = sorted(path.name for path in folder.iterdir() if not path.name.startswith("."))
        return {"entries": entries, "head": head, "files": dict.fromkeys(files, "there")}

    def expected(self, before: Store, values: Values) -> Store:
        changed = {"translation": values["translation"], "fuzzy": True, "notes": [values["comment"]]}
        filled = {**before["entries"]["Next gauge"], "translation": values["missing"]}
        entries = {**before["entries"], values["entry"]: changed, "Next gauge": filled}
        return {**before, "entries": entries, "files": {**before["files"], "de.mo": "there"}}


def _written(entries: tuple[tuple[str, str], ...]) -> str:
    lines = enumerate(entries, 1)
    return "".join(f'\n#: src/main.c:{7 * n}\nmsgid "{source}"\nmsgstr "{text}"\n' for n, (source, text) in lines)


def _text(block: str, word: str) -> str:
    """What stands behind a keyword, over all its lines."""
    found = re.search(rf'^{word} ((?:".*"\n?)+)', block, re.MULTILINE)
    return "".join(line.strip('"') for line in found[1].splitlines()) if found else ""


PROGRAM = Poedit()
