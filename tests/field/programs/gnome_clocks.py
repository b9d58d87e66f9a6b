"""GNOME Clocks (GTK 4): an alarm is moved, renamed and rings longer; a city is added to the world's clocks."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import Any

from tests.field import cache
from tests.field.desk import SIZE, language, open_desk
from tests.field.desktop_person import Person
from tests.field.model import RIGHT_OR_HALTED, Drift, Program, Running, Store, Values

ALARMS = (
    ("Bins", 6, 45, [1], 5),
    ("School run", 7, 15, [1, 2, 3, 4, 5], 5),
    ("Medicine", 20, 30, [7], 5),
)
MORE = (("Piano", 16, 0, [3], 5), ALARMS[2], ALARMS[0], ALARMS[1])
LENGTHS = ("1 minute", "5 minutes", "10 minutes", "15 minutes", "20 minutes", "30 minutes")
CITIES = {"Lisbon": "LPPT", "Nairobi": "HKJK"}
TORONTO = "(uint32 2, <('Toronto', 'CYTZ', true, [(0.7616, -1.3858)], [(0.7616, -1.3858)])>)"
SATURDAY = 6


class GnomeClocks(Program):
    """Three alarms that are switched off and one city."""

    name, kind, batch = "gnome-clocks", "desktop", 2
    about = "an alarm gets another time, another name, one more day and a longer ring; a city is added"
    recorded = {
        "alarm": "School run",
        "hour": "08",
        "minute": "05",
        "label": "Bus to school",
        "ring": "10 minutes",
        "city": "Lisbon",
    }
    other = {**recorded, "hour": "09", "minute": "40", "label": "Swimming", "ring": "20 minutes", "city": "Nairobi"}
    entry = {**recorded, "alarm": "Medicine"}
    drifts = (
        Drift("dark", about="the desktop prefers dark"),
        Drift("large", about="a font of 14 pt"),
        Drift("rows", about="alarms in another order, a new one above"),
        Drift("small", about="a window of 820 × 640 instead of 1000 × 680"),
        Drift("german", RIGHT_OR_HALTED),
    )
    by_layout = True
    patience = 300

    def install(self, home: Path) -> None:
        cache.debian(home, "gnome-clocks", "xdotool", "openbox", "xvfb", "at-spi2-core", "locales", "fonts-dejavu-core")

    def prepare(self, home: Path, data: Path) -> None:
        _settings(data).parent.mkdir(parents=True)
        _settings(data).write_text(_written(ALARMS))

    def start(self, home: Path, workdir: Path, drift: str) -> Running:
        data = workdir / "data"
        if drift == "rows":
            _settings(data).write_text(_written(MORE))
        if drift == "large":
            (data / ".config" / "gtk-4.0").mkdir()
            (data / ".config" / "gtk-4.0" / "settings.ini").write_text("[Settings]\ngtk-font-name=DejaVu Sans 14\n")
        env = language("de", "DE") if drift == "german" else {}
        env |= {"ADW_DEBUG_COLOR_SCHEME": "prefer-dark"} if drift == "dark" else {}
        desk, running = open_desk(workdir, "Clocks", SIZE, env)
        try:
            desk.start("gnome-clocks", title="Clocks")
            desk.place("Clocks", 60, 40, *((820, 640) if drift == "small" else (1000, 680)))
        except BaseException:
            running.stop()
            raise
        return running

    def person(self, session: Person, values: Values) -> None:
        session.click((497, 68))
        row = [name for name, *_ in ALARMS].index(values["alarm"])
        session.click((500, 160 + 100 * row))
        session.sees("Edit Alarm")
        session.type(values["hour"])
        session.click((600, 220))
        session.key("ctrl+a")
        session.type(values["minute"])
        session.click((617, 360))
        session.click((500, 420))
        session.key("ctrl+a")
        session.type(values["label"])
        session.click((713, 474))
        session.click((735, 518 + 34 * LENGTHS.index(values["ring"])))
        session.click((766, 118))
        session.sees("Clocks")
        session.click((368, 68))
        session.click((88, 68))
        session.sees("Add a New World Clock")
        session.type(values["city"])
        session.think(1.5)
        session.click((560, 262))
        session.click((716, 138))

    def oracle(self, running: Running) -> Store:
        """All alarms and cities, and which other settings there are."""
        told = dict(re.findall(r"^([\w-]+)=(.*)$", _settings(running.workdir / "data").read_text(), re.MULTILINE))
        alarms = {alarm.pop("id"): alarm for alarm in _parsed(told.pop("alarms"))}
        cities = [clock["location"][1][:2] for clock in _parsed(told.pop("world-clocks"))]
        return {"alarms": alarms, "order": list(alarms), "cities": dict(cities), "settings": told}

    def expected(self, before: Store, values: Values) -> Store:
        key = next(key for key, alarm in before["alarms"].items() if alarm["name"] == values["alarm"])
        alarm = before["alarms"][key]
        changed = {
            **alarm,
            "name": values["label"],
            "hour": int(values["hour"]),
            "minute": int(values["minute"]),
            "days": sorted({*alarm["days"], SATURDAY}),
            "ring_minutes": int(values["ring"].split()[0]),
        }
        cities = {**before["cities"], values["city"]: CITIES[values["city"]]}
        return {**before, "alarms": {**before["alarms"], key: changed}, "cities": cities}


def _settings(data: Path) -> Path:
    return data / ".config" / "glib-2.0" / "settings" / "keyfile"


def _written(alarms: tuple[tuple[str, int, int, list[int], int], ...]) -> str:
    told = ", ".join(
        f"{{'name': <'{name}'>, 'id': <'{hour:032x}'>, 'active': <false>, 'hour': <{hour}>, 'minute': <{minute}>, "
        f"'days': <{days}>, 'snooze_minutes': <10>, 'ring_minutes': <{ring}>}}"
        for name, hour, minute, days, ring in alarms
    )
    return f"[org/gnome/clocks]\nalarms=[{told}]\nworld-clocks=[{{'location': <{TORONTO}>}}]\n"


def _parsed(text: str) -> Any:
    """A GVariant in its text form: without types and boxes it is Python's."""
    plain = re.sub(r"uint32 |@\S+ |[<>]", "", text)
    return ast.literal_eval(plain.replace("true", "True").replace("false", "False"))


PROGRAM = GnomeClocks()
