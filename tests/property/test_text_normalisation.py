from __future__ import annotations

from hypothesis import example, given, settings
from hypothesis import strategies as st

from studio.engine.vision.text import confusable, contains_text, contradicts, normalise, ratio, same_text, squash

WORDS = st.lists(st.text("abcdefgXYZ0123456789éß", min_size=1, max_size=8), min_size=1, max_size=6)


@settings(deadline=None)  # the machine is shared
@given(st.text())
def test_normalising_twice_changes_nothing(text: str) -> None:
    assert normalise(normalise(text)) == normalise(text)


@settings(deadline=None)  # the machine is shared
@given(st.text())
@example("O¯")
@example("a'\u0304")
def test_squashing_twice_changes_nothing(text: str) -> None:
    assert squash(squash(text)) == squash(text)


@settings(deadline=None)  # the machine is shared
@given(st.text())
def test_no_space_is_left_that_does_not_part_words(text: str) -> None:
    assert normalise(text).split() == [word for word in normalise(text).split(" ") if word]


@settings(deadline=None)  # the machine is shared
@given(WORDS, st.sampled_from(["", "  ", "\u00a0", "\u2009", "\u200b "]))
def test_spaces_never_matter(words: list[str], gap: str) -> None:
    assert same_text(" ".join(words), gap.join(words))


@settings(deadline=None)  # the machine is shared
@given(st.text(), st.text())
def test_ratio_is_bounded_and_whole_only_for_the_same(a: str, b: str) -> None:
    assert 0.0 <= ratio(a, b) <= 1.0
    assert (ratio(a, b) == 1.0) == same_text(a, b)


@settings(deadline=None)  # the machine is shared
@given(st.text())
def test_a_text_is_itself(text: str) -> None:
    assert ratio(text, text) == 1.0
    assert confusable(text, text)
    assert not contradicts(text, text)


@settings(deadline=None)  # the machine is shared
@given(st.text(), st.text())
def test_confusing_and_contradicting_go_both_ways(a: str, b: str) -> None:
    assert confusable(a, b) == confusable(b, a)
    assert not (confusable(a, b) and contradicts(a, b))


@settings(deadline=None)  # the machine is shared
@given(WORDS, WORDS, WORDS)
def test_a_run_of_words_is_contained(before: list[str], needle: list[str], after: list[str]) -> None:
    assert contains_text(" ".join([*before, *needle, *after]), " ".join(needle), 0.8)
