"""How the referral desk is to look and behave: its command line as a value. Knows no Qt."""

from __future__ import annotations

import argparse
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

DRIFTS = {
    "theme": "dark colours",
    "font": "another font, a quarter larger",
    "moved": "form, buttons, search and tool bar elsewhere",
    "renamed": "other words on buttons, fields and tabs (Save is called Store)",
    "duplicate": "a second Save that looks the same and keeps a draft only",
    "deleted": "no Save",
    "swap": "Save and Cancel in each other's place",
    "rows": "more patients, on top of the list",
    "density": "less room between rows and fields",
}
THEMES = ("light", "dark", "contrast")
FONT_SCALES = (0.5, 3.0)
_SIZES = ((640, 480), (7680, 4320))


class WrongOptions(Exception):
    """The command line cannot be understood; the text is one sentence."""


@dataclass(frozen=True)
class Options:
    """All that can be told. `size` in logical px; no `db` means a temporary one, gone afterwards."""

    db: Path | None = None
    drift: frozenset[str] = frozenset()
    theme: str = "light"
    font_scale: float = 1.0
    size: tuple[int, int] = (1100, 700)
    slow: bool = False
    sign_in: bool = False
    seed: int = 0


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise WrongOptions(f"{message[:1].upper()}{message[1:].rstrip('.')}. See {self.prog} --help.")


def parse(argv: Sequence[str]) -> Options:
    """The options of a command line. Raises WrongOptions; `--help` prints and leaves as argparse does."""
    told = _parser().parse_args(argv)
    theme = told.theme or ("dark" if "theme" in told.drift else "light")
    scale = told.font_scale or (1.25 if "font" in told.drift else 1.0)
    return Options(told.db, told.drift, theme, scale, told.size, told.slow, told.sign_in, told.seed)


def _parser() -> _Parser:
    kinds = "; ".join(f"{name}: {what}" for name, what in DRIFTS.items())
    parser = _Parser(
        prog="studio demo mockdesk",
        allow_abbrev=False,
        description="Show the practice program MockDesk. Its first line of output is JSON: program, pid, db, title.",
    )
    parser.add_argument("--db", type=Path, metavar="FILE", help="SQLite file to keep (default: a temporary one)")
    parser.add_argument("--drift", type=_drift, default=frozenset(), metavar="A,B", help=f"what has changed. {kinds}")
    parser.add_argument("--theme", choices=THEMES, help="colours (default: light)")
    parser.add_argument("--font-scale", type=_scale, metavar="N", help="size of the text, such as 1.25")
    parser.add_argument("--size", type=_size, default=(1100, 700), metavar="WxH", help="of the window, 1100x700")
    parser.add_argument("--slow", action="store_true", help="opening the form and saving take a second")
    parser.add_argument("--sign-in", action="store_true", help="ask for a name and a password first")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="other than 0: patients in another order")
    return parser


def _drift(text: str) -> frozenset[str]:
    names = frozenset(part.strip() for part in text.split(",") if part.strip())
    if unknown := sorted(names - DRIFTS.keys()):
        raise argparse.ArgumentTypeError(f"there is no drift {unknown[0]!r}; there are {', '.join(DRIFTS)}")
    if {"duplicate", "deleted"} <= names:
        raise argparse.ArgumentTypeError("duplicate and deleted exclude each other")
    return names


def _scale(text: str) -> float:
    least, most = FONT_SCALES
    try:
        scale = float(text)
    except ValueError:
        scale = 0.0
    if not least <= scale <= most:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from {least:g} to {most:g}")
    return scale


def _size(text: str) -> tuple[int, int]:
    found = re.fullmatch(r"(\d{1,5})x(\d{1,5})", text)
    size = (int(found[1]), int(found[2])) if found else (0, 0)
    if not all(low <= n <= high for n, low, high in zip(size, *_SIZES, strict=True)):
        raise argparse.ArgumentTypeError(f"{text!r} is not a size such as 1100x700 (at least 640x480)")
    return size
