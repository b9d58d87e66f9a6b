"""The palette: each colour by what it is for. Contrast of every text pair is at least 4.5:1 (checked by a test)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Tone(StrEnum):
    """States that are told by icon, word and colour together."""

    PASSED = "passed"
    HEALED = "healed"
    HALTED = "halted"
    FAILED = "failed"
    UNKNOWN = "unknown"
    RUNNING = "running"
    NEUTRAL = "neutral"


TONE_ICONS = {
    Tone.PASSED: "check",
    Tone.HEALED: "heals",
    Tone.HALTED: "hand",
    Tone.FAILED: "cross",
    Tone.UNKNOWN: "unknown",
    Tone.RUNNING: "run",
    Tone.NEUTRAL: "dot",
}
"""The icon that goes with each tone."""


@dataclass(frozen=True)
class Colours:
    """One theme. `tones` maps a tone to its colour and its tint."""

    dark: bool
    bg: str
    surface: str
    sunken: str
    rail: str
    canvas: str
    dot: str
    border: str
    strong: str
    text: str
    text2: str
    accent: str
    on_accent: str
    accent_bg: str
    select: str
    tones: dict[Tone, tuple[str, str]]

    def tone(self, tone: Tone) -> str:
        """The colour of a state."""
        return self.tones[tone][0]

    def tint(self, tone: Tone) -> str:
        """The ground that goes with it."""
        return self.tones[tone][1]


LIGHT = Colours(
    dark=False,
    bg="#F5F6F8",
    surface="#FFFFFF",
    sunken="#ECEEF2",
    rail="#E9EBF0",
    canvas="#EEF0F4",
    dot="#D5D9E1",
    border="#D8DCE3",
    strong="#7F8795",
    text="#1A1E26",
    text2="#555D6B",
    accent="#4A4CC8",
    on_accent="#FFFFFF",
    accent_bg="#ECECFB",
    select="#E4E4F8",
    tones={
        Tone.PASSED: ("#0A6E64", "#E1F3F0"),
        Tone.HEALED: ("#875000", "#FAEFD9"),
        Tone.HALTED: ("#A01A7D", "#FAE5F3"),
        Tone.FAILED: ("#B3261E", "#FBE8E6"),
        Tone.UNKNOWN: ("#59616F", "#ECEEF1"),
        Tone.RUNNING: ("#0B61B5", "#E3EFFA"),
        Tone.NEUTRAL: ("#555D6B", "#ECEEF2"),
    },
)
DARK = Colours(
    dark=True,
    bg="#16181D",
    surface="#1D2026",
    sunken="#121419",
    rail="#121419",
    canvas="#181B20",
    dot="#2A2F38",
    border="#343A45",
    strong="#707A8A",
    text="#E6E8ED",
    text2="#A6AEBB",
    accent="#A4A6FF",
    on_accent="#15161C",
    accent_bg="#2A2B4D",
    select="#2E2F52",
    tones={
        Tone.PASSED: ("#4FD0BD", "#15332F"),
        Tone.HEALED: ("#EFB352", "#382C14"),
        Tone.HALTED: ("#F08CD7", "#3D1F35"),
        Tone.FAILED: ("#FF8B80", "#412321"),
        Tone.UNKNOWN: ("#A6AEBB", "#2A2F38"),
        Tone.RUNNING: ("#7ABAFF", "#172F48"),
        Tone.NEUTRAL: ("#A6AEBB", "#2A2F38"),
    },
)

MARK_TARGET, MARK_LANDMARK, MARK_IDENTITY, MARK_LOOKALIKE = "#4A4CC8", "#0A6E64", "#875000", "#59616F"
MARK_NOW, MARK_ASKED = "#A34B00", "#A01A7D"
"""Marks on frames never follow the theme: each has a white halo, since the program below can have any colour."""
CHART = {"wait": "#9AA2B1", "find": "#4A4CC8", "act": "#1F1F6B", "result": "#B4B5EC"}
"""Time by phase; also told by order and legend."""
