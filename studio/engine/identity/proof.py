"""What must be read of a row so that it is the record that is meant: the identifying cells of an anchor. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from studio.engine.identity import hashing, letters
from studio.engine.identity.letters import Likeness
from studio.engine.model.anchor import Anchor
from studio.engine.model.geometry import Region
from studio.engine.model.identity import HashedCell, IdentityCell
from studio.engine.vision.text import normalise

_NUMBER = 4
"""Characters from which a number or date is recognised also where a reader ran it together with its neighbour."""


@dataclass(frozen=True)
class PlainProof:
    """One identifying text that may be read by everyone."""

    cell: IdentityCell

    @property
    def region(self) -> Region | None:
        """Where it stood, px of the recorded frame."""
        return self.cell.region

    @property
    def shown(self) -> str:
        """The text, for a person."""
        return self.cell.text

    @property
    def size(self) -> int:
        """How many words it has."""
        return len(letters.words(self.cell.text))

    @property
    def is_number(self) -> bool:
        """Whether it has figures and no letters."""
        return _is_number(letters.shape(self.cell.text))

    def likeness(self, said: str, *, read: bool = False) -> Likeness:
        """How `said` stands to it; `read` from pixels, or told by the program."""
        return letters.likeness(said, self.cell.text, read=read)


@dataclass(frozen=True)
class HashedProof:
    """One identifying text that is only known by its hashes; without the key everything only looks alike."""

    cell: HashedCell
    key: bytes | None

    @property
    def region(self) -> Region | None:
        """Where it stood, px of the recorded frame."""
        return self.cell.region

    @property
    def shown(self) -> str:
        """Its shape, for a person."""
        return " ".join(token.shape or "…" for token in self.cell.tokens)

    @property
    def size(self) -> int:
        """How many words it has."""
        return len(self.cell.tokens)

    @property
    def is_number(self) -> bool:
        """Whether it has figures and no letters."""
        return _is_number("".join(token.shape for token in self.cell.tokens))

    def likeness(self, said: str, *, read: bool = False) -> Likeness:
        """How `said` stands to it; `read` from pixels, or told by the program."""
        return hashing.likeness(said, self.cell, self.key, read=read) if self.key is not None else Likeness.ALIKE


@dataclass(frozen=True)
class Judged:
    """One row against the proof: the least likeness, and for each cell of the proof what the row shows in its place.

    `found` holds the likeness and the index of the row's text (None where no text is like it) by cell of the proof.
    """

    likeness: Likeness
    found: tuple[tuple[Likeness, int | None], ...]

    @property
    def near(self) -> bool:
        """Whether it is another record that shares an identifying text with the one that is meant."""
        return self.likeness is Likeness.OTHER and any(one is not Likeness.OTHER for one, _ in self.found)


@dataclass(frozen=True)
class Proof:
    """All identifying texts of one anchor's row."""

    cells: tuple[PlainProof | HashedProof, ...]

    def __bool__(self) -> bool:
        return bool(self.cells)

    @property
    def shown(self) -> str:
        """The record for a person: `Jane Sample · 1951-12-03`."""
        return " · ".join(cell.shown for cell in self.cells)

    @property
    def seen(self) -> bool:
        """Whether each text stood in sight, so that its picture can be compared."""
        return bool(self.cells) and all(cell.region is not None for cell in self.cells)

    def judge(self, texts: Sequence[str], *, read: bool = False) -> Judged:
        """How a row that shows `texts` stands to it. Who `read` them from pixels may have joined neighbouring cells."""
        found = tuple(_best(cell, texts, read) for cell in self.cells)
        return Judged(min((one for one, _ in found), default=Likeness.OTHER), found)


def proof_of(anchor: Anchor, keys: Mapping[str, bytes] | None = None) -> Proof:
    """The proof of the anchor's row; empty where it stands in none. `keys` are secret keys by their fingerprint."""
    template = anchor.identity_template
    if template is not None:
        secret = (keys or {}).get(template.key_id) if template.key_id else None
        key = hashing.mixed_key(template.salt, secret) if secret is not None or not template.key_id else None
        return Proof(tuple(HashedProof(cell, key) for cell in template.cells))
    return Proof(tuple(PlainProof(cell) for cell in anchor.identity_cells or _derived(anchor)))


def label_proof_of(anchor: Anchor, keys: Mapping[str, bytes] | None = None) -> Proof:
    """The proof of the target's own text, where that is only known by its hashes; else empty."""
    alone, label = anchor.identity_template, anchor.hashed_label
    if alone is None or label is None:
        return Proof(())
    own = alone.model_copy(update={"cells": (label,), "label": None})
    return proof_of(anchor.model_copy(update={"identity_template": own}), keys)


def _derived(anchor: Anchor) -> tuple[IdentityCell, ...]:
    """Of anchors of other tools and of cells that a person chose: those of the row that the identity band holds."""
    cells = anchor.row_texts or (anchor.structural.row if anchor.structural else ())
    band = normalise(anchor.context_text or "")
    told = tuple(c for c in cells if len(normalise(c)) > 1)
    return tuple(IdentityCell(text=c) for c in tuple(c for c in told if normalise(c) in band) or told)


def _best(cell: PlainProof | HashedProof, texts: Sequence[str], read: bool) -> tuple[Likeness, int | None]:
    best: tuple[Likeness, int | None] = (Likeness.OTHER, None)
    for at, text in enumerate(texts):
        one = cell.likeness(text, read=read)
        if one < Likeness.SAME and read and cell.is_number:
            one = max((one, *(cell.likeness(span) for span in _spans(text, cell.size))))
        if one > best[0]:
            best = (one, at)
    return best


def _spans(text: str, size: int) -> Iterator[str]:
    """Runs of `size` whole words inside of a longer text: 0012 is not in A0012."""
    parts = text.split()
    return (" ".join(parts[at : at + size]) for at in range(len(parts) - size + 1))


def _is_number(shapes: str) -> bool:
    return len(shapes) >= _NUMBER and "9" in shapes and not {"a", "A"} & set(shapes)
