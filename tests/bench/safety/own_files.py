"""Targets for a person's own files (words of risk, patterns, keys), for signatures, and for what is searched."""

from __future__ import annotations

import io
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from studio.engine.bundle.signature import checked_signature, signed
from studio.engine.bundle.trust import public_half, read_key_file
from studio.engine.compiler import risk_words
from studio.engine.privacy.own import own_patterns
from studio.engine.privacy.patterns import KINDS, TextPatterns
from studio.engine.privacy.scan_bytes import ByteSearch
from studio.engine.privacy.scan_parts import parts_of
from studio.resource_files import resource
from tests.bench.safety.seeds import shared

_KEY = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
_DIGEST, _SEAL = "ab" * 32, "cd" * 32
PATTERNS = (b"(a|b)+[0-9]{2,4}", rb"\d{3}-[^x]*y?", b"a{2}(b{3})*")
_TEXT = "Jane Sample, born 04.07.1980, jane@example.com, 4111 1111 1111 1111, " * 20


def risk(data: bytes, scratch: Path) -> None:
    """A person's table of words, and what it makes of labels."""
    with _config(scratch, risk_words.OWN, data):
        risk_words._read_own.cache_clear()
        for label in ("Save", "Delete all", "Speichern", ""):
            risk_words.read_label(label)


def patterns(data: bytes, scratch: Path) -> None:
    """The patterns of a person, and what they hide."""
    with _config(scratch, "privacy.json", data):
        own_patterns().cleaned(_TEXT, "•")


def pattern(data: bytes, scratch: Path) -> None:
    """One pattern, however it is written; it may not take long on any text."""
    del scratch
    try:
        made = TextPatterns.of([f"regex:{data.decode('utf-8', 'replace')}"])
    except RecursionError as error:
        raise AssertionError("a pattern that is nested too deeply") from error
    made.cleaned(_TEXT, "•")
    made.cleaned("a" * 3000, "•")


def key(data: bytes, scratch: Path) -> None:
    """The public key of somebody."""
    (scratch / "key.json").write_bytes(data)
    read_key_file(scratch / "key.json")


def signature(data: bytes, scratch: Path) -> None:
    """signature.json: nothing but its own bytes is taken."""
    del scratch
    checked_signature(data, _DIGEST, _SEAL, "b")
    assert data == good_signature(), "another signature was taken"


def searched(data: bytes, scratch: Path) -> None:
    """Any file in which secrets are searched, also inside of archives and pictures."""
    del scratch
    search = ByteSearch(["hunter2-correct-horse"])
    for number, part in enumerate(parts_of(io.BytesIO(data))):
        assert number < 10_000, "a small file with endless parts"
        search.found(part.data)


def good_signature() -> bytes:
    """A signature of a made-up bundle."""
    return signed(_DIGEST, _SEAL, _KEY, "Jane Sample", at="2026-07-20T16:12:18+00:00")


def good_key() -> bytes:
    """The key that it was made with."""
    return public_half(_KEY, "Jane Sample").model_dump_json().encode()


def good_patterns() -> bytes:
    """Two patterns."""
    return json.dumps({"version": 1, "hide": ["regex:(a|b)+[0-9]{2,4}", KINDS[0]]}).encode()


def good_words() -> bytes:
    """The words of a shipped language."""
    return (resource("risk") / "en.json").read_bytes()


def good_archive() -> bytes:
    """An archive with pictures."""
    return shared("bundle")


@contextmanager
def _config(scratch: Path, name: str, data: bytes) -> Iterator[None]:
    former = os.environ.get("STUDIO_CONFIG")
    (scratch / name).write_bytes(data)
    os.environ["STUDIO_CONFIG"] = str(scratch)
    try:
        yield
    finally:
        if former is None:
            del os.environ["STUDIO_CONFIG"]
        else:
            os.environ["STUDIO_CONFIG"] = former
