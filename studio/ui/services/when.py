"""Moments and durations as people say them."""

from __future__ import annotations

from datetime import datetime

from PySide6.QtCore import QLocale

from studio.ui.words import tr


def when(stamp: str, now: datetime | None = None) -> str:
    """`Today 09:04`, `Yesterday 16:12`, `17 Jul 10:31`; empty where the stamp says nothing."""
    try:
        moment = datetime.fromisoformat(stamp).astimezone()
    except ValueError:
        return ""
    today = (now or datetime.now().astimezone()).astimezone()
    days = (today.date() - moment.date()).days
    if days == 0:
        return tr("Today {time}", time=f"{moment:%H:%M}")
    if days == 1:
        return tr("Yesterday {time}", time=f"{moment:%H:%M}")
    month = QLocale().monthName(moment.month, QLocale.FormatType.ShortFormat)
    year = "" if moment.year == today.year else f" {moment.year}"
    return f"{moment.day} {month}{year} {moment:%H:%M}"


def duration(seconds: float) -> str:
    """`0.45 s`, `21.4 s`, `3:05`."""
    if seconds < 1:
        return f"{seconds:.2f} s"
    if seconds < 100:
        return f"{seconds:.1f} s"
    return clock(seconds)


def clock(seconds: float) -> str:
    """`0:42`, `12:03`, `1:02:03`."""
    whole = int(seconds)
    hours, minutes, rest = whole // 3600, whole // 60 % 60, whole % 60
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
