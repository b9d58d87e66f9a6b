"""Patterns of a person: they find what Python's own find, in linear time, and what is not offered is refused."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from studio.engine.privacy.linear import BadPattern, Linear
from studio.engine.privacy.patterns import TextPatterns

SOURCES = (
    *("MRN\\d{6}", "a*b", "(ab|a)c?", "[A-Z]{2}-\\d+", "x(?:y|z){2,3}", "(a|aa)+", ".b", "[^a]b", "a?", "a{0,2}b"),
    *("\\d{2}\\.\\d{2}", "(a*)*b", "[a-c\\d-]+z", "(x|)y", "a{2,}"),
)


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(SOURCES), st.text("abcxyzMRN-12. ", max_size=14))
def test_they_find_what_python_finds(source: str, text: str) -> None:
    linear = Linear(source)
    expected = any(found[0] for found in re.finditer(source, text, re.IGNORECASE)) or any(
        re.compile(source, re.IGNORECASE).fullmatch(text, a, b)
        for a in range(len(text))
        for b in range(a + 1, len(text) + 1)
    )
    assert linear.found(text) is expected
    spans = list(linear.spans(text))
    assert bool(spans) is expected
    assert all(re.compile(source, re.IGNORECASE).fullmatch(text, a, b) for a, b in spans)


def test_what_would_hang_others_takes_one_pass() -> None:
    steps = 0

    class Counted(Linear):
        def _after(self, now: frozenset[int], char: str) -> frozenset[int]:
            nonlocal steps
            steps += 1
            return super()._after(now, char)

    assert not Counted("(a|aa|a*)*b").found("a" * 5000)
    assert steps == 5000


@pytest.mark.parametrize(
    "source",
    [
        *("", "(", ")", "[a", "[", "a**", "^a", "a$", "\\b", "(?=a)", "(?P<n>a)", "\\1", "a{99}", "{", "a{2", "a{,3}"),
        *("a{0}", "[z-a]", "a\\", "(" * 22 + "a" + ")" * 22, "(\\d{60}){60}", "x" * 301, "a{2,1}", "*a"),
    ],
)
def test_what_is_not_offered_is_refused_in_one_sentence(source: str) -> None:
    with pytest.raises(BadPattern) as told:
        Linear(source)
    assert str(told.value).endswith(".")
    assert "\n" not in str(told.value)


@pytest.mark.parametrize(
    ("kind", "said", "left"),
    [
        ("date", "born 1984-03-12, seen 12.03.1984 and 03/12/1984", "born •, seen • and •"),
        ("date", "room 12.03, 1984", "room 12.03, 1984"),
        ("phone", "call +49 (0)30 1234567 or 555-123-4567", "call • or •"),
        ("phone", "on 1984-03-12 at 12", "on 1984-03-12 at 12"),
        ("email", "write to j.doe+x@clinic.example.org now", "write to • now"),
        ("iban", "DE89 3704 0044 0532 0130 00 and DE00 3704 0044 0532 0130 00", "• and DE00 3704 0044 0532 0130 00"),
        ("record-number", "MRN: 48219, P-1049822, room 12", "•, •, room 12"),
        ("regex:case-[a-f]\\d{2,4}", "CASE-B2041 and case-z1", "• and case-z1"),
    ],
)
def test_each_kind_of_text_is_blotted_out_and_no_more(kind: str, said: str, left: str) -> None:
    assert TextPatterns.of([kind]).cleaned(said, "•") == left


def test_patterns_that_overlap_leave_one_blot() -> None:
    assert TextPatterns.of(["regex:abc", "regex:bcd", "regex:d"]).cleaned("xabcdx", "•") == "x•x"
    with pytest.raises(BadPattern, match="no kind of text"):
        TextPatterns.of(["birthday"])
    with pytest.raises(BadPattern, match="More than 50"):
        TextPatterns.of([f"regex:{n}" for n in range(51)])
