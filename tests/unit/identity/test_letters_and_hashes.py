"""Identities letter for letter, plain and hashed: what is the same, what only looks alike, what is another record."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from studio.engine.identity import hashing, letters
from studio.engine.identity.letters import Likeness
from studio.engine.model.identity import HashedCell, HashedToken, IdentityTemplate

KEY = hashing.mixed_key("00ff", b"secret")

SAME = [
    ("Jane Sample", "Jane Sample"),
    ("JANE SAMPLE", "jane  sample"),
    ("O’Brien", "O'Brien"),
    ("Müller", "Mu\u0308ller"),
    ("MM-100234", "MM‑100234"),
    ("１２.5", "12.5"),
    ("10²", "10²"),
    ("−5", "-5"),
]
ALIKE = [
    ("MM-1O0234", "MM-100234"),
    ("SampIe", "Sample"),
    ("Samp1e", "Sample"),
    ("Bemes", "Bernes"),
    ("P-S1820", "P-51820"),
    ("8B12", "BB12"),
    ("2Z", "ZZ"),
    ("Dark", "Clark"),
    ("Evvan", "Ewan"),
    ("José", "Jose"),
    ("Strauß", "Strauss"),
    ("OBrien", "O'Brien"),
    ("Smith Jones", "Smith-Jones"),
    ("Annmarie", "Ann Marie"),
    ("aB3", "Ab3"),
    ("Olaf smith-Jones", "Olaf Smith-Jones"),
    ("03121951", "03.12.1951"),
    ("1951.12.03", "1951-12-03"),
    ("1 250 000", "1,250,000"),
    ("No 5", "No.5"),
    ("Room 3 Bed", "Room 3.Bed"),
    ("12,5", "12.5"),
    ("12.S", "12.5"),
    ("l.5", "1.5"),
    ("MM100", "MM-100"),
    ("50 m2", "50 m²"),
]
OTHER = [
    ("Hansen", "Hanson"), ("1951-12-03", "1951-12-08"), ("100234", "100243"), ("Jane", "Janet"), ("", "Jane"),
]  # fmt: skip
VALUES = [
    ("125", "12.5"), ("12 5", "12.5"), ("I25", "12.5"), ("125", "12.S"), ("15", "l.5"), ("125 mg", "12.5 mg"),
    ("125mg", "12,5mg"), ("5", "-5"), ("5", "−5"), ("Balance 5", "Balance -5"), ("Balance (5)", "Balance (-5)"),
    ("1.5", "-1.5"), ("102", "10²"), ("102", "10₂"), ("102", "10②"), ("112", "1½"), ("12", "½"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("said", "wanted", "expected"),
    [(*pair, one) for one, pairs in ((2, SAME), (1, ALIKE), (0, [*OTHER, *VALUES])) for pair in pairs],
)
def test_letters_accents_and_marks_count_and_hashes_tell_the_same(said: str, wanted: str, expected: int) -> None:
    assert letters.likeness(said, wanted) == Likeness(expected)
    assert hashing.likeness(said, hashing.hashed(wanted, KEY), KEY) == Likeness(expected)


@pytest.mark.parametrize("read", [True, False])
@pytest.mark.parametrize(("one", "other"), VALUES)
def test_another_value_of_the_same_figures_is_another_one_whoever_read_it(one: str, other: str, read: bool) -> None:
    for said, wanted in ((one, other), (other, one)):
        assert letters.likeness(said, wanted, read=read) is Likeness.OTHER
        assert hashing.likeness(said, hashing.hashed(wanted, KEY), KEY, read=read) is Likeness.OTHER
        assert letters.likeness(wanted, wanted, read=read) is Likeness.SAME


def test_who_reads_pixels_loses_spaces_and_nothing_else() -> None:
    for said, wanted in (("M M-618820", "MM-618820"), ("JaneSample", "Jane Sample")):
        assert letters.likeness(said, wanted) is Likeness.ALIKE
        assert letters.likeness(said, wanted, read=True) is Likeness.SAME
        assert hashing.likeness(said, hashing.hashed(wanted, KEY), KEY, read=True) is Likeness.SAME
    assert letters.likeness("JaneSampIe", "Jane Sample", read=True) is Likeness.ALIKE


@given(one=st.text("abcDEF012 -'é", max_size=12), other=st.text("abcDEF012 -'é", max_size=12), read=st.booleans())
@settings(max_examples=200, deadline=None)
def test_a_hash_is_the_same_where_the_text_is(one: str, other: str, read: bool) -> None:
    plain = letters.likeness(one, other, read=read) is Likeness.SAME
    told = hashing.likeness(one, hashing.hashed(other, KEY), KEY, read=read) is Likeness.SAME
    assert told == plain


def test_a_hash_tells_nothing_but_the_kinds_of_its_characters_and_nothing_under_another_key() -> None:
    cell = hashing.hashed("Jane 1951-12-03", KEY)
    assert [token.shape for token in cell.tokens] == ["Aaaa", "9999-99-99"]
    assert "jane" not in cell.model_dump_json().lower()
    other = hashing.mixed_key("00ff", b"another")
    assert hashing.likeness("Jane 1951-12-03", cell, other) is Likeness.OTHER
    assert hashing.likeness("Jane 1951-12-03", cell, hashing.mixed_key("00fe", b"secret")) is Likeness.OTHER


def test_a_parameter_s_value_stands_where_the_recorded_one_stood() -> None:
    family, given = HashedToken(shape="{},", param="family"), HashedToken(shape="{}", param="given")
    who = HashedCell(tokens=(family, given))
    template = IdentityTemplate(salt="00ff", cells=(who, hashing.hashed("1951-12-03", bytes.fromhex("00ff"))))
    filled = hashing.with_values(template, {"family": "Sample", "given": "Ann Marie"}, {})
    (cell,) = filled.cells  # what belonged to the recorded record alone is gone
    assert hashing.likeness("Sample, Ann Marie", cell, bytes.fromhex("00ff")) is Likeness.SAME
    assert hashing.likeness("Sample, Anna Marie", cell, bytes.fromhex("00ff")) is Likeness.OTHER
    keyed = template.model_copy(update={"key_id": "gone"})
    assert hashing.with_values(keyed, {"family": "Sample", "given": "Ann"}, {}) is keyed
