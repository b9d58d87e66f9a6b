"""Tables and cards drawn once by Chromium; their rows are cut out and put together anew, many screens from one page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

import numpy as np
from playwright.sync_api import Page

from studio.engine.model.geometry import Region
from studio.engine.model.structure import Element, StructureSnapshot, TextRun
from studio.engine.runtime.observation import Observation
from studio.engine.vision.frame import Frame, Pixels
from tests.bench.safety.identity_people import Record

WIDTH = 760
HEAD = 60
"""px of the page above the rows: its title and the heads of the columns."""
_BUTTON = "Open"


@dataclass(frozen=True)
class Layout:
    """How a list is drawn: font, size and height of a row in px; `shift` moves all columns but the first, in px."""

    font: str
    size: int
    row: int
    numbered: bool = True
    striped: bool = False
    left: bool = False
    shift: float = 0.0


LAYOUTS = (
    Layout("Liberation Sans", 13, 34),
    Layout("DejaVu Sans", 11, 22, striped=True),
    Layout("Liberation Serif", 15, 30, numbered=False),
    Layout("Liberation Mono", 12, 24, left=True),
    Layout("Liberation Sans Narrow", 12, 22, numbered=False, striped=True),
    Layout("DejaVu Sans", 13, 28, numbered=False, left=True),
)


@dataclass(frozen=True)
class Drawn:
    """One row as it was drawn: its pixels, and its texts and its button relative to its left top (px)."""

    record: Record
    pixels: tuple[Pixels, ...]
    texts: tuple[TextRun, ...]
    button: Region


class Screens:
    """All rows of one layout; `screen` puts some of them together."""

    def __init__(self, page: Page, layout: Layout, records: Sequence[Record]) -> None:
        """Draw each of the records once (and on the other ground of a striped list)."""
        self.layout = layout
        self.head: Pixels = np.zeros((0, 0, 3), np.uint8)
        self.rows = self._drawn(page, list(dict.fromkeys(records)))

    def screen(self, records: Sequence[Record], *, structure: bool) -> tuple[Observation, list[Element]]:
        """The list of these records, and the button of each; with `structure` the observation tells them too."""
        rows = [self.rows[record] for record in records]
        tops = [HEAD + self.layout.row * n for n in range(len(rows))]
        pixels = np.vstack([self.head, *(row.pixels[n % len(row.pixels)] for n, row in enumerate(rows))])
        elements = [_button(n, row, top) for n, (row, top) in enumerate(zip(rows, tops, strict=True))]
        texts = [
            TextRun(t.text, t.region.moved(0, top)) for row, top in zip(rows, tops, strict=True) for t in row.texts
        ]
        snapshot = StructureSnapshot(url="http://x", title="", elements=tuple(elements), texts=tuple(texts))
        return Observation(Frame(bgr=pixels), snapshot if structure else None), elements

    def _drawn(self, page: Page, records: list[Record]) -> dict[Record, Drawn]:
        grounds = 2 if self.layout.striped else 1
        page.set_content(_html(self.layout, [r for r in records for _ in range(grounds)]))
        picture = Frame(png=page.screenshot(full_page=True)).bgr
        self.head = picture[:HEAD]
        told = page.evaluate(_PLACES)
        found: dict[Record, Drawn] = {}
        for n, record in enumerate(records):
            tops = [HEAD + self.layout.row * (n * grounds + ground) for ground in range(grounds)]
            pixels = tuple(picture[top : top + self.layout.row] for top in tops)
            places = [Region(*(round(v) for v in box)).moved(0, -tops[0]) for box in told[n * grounds]]
            said = zip((*record.cells, _BUTTON), places, strict=True)
            texts = tuple(TextRun(text, place) for text, place in said)
            found[record] = Drawn(record, pixels, texts, places[-1].padded(8, 3))
        return found


def _button(index: int, row: Drawn, top: int) -> Element:
    region = row.button.moved(0, top)
    return Element(index, "button", "button", _BUTTON, region, text=_BUTTON, row=row.record.cells, column="Action")


def _html(layout: Layout, records: Sequence[Record]) -> str:
    lefts = [16, 250 + layout.shift, 370 + layout.shift, 500 + layout.shift, 670]
    if layout.left:
        lefts = [110, 330 + layout.shift, 450 + layout.shift, 580 + layout.shift, 16]
    named = ("Patient", "Born", "Number", "Ward") if layout.numbered else ("Patient", "Born", "Ward")
    heads = "".join(f"<b style='left:{left}px'>{head}</b>" for left, head in zip(lefts, named, strict=False))
    rows = "".join(_row(layout, n, record, lefts) for n, record in enumerate(records))
    return f"""<style>body{{margin:0;font:{layout.size}px '{layout.font}';background:#fff;width:{WIDTH}px}}
      header{{height:{HEAD}px;position:relative;background:#eef}} header b{{position:absolute;bottom:4px}}
      div{{height:{layout.row}px;position:relative;box-sizing:border-box;border-bottom:1px solid #ddd;overflow:hidden}}
      span{{position:absolute;line-height:{layout.row}px;white-space:pre}}
      i{{position:absolute;font-style:normal;line-height:{layout.row - 8}px;top:3px;padding:0 8px;color:#fff;
         background:#2563a8}}</style><header><b style='left:16px;top:4px'>Patients of today</b>{heads}</header>{rows}"""


def _row(layout: Layout, number: int, record: Record, lefts: Sequence[float]) -> str:
    ground = "#eaf0f6" if layout.striped and number % 2 else "#fff"
    cells = zip(lefts, record.cells, strict=False)
    texts = "".join(f"<span style='left:{left}px'>{escape(cell)}</span>" for left, cell in cells)
    return f"<div style='background:{ground}'>{texts}<i style='left:{lefts[-1]}px'>{_BUTTON}</i></div>"


_PLACES = """() => [...document.querySelectorAll('div')].map(row => [...row.children].map(cell => {
  const range = document.createRange(); range.selectNodeContents(cell);
  const box = range.getBoundingClientRect(); return [box.x, box.y + scrollY, box.width, box.height]; }))"""
