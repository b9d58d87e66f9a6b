"""Made-up records, and for each the records that are most easily taken for it: they differ in one text only."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

_GIVEN = (
    *("Jane", "Alan", "Ian", "Clara", "Ewan", "Anna", "José", "Eva", "Olaf", "Bill", "Zoe", "Mia", "Carl", "Nils"),
    *("Ann Marie", "Ilse", "Tim", "Rosalind", "Barney", "Emil", "Owen", "Lars", "Sibyl", "Dario"),
)
_FAMILY = (
    *("Sample", "Hansen", "Burns", "O'Brien", "Clark", "Silva", "Müller", "Stern", "Ellis", "Corwin", "Smith-Jones"),
    *("Dobbs", "Zillow", "Barnes", "Illing", "Cole", "Moss", "Bornholm", "Olsen", "Vollmer", "Sato", "Wiener"),
)
_WARDS = ("Cardiology", "Surgery", "Day ward", "Neurology", "Eye clinic")
_LOOKS = (
    *(("rn", "m"), ("m", "rn"), ("cl", "d"), ("d", "cl"), ("vv", "w"), ("w", "vv"), ("l", "I"), ("I", "l"), ("l", "1")),
    *(("O", "0"), ("0", "O"), ("5", "S"), ("S", "5"), ("8", "B"), ("B", "8"), ("2", "Z"), ("Z", "2"), ("1", "l")),
    *(("i", "l"), ("é", "e"), ("e", "é"), ("ü", "u"), ("a", "á"), ("'", ""), ("-", " "), (" ", "")),
)
KINDS = ("name", "digits", "glyphs", "born", "number", "order")


@dataclass(frozen=True)
class Record:
    """One row: who, born when, under which number ("" where the table has none), and a text that proves nothing."""

    name: str
    born: str
    number: str
    ward: str

    @property
    def cells(self) -> tuple[str, ...]:
        """The texts of its row, in order."""
        return tuple(text for text in (self.name, self.born, self.number, self.ward) if text)


def record(random: Random, *, numbered: bool) -> Record:
    """A record as hospitals have them."""
    name = f"{random.choice(_GIVEN)} {random.choice(_FAMILY)}"
    born = f"{random.randint(1931, 2019)}-{random.randint(1, 12):02d}-{random.randint(1, 28):02d}"
    letters, figures = random.choice(("MM-", "P-", "", "B8", "OP")), "".join(random.choices("0123456789", k=6))
    return Record(name, born, letters + figures if numbered else "", random.choice(_WARDS))


def twin(meant: Record, kind: str, random: Random) -> Record | None:
    """Another record that differs from `meant` in one text, in the way of `kind`; None where it cannot."""
    if kind == "born":
        return replace(meant, born=record(random, numbered=False).born)
    if kind == "number":
        return replace(meant, number=record(random, numbered=True).number) if meant.number else None
    if kind == "order":
        return replace(meant, name=" ".join(reversed(meant.name.split(" ", 1))))
    part = random.choice(("born", "number") if kind == "digits" and meant.number else ("born",))
    if kind == "digits":
        return _changed(meant, part, _other_digit(getattr(meant, part), random))
    part = "name" if kind == "name" or not meant.number else random.choice(("name", "name", "number"))
    said = getattr(meant, part)
    return _changed(meant, part, _other_letter(said, random) if kind == "name" else _look_alike(said, random))


def _changed(meant: Record, part: str, said: str) -> Record | None:
    other = replace(meant, **{part: said})
    return None if other == meant else other


def _other_digit(said: str, random: Random) -> str:
    """Two figures swapped, or one replaced."""
    figures = [at for at, char in enumerate(said) if char.isdigit()]
    a, b = sorted(random.sample(figures, 2))
    if random.random() < 0.5 and said[a] != said[b]:
        return said[:a] + said[b] + said[a + 1 : b] + said[a] + said[b + 1 :]
    return said[:a] + random.choice("0123456789".replace(said[a], "")) + said[a + 1 :]


def _other_letter(said: str, random: Random) -> str:
    at = random.choice([n for n, char in enumerate(said) if char.isalpha() and n])
    letter = random.choice("aeiolrnstu")
    return random.choice(
        (said[:at] + letter + said[at + 1 :], said[:at] + letter + said[at:], said[:at] + said[at + 1 :])
    )


def _look_alike(said: str, random: Random) -> str:
    fitting = [pair for pair in _LOOKS if pair[0] in said]
    old, new = random.choice(fitting) if fitting else ("", "")
    return said.replace(old, new, 1) if old else said
