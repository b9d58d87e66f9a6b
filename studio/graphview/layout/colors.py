"""The colours that a graph is drawn in. A theme hands its own in; these are the defaults, light and dark."""

from __future__ import annotations

from dataclasses import dataclass, fields


@dataclass(frozen=True, slots=True)
class GraphColors:
    """One colour (`#rrggbb`) for each part. States have a colour and a tint for the ground below it."""

    canvas: str
    dot: str
    group: str
    card: str
    border: str
    strong: str
    text: str
    text2: str
    accent: str
    accent_bg: str
    on_accent: str
    passed: str
    passed_bg: str
    healed: str
    healed_bg: str
    halted: str
    halted_bg: str
    failed: str
    failed_bg: str
    unknown: str
    unknown_bg: str
    running: str
    running_bg: str
    target: str = "#4A4CC8"
    """The mark on a picture never follows the theme, and has a white halo."""
    halo: str = "#FFFFFF"
    paper: str = "#FFFFFF"
    """Ground of pictures."""

    def items(self) -> list[tuple[str, str]]:
        """Names and values."""
        return [(f.name, getattr(self, f.name)) for f in fields(self)]


LIGHT = GraphColors(
    canvas="#EEF0F4",
    dot="#D5D9E1",
    group="#F5F6F8",
    card="#FFFFFF",
    border="#D8DCE3",
    strong="#7F8795",
    text="#1A1E26",
    text2="#555D6B",
    accent="#4A4CC8",
    accent_bg="#ECECFB",
    on_accent="#FFFFFF",
    passed="#0A6E64",
    passed_bg="#E1F3F0",
    healed="#875000",
    healed_bg="#FAEFD9",
    halted="#A01A7D",
    halted_bg="#FAE5F3",
    failed="#B3261E",
    failed_bg="#FBE8E6",
    unknown="#59616F",
    unknown_bg="#ECEEF1",
    running="#0B61B5",
    running_bg="#E3EFFA",
)
DARK = GraphColors(
    canvas="#181B20",
    dot="#2A2F38",
    group="#16181D",
    card="#1D2026",
    border="#343A45",
    strong="#707A8A",
    text="#E6E8ED",
    text2="#A6AEBB",
    accent="#A4A6FF",
    accent_bg="#2A2B4D",
    on_accent="#15161C",
    passed="#4FD0BD",
    passed_bg="#15332F",
    healed="#EFB352",
    healed_bg="#382C14",
    halted="#F08CD7",
    halted_bg="#3D1F35",
    failed="#FF8B80",
    failed_bg="#412321",
    unknown="#A6AEBB",
    unknown_bg="#2A2F38",
    running="#7ABAFF",
    running_bg="#172F48",
)
