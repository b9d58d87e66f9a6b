"""The shown windows of Windows, the topmost first, by user32. UNPROVEN: never run."""

from __future__ import annotations

import ctypes
from pathlib import PureWindowsPath
from typing import Any

from studio.engine.backends.desktop.windows import Window
from studio.engine.model.geometry import Region

_EXTENDED_FRAME, _CLOAKED = 9, 14
_OWNER = 4
_QUERY = 0x1000
_TOOL_TIP = "tooltips_class32"
_POPUPS = frozenset({"#32768", _TOOL_TIP})
"""Window classes of menus and tips."""


class _Rect(ctypes.Structure):
    _fields_ = [(side, ctypes.c_long) for side in ("left", "top", "right", "bottom")]


def shown_windows() -> list[Window]:
    """All windows that are shown; `id` is the handle. Only on Windows."""
    libraries: Any = getattr(ctypes, "windll")  # noqa: B009
    handles: list[int] = []
    callback: Any = getattr(ctypes, "WINFUNCTYPE")(ctypes.c_bool, ctypes.c_void_p, ctypes.c_void_p)  # noqa: B009

    def take(handle: int, _: int) -> bool:
        handles.append(handle)
        return True

    libraries.user32.EnumWindows(callback(take), 0)
    active = libraries.user32.GetForegroundWindow()
    found = (_window(libraries, handle, active) for handle in handles)
    return [window for window in found if window is not None]


def _window(libraries: Any, handle: int, active: int) -> Window | None:
    user32, dwm = libraries.user32, libraries.dwmapi
    cloaked, rect, pid = ctypes.c_int(), _Rect(), ctypes.c_ulong()
    dwm.DwmGetWindowAttribute(handle, _CLOAKED, ctypes.byref(cloaked), ctypes.sizeof(cloaked))
    if not user32.IsWindowVisible(handle) or user32.IsIconic(handle) or cloaked.value:
        return None
    if dwm.DwmGetWindowAttribute(handle, _EXTENDED_FRAME, ctypes.byref(rect), ctypes.sizeof(rect)):
        user32.GetWindowRect(handle, ctypes.byref(rect))
    region = Region(rect.left, rect.top, rect.right - rect.left, rect.bottom - rect.top)
    if region.w <= 0 or region.h <= 0:
        return None
    user32.GetWindowThreadProcessId(handle, ctypes.byref(pid))
    kind = _text(user32.GetClassNameW, handle)
    return Window(
        id=handle,
        top=handle,
        title=_text(user32.GetWindowTextW, handle),
        pid=pid.value,
        program=_program(libraries.kernel32, pid.value),
        region=region,
        client=region,
        kind="tooltip" if kind == _TOOL_TIP else "normal",
        transient_for=user32.GetWindow(handle, _OWNER) or None,
        active=handle == active,
        popup=kind in _POPUPS,
    )


def _text(read: Any, handle: int) -> str:
    buffer = ctypes.create_unicode_buffer(512)
    read(handle, buffer, 512)
    return buffer.value


def _program(kernel32: Any, pid: int) -> str:
    """The name of the program's file without its ending."""
    process = kernel32.OpenProcess(_QUERY, False, pid)
    if not process:
        return ""
    buffer, size = ctypes.create_unicode_buffer(1024), ctypes.c_ulong(1024)
    kernel32.QueryFullProcessImageNameW(process, 0, buffer, ctypes.byref(size))
    kernel32.CloseHandle(process)
    return PureWindowsPath(buffer.value).stem
