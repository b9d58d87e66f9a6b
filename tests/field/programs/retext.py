"""ReText (Qt 6, PyPI): one of several open notes gets a list and a table, and a word of it is replaced."""

from __future__ import annotations

from pathlib import Path

from tests.field import cache
from tests.field.desk import SIZE, open_desk
from tests.field.desktop_person import Person
from tests.field.model import RIGHT_OR_HALTED, Drift, Program, Running, Store, Values

NOTES = {
    "tides": "# Tides\n\nHigh water comes twice a day.\n",
    "gauges": "# Gauges\n\nEach gauge is read at low water, the board is white.\n",
    "moorings": "# Moorings\n\nDepth is given for slack water at the board.\n",
}
MORE = ("weather", "moorings", "gauges", "tides")
MARKS = {"numbering": " 1. ", "bullets": "  * "}
STYLES = {"dark": "* { background: #202428; color: #e8e8e8; }", "large": "* { font-size: 12pt; }"}
"""Its own style sheets. A larger QT_FONT_DPI would not do: Qt 6 then tells places that are none of the screen's."""


class ReText(Program):
    """Three notes in Markdown."""

    name, kind, batch = "retext", "desktop", 5
    about = "a word of a note is replaced, a line of a list and an empty table are added, it is saved"
    recorded = {
        "note": "gauges",
        "word": "board",
        "by": "staff",
        "mark": "numbering",
        "line": "Ask the pilot",
        "rows": "2",
        "columns": "4",
    }
    other = {
        **recorded,
        "word": "water",
        "by": "tide",
        "mark": "bullets",
        "line": "Look at the sill",
        "rows": "5",
        "columns": "6",
    }
    entry = {**recorded, "note": "moorings"}
    drifts = (
        Drift("dark", about="a dark style sheet"),
        Drift("large", about="text of 12 pt"),
        Drift("rows", about="notes opened in the other order, a new one before them"),
        Drift("small", about="a window of 1000 × 600 instead of 1200 × 720"),
        Drift("german", RIGHT_OR_HALTED),
    )
    patience = 300

    def install(self, home: Path) -> None:
        tools = "xdotool", "openbox", "xvfb", "at-spi2-core", "libxcb-cursor0", "fonts-dejavu-core"
        cache.debian(home, *tools)
        cache.pip(home, "retext==8.1.0", "pyqt6==6.11.0")

    def prepare(self, home: Path, data: Path) -> None:
        for name, text in {**NOTES, "weather": "# Weather\n"}.items():
            (data / f"{name}.md").write_text(text)
        (data / ".config" / "ReText project").mkdir(parents=True)

    def start(self, home: Path, workdir: Path, drift: str) -> Running:
        data = workdir / "data"
        settings = "uiLanguage=de\n" if drift == "german" else ""
        if drift in STYLES:
            (data / ".own.qss").write_text(STYLES[drift])
            settings = f"appStyleSheet={data / '.own.qss'}\n"
        (data / ".config" / "ReText project" / "ReText.conf").write_text(f"[General]\n{settings}")
        notes = [str(data / f"{name}.md") for name in (MORE if drift == "rows" else NOTES)]
        desk, running = open_desk(workdir, "ReText", SIZE)
        try:
            desk.start(str(home / "venv/bin/retext"), *notes, title="[.]md")
            desk.place("[.]md", 20, 30, *((1000, 600) if drift == "small" else (1200, 720)))
        except BaseException:
            running.stop()
            raise
        return running

    def person(self, session: Person, values: Values) -> None:
        session.sees(".md")
        session.press(values["note"], "page tab")
        session.key("ctrl+f")
        session.type(values["word"])
        session.key("Tab")
        session.type(values["by"])
        replace = session.find("Replace", "button menu")
        session.click((replace.x + replace.w - 8, replace.middle[1]))
        session.press("Replace all", "menu item")
        session.press("Close", "push button")
        session.click((500, 450))
        session.key("ctrl+End", "Return")
        session.press("Formatting", "combo box")
        session.press(values["mark"], "list item")
        session.type(values["line"])
        session.key("Return", "Return")
        session.press("Edit", "menu item")
        session.press("Insert table", "menu item")
        session.sees("Insert table")
        for label, value in (("Number of rows:", values["rows"]), ("Number of columns:", values["columns"])):
            said = session.find(label, "label")
            session.click((said.x + said.w + 20, said.middle[1]), times=2)
            session.type(value)
        session.press("OK", "push button")
        session.key("ctrl+s")

    def oracle(self, running: Running) -> Store:
        """All notes."""
        folder = running.workdir / "data"
        return {path.name: path.read_text() for path in sorted(folder.iterdir()) if not path.name.startswith(".")}

    def expected(self, before: Store, values: Values) -> Store:
        name = f"{values['note']}.md"
        text = before[name].replace(values["word"], values["by"])
        columns = int(values["columns"])
        table = f"|{'     |' * columns}\n", f"|{'-----|' * columns}\n"
        listed = f"\n{MARKS[values['mark']]}{values['line']}\n\n"
        return {**before, name: f"{text}{listed}{table[0]}{table[1]}{table[0] * int(values['rows'])}"}


PROGRAM = ReText()
