"""TeXstudio (Qt 5): a sentence and a table for a section of a report."""

from __future__ import annotations

from pathlib import Path

from tests.field import cache
from tests.field.desk import SIZE, language, open_desk
from tests.field.desktop_person import Person
from tests.field.model import RIGHT_OR_HALTED, Drift, Program, Running, Store, Values

SECTIONS = (
    ("Tides", "High water comes twice a day."),
    ("Gauges", "Each gauge is read at low water."),
    ("Moorings", "Depth is given for slack water."),
    ("Lights", "The pier has a green light."),
)
MORE = (("Weather", "Ask the harbour office."), *reversed(SECTIONS))
ALIGNED = {"Left": "l", "Right": "r"}


class TeXstudio(Program):
    """A report of four sections."""

    name, kind, batch = "texstudio", "desktop", 4
    about = "under a section: a sentence and a table of two aligned columns"
    recorded = {
        "section": "Gauges",
        "sentence": "The sill dries out.",
        "left": "Harbour",
        "right": "Depth",
        "align": "Left",
    }
    other = {
        **recorded,
        "sentence": "Ask for a berth.",
        "left": "Quay",
        "right": "Berths",
        "align": "Right",
    }
    entry = {**recorded, "section": "Lights"}
    drifts = (
        Drift("dark", about="its own dark style"),
        Drift("large", about="text for 120 dots an inch"),
        Drift("rows", about="sections in the other order, a new one above"),
        Drift("small", about="a window of 1060 × 640 instead of 1200 × 720"),
        Drift("german", RIGHT_OR_HALTED),
    )
    patience = 360

    def install(self, home: Path) -> None:
        tools = "xdotool", "openbox", "xvfb", "at-spi2-core", "locales", "fonts-dejavu-core"
        cache.debian(home, "texstudio", "texstudio-l10n", *tools)

    def prepare(self, home: Path, data: Path) -> None:
        (data / "report.tex").write_text(_written(SECTIONS))
        running = _opened(data.parent, {})
        first = Person(running.environment)
        try:  # there is no LaTeX here, which it says only once
            first.press("Do not warn again.", "check box")
            first.press("OK", "push button")
            first.sees("report.tex")
            first.key("ctrl+q")
            first.sees_no("report.tex")
        finally:
            running.stop()

    def start(self, home: Path, workdir: Path, drift: str) -> Running:
        data = workdir / "data"
        if drift == "rows":
            (data / "report.tex").write_text(_written(MORE))
        if drift == "dark":
            settings = data / ".config" / "texstudio" / "texstudio.ini"
            settings.write_text(settings.read_text().replace("GUI\\Style=0", "GUI\\Style=1"))
        env = language("de", "DE") if drift == "german" else {}
        env |= {"QT_FONT_DPI": "120"} if drift == "large" else {}
        return _opened(workdir, env, (1060, 640) if drift == "small" else (1200, 720))

    def person(self, session: Person, values: Values) -> None:
        session.sees("report.tex")
        session.press(values["section"], "tree item", times=2)
        session.press("View", "menu item")
        session.press("Focus Editor", "menu item")
        session.key("End", "Return")
        session.type(values["sentence"])
        session.key("Return")
        session.press("Wizards", "menu item")
        session.press("Quick Tabular...", "menu item")
        session.sees("Quick Tabular")
        for heading in ("left", "right"):
            session.press("", "cell", times=2)
            session.type(values[heading])
            session.key("Return")
        session.press("Center", "combo box")
        session.press(values["align"], "list item", "Quick Tabular")
        session.press("Apply to all columns", "push button")
        session.press("OK", "push button")
        session.sees("report.tex")
        session.key("ctrl+s")

    def oracle(self, running: Running) -> Store:
        """The report by sections, and which files there are."""
        folder = running.workdir / "data"
        head, *parts = (folder / "report.tex").read_text().split("\\section{")
        sections = dict(part.split("}\n", 1) for part in parts)
        files = sorted(path.name for path in folder.iterdir() if not path.name.startswith("."))
        return {"head": head, "sections": sections, "order": list(sections), "files": files}

    def expected(self, before: Store, values: Values) -> Store:
        heading, column = values["section"], ALIGNED[values["align"]]
        table = (
            f"{values['sentence']}\n\\begin{{tabular}}{{|{column}|{column}|}}\n\t\\hline\n"
            f"\t{values['left']} & {values['right']} \\\\\n\t\\hline\n\t&  \\\\\n\t\\hline\n\\end{{tabular}}\n"
        )
        return {**before, "sections": {**before["sections"], heading: table + before["sections"][heading]}}


def _written(sections: tuple[tuple[str, str], ...]) -> str:
    parts = "".join(f"\\section{{{title}}}\n{text}\n" for title, text in sections)
    return f"\\documentclass{{article}}\n\\begin{{document}}\n{parts}\\end{{document}}\n"


def _opened(workdir: Path, env: dict[str, str], size: tuple[int, int] = (1200, 720)) -> Running:
    desk, running = open_desk(workdir, "TeXstudio", SIZE, env)
    try:
        desk.start("texstudio", "--start-always", str(workdir / "data" / "report.tex"), title="report.tex")
        desk.place("report.tex", 20, 30, *size)
    except BaseException:
        running.stop()
        raise
    return running


PROGRAM = TeXstudio()
