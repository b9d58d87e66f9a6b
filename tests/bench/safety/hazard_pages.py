"""Small pages of controls that write down what is done to them, and what may have become of them since."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from html import escape
from random import Random

VIEWPORT = (900, 600)
DONE = "Accepted: "
"""What the page says once a control has done its work; the key of the control follows."""


@dataclass(frozen=True)
class Control:
    """One button or field. `does` is what it really does, whatever it says; `ident` its id in the page."""

    label: str
    x: int
    y: int
    does: str
    ident: str
    kind: str = "button"
    width: int = 150
    disabled: bool = False

    @property
    def center(self) -> tuple[int, int]:
        """Where a person clicks it."""
        return self.x + self.width // 2, self.y + (33 if self.kind == "field" else 17)


@dataclass(frozen=True)
class Screen:
    """A page: its heading, its controls, and what lies over them. `script` runs once it is there."""

    heading: str
    controls: tuple[Control, ...]
    cover: str = ""
    script: str = ""
    theme: int = 0

    def html(self) -> str:
        """The document."""
        body = "".join(_control(c) for c in self.controls)
        style = f"<style>{_THEMES[self.theme]}{_STYLE}</style>"
        return (
            f"<!doctype html><title>Ward</title>{style}<h1>{escape(self.heading)}</h1>"
            f"<main>{body}</main><p id=said></p>{self.cover}<script>{_SCRIPT}{self.script}</script>"
        )


@dataclass(frozen=True)
class Hazard:
    """What became of a page. `allowed`: what may be done there; `found`: the target is there and can be used;
    `arms`: where it can be known (`pixels` see through nothing that is transparent)."""

    name: str
    screen: Screen
    allowed: frozenset[str]
    found: bool = False
    arms: tuple[str, ...] = ("structure", "pixels")


_THEMES = (
    "body{font:15px sans-serif;background:#fff;color:#123}button{background:#e7edf3;border:1px solid #9ab}",
    "body{font:16px serif;background:#f7f3ea;color:#321}button{background:#fff;border:2px solid #875}",
    "body{font:14px Arial;background:#222;color:#eee}button,input{background:#444;color:#fff;border:1px solid #89a}",
)
_STYLE = """body{margin:0}h1{font-size:20px;position:absolute;left:40px;top:16px;margin:0}
button,label{position:absolute;height:34px;font:inherit;border-radius:4px}button:disabled{opacity:.4}
label{height:auto}input{display:block;height:30px;width:100%;font:inherit;box-sizing:border-box;border:1px solid #888}
#said{position:absolute;left:40px;bottom:8px;margin:0}
.modal{position:absolute;left:80px;top:90px;width:640px;height:380px;background:#fffbe8;color:#222}
.veil{position:absolute;inset:0}"""
_SCRIPT = """window.log=[];window.changed=null;window.late=null;
document.addEventListener('mousedown',e=>{if(changed!==null)late=performance.now()-changed;
const c=e.target.closest('[data-does]');
const what=c?c.dataset.does:e.target.id||'nothing';log.push(what);said.textContent='Accepted: '+what},true);"""


def _control(c: Control) -> str:
    at = f"style='left:{c.x}px;top:{c.y}px;width:{c.width}px' data-does='{c.does}'"
    if c.kind == "field":
        return f"<label {at}>{escape(c.label)}<input id='{c.ident}' data-does='{c.does}'></label>"
    return f"<button {at} id='{c.ident}'{' disabled' if c.disabled else ''}>{escape(c.label)}</button>"


ALIKE = (
    *(("Approve", "Approve all"), ("Save", "Save as new"), ("Delete", "Delete all"), ("Send", "Send later")),
    *(("Sign", "Sign out"), ("Admit", "Readmit"), ("Lock", "Unlock"), ("Enable", "Disable"), ("Order", "Reorder")),
    *(("Close", "Close case"), ("Merge", "Merge here"), ("Book", "Rebook"), ("Release", "Release hold")),
)
"""Labels of buttons that are part of another's, or nearly so."""

PREFIXED = (
    *(("Password", "Confirm Password"), ("Name", "Last Name"), ("Phone", "Phone (home)"), ("Dose", "Max Dose")),
    *(("Date", "Date of birth"), ("Email", "Email again"), ("Weight", "Target Weight"), ("Ward", "Former Ward")),
)
"""Labels of fields that are part of another's."""


def recorded(pair: tuple[str, str], kind: str, theme: int) -> tuple[Screen, Control]:
    """The page as it was recorded, with the control that is meant: the first of `pair`."""
    meant = Control(pair[0], 60, 150, "meant", "first", kind)
    other = Control(pair[1], 60, 240, "other", "second", kind)
    rest = (
        Control("Print", 320, 150, "print", "third"),
        Control("History", 320, 240, "history", "fourth"),
        Control("Remarks", 60, 340, "remarks", "fifth", "field", 410),
    )
    return Screen("Record: Anna Berg", (meant, other, *rest), theme=theme), meant


def hazards(then: Screen, meant: Control, random: Random) -> Iterator[Hazard]:
    """All that may have become of the page since."""
    yield from _rearranged(then, meant)
    yield from _gone(then, meant)
    yield from _covered(then, meant)
    yield from _moving(then, meant, random)


MEANT = frozenset({"meant"})
NOTHING = frozenset[str]()


def _rearranged(then: Screen, meant: Control) -> Iterator[Hazard]:
    other = then.controls[1]
    crossed = (replace(meant, x=other.x, y=other.y), replace(other, x=meant.x, y=meant.y), *then.controls[2:])
    yield Hazard("as recorded", then, MEANT, found=True)
    yield Hazard("swap", replace(then, controls=crossed), MEANT, found=True)
    names = (replace(meant, ident=other.ident), replace(other, ident=meant.ident), *then.controls[2:])
    yield Hazard("swap: identifiers", replace(then, controls=names), MEANT)
    both = (replace(crossed[0], ident=meant.ident), replace(crossed[1], ident=other.ident), *then.controls[2:])
    yield Hazard("swap: reversed", replace(then, controls=tuple(reversed(both))), MEANT)
    twin = replace(meant, x=620, y=150, does="twin", ident="sixth")
    yield Hazard("duplicate", replace(then, controls=(*then.controls, twin)), MEANT)
    first = (replace(twin, y=80), *then.controls)
    yield Hazard("duplicate: before it", replace(then, controls=first), MEANT)
    there = replace(twin, x=meant.x, y=meant.y)
    away = replace(meant, x=620, y=430)
    # what it does is on no screen: who says the same in the same place is taken for it, unless the identifier tells
    yield Hazard(
        "duplicate: in its place", replace(then, controls=(away, there, *then.controls[1:])), MEANT, arms=("structure",)
    )


def _gone(then: Screen, meant: Control) -> Iterator[Hazard]:
    other, rest = then.controls[1], then.controls[2:]
    yield Hazard("deleted", replace(then, controls=then.controls[1:]), NOTHING)
    closed = (replace(other, x=meant.x, y=meant.y), *rest)
    yield Hazard("look-alike in its place", replace(then, controls=closed), NOTHING)
    named = (replace(other, x=meant.x, y=meant.y, ident=meant.ident), *rest)
    yield Hazard("look-alike with its identifier", replace(then, controls=named), NOTHING)
    alone = replace(then, controls=(replace(other, x=meant.x, y=meant.y), rest[2]))
    yield Hazard("look-alike alone", alone, NOTHING)
    shifted = tuple(replace(c, y=c.y - 90 if c.y > meant.y else c.y) for c in then.controls[1:])
    yield Hazard("deleted: the rest moved up", replace(then, controls=shifted), NOTHING)
    if meant.kind == "button":
        off = (replace(meant, disabled=True), *then.controls[1:])
        yield Hazard("disabled", replace(then, controls=off), NOTHING)
        yield Hazard(
            "disabled: look-alike beside it", replace(then, controls=(replace(meant, disabled=True), *closed)), NOTHING
        )
    yield Hazard("not loaded", replace(then, controls=()), NOTHING)
    yield Hazard("not loaded: blank", Screen("", (), theme=then.theme), NOTHING)


def _covered(then: Screen, meant: Control) -> Iterator[Hazard]:
    modal = "<div class=modal role=dialog aria-label='Are you sure?'><h2>Are you sure?</h2>{}</div>"
    inside = f"<button style='left:60px;top:90px;width:150px' data-does=modal id=yes>{escape(meant.label)}</button>"
    cancel = "<button style='left:60px;top:90px;width:150px' data-does=modal id=no>Cancel</button>"
    yield Hazard("covered by a modal", replace(then, cover=modal.format(cancel)), NOTHING)
    if meant.kind == "button":
        again = replace(then, cover=modal.format(inside))
        yield Hazard("covered by a modal that says the same", again, NOTHING, arms=("structure",))
    veil = "<div class=veil id=veil></div>"
    yield Hazard("covered by what is transparent", replace(then, cover=veil), NOTHING, arms=("structure",))
    banner = "<div class=modal style='height:40px;top:146px;left:40px' id=banner>Maintenance at 18:00</div>"
    yield Hazard("covered by a banner", replace(then, cover=banner), NOTHING)


def _moving(then: Screen, meant: Control, random: Random) -> Iterator[Hazard]:
    slide = "document.querySelector('main').animate([{{transform:'translateY({}px)'}},{{transform:'none'}}],{})"
    far, long = random.choice((90, -90, 180)), random.choice((400, 900))
    yield Hazard("animated", replace(then, script=slide.format(far, long) + ";"), MEANT, found=True)
    both = "const [a,b]=['meant','other'].map(n=>document.querySelector(`[data-does=${{n}}]`));"
    swap = (
        "setTimeout(()=>{{"
        + both
        + """
changed=performance.now();const t=a.style.top;a.style.top=b.style.top;b.style.top=t}},{});"""
    )
    for delay in (random.randrange(20, 120), random.randrange(120, 400), random.randrange(400, 900)):
        yield Hazard("replaced while we look", replace(then, script=swap.format(delay)), MEANT, found=True)
    gone = (
        "setTimeout(()=>{{"
        + both
        + """
changed=performance.now();b.style.top=a.style.top;a.remove()}},{});"""
    )
    for delay in (random.randrange(20, 120), random.randrange(120, 400)):
        yield Hazard("gone while we look", replace(then, script=gone.format(delay)), MEANT)
    yield from _under_the_press(then, both)


def _under_the_press(then: Screen, both: str) -> Iterator[Hazard]:
    """The page changes when the pointer comes: after each look, before the press."""
    comes = "addEventListener('mousemove',()=>{{" + both + "{}}},{{once:true,capture:true}})"
    swapped = "const t=a.style.top;a.style.top=b.style.top;b.style.top=t"
    yield Hazard("swapped under the press", replace(then, script=comes.format(swapped)), MEANT, found=True)
    gone = "b.style.top=a.style.top;a.remove()"
    yield Hazard("gone under the press", replace(then, script=comes.format(gone)), MEANT)
    cover = "document.body.insertAdjacentHTML('beforeend','<div class=modal id=veil>Session over</div>')"
    yield Hazard("covered under the press", replace(then, script=comes.format(cover)), NOTHING)


def of_another(then: Screen, name: str) -> Screen:
    """The same page of another record."""
    return replace(then, heading=f"Record: {name}")


def keys(controls: Sequence[Control]) -> frozenset[str]:
    """What can be done on the page."""
    return frozenset(c.does for c in controls)
