"""One anchor without anything that can be read of its record: hashes in place of texts, no picture of its row. Pure."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from studio.engine.editing.scrub_words import Naming, stands_in_row
from studio.engine.identity.hashing import PLACE, hashed
from studio.engine.identity.proof import proof_of
from studio.engine.model.anchor import Anchor, StructuralLocator
from studio.engine.model.geometry import Region
from studio.engine.model.identity import HashedCell, HashedToken, IdentityTemplate
from studio.engine.runtime.row_parameter import Rewriting

_MARK = "\ue000{}\ue001"
"""Stands for a parameter in a text while it is parted into words: no text of a program holds it."""


@dataclass(frozen=True)
class Hashing:
    """How identities are hashed: `key` is salt and secret mixed, `params` the recorded values of the parameters that
    choose the row, where some do."""

    salt: str
    key_id: str
    key: bytes
    params: Mapping[str, str]

    def cell(self, text: str, region: Region | None = None) -> HashedCell:
        """A text as hashed words; where a parameter's recorded value stands, the parameter."""
        told = Rewriting(self.params, {name: _MARK.format(name) for name in self.params}).told(text)
        if "\ue000" not in told:
            return hashed(text, self.key, region)
        return HashedCell(tokens=tuple(t for word in told.split() for t in self._tokens(word)), region=region)

    def _tokens(self, word: str) -> list[HashedToken]:
        if "\ue000" not in word:
            return list(hashed(word, self.key).tokens)
        before, rest = word.split("\ue000", 1)
        name, after = rest.split("\ue001", 1)
        return [HashedToken(shape=f"{before}{PLACE}{after}", param=name)]


def scrubbed(anchor: Anchor, naming: Naming, hashing: Hashing, shows_words: Callable[[str], bool]) -> Anchor:
    """The anchor without readable identity. `shows_words(path)` tells whether a picture shows more than the program's
    own words."""
    proof = proof_of(anchor) if anchor.identity_template is None else None
    label = anchor.ocr_text if anchor.says_who or naming.names(anchor.ocr_text) else None
    update: dict[str, object] = {
        "row_texts": (),
        "context_text": None,
        "identity_cells": (),
        "structured_identity": None,
        "identifier_crop": None,
        "landmarks": (),
        "nearby_texts": tuple(text for text in anchor.nearby_texts if naming.is_program(text)),
        "pointed_text": anchor.pointed_text if anchor.pointed_text and naming.is_program(anchor.pointed_text) else None,
        "structural": bare_locator(anchor.structural, naming, stands_in_row(anchor)) if anchor.structural else None,
    }
    if anchor.template and shows_words(anchor.template):
        update["template"] = None
    if label:
        update["ocr_text"] = None
    if proof or label:
        cells = tuple(hashing.cell(cell.shown, cell.region) for cell in proof.cells) if proof else ()
        own = hashing.cell(label) if label else None
        update["identity_template"] = IdentityTemplate(salt=hashing.salt, key_id=hashing.key_id, cells=cells, label=own)
    return anchor.model_copy(update=update)


def bare_locator(locator: StructuralLocator, naming: Naming, in_row: bool) -> StructuralLocator:
    """The traits that name nobody. Whatever a row's own target is called by may be made of its record."""
    texts = ("name", "label", "placeholder", "section", "column")
    told = {trait: "" for trait in texts if naming.names(getattr(locator, trait))}
    held = {
        trait: ""
        for trait in ("element_id", "test_id", "name_attr", "selector", "href")
        if in_row or naming.may_hold(getattr(locator, trait))
    }
    frame = tuple(p for p in locator.frame if not (naming.names(p) or naming.inside(p) or naming.calls(p)))
    before = tuple(text if naming.is_program(text) else "" for text in locator.before)
    return locator.model_copy(update={**told, **held, "row": (), "frame": frame, "before": before})
