"""LibreOffice Impress: a slide gets another title, one more point and a name; the talk is saved."""

from __future__ import annotations

import os
import time
import xml.etree.ElementTree as Xml
import zipfile
from pathlib import Path
from typing import Any

from tests.field import cache
from tests.field.desk import SIZE, language, open_desk
from tests.field.desktop_person import Person
from tests.field.model import RIGHT_OR_HALTED, Drift, Program, Running, Store, Values

SLIDES = (
    ("Harbour days", "What we show, and when"),
    ("Opening hours", "Ships are open from ten to five"),
    ("Guided tours", "Every hour, from pier two"),
    ("Food and drink", "Three stalls on the quay"),
    ("Safety on board", "No open fire, mind the steps"),
)
FIRST = ("Why we do this", "For the town and its guests")
DRAW, OFFICE = (
    "{urn:oasis:names:tc:opendocument:xmlns:drawing:1.0}",
    "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}",
)
TEXT, STYLE = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}", "{urn:oasis:names:tc:opendocument:xmlns:style:1.0}"
PLACE = "/org.openoffice.Setup/Office/Factories/org.openoffice.Setup:Factory"
WINDOW = f"{PLACE}['com.sun.star.presentation.PresentationDocument']"
SETTINGS = f"""<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry">
<item oor:path="/org.openoffice.Office.Common/Misc"><prop oor:name="ShowTipOfTheDay"><value>false</value></prop></item>
<item oor:path="/org.openoffice.Office.Common/Misc"><prop oor:name="FirstRun"><value>false</value></prop></item>
<item oor:path="/org.openoffice.Setup/Product"><prop oor:name="ooSetupLastVersion"><value>7.4</value></prop></item>
<item oor:path="{WINDOW}"><prop oor:name="ooSetupFactoryWindowAttributes">
<value>0,22,WIDTH,HEIGHT;1;0,22,WIDTH,HEIGHT;</value></prop></item>
</oor:items>
"""


class Impress(Program):
    """A talk of five slides."""

    name, kind, batch = "libreoffice-impress", "desktop", 1
    about = "title, a further point and the name of a slide; saved"
    recorded = {
        "slide": "Guided tours",
        "title": "Tours with a guide",
        "point": "Tickets at the kiosk",
        "name": "tours",
    }
    other = {**recorded, "title": "See the engine room", "point": "Not for small children", "name": "engine room"}
    entry = {**recorded, "slide": "Food and drink"}
    drifts = (
        Drift("dark", about="GTK's dark theme"),
        Drift("large", about="text scaled by 1.25"),
        Drift("rows", about="one more slide at the beginning, two others change places"),
        Drift("small", about="a window of 1080 × 700"),
        Drift("german", RIGHT_OR_HALTED),
    )
    patience = 400
    by_layout = True
    pause = 4.0

    def install(self, home: Path) -> None:
        cache.debian(home, "libreoffice-impress", "libreoffice-gtk3", "libreoffice-l10n-de")
        cache.debian(home, "xdotool", "openbox", "xvfb", "at-spi2-core", "locales", "fonts-dejavu-core")

    def prepare(self, home: Path, data: Path) -> None:
        _talk(data, "talk.odp", SLIDES)
        _talk(data, "rows.odp", (FIRST, SLIDES[0], SLIDES[2], SLIDES[1], *SLIDES[3:]))

    def start(self, home: Path, workdir: Path, drift: str) -> Running:
        data = workdir / "data"
        other = data / "rows.odp"
        if drift == "rows":
            other.replace(data / "talk.odp")
        other.unlink(missing_ok=True)
        w, h = ("1080", "700") if drift == "small" else ("1260", "760")
        settings = data / ".config" / "libreoffice" / "4" / "user" / "registrymodifications.xcu"
        settings.parent.mkdir(parents=True, exist_ok=True)
        settings.write_text(SETTINGS.replace("WIDTH", w).replace("HEIGHT", h))
        env = {"SAL_USE_VCLPLUGIN": "gtk3"} | (language("de", "DE") if drift == "german" else {})
        env |= {"GTK_THEME": "Adwaita:dark"} if drift == "dark" else {}
        env |= {"GDK_DPI_SCALE": "1.25"} if drift == "large" else {}
        desk, running = open_desk(workdir, "talk.odp", SIZE, env)
        try:
            desk.start("soffice", "--norestore", "--impress", str(data / "talk.odp"), title="talk.odp", timeout_s=120)
            time.sleep(5)  # it fits the slide into its window when that has its size
        except BaseException:
            running.stop()
            raise
        return running

    def person(self, session: Person, values: Values) -> None:
        session.sees("talk.odp")
        session.click((100, 207 + 92 * [title for title, _ in SLIDES].index(values["slide"])))
        session.think(1)
        session.click((534, 306), times=2)
        session.think(1)
        session.key("Home", "shift+End")
        session.type(values["title"])
        session.key("Escape", "Escape")
        session.click((400, 363), times=2)
        session.think(1)
        session.key("ctrl+End", "Return")
        session.type(values["point"])
        session.key("Escape", "Escape")
        session.click((266, 31))
        session.click((300, 460))
        session.sees("Rename Slide")
        session.key("ctrl+a")
        session.type(values["name"])
        session.key("Return")
        session.sees("talk.odp")
        session.key("ctrl+s")
        session.think(4)  # the picture of a disk in the last line is no longer red

    def oracle(self, running: Running) -> Store:
        with zipfile.ZipFile(running.workdir / "data" / "talk.odp") as packed:
            content = Xml.fromstring(packed.read("content.xml"))
        slides: dict[str, Any] = {}
        for number, page in enumerate(content.iter(f"{DRAW}page"), 1):
            shapes = [
                ["".join(p.itertext()) for p in shape.iter(f"{TEXT}p")] for shape in page if shape.tag == f"{DRAW}frame"
            ]
            slides[f"{number}"] = {"name": page.get(f"{DRAW}name"), "texts": shapes}
        files = sorted(path.name for path in (running.workdir / "data").glob("*.*") if not path.name.startswith("."))
        return {"slides": slides, "files": files}

    def expected(self, before: Store, values: Values) -> Store:
        number, slide = next((n, s) for n, s in before["slides"].items() if s["texts"][0] == [values["slide"]])
        texts = [[values["title"]], [*slide["texts"][1], values["point"]], *slide["texts"][2:]]
        return {**before, "slides": {**before["slides"], number: {"name": values["name"], "texts": texts}}}


