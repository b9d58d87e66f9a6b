"""calcurse (a terminal): a task is worded anew and put back, another is added, an appointment is made for a day."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from tests.field import cache
from tests.field.desk import SIZE, language, open_desk
from tests.field.desktop_person import Person
from tests.field.model import RIGHT_OR_HALTED, Drift, Program, Running, Store, Values

TASKS = (
    "[1] Order paint for the dinghy",
    "[2] Call the sailmaker",
    "[3] Renew the mooring licence",
    "[4] Check the fire extinguishers",
    "[5] Book the crane for October",
)
MORE = ("[1] Pay the harbour dues", "[2] Bring back the trailer")
DAYS = "12/03/2026 @ 09:00 -> 12/03/2026 @ 10:00|Club board\n12/04/2026 [1] Lift-out of boats\n"
FACE = ("-fa", "DejaVu Sans Mono")
LOOKS = {"dark": ("-bg", "#101418", "-fg", "#d8d8d8"), "": ("-bg", "white", "-fg", "black")}


class Calcurse(Program):
    """Tasks and appointments of a sailing club, in xterm; all by keyboard, as its users do."""

    name, kind, batch = "calcurse", "desktop", 3
    about = "a task is worded anew and gets a lower priority, a task and an appointment are added, all is saved"
    recorded = {
        "task": "Renew the mooring licence",
        "wording": "Renew the licence by post",
        "new": "Sell the old anchor",
        "priority": "6",
        "day": "12/24/2026",
        "from": "10:30",
        "to": "11:15",
        "what": "Oil for the engine",
    }
    other = {
        **recorded,
        "wording": "Licence is paid until May",
        "new": "Find a second winch",
        "priority": "8",
        "day": "12/29/2026",
        "from": "08:15",
        "to": "09:40",
        "what": "Dive under the pontoon",
    }
    entry = {**recorded, "task": "Call the sailmaker"}
    drifts = (
        Drift("dark", about="light on dark"),
        Drift("large", about="15 pt instead of 11 pt"),
        Drift("rows", about="two more tasks above the others"),
        Drift("wide", about="a window of 128 × 40 characters instead of 100 × 32"),
        Drift("german", RIGHT_OR_HALTED),
    )
    patience = 300

    def install(self, home: Path) -> None:
        cache.debian(home, "calcurse", "xterm", "xdotool", "openbox", "xvfb", "locales", "fonts-dejavu-core")

    def prepare(self, home: Path, data: Path) -> None:
        folder = data / ".local" / "share" / "calcurse"
        folder.mkdir(parents=True)
        (folder / "todo").write_text("".join(f"{task}\n" for task in TASKS))
        (folder / "apts").write_text(DAYS)

    def start(self, home: Path, workdir: Path, drift: str) -> Running:
        folder = workdir / "data" / ".local" / "share" / "calcurse"
        if drift == "rows":
            (folder / "todo").write_text("".join(f"{task}\n" for task in sorted((*TASKS, *MORE))))
        letters = (*FACE, "-fs", "15" if drift == "large" else "11")
        size = "128x40" if drift == "wide" else "90x28" if drift == "large" else "100x32"
        looks = LOOKS.get(drift, LOOKS[""])
        desk, running = open_desk(workdir, "calcurse", SIZE, language("de", "DE") if drift == "german" else None)
        try:
            desk.start(
                *("xterm", *letters, *looks, "-geometry", f"{size}+20+20", "-T", "calcurse", "-e", "calcurse"),
                title="calcurse",
            )
        except BaseException:
            running.stop()
            raise
        return running

    def person(self, session: Person, values: Values) -> None:
        session.sees("calcurse")
        session.click((300, 300))
        session.key("Tab", "Tab")
        session.key(*["Down"] * [task[4:] for task in TASKS].index(values["task"]))
        session.key("e", "ctrl+u")
        session.type(values["wording"])
        session.key("Return", "plus", "a")
        session.type(values["new"])
        session.key("Return")
        session.type(values["priority"])
        session.key("Return", "Tab", "g")
        session.type(values["day"])
        session.key("Return", "ctrl+a")
        session.type(values["from"])
        session.key("Return")
        session.type(values["to"])
        session.key("Return")
        session.type(values["what"])
        session.key("Return", "s")

    def oracle(self, running: Running) -> Store:
        folder = running.workdir / "data" / ".local" / "share" / "calcurse"
        return {
            "tasks": dict(Counter((folder / "todo").read_text().splitlines())),
            "appointments": dict(Counter((folder / "apts").read_text().splitlines())),
            "notes": sorted(path.name for path in (folder / "notes").glob("*")),
        }

    def expected(self, before: Store, values: Values) -> Store:
        changed = next(task for task in before["tasks"] if task[4:] == values["task"])
        again = f"[{int(changed[1]) + 1}] {values['wording']}"
        kept = {task: count for task, count in before["tasks"].items() if task != changed}
        made = f"{values['day']} @ {values['from']} -> {values['day']} @ {values['to']}|{values['what']}"
        return {
            **before,
            "tasks": {**kept, again: 1, f"[{values['priority']}] {values['new']}": 1},
            "appointments": {**before["appointments"], made: 1},
        }


PROGRAM = Calcurse()
