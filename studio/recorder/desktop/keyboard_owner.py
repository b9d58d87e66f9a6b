"""Which window takes the keys, followed in the order in which the display tells its changes. Pure.

A window manager, or the program itself, hears of most changes. Where nobody does, the request that caused one
stands in the stream directly before it. What neither tells is unknown, and then it is said so.
"""

from __future__ import annotations

from dataclasses import dataclass

from studio.recorder.desktop.record_stream import FocusTold, FocusWanted, GrabWanted, Told, TopTold

NOBODY, POINTER = 0, 1
"""In place of a window: no window has the keyboard; the one under the pointer has it."""
_GRAB, _UNGRAB = 1, 2
_VIRTUAL = (1, 4)
_BELOW_POINTER, _TO_NOBODY = 5, 7


@dataclass(frozen=True, slots=True)
class Taker:
    """Who takes an event: `windows` from the innermost that is known to the outermost, all of one program.

    `clients` are the connections of those that are the program's own, not a frame around them; `mask` are the bits that
    number the things of one connection. `grabbed`: another program than the one in front takes all keys (a screen lock,
    a launcher).
    """

    windows: tuple[int, ...]
    clients: tuple[int, ...] = ()
    mask: int = 0
    grabbed: bool = False

    @property
    def at_pointer(self) -> bool:
        """Whether the window under the pointer takes it."""
        return self.windows == (POINTER,)

    def shares_client(self, window: int) -> bool:
        """Whether `window` was made by a program's own connection."""
        return window & ~self.mask in self.clients


class KeyboardOwner:
    """Takes what the display tells, in its order. `mask` are the bits that number the things of one client."""

    def __init__(self, root: int, mask: int) -> None:
        self._root = root
        self._mask = mask
        self._focus: Taker | None = None
        self._heard = False
        self._left: tuple[int, ...] = ()
        self._grab: int | None = None
        self._around: tuple[int, ...] = ()
        self._wanted: int | None = None
        self._wants_grab: int | None = None

    @property
    def now(self) -> Taker | None:
        """Who takes the keys at this point of the stream; None where nothing tells."""
        if self._grab is None:
            return self._focus
        client = self._grab & ~self._mask
        own = self._focus is not None and client in self._focus.clients
        return Taker((self._grab,), (client,), self._mask, grabbed=not own)

    def is_asked_for(self) -> bool:
        """Whether the display must be asked who has the keyboard."""
        return self._focus is None

    def answered(self, *windows: int) -> None:
        """The display says, asked just now, that these (or NOBODY, POINTER), innermost first, have the keyboard."""
        if windows and windows[0] not in self._left:
            self._set(windows[0], heard=False, outer=windows[1:])

    def take(self, told: Told) -> None:
        """The next of what is told."""
        if isinstance(told, FocusTold):
            self._told(told)
            return
        self._wanted, self._around = None, ()
        if isinstance(told, FocusWanted):
            self._wanted = told.window
            if not self._heard:
                self._focus, self._left = None, ()
        elif isinstance(told, GrabWanted):
            self._grab_wanted(told)
            return
        elif isinstance(told, TopTold) and told.window == self._grab and told.what in ("unmapped", "gone"):
            self._grab = None
        self._wants_grab = None

    def _grab_wanted(self, told: GrabWanted) -> None:
        if not told.begins:
            if self._grab is not None and self._grab & ~self._mask == told.client:
                self._grab = None
            return
        # a grab on the root is known by its client only
        window = told.client if told.window == self._root else told.window
        self._wants_grab = window
        if not self._heard or (self._grab is not None and self._grab & ~self._mask == told.client):
            self._grab = window

    def _told(self, told: FocusTold) -> None:
        if told.detail == _BELOW_POINTER:
            return
        if told.mode == _GRAB:
            if self._wants_grab is not None:
                self._grab = self._wants_grab
            elif told.came or self._grab is None:
                self._grab = told.window if told.came else self._root
            return
        if told.mode == _UNGRAB:
            self._grab = None
        if told.came:
            self._came(told)
            return
        self._around = ()
        if told.mode != _UNGRAB and self._focus is not None and told.window in self._focus.windows:
            self._leave()

    def _came(self, told: FocusTold) -> None:
        virtual = told.detail in _VIRTUAL
        if self._focus is not None and told.window in self._focus.windows:
            self._heard = True
        elif told.window != self._root:
            inner = () if self._wanted is None else (self._wanted,)
            self._set(told.window, heard=True, inner=inner, outer=self._around, own=not virtual)
            self._around = (told.window, *self._around)  # a frame in a frame: it is told from the outermost on
        elif not virtual:
            self._set(NOBODY if told.detail == _TO_NOBODY else POINTER, heard=True)
        elif told.mode != _UNGRAB:
            self._leave()

    def _leave(self) -> None:
        """Whoever had the keyboard has it no more; who was asked for just now has it, unless it is told otherwise."""
        self._left = self._focus.windows if self._focus is not None else self._left
        self._focus, self._heard = None, False
        if self._wanted is not None:
            self._set(self._wanted, heard=False)

    def _set(
        self,
        window: int,
        *,
        heard: bool,
        inner: tuple[int, ...] = (),
        outer: tuple[int, ...] = (),
        own: bool = True,
    ) -> None:
        owned = (*inner, *((window,) if own else ()))
        clients = () if window in (NOBODY, POINTER) else tuple(dict.fromkeys(w & ~self._mask for w in owned))
        windows = tuple(dict.fromkeys((*inner, window, *outer)))
        self._focus, self._heard, self._left = Taker(windows, clients, self._mask), heard, ()