def _talk(folder: Path, name: str, slides: tuple[tuple[str, str], ...]) -> None:
    """Write a talk as flat XML and let the program make a file of its own from it."""
    text = "".join(
        f'<draw:page draw:name="page{number}" draw:master-page-name="Default" '
        f'presentation:presentation-page-layout-name="AL1">'
        f"{_frame('title', '0.8cm', '2.6cm', title)}{_frame('outline', '3.9cm', '9cm', point)}</draw:page>"
        for number, (title, point) in enumerate(slides, 1)
    )
    flat = folder / f"{Path(name).stem}.fodp"
    flat.write_text(FLAT % text)
    env = {**os.environ, "HOME": str(folder / "maker")}
    cache.run(("soffice", "--headless", "--convert-to", "odp", "--outdir", folder, flat), env=env)
    flat.unlink()
    cache.run(("rm", "-rf", folder / "maker"))


def _frame(kind: str, y: str, h: str, text: str) -> str:
    style = "Default-title" if kind == "title" else "Default-outline1"
    words = (
        f"<text:list><text:list-item><text:p>{text}</text:p></text:list-item></text:list>" if kind == "outline" else ""
    )
    return (
        f'<draw:frame presentation:style-name="{style}" svg:width="25.2cm" svg:height="{h}" svg:x="1.4cm" svg:y="{y}" '
        f'presentation:class="{kind}"><draw:text-box>{words or f"<text:p>{text}</text:p>"}</draw:text-box></draw:frame>'
    )


NAMES = {
    "office": "office",
    "style": "style",
    "text": "text",
    "draw": "drawing",
    "fo": "xsl-fo-compatible",
    "svg": "svg-compatible",
    "presentation": "presentation",
}
FLAT = (
    '<?xml version="1.0" encoding="UTF-8"?><office:document '
    + " ".join(f'xmlns:{short}="urn:oasis:names:tc:opendocument:xmlns:{long}:1.0"' for short, long in NAMES.items())
    + ' office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.presentation">'
    '<office:automatic-styles><style:page-layout style:name="PM1"><style:page-layout-properties fo:page-width="28cm" '
    'fo:page-height="15.75cm" style:print-orientation="landscape"/></style:page-layout></office:automatic-styles>'
    '<office:master-styles><style:master-page style:name="Default" style:page-layout-name="PM1"/>'
    "</office:master-styles>"
    "<office:body><office:presentation>%s</office:presentation></office:body></office:document>"
)
PROGRAM = Impress()
