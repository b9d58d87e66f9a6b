"""The windows of an X display: who shows what, where, in which order. Regions are physical px of the desktop."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from studio.engine.backends.desktop.x11 import close_display, open_display, pid_of, x11
from studio.engine.model.geometry import Region

_DEPTH = 3
"""So many windows deep below a child of the root lies the program's own window at most (a frame within a frame)."""


@dataclass(frozen=True, slots=True)
class Window:
    """One shown window of a program. `id` is the program's own window, `top` the child of the root that holds it.

    `region` is what is seen, with the frame of the window manager and without invisible shadows; `client` is the
    program's part. `popup`: menus, lists and tips, which no window manager handles. `modal`: no other
    window of its program takes input. `kind` is the last word of
    its type (`normal`, `dialog`, `dock`, `desktop`, …).
    """

    id: int
    top: int
    title: str
    pid: int | None
    program: str
    region: Region
    client: Region
    kind: str = "normal"
    transient_for: int | None = None
    active: bool = False
    popup: bool = False
    modal: bool = False


class _Fixed(NamedTuple):
    client: Any
    pid: int | None
    program: str
    kind: str
    transient_for: int | None


class Windows:
    """Asks one X server. Not for several threads at once. All raise SurfaceLost where the display is gone."""

    def __init__(self, display: str | None = None) -> None:
        """Connect to `display` (default: DISPLAY). Raises EnvironmentUnable."""
        self._display = open_display(display)
        self._root = self._display.screen().root
        self._known: dict[int, _Fixed] = {}

    def stacking(self) -> tuple[Window, ...]:
        """All shown windows, from the lowest to the topmost, popups too."""
        with x11():
            active = self._number(self._root, "_NET_ACTIVE_WINDOW")
            tops = self._root.query_tree().children
            ids = {top.id for top in tops}
            self._known = {top: fixed for top, fixed in self._known.items() if top in ids}
            return tuple(found for top in tops if (found := self._window(top, active)) is not None)

    def screen(self) -> Region:
        """All that the display shows, monitors and what lies between them."""
        with x11():
            size = self._root.get_geometry()
            return Region(0, 0, size.width, size.height)

    def active(self) -> Window | None:
        """The window that has the keyboard, as the window manager tells it."""
        return next((w for w in self.stacking() if w.active), None)

    def find(self, title: str) -> Window | None:
        """The topmost window of that title, else the topmost whose title or class contains it (case aside)."""
        return find_window(self.stacking(), title)

    def of_program(self, pid: int | None, window: int | None = None) -> tuple[Window, ...]:
        """All shown windows of that program: of its process, and those that stand in for one of them."""
        return windows_of(self.stacking(), pid, window)

    def activate(self, window: Window) -> None:
        """Raise the window and ask for the keyboard. The window manager decides; without one it is done directly."""
        with x11():
            self._tell(window.id, "_NET_ACTIVE_WINDOW", 2, 0, 0)
            if not self._managed():
                client = self._display.create_resource_object("window", window.id)
                client.configure(stack_mode=0)
                client.set_input_focus(1, 0)
            self._display.sync()

    def place(self, window: Window, region: Region) -> None:
        """Ask that the window with its frame takes `region`: its program's part keeps the frame around it."""
        from Xlib import X

        frame = window.region
        left, top = window.client.x - frame.x, window.client.y - frame.y
        right, bottom = frame.right - window.client.right, frame.bottom - window.client.bottom
        width, height = max(1, region.w - left - right), max(1, region.h - top - bottom)
        with x11():
            client = self._display.create_resource_object("window", window.id)
            if self._managed():
                # gravity NorthWest: x and y are those of the frame
                flags = 1 | (0b1111 << 8) | (2 << 12)
                self._tell(window.id, "_NET_WM_STATE", 0, self._atom("_NET_WM_STATE_MAXIMIZED_VERT"),
                           self._atom("_NET_WM_STATE_MAXIMIZED_HORZ"), 2)  # fmt: skip
                self._tell(window.id, "_NET_MOVERESIZE_WINDOW", flags, region.x, region.y, width, height)
            else:
                client.configure(x=region.x, y=region.y, width=width, height=height, stack_mode=X.Above)
            self._display.sync()

    def close(self) -> None:
        """Close the connection. Never raises."""
        close_display(self._display)

    def _managed(self) -> bool:
        return self._number(self._root, "_NET_SUPPORTING_WM_CHECK") is not None

    def _tell(self, window: int, message: str, *data: int) -> None:
        from Xlib import X
        from Xlib.protocol import event

        values = [*data, 0, 0, 0, 0, 0][:5]
        told = event.ClientMessage(window=window, client_type=self._atom(message), data=(32, values))
        self._root.send_event(told, event_mask=X.SubstructureRedirectMask | X.SubstructureNotifyMask)

    def _window(self, top: Any, active: int | None) -> Window | None:
        from Xlib import X, error

        try:
            state = top.get_attributes()
            if state.map_state != X.IsViewable or state.win_class == X.InputOnly:
                return None
            fixed = self._fixed(top)
            client = fixed.client
            outer, inner = self._place(top), self._place(client)
            if client.id == top.id:
                outer = inner = self._without_shadow(client, inner)
            return Window(
                id=client.id,
                top=top.id,
                title=self._title(client),
                pid=fixed.pid,
                program=fixed.program,
                region=outer,
                client=inner,
                kind=fixed.kind,
                transient_for=fixed.transient_for,
                active=client.id == active,
                popup=bool(state.override_redirect) and client.id == top.id,
                modal=self._atom("_NET_WM_STATE_MODAL") in self._values(client, "_NET_WM_STATE"),
            )
        except (error.BadWindow, error.BadDrawable, error.BadMatch):
            return None  # it closed while it was asked for

    def _fixed(self, top: Any) -> _Fixed:
        """What does not change while the window is shown; asked for once."""
        known = self._known.get(top.id)
        if known is not None:
            return known
        client = self._client(top)
        fixed = _Fixed(
            client,
            pid_of(self._display, client),
            self._class(client),
            self._kind(client),
            self._number(client, "WM_TRANSIENT_FOR"),
        )
        self._known[top.id] = fixed
        return fixed

    def _client(self, top: Any) -> Any:
        """The program's own window: the one that the window manager marks, or `top` itself."""
        mark = self._atom("WM_STATE")
        level = [top]
        for _ in range(_DEPTH):
            for window in level:
                if mark in window.list_properties():
                    return window
            level = [child for window in level for child in window.query_tree().children]
        return top

    def _place(self, window: Any) -> Region:
        size = window.get_geometry()
        corner = self._root.translate_coords(window, 0, 0)
        border = 0 if window.id == self._root.id else size.border_width
        return Region(corner.x - border, corner.y - border, size.width + 2 * border, size.height + 2 * border)

    def _without_shadow(self, client: Any, region: Region) -> Region:
        told = self._values(client, "_GTK_FRAME_EXTENTS")
        if len(told) != 4:
            return region
        left, right, top, bottom = told
        return Region(region.x + left, region.y + top, region.w - left - right, region.h - top - bottom)

    def _title(self, window: Any) -> str:
        for name in ("_NET_WM_NAME", "WM_NAME"):
            told = window.get_full_property(self._atom(name), 0)
            if told is not None and told.value:
                text = told.value
                return text.decode("utf-8", "replace") if isinstance(text, bytes) else str(text)
        return ""

    def _class(self, window: Any) -> str:
        told = window.get_wm_class()
        return told[1] if told else ""

    def _kind(self, window: Any) -> str:
        told = self._values(window, "_NET_WM_WINDOW_TYPE")
        name = self._display.get_atom_name(told[0]) if told else "_NET_WM_WINDOW_TYPE_NORMAL"
        return name.rpartition("_")[2].lower()

    def _number(self, window: Any, name: str) -> int | None:
        told = self._values(window, name)
        return told[0] or None if told else None

    def _values(self, window: Any, name: str) -> tuple[int, ...]:
        told = window.get_full_property(self._atom(name), 0)
        return tuple(int(v) for v in told.value) if told is not None and told.format == 32 else ()

    def _atom(self, name: str) -> int:
        return int(self._display.intern_atom(name))


def find_window(windows: tuple[Window, ...], title: str) -> Window | None:
    """The topmost window of exactly that title, else the topmost whose title or class contains it, case aside."""
    wanted = title.casefold()
    own = [w for w in reversed(windows) if not w.popup and w.kind not in ("desktop", "dock")]
    exact = (w for w in own if w.title == title)
    part = (w for w in own if wanted in w.title.casefold() or wanted in w.program.casefold())
    return next(exact, None) or next(part, None)


def windows_of(windows: tuple[Window, ...], pid: int | None, window: int | None = None) -> tuple[Window, ...]:
    """Those of process `pid` or of id `window`, and those that stand in for one of them, in stacking order."""
    own = {w.id for w in windows if w.id == window or (pid is not None and w.pid == pid)}
    while more := set(_standing_in(windows, own)):
        own |= more
    return tuple(w for w in windows if w.id in own)


def _standing_in(windows: tuple[Window, ...], own: set[int]) -> Iterator[int]:
    return (w.id for w in windows if w.transient_for in own and w.id not in own)
