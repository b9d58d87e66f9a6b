"""novelWriter (Qt 6, PyPI): a scene is written on, gets a status and another label; the project another author."""

from __future__ import annotations

import shutil
import xml.etree.ElementTree as Xml
import zipfile
from pathlib import Path
from typing import Any

from tests.field import cache
from tests.field.desk import SIZE, open_desk
from tests.field.desktop_person import Person
from tests.field.model import RIGHT_OR_HALTED, Drift, Program, Running, Store, Values

SETTINGS = """[Main]
themeMode = "LIGHT"
lastNotes = "0x260202f0"

[Project]
askBeforeExit = false

[Editor]
spellCheck = ""
"""
STATUSES = ("New", "Notes", "Started", "1st Draft", "2nd Draft", "3rd Draft", "Finished", "Sample")
MENU, SUBMENU, ENTRY = (75, 147), (219, 147), 22
"""From the place of the press: the entry for the status, the first entry of its menu, and how high one is (px)."""
DRIFTED = {
    "dark": SETTINGS.replace("LIGHT", "DARK"),
    "large": SETTINGS.replace("[Main]\n", '[Main]\nfont = "DejaVu Sans,13"\n'),
    "german": SETTINGS.replace("[Main]\n", '[Main]\nlocalisation = "de_DE"\n'),
}
LAST, FIRST = "ae7339df26ded", "b4fef342a2591"
"""Two scenes of the sample that change places where rows are in another order."""


class NovelWriter(Program):
    """The sample project that comes with it."""

    name, kind, batch = "novelwriter", "desktop", 1
    about = "a paragraph for a scene, its status and label, the project's author"
    recorded = {
        "scene": "Where is John?",
        "text": "Then the radio spoke again",
        "status": "Finished",
        "label": "John is lost",
        "author": "Jane Quill",
    }
    other = {
        **recorded,
        "text": "Nobody had seen the second moon",
        "status": "3rd Draft",
        "label": "The second moon",
        "author": "Ines Boe",
    }
    entry = {**recorded, "scene": "We Found John!"}
    drifts = (
        Drift("dark", about="its own dark theme"),
        Drift("large", about="13 pt"),
        Drift("rows", about="two scenes in the other order, a new one above them"),
        Drift("small", about="a window of 1000 × 620"),
        Drift("german", RIGHT_OR_HALTED),
    )
    patience = 300
    by_layout = True

    def install(self, home: Path) -> None:
        cache.debian(
            home, "xdotool", "openbox", "xvfb", "at-spi2-core", "locales", "libxcb-cursor0", "fonts-dejavu-core"
        )
        cache.pip(home, "novelwriter==26.2.2", "pyqt6==6.11.0")

    def prepare(self, home: Path, data: Path) -> None:
        sample = next((home / "venv").glob("lib/python3*/site-packages/novelwriter/assets/sample.zip"))
        with zipfile.ZipFile(sample) as packed:
            packed.extractall(data / "Sample Project")
        shutil.copytree(data / "Sample Project", data / "Other Rows")
        _other_rows(data / "Other Rows")
        (data / ".config" / "novelwriter").mkdir(parents=True)
        (data / ".config" / "novelwriter" / "novelwriter.toml").write_text(SETTINGS)
        for name in ("Sample Project", "Other Rows"):  # its index is made when it is opened for the first time
            running = _opened(home, data.parent, data / name)
            first = Person(running.environment)
            try:
                for said in ("Warning", "Information", "Sample Project"):
                    first.sees(said)
                    first.key("Return")
                first.key("ctrl+shift+s", "ctrl+q")
                first.sees_no("Sample Project")
            finally:
                running.stop()

    def start(self, home: Path, workdir: Path, drift: str) -> Running:
        data = workdir / "data"
        settings = data / ".config" / "novelwriter" / "novelwriter.toml"
        settings.write_text(DRIFTED.get(drift, SETTINGS))
        if drift == "rows":
            shutil.rmtree(data / "Sample Project")
            (data / "Other Rows").rename(data / "Sample Project")
        else:
            shutil.rmtree(data / "Other Rows")
        return _opened(home, workdir, data / "Sample Project", (1000, 620) if drift == "small" else (1200, 720))

    def person(self, session: Person, values: Values) -> None:
        session.sees("Sample Project")
        session.press(values["scene"], "tree item", times=2)
        session.think(1.5)
        session.click((760, 420))
        session.key("ctrl+End", "Return")
        session.type(values["text"])
        session.key("ctrl+s")
        x, y = session.find(values["scene"], "tree item").middle
        session.click((x, y), button=3)
        session.click((x + MENU[0], y + MENU[1]))
        session.click((x + SUBMENU[0], y + SUBMENU[1] + ENTRY * STATUSES.index(values["status"])))
        session.press(values["scene"], "tree item")
        session.key("F2")
        session.sees("Item Label")
        session.key("ctrl+a")
        session.type(values["label"])
        session.press("OK", "push button")
        session.press("Project", "menu item")
        session.press("Project Settings", "menu item")
        session.sees("Project Settings")
        session.press("Author", "text")
        session.key("ctrl+a")
        session.type(values["author"])
        session.press("Save", "push button")
        session.sees("Sample Project")
        session.key("ctrl+shift+s")

    def oracle(self, running: Running) -> Store:
        """All but time stamps, counts of words and letters, the cursor's place and what is expanded."""
        folder = running.workdir / "data" / "Sample Project"
        project = Xml.parse(folder / "nwProject.nwx").getroot()
        labels = {entry.get("key"): entry.text for entry in project.iter("entry") if entry.get("shape")}
        items: dict[str, Any] = {}
        for item in project.iter("item"):
            named = item.find("name")
            assert named is not None
            told = {key: value for key, value in item.attrib.items() if key != "handle"}
            told |= {
                "name": named.text,
                "status": labels[named.get("status")],
                "importance": labels[named.get("import")],
            }
            items[str(item.get("handle"))] = told | {"active": named.get("active")}
        texts = {
            path.stem: path.read_text().split("+++\n", 2)[-1].rstrip() for path in (folder / "content").glob("*.md")
        }
        return {
            "name": project.findtext("project/name"),
            "author": project.findtext("project/author"),
            "labels": sorted(map(str, labels.values())),
            "items": items,
            "texts": texts,
        }

    def expected(self, before: Store, values: Values) -> Store:
        handle = next(key for key, item in before["items"].items() if item["name"] == values["scene"])
        item = {**before["items"][handle], "name": values["label"], "status": values["status"]}
        text = f"{before['texts'][handle]}\n\n{values['text']}"
        return {
            **before,
            "author": values["author"],
            "items": {**before["items"], handle: item},
            "texts": {**before["texts"], handle: text},
        }


