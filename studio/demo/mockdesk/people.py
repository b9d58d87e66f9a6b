"""The invented patients: four of each name that differ by a letter, a digit or a date only. Knows no Qt."""

from __future__ import annotations

from random import Random
from typing import NamedTuple


class Patient(NamedTuple):
    """One row of the list; `born` is an ISO date, `number` the record number that tells namesakes apart."""

    number: str
    name: str
    born: str
    ward: str
    state: str


COLUMNS = ("Name", "Born", "Record no.", "Ward", "State")
_WARDS = ("North", "South", "East", "West")
_STATES = ("Waiting", "Called", "Waiting", "Seen")

_FAMILIES = """
Jane Sample, Jane Samples, Jana Sample, Jane Sample | 1961-03-14 | 104827
Otto Dummy, Otto Dumny, Otho Dummy, Otto Dummy | 1990-05-30 | 415530
Alex Testcase, Alex Testcase, Alexa Testcase, Alec Testcase | 1984-07-02 | 220316
Fiona Fixture, Fiona Fixtures, Fiora Fixture, Fiona Fixture | 1969-09-21 | 507714
Terry Template, Terri Template, Terry Templates, Terry Template | 1951-12-30 | 970488
Sam Specimen, Sam Specimann, Sam Spezimen, Sam Specimen | 1966-04-25 | 830477
Stella Stub, Stella Stubb, Stela Stub, Stella Stub | 1995-02-20 | 952740
Bob Example, Rob Example, Bob Exemple, Bob Example | 1953-03-31 | 846019
Foo Barbaz, Foo Bazbar, Fou Barbaz, Foo Barbaz | 1982-10-03 | 933012
Nora Nullable, Nora Nullabel, Mora Nullable, Nora Nullable | 1993-08-17 | 618820
Victor Void, Viktor Void, Victor Voyd, Victor Void | 1957-12-01 | 612248
Polly Prototype, Poly Prototype, Polly Prototyp, Polly Prototype | 1978-02-19 | 845562
Greta Generic, Greta Generics, Grete Generic, Greta Generic | 1988-12-24 | 901337
Quentin Quux, Quentin Quuux, Quintin Quux, Quentin Quux | 1959-10-12 | 921770
Harry Harness, Harry Harnes, Hary Harness, Harry Harness | 1968-08-13 | 960339
Wanda Wireframe, Wanda Wireframes, Vanda Wireframe, Wanda Wireframe | 1977-01-16 | 981226
"""

ADDED = (
    Patient("RD-104278", "Jane Sample", "1961-08-14", "North", "Waiting"),
    Patient("RD-150446", "Hugo Hypothetical", "1983-09-01", "South", "Called"),
    Patient("RD-223016", "Alex Testcase", "1984-02-07", "East", "Waiting"),
    Patient("RD-846091", "Bob Exampel", "1953-03-13", "West", "Waiting"),
    Patient("RD-871203", "Paul Phantom", "1944-10-05", "North", "Seen"),
    Patient("RD-970884", "Terry Template", "1951-12-03", "South", "Waiting"),
    Patient("RD-961226", "Wanda Wirefrane", "1977-01-16", "East", "Called"),
)
"""Those that come on top of the list with the drift `rows`."""


def _swapped(digits: str, at: int) -> str:
    """`digits` with two neighbours exchanged from `at` on, the first two that differ."""
    for i in range(at, at + len(digits)):
        a, b = i % (len(digits) - 1), i % (len(digits) - 1) + 1
        if digits[a] != digits[b]:
            return digits[:a] + digits[b] + digits[a] + digits[b + 1 :]
    return digits


def _later(born: str, years: int) -> str:
    return f"{int(born[:4]) + years}{born[4:]}"


def _family(line: str, place: int) -> tuple[Patient, ...]:
    names, born, digits = (part.strip() for part in line.split("|"))
    numbers = (digits, _swapped(digits, 3), _swapped(digits, 1), _swapped(_swapped(digits, 2), 4))
    dates = (born, born, _later(born, 1), _later(born, 10))
    return tuple(
        Patient(f"RD-{number}", name.strip(), date, _WARDS[(place + i // 2) % 4], _STATES[(place + i) % 4])
        for i, (name, number, date) in enumerate(zip(names.split(","), numbers, dates, strict=True))
    )


def _usual() -> tuple[Patient, ...]:
    families = [_family(line, i) for i, line in enumerate(_FAMILIES.strip().splitlines())]
    return tuple(p for start in (0, 2) for family in families for p in family[start : start + 2])


USUAL = _usual()
"""The list from top to bottom, as it is without drift."""


def patients(*, added: bool = False, seed: int = 0) -> tuple[Patient, ...]:
    """The list, with the added ones on top where asked for; a seed other than 0 shuffles it, always alike."""
    rows = [*(ADDED if added else ()), *USUAL]
    if seed:
        Random(seed).shuffle(rows)
    return tuple(rows)
