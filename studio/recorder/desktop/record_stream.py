"""What the RECORD extension tells, decoded: input, and in order with it who takes the keys and what lies where. Pure.

The server tells everything in the order in which it happened. So each key can be led to the window that had the
keyboard when it was pressed, however late it is read. Layouts: the X11 protocol specification, “Events”.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from struct import Struct
from typing import Literal

KEY_DOWN, KEY_UP, BUTTON_DOWN, BUTTON_UP, MOVE = 2, 3, 4, 5, 6
_FOCUS_IN, _FOCUS_OUT = 9, 10
_CREATE, _DESTROY, _UNMAP, _MAP, _REPARENT, _CONFIGURE, _CIRCULATE, _PROPERTY = 16, 17, 18, 19, 21, 22, 26, 28
_MAPPING = 34
FIRST_EVENT, LAST_EVENT = _FOCUS_IN, _MAPPING
"""Of the events that go to programs these are told."""
GRAB_KEYBOARD, UNGRAB_KEYBOARD, SET_FOCUS, CHANGE_KEYS = 31, 32, 42, 100
"""Requests of the core protocol that are told …"""
XI_SET_FOCUS, XI_GRAB, XI_UNGRAB = 49, 51, 52
"""… and of the input extension."""

_SIZE = 32
_SENT = 128
_INPUT = Struct("=BBHIIIIhhhhHBx")
_WINDOWS = Struct("=4xIII")
_CREATED = Struct("=4xIIhhHHHB")
_CONFIGURED = Struct("=4xIIIhhHHHB")
_U32 = Struct("=I")


@dataclass(frozen=True, slots=True)
class Input:
    """A key or button went down or up, or the pointer moved. `time` is ms of the server, the point px of the root."""

    kind: int
    detail: int
    time: int
    x: int
    y: int
    state: int


@dataclass(frozen=True, slots=True)
class FocusTold:
    """The keyboard came to `window` or left it; `mode` and `detail` as the protocol numbers them."""

    window: int
    came: bool
    mode: int
    detail: int


@dataclass(frozen=True, slots=True)
class FocusWanted:
    """A program asks that `window` gets the keyboard; what follows at once tells whether it did."""

    window: int


@dataclass(frozen=True, slots=True)
class GrabWanted:
    """`client` asks for all keys (True) or lets go of them (False)."""

    client: int
    window: int
    begins: bool


@dataclass(frozen=True, slots=True)
class TopTold:
    """Something happened to a child of the root. `above` is the sibling beneath it (0: none), sizes are px."""

    what: Literal["created", "configured", "mapped", "unmapped", "gone", "came", "raised", "lowered"]
    window: int
    box: tuple[int, int, int, int] | None = None
    above: int = 0


@dataclass(frozen=True, slots=True)
class KeysTold:
    """The meaning of `count` keys from `first` on changed; `request` 0 is the modifiers."""

    request: int
    first: int
    count: int


@dataclass(frozen=True, slots=True)
class KeysWanted:
    """A program asks that the keys from `first` on mean `syms`, one tuple a key."""

    first: int
    syms: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class PropertyTold:
    """A property of the root changed."""

    atom: int


Told = Input | FocusTold | FocusWanted | GrabWanted | TopTold | KeysTold | KeysWanted | PropertyTold


def requests(data: bytes, client: int, extension: int) -> Iterator[Told]:
    """The request of `client` in `data`; `extension` is the number of the input extension."""
    code, minor = data[0], data[1]
    if code == CHANGE_KEYS and len(data) >= 8:
        yield _keys(data, count=minor, wide=data[5])
    elif code == UNGRAB_KEYBOARD or (code == extension and minor == XI_UNGRAB):
        yield GrabWanted(client, 0, begins=False)
    elif len(data) >= 8:
        window = _U32.unpack_from(data, 4)[0]
        if code == SET_FOCUS or (code == extension and minor == XI_SET_FOCUS):
            yield FocusWanted(window)
        elif code == GRAB_KEYBOARD or (code == extension and minor == XI_GRAB):
            yield GrabWanted(client, window, begins=True)


def events(data: bytes, *, ours: bool, root: int) -> Iterator[Told]:
    """The events in `data`. Of those on the root only what is told to us (`ours`): others hear the same."""
    for start in range(0, len(data) - _SIZE + 1, _SIZE):
        code = data[start]
        if KEY_DOWN <= code <= MOVE:
            kind, detail, _, time, _, _, _, x, y, _, _, state, _ = _INPUT.unpack_from(data, start)
            yield Input(kind, detail, time, x, y, state)
        elif code in (_FOCUS_IN, _FOCUS_OUT):
            window = _U32.unpack_from(data, start + 4)[0]
            yield FocusTold(window, code == _FOCUS_IN, data[start + 8], data[start + 1])
        elif ours and code == _MAPPING:
            yield KeysTold(data[start + 4], data[start + 5], data[start + 6])
        elif ours and _CREATE <= code <= _PROPERTY and _U32.unpack_from(data, start + 4)[0] == root:
            told = _on_root(code, data[start : start + _SIZE], root)
            if told is not None:
                yield told


def _on_root(code: int, event: bytes, root: int) -> Told | None:
    _, window, third = _WINDOWS.unpack_from(event)
    if code == _PROPERTY:
        return PropertyTold(window)
    if code == _CREATE:
        _, _, x, y, w, h, border, _ = _CREATED.unpack_from(event)
        return TopTold("created", window, (x, y, w + 2 * border, h + 2 * border))
    if code == _CONFIGURE:
        _, _, above, x, y, w, h, border, _ = _CONFIGURED.unpack_from(event)
        return TopTold("configured", window, (x, y, w + 2 * border, h + 2 * border), above)
    if code == _REPARENT:
        return TopTold("came" if third == root else "gone", window)
    if code == _CIRCULATE:
        return TopTold("lowered" if event[16] else "raised", window)
    if code == _MAP:
        return TopTold("mapped", window)
    return TopTold("gone" if code == _DESTROY else "unmapped", window) if code in (_DESTROY, _UNMAP) else None


def _keys(data: bytes, *, count: int, wide: int) -> KeysWanted:
    syms = Struct(f"={count * wide}I").unpack_from(data, 8) if len(data) >= 8 + 4 * count * wide else ()
    return KeysWanted(data[4], tuple(tuple(syms[n * wide : (n + 1) * wide]) for n in range(count)) if syms else ())
