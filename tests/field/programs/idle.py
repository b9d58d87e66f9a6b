"""IDLE (Tk): a function of a module gets a line that says what it does, a name is replaced, blanks at ends go."""

from __future__ import annotations

import re
from pathlib import Path

from tests.field import cache
from tests.field.desk import SIZE, open_desk
from tests.field.desktop_person import Person
from tests.field.model import Drift, Program, Running, Store, Values

FUNCTIONS = (
    ("depth", "mark", "    return mark + tide   \n"),
    ("clearance", "bridge", "    return bridge - tide\n"),
    ("slack", "hour", "    return hour % 6 < tide \n"),
    ("stream", "knots", "    return knots * tide\n"),
)
MORE = (("swell", "wind", "    return wind / 2\n"), *reversed(FUNCTIONS))
SETTINGS = {
    "dark": "[Theme]\ndefault=1\nname=\nname2=IDLE Dark\n",
    "large": "[EditorWindow]\nfont-size=14\n",
    "numbers": "[EditorWindow]\nline-numbers-default=1\n",
}


class Idle(Program):
    """A module of four functions."""

    name, kind, batch = "idle", "desktop", 4
    about = "a function picked in the module browser is described, a word replaced throughout, the module tidied"
    recorded = {"function": "clearance", "line": "Metres below the arch.", "word": "tide", "by": "level"}
    other = {**recorded, "line": "Room above the mast.", "word": "mark", "by": "datum"}
    entry = {**recorded, "function": "stream"}
    drifts = (
        Drift("dark", about="its own theme “IDLE Dark”"),
        Drift("large", about="14 pt in the editor"),
        Drift("rows", about="functions in the other order, a new one above"),
        Drift("small", about="a window of 900 × 600 instead of 1200 × 740"),
        Drift("numbers", about="lines are numbered"),
    )
    by_layout = True
    patience = 300

    def install(self, home: Path) -> None:
        cache.debian(home, "idle", "idle-python3.11", "xdotool", "openbox", "xvfb", "fonts-dejavu-core")

    def prepare(self, home: Path, data: Path) -> None:
        (data / "tides.py").write_text(_written(FUNCTIONS))

    def start(self, home: Path, workdir: Path, drift: str) -> Running:
        data = workdir / "data"
        if drift == "rows":
            (data / "tides.py").write_text(_written(MORE))
        if drift in SETTINGS:
            (data / ".idlerc").mkdir()
            (data / ".idlerc" / "config-main.cfg").write_text(SETTINGS[drift])
        desk, running = open_desk(workdir, "tides.py", SIZE)
        try:
            desk.start("/usr/bin/idle-python3.11", str(data / "tides.py"), title="tides.py")
            desk.place("tides.py", 20, 30, *((900, 600) if drift == "small" else (1200, 740)))
        except BaseException:
            running.stop()
            raise
        return running

    def person(self, session: Person, values: Values) -> None:
        session.sees("tides.py")
        session.click((40, 65))
        session.click((78, 180))
        session.sees("Module Browser")
        row = [name for name, *_ in FUNCTIONS].index(values["function"])
        session.click((975, 48 + 20 * row), times=2)
        session.sees("tides.py - ")
        session.key("End", "Return")
        session.type(f'"""{values["line"]}"""')
        session.key("ctrl+r")
        session.sees("Replace Dialog")
        session.type(values["word"])
        session.key("Tab")
        session.type(values["by"])
        session.click((636, 422))
        session.click((880, 477))
        session.click((880, 357))
        session.sees("tides.py - ")
        session.click((128, 65))
        session.click((183, 290))
        session.key("ctrl+s")

    def oracle(self, running: Running) -> Store:
        """The module by functions, and which files there are."""
        folder = running.workdir / "data"
        head, *parts = (folder / "tides.py").read_text().split("def ")
        files = sorted(path.name for path in folder.iterdir() if not path.name.startswith("."))
        return {"head": head, "functions": {part.split("(")[0]: part for part in parts}, "files": files}

    def expected(self, before: Store, values: Values) -> Store:
        told = dict(before["functions"])
        first, rest = told[values["function"]].split("\n", 1)
        told[values["function"]] = f'{first}\n    """{values["line"]}"""\n{rest}'
        return {**before, "functions": {name: _tidy(text, values) for name, text in told.items()}}


def _tidy(text: str, values: Values) -> str:
    text = re.sub(rf"\b{values['word']}\b", values["by"], text)
    return re.sub(r" +$", "", text, flags=re.MULTILINE)


def _written(functions: tuple[tuple[str, str, str], ...]) -> str:
    return "\n\n".join(f"def {name}({of}, tide):\n{body}" for name, of, body in functions)


PROGRAM = Idle()