def _opened(home: Path, workdir: Path, project: Path, size: tuple[int, int] = (1200, 720)) -> Running:
    desk, running = open_desk(workdir, "novelWriter", SIZE)
    try:
        desk.start(str(home / "venv/bin/novelwriter"), str(project / "nwProject.nwx"), title="Sample Project")
        desk.place("Sample Project", 30, 30, *size)
    except BaseException:
        running.stop()
        raise
    return running


def _other_rows(folder: Path) -> None:
    """Two scenes change places, and a copy of one with another name comes above them."""
    path = folder / "nwProject.nwx"
    tree = Xml.parse(path)
    content = tree.getroot().find("content")
    assert content is not None
    items = {str(item.get("handle")): item for item in content}
    added = "0123456789abc"
    shutil.copy(folder / "content" / f"{FIRST}.md", folder / "content" / f"{added}.md")
    text = (folder / "content" / f"{FIRST}.md").read_text()
    text = text.replace(FIRST, added).replace("Where is John?", "A Storm on Mars")
    (folder / "content" / f"{added}.md").write_text(text)
    new = Xml.fromstring(
        Xml.tostring(items[FIRST]).decode().replace(FIRST, added).replace("Where is John?", "A Storm on Mars")
    )
    place = list(content).index(items[FIRST])
    content.remove(items[LAST])
    content.insert(place, items[LAST])
    content.insert(place, new)
    for order, item in enumerate((new, items[LAST], items[FIRST])):
        item.set("order", str(order))
    tree.write(path, encoding="utf-8", xml_declaration=True)


PROGRAM = NovelWriter()
