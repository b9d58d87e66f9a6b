"""A small honest program in memory: it holds notes, draws itself, tells its structure and reacts to real input."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from helpers.drawing import Canvas

from studio.engine.backends.protocols import SurfaceLost, Waypoint
from studio.engine.model.geometry import Point, Region
from studio.engine.model.structure import Element, RowList, StructureSnapshot
from studio.engine.vision.frame import Frame

SIZE = (800, 600)


@dataclass
class Control:
    """One thing on the page, in page px. Invisible ones are neither drawn nor told."""

    said: str
    place: Region
    kind: str = "button"
    value: str = ""
    identifier: str = ""
    visible: bool = True
    disabled: bool = False


@dataclass
class DrawnForm:
    """A form “Note” with a button “Save note” and the list of saved notes. Each click is written down by label.

    `accepts_saves` False is a server that refuses silently. `on_input` runs before each input (to stop, to look, to
    break). `lost` makes every further look fail. `pixels_only` is a surface without structure.
    """

    note: Control = field(default_factory=lambda: Control("Note", Region(60, 120, 240, 30), "field", identifier="note"))
    save: Control = field(default_factory=lambda: Control("Save note", Region(60, 180, 110, 32), identifier="save"))
    cancel: Control = field(default_factory=lambda: Control("Cancel", Region(200, 180, 110, 32), identifier="cancel"))
    more: list[Control] = field(default_factory=list)
    saved: list[str] = field(default_factory=list)
    clicks: list[str] = field(default_factory=list)
    scrolls: list[int] = field(default_factory=list)
    accepts_saves: bool = True
    height: int = 600
    offset: int = 0
    focus: Control | None = None
    dialog: str = ""
    down: bool = False
    lost: bool = False
    closed: bool = False
    on_input: Callable[[str], None] = lambda _: None
    name: str = "drawn form"

    @property
    def controls(self) -> list[Control]:
        """Everything that can be seen now."""
        return [c for c in (self.note, self.save, self.cancel, *self.more) if c.visible]

    def frame(self) -> Frame:
        return self._drawn().frame

    def snapshot(self) -> StructureSnapshot:
        canvas = self._drawn()
        return StructureSnapshot(
            url="http://notes.example",
            title="Notes",
            elements=tuple(self._element(n, c) for n, c in enumerate(self.controls)),
            texts=tuple(canvas.texts),
            lists=(RowList("Notes", len(self.saved), Region(400, 80, 300, 200)),),
            dialogs=(self.dialog,) if self.dialog else (),
        )

    def element_at(self, point: Point) -> Element | None:
        return next((e for e in self.snapshot().elements if e.region.contains(point)), None)

    def reaches(self, point: Point, element: Element) -> bool:
        live = self.element_at(point)
        return live is not None and (live.role, live.name) == (element.role, element.name)

    def reveal(self, element: Element, at: Point | None = None) -> bool:
        top = self.controls[element.index].place.y
        self._scroll_to(top - 200)
        return True

    def wait_quiet(self, timeout_s: float) -> bool:
        return not self.lost

    def move(self, point: Point) -> None:
        self._input("move")

    def click(self, point: Point, *, button: str = "left", count: int = 1) -> None:
        self.down = True
        self._input("click")
        self.down = False
        hit = next((c for c in self.controls if self._shown(c.place).contains(point)), None)
        self.clicks.append(hit.said if hit else "nothing")
        if hit is not None and not hit.disabled:
            self._clicked(hit)

    def drag(self, start: Point, end: Point, path: tuple[Waypoint, ...] = ()) -> None:
        self._input("drag")

    @contextmanager
    def holding(self, modifiers: tuple[str, ...]) -> Iterator[None]:
        self._input(f"down {'+'.join(modifiers)}")
        yield
        self._input(f"up {'+'.join(modifiers)}")

    def type_text(self, text: str) -> None:
        self._input("type")
        if self.focus is not None:
            self.focus.value += text

    def press(self, key: str) -> None:
        self._input("press")

    def scroll(self, dx: int, dy: int, at: Point | None = None) -> None:
        self._input("scroll")
        self.scrolls.append(dy)
        self._scroll_to(self.offset + dy)

    def release_all(self) -> None:
        self.down = False

    def close(self) -> None:
        self.closed = True

    def _input(self, what: str) -> None:
        self.on_input(what)
        if self.lost:
            raise SurfaceLost("The notes program is gone.")

    def _clicked(self, hit: Control) -> None:
        self.focus = hit if hit.kind == "field" else None
        if hit is self.save and self.accepts_saves:
            self.saved.append(self.note.value)
            self.note.value = ""

    def _scroll_to(self, offset: int) -> None:
        self.offset = max(0, min(offset, self.height - SIZE[1]))

    def _shown(self, place: Region) -> Region:
        return place.moved(0, -self.offset)

    def _element(self, index: int, control: Control) -> Element:
        is_field = control.kind == "field"
        region = self._shown(control.place)
        return Element(
            index=index,
            tag="input" if is_field else "button",
            role="textbox" if is_field else "button",
            name=control.said,
            label=control.said if is_field else "",
            region=region,
            element_id=control.identifier,
            value=control.value if is_field else None,
            editable=is_field,
            focused=control is self.focus,
            disabled=control.disabled,
            in_view=region.clamped(SIZE) == region,
            covered_by=f"dialog “{self.dialog}”" if self.dialog else "",
        )

    def _drawn(self) -> Canvas:
        if self.lost:
            raise SurfaceLost("The notes program is gone.")
        canvas = Canvas(SIZE)
        canvas.write("Patient notes", 60, 30 - self.offset, size=0.7)
        for control in self.controls:
            x, y, width, height = self._shown(control.place)
            if control.kind == "field":
                canvas.field(control.said, x, y, control.value, width)
            else:
                canvas.button(control.said, x, y, width, height)
        for number, saved in enumerate(self.saved):
            canvas.write(saved, 420, 100 + 24 * number - self.offset)
        if self.dialog:
            canvas.write(self.dialog, 420, 400)
        canvas.texts[:] = [t for t in canvas.texts if t.region.clamped(SIZE) == t.region]
        return canvas


class PixelForm:
    """The same program seen through its pixels alone."""

    def __init__(self, form: DrawnForm) -> None:
        self.form, self.name = form, "pixels"
        self.frame, self.wait_quiet, self.move, self.click = form.frame, form.wait_quiet, form.move, form.click
        self.drag, self.type_text, self.press, self.scroll = form.drag, form.type_text, form.press, form.scroll
        self.release_all, self.close = form.release_all, form.close
