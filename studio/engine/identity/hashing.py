"""Identities as salted hashes, word by word: they can be recognised and not be read. Pure.

A salt that lies in the bundle keeps hashes of two bundles apart and nothing more: who has the bundle can try all birth
dates in seconds. With a secret key from the keyring nobody can try anything without the key.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Mapping, Sequence
from functools import lru_cache

from studio.engine.identity.letters import Likeness, alike_form, same_capitals, shape, words, written
from studio.engine.model.geometry import Region
from studio.engine.model.identity import HashedCell, HashedToken, IdentityTemplate

PLACE = "{}"
"""Where a parameter's value stands in the shape of its token, between marks that belong to the text: `{},`."""
LENGTH = 32
"""Hex digits kept of each HMAC-SHA256: 128 bits."""


def mixed_key(salt: str, secret: bytes | None) -> bytes:
    """The key of one template: its salt (hex), mixed with the secret where there is one. Raises ValueError."""
    bare = bytes.fromhex(salt)
    return hmac.digest(secret, bare, "sha256") if secret is not None else bare


def fingerprint(secret: bytes) -> str:
    """Names a secret key without telling it, so that a run knows whether it holds the right one."""
    return hmac.new(secret, b"waymark-studio identity key", hashlib.sha256).hexdigest()[:12]


@lru_cache(maxsize=4096)
def hashed_word(word: str, key: bytes) -> HashedToken:
    """One word (as `letters.words` gives it) under `key`."""
    exact = hmac.new(key, b"exact\0" + word.encode(), hashlib.sha256).hexdigest()[:LENGTH]
    alike = hmac.new(key, b"alike\0" + alike_form(word).encode(), hashlib.sha256).hexdigest()[:LENGTH]
    return HashedToken(shape=shape(word), exact=exact, alike=alike)


def hashed(text: str, key: bytes, region: Region | None = None) -> HashedCell:
    """A whole identifying text under `key`."""
    return HashedCell(tokens=_tokens(text, key), whole=_whole(words(text), key), region=region)


def _tokens(text: str, key: bytes) -> tuple[HashedToken, ...]:
    """The words of `text` under `key`, each with the shape in which it is written."""
    pairs = zip(words(text), written(text).split(), strict=True)
    return tuple(hashed_word(word, key).model_copy(update={"shape": shape(said)}) for word, said in pairs)


def _whole(told: Sequence[str], key: bytes) -> HashedToken | None:
    """All words without the spaces between them; what looks like them is told of the words, each with its sign."""
    if not told:
        return None
    return hashed_word("".join(told), key).model_copy(update={"alike": hashed_word(" ".join(told), key).alike})


def _shape(cell: HashedCell) -> str:
    return " ".join(token.shape for token in cell.tokens)


def with_values(template: IdentityTemplate, values: Mapping[str, str], keys: Mapping[str, bytes]) -> IdentityTemplate:
    """The template with this run's values where parameters stand. Where they choose the row, only they prove it.

    Without the key the parameters stay: then nothing matches.
    """
    secret = keys.get(template.key_id) if template.key_id else None
    if template.key_id and secret is None:
        return template
    key = mixed_key(template.salt, secret)
    named = tuple(cell for cell in template.cells if _has_param(cell))
    cells = tuple(_filled(cell, values, key) for cell in named) or template.cells
    label = _filled(template.label, values, key) if template.label and _has_param(template.label) else template.label
    return template.model_copy(update={"cells": cells, "label": label})


def _has_param(cell: HashedCell) -> bool:
    return any(token.param for token in cell.tokens)


def _filled(cell: HashedCell, values: Mapping[str, str], key: bytes) -> HashedCell:
    tokens: list[HashedToken] = []
    told: list[str] | None = []
    for token in cell.tokens:
        if token.param is None:
            tokens, told = [*tokens, token], None
            continue
        said = token.shape.replace(PLACE, values.get(token.param, ""))
        tokens += _tokens(said, key)
        told = None if told is None else [*told, *words(said)]
    return cell.model_copy(update={"tokens": tuple(tokens), "whole": _whole(told or (), key)})


def likeness(said: str, cell: HashedCell, key: bytes, *, read: bool = False) -> Likeness:
    """How `said` stands to the hashed text, as `letters.likeness` tells it of a plain one."""
    told = hashed(said, key)
    wholes = (told.whole, cell.whole) if told.whole and cell.whole else None
    capitals = read or same_capitals(_shape(told), _shape(cell))
    if capitals and _same([t.exact for t in told.tokens], [t.exact for t in cell.tokens]):
        return Likeness.SAME
    if read and wholes and _same([wholes[0].exact], [wholes[1].exact]):
        return Likeness.SAME
    alike = _same([t.alike for t in told.tokens], [t.alike for t in cell.tokens])
    return Likeness.ALIKE if alike or (wholes and _same([wholes[0].alike], [wholes[1].alike])) else Likeness.OTHER


def _same(one: Sequence[str], other: Sequence[str]) -> bool:
    return len(one) == len(other) > 0 and all(hmac.compare_digest(a, b) for a, b in zip(one, other, strict=True))
