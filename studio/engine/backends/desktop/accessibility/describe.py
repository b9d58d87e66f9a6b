"""Makes elements, texts, lists and dialogs of the trees that were read: the same on every system, without asking."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from studio.engine.backends.desktop.accessibility.captions import captioned
from studio.engine.backends.desktop.accessibility.covering import Cover
from studio.engine.backends.desktop.accessibility.focus import focused_node
from studio.engine.backends.desktop.accessibility.folding import fold
from studio.engine.backends.desktop.accessibility.nodes import FIELDS, TABLES, Node, Top
from studio.engine.backends.desktop.accessibility.rows import InRow, rows_of
from studio.engine.backends.desktop.accessibility.titles import lasting_title, marks_unsaved, squeezed
from studio.engine.backends.desktop.accessibility.traits import element_of
from studio.engine.backends.desktop.accessibility.wording import lines_of, shows_name, written_at
from studio.engine.backends.desktop.windows import Window
from studio.engine.model.geometry import Region
from studio.engine.model.structure import Element, RowList, TextRun

_CLIPS = frozenset({"scroll pane", "viewport", "internal frame", *("table", "tree", "tree table", "list", "list box")})
_SECTIONS = frozenset({"group", "form", "toolbar", "article", "dialog", "alertdialog", "menuitem", "tab"})
_POPUPS = frozenset({"menubar", "menu", "combobox"})
_SPOKEN = frozenset(
    {*("label", "static", "heading", "paragraph", "caption", "status bar", "notification", "row header")}
)
"""Tags whose name stands there to be read."""
_EVERYWHERE = Region(-1_000_000, -1_000_000, 2_000_000, 2_000_000)
_MOST_ELEMENTS, _MOST_TEXTS = 5000, 3000
_BEFORE, _MOST_SAID = 2, 80
"""How many texts before an element are told, and how many of their letters."""


@dataclass(slots=True)
class Described:
    """What the trees say. `keys` tell, element by element, which object it is; `popped` are the numbers of those that
    are shown in a menu or list of its own window."""

    elements: list[Element] = field(default_factory=list)
    keys: list[tuple[str, str]] = field(default_factory=list)
    texts: list[TextRun] = field(default_factory=list)
    lists: list[RowList] = field(default_factory=list)
    dialogs: list[str] = field(default_factory=list)
    unsaved: list[str] = field(default_factory=list)
    popped: set[int] = field(default_factory=set)
    truncated: bool = False

    @property
    def in_menus(self) -> list[Region]:
        """Where the elements of menus and lists with windows of their own are."""
        return [self.elements[number].region for number in self.popped]


@dataclass(frozen=True, slots=True)
class Around:
    """What is known of the place of a node."""

    clip: Region
    section: str = ""
    path: str = ""
    in_popup: bool = False
    in_toolbar: bool = False
    popping: bool = False
    owner: Node | None = None


def describe(
    tops: Sequence[Top], windows: Sequence[Window] | None, screen: Region | None = None, *, whole: bool = True
) -> Described:
    """`tops` are the read windows, the topmost first; `windows` the display's stacking, `screen` all monitors.

    `whole`: all of them was read, so that what comes before an element is known.
    """
    out = Described()
    for top in tops:
        fold(top.node)
    focused = focused_node(tops)
    for top in tops:
        elements, texts = len(out.elements), len(out.texts)
        _Window(out, top, Cover(top, tops, windows), focused, screen or _EVERYWHERE, whole).tell()
        out.elements[elements:] = captioned(out.elements[elements:], out.texts[texts:], top.scale)
    return out


class _Window:
    """Tells what one window shows."""

    def __init__(
        self, out: Described, top: Top, cover: Cover, focused: Node | None, screen: Region, whole: bool
    ) -> None:
        self._said: deque[str] = deque(maxlen=_BEFORE)
        self._whole = whole
        self._out = out
        self._top = top
        self._cover = cover
        self._focused = focused
        self._screen = screen
        self._rows: dict[tuple[str, str], InRow] = {}
        self._frame = (top.program, lasting_title(top.title, top.program))

    def tell(self) -> None:
        node = self._top.node
        if self._top.asks:
            self._out.dialogs.append(squeezed(self._top.title) or _first_text(node))
        if marks_unsaved(self._top.title):
            self._out.unsaved.append(self._frame[-1])
        section = squeezed(self._top.title) if self._top.asks else ""
        clip = node.region.intersection(self._screen) if node.region else self._screen
        self._inside(node, Around(clip, section, node.tag))

    def _inside(self, node: Node, around: Around) -> None:
        for child in node.children:
            self._node(child, replace(around, path=f"{around.path} > {child.tag}[{child.place}]"))

    def _node(self, node: Node, around: Around) -> None:
        if around.popping and node.region is not None and not _within(node, around.owner):
            around = replace(around, clip=self._screen, in_popup=True, popping=False)
        if node.role in TABLES:
            self._rows |= rows_of(node)
            self._list(node, around)
        if node.listed or node is self._focused:
            self._element(node, around)
            if node.role in FIELDS and (node.label or node.name):
                self._said.appendleft(squeezed(node.label or node.name, _MOST_SAID))
        self._texts(node, around)
        self._inside(node, _deeper(node, around))

    def _list(self, node: Node, around: Around) -> None:
        if node.region is None:
            return
        count = node.rows if node.rows is not None else sum(c.role in _ITEMS for c in node.children)
        name = node.name or around.section or node.element_id or self._frame[-1]
        self._out.lists.append(RowList(name, count, node.region))

    def _element(self, node: Node, around: Around) -> None:
        if node.region is None or len(self._out.elements) >= _MOST_ELEMENTS:
            self._out.truncated = self._out.truncated or node.region is not None
            return
        middle = node.region.center
        in_view = around.clip.contains(middle)
        seen = around.clip.intersection(node.region)
        element = element_of(
            node,
            index=len(self._out.elements),
            shows=shows_name(node, in_toolbar=around.in_toolbar),
            row=self._rows.get(node.key, InRow()),
        )
        self._out.keys.append(node.key)
        if around.in_popup:
            self._out.popped.add(element.index)
        self._out.elements.append(
            replace(
                element,
                section=around.section,
                frame=self._frame,
                selector=around.path,
                focused=node is self._focused,
                in_view=in_view,
                shown=seen if seen.area and seen != node.region else None,
                before=tuple(self._said) if self._whole else (),
                covered_by=self._cover.over(middle, in_popup=around.in_popup) if in_view else "",
            )
        )

    def _texts(self, node: Node, around: Around) -> None:
        for text, region in _said(node, around, titled=self._top.titled):
            self._said.appendleft(squeezed(text, _MOST_SAID))
            if not around.clip.contains(region.center) or self._cover.over(region.center, in_popup=around.in_popup):
                continue
            if len(self._out.texts) >= _MOST_TEXTS:
                self._out.truncated = True
                return
            self._out.texts.append(TextRun(text, region))


_ITEMS = frozenset({"listitem", "option", "treeitem", "row"})


def _deeper(node: Node, around: Around) -> Around:
    """What holds for the children of `node`."""
    clip = around.clip.intersection(node.region) if node.tag in _CLIPS and node.region else around.clip
    named = node.name if node.role in _SECTIONS else ""
    return Around(
        clip,
        named or around.section,
        around.path,
        around.in_popup,
        around.in_toolbar or node.role == "toolbar",
        not around.in_popup and (node.role in _POPUPS or node.tag in ("menu", "menu item") or around.popping),
        node,
    )


def _within(node: Node, owner: Node | None) -> bool:
    """Whether `node` is shown inside of what it belongs to, not in a window of its own."""
    return owner is None or owner.region is None or node.region is None or owner.region.contains(node.region.center)


def _said(node: Node, around: Around, *, titled: bool) -> Iterator[tuple[str, Region]]:
    """The texts that stand at a node, without those of the nodes in it and without what a field holds."""
    if node.region is None or node.role in FIELDS:
        return
    if node.lines:
        yield from node.lines
    elif node.role == "document" and "\ufffc" not in (node.value or ""):
        yield from lines_of(node.value or "", node.region)
    elif node.tag in _SPOKEN:
        yield from lines_of(node.name, node.region)
    elif node.role == "group":
        yield from _title(node) if titled else ()
    elif node.listed and shows_name(node, in_toolbar=around.in_toolbar) and not _repeated(node):
        yield node.name, written_at(node)


def _title(group: Node) -> Iterator[tuple[str, Region]]:
    """The title of a frame around controls, at its top, where no label in it says it already."""
    if group.name and group.region and group.children and not _repeated(group):
        yield group.name, Region(group.region.x, group.region.y, group.region.w, min(group.region.h, _TITLE_PX))


_TITLE_PX = 18


def _repeated(node: Node) -> bool:
    return any(child.name == node.name and child is not node and child.tag in _SPOKEN for child in node.walk())


def _first_text(node: Node) -> str:
    return next((n.name for n in node.walk() if n.tag in _SPOKEN and n.name), "a dialog")
