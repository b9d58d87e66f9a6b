from __future__ import annotations

import pytest

from studio.engine.vision.text import (
    confusable,
    contains_text,
    contradicts,
    normalise,
    ratio,
    same_text,
    squash,
    tokens,
)


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        ("  Save\u00a0 Encounter\n", "save encounter"),
        ("Ｓａｖｅ", "save"),
        ("co\u00adoperate zero\u200bwidth", "cooperate zerowidth"),
        ("“Don’t” – wait…", '"don\'t" - wait...'),
        ("STRASSE straße", "strasse strasse"),
        ("ﬁle № 5", "file no 5"),
    ],
)
def test_normalise(raw: str, expected: str) -> None:
    assert normalise(raw) == expected


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        ("Open in New Browser Tab", "openinnewbrowsertab"),
        ("Name:", "name"),
        ("1.5 mg", "1.5mg"),
        ("v. 2", "v2"),
        ("-5", "-5"),
        ("Follow-up", "followup"),
        ("2026-07-08", "2026-07-08"),
        ("…", ""),
    ],
)
def test_squash_keeps_what_tells_numbers_apart(raw: str, expected: str) -> None:
    assert squash(raw) == expected


def test_ratio_forgives_spaces_case_and_small_punctuation() -> None:
    assert ratio("Openin New Browser Tab", "Open in new browser tab.") == 1.0
    assert same_text("Save Encounter:", "save  encounter")
    assert not same_text("Save", "Saved")


def test_texts_of_nothing_but_punctuation_are_alike_only_where_equal() -> None:
    assert ratio("...", "…") == 1.0
    assert ratio("...", "*") == 0.0
    assert ratio("", "Save") == 0.0


def test_tokens_lose_their_outer_punctuation() -> None:
    assert tokens("“Save” (again), 1.5 — ok?") == ("save", "again", "1.5", "-", "ok")


@pytest.mark.parametrize(
    ("a", "b"),
    [("O0", "00"), ("l1I", "111"), ("modern", "modem"), ("5S8B2Z", "558822"), ("clay", "day"), ("vvord", "word")],
)
def test_confusable_glyphs(a: str, b: str) -> None:
    assert confusable(a, b)


def test_other_glyphs_are_not_confusable() -> None:
    assert not confusable("3", "8")
    assert not confusable("Save", "Sane")


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("Visit 12", "Visit 13"),
        ("Visit 1", "Visit 12"),
        ("active", "inactive"),
        ("Saved", "Not saved"),
        ("Save", "Saved"),
        ("5.1", "51"),
    ],
)
def test_similar_texts_that_contradict(a: str, b: str) -> None:
    assert contradicts(a, b)
    assert contradicts(b, a)


@pytest.mark.parametrize(("a", "b"), [("Visit 12", "Visit l2"), ("Save", "Saue"), ("Row O1", "Row 01"), ("in", "in")])
def test_ocr_noise_does_not_contradict(a: str, b: str) -> None:
    assert not contradicts(a, b)


@pytest.mark.parametrize(
    ("haystack", "needle", "found"),
    [
        ("Encounter saved at 10:15", "encounter saved", True),
        ("Encountersaved at 10:15", "encounter saved", True),
        ("Encountersavedat 10:15", "encounter saved", True),
        ("Unsaved changes", "saved", False),
        ("Unsaved changes", "saved changes", False),
        ("The save button", "saved", False),
        ("Visit 13 closed", "Visit 12 closed", False),
        ("Total: 5", "*", False),
        ("a * b", "*", True),
        ("anything", "", False),
    ],
)
def test_contains_text_keeps_to_words(haystack: str, needle: str, found: bool) -> None:
    assert contains_text(haystack, needle, 0.8) is found
