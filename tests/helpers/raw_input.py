"""Raw input as a test writes it down: small pieces put together, a clock that goes on by itself."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from studio.recorder.actions import Action, Marker, Normalised
from studio.recorder.normaliser import Settings, normalise
from studio.recorder.raw import RawEvent

Piece = dict[str, Any]
BEAT_S = 0.03
_SILENT = {"began", "ended"}


def down(key: str, char: str | None = None, **more: Any) -> Piece:
    """A key goes down; a single character makes itself unless `char` is another (or empty for none)."""
    made = (key if len(key) == 1 else None) if char is None else char or None
    return {"kind": "key_down", "key": key, "char": made, **more}


def up(key: str, **more: Any) -> Piece:
    """A key comes up."""
    return {"kind": "key_up", "key": key, **more}


def tap(key: str, char: str | None = None, **more: Any) -> list[Piece]:
    """A key goes down and comes up."""
    return [down(key, char, **more), up(key)]


def typed(text: str) -> list[Piece]:
    """Each character of `text` by a key of its own."""
    return [piece for char in text for piece in tap("space" if char == " " else char, char)]


def chord(*keys: str, char: str | None = None) -> list[Piece]:
    """The last key while the others are held."""
    *held, last = keys
    return [*(down(key) for key in held), *tap(last, char), *(up(key) for key in reversed(held))]


def dead(char: str, key: str = "dead") -> list[Piece]:
    """A dead key."""
    return tap(key, char, dead=True)


def press(x: int, y: int, button: str = "left", **more: Any) -> Piece:
    """A button goes down."""
    return {"kind": "pointer_down", "button": button, "x": x, "y": y, **more}


def release(x: int, y: int, button: str = "left", **more: Any) -> Piece:
    """A button comes up."""
    return {"kind": "pointer_up", "button": button, "x": x, "y": y, **more}


def click(x: int = 10, y: int = 20, button: str = "left") -> list[Piece]:
    """A button goes down and comes up at one place."""
    return [press(x, y, button), release(x, y, button)]


def move(x: int, y: int, **more: Any) -> Piece:
    """The pointer moves."""
    return {"kind": "pointer_move", "x": x, "y": y, **more}


def wheel(dy: int = 0, dx: int = 0, x: int = 5, y: int = 6) -> Piece:
    """Notches of the wheel."""
    return {"kind": "wheel", "dx": dx, "dy": dy, "x": x, "y": y}


def commit(text: str) -> Piece:
    """An input method commits."""
    return {"kind": "text", "text": text}


def focus(label: str | None, *, secret: bool = False, **more: Any) -> Piece:
    """The focus goes to a field."""
    return {"kind": "focus", "label": label, "secret": secret, **more}


def command(name: str, text: str | None = None, **more: Any) -> Piece:
    """One of our commands."""
    return {"kind": "command", "name": name, "text": text, **more}


def wait(seconds: float) -> Piece:
    """Nothing happens for so long."""
    return {"wait": seconds}


MASKED: Piece = {"kind": "masked"}


def timed(pieces: Iterable[Piece | list[Piece]]) -> Iterator[RawEvent]:
    """The pieces as raw events, one beat apart."""
    now = 0.0
    for piece in flat(pieces):
        now += piece.get("wait", BEAT_S)
        if "kind" in piece:
            yield RawEvent(t=round(now, 4), **{name: value for name, value in piece.items() if name != "wait"})


def flat(pieces: Iterable[Piece | list[Piece]]) -> Iterator[Piece]:
    """All pieces in one row."""
    for piece in pieces:
        yield from piece if isinstance(piece, list) else [piece]


def results(*pieces: Piece | list[Piece], settings: Settings | None = None) -> list[Normalised]:
    """What the normaliser makes of the pieces."""
    return list(normalise(timed(pieces), settings))


def short(item: Normalised) -> str:
    """An action or marker in a few words: `type Jane @Name`, `key Enter`, `click 10,20`, `! …`."""
    if isinstance(item, Marker):
        return f"! {item.sentence}"
    if not isinstance(item, Action):
        return "taken back"
    said = [item.kind.value]
    said += [f"{p.x},{p.y}" for p in (item.point, item.end) if p is not None]
    said += [text for text in (item.text, item.key) if text is not None]
    said += [f"{item.dx}:{item.dy}"] if item.kind == "scroll" else []
    said += ["(secret)"] * item.secret
    said += [f"@{item.field_label}"] if item.field_label else []
    said += [f"={item.param}"] if item.param else []
    return " ".join(said + ([f"#{item.note}"] if item.note is not None else []))


def told(*pieces: Piece | list[Piece], settings: Settings | None = None) -> list[str]:
    """`short` of all that comes out."""
    return [short(item) for item in results(*pieces, settings=settings)]


def actions(*pieces: Piece | list[Piece], settings: Settings | None = None) -> list[str]:
    """`told` without the markers."""
    return [line for line in told(*pieces, settings=settings) if not line.startswith("!")]
