"""The review without its widgets: groups by cause, evidence in words, decisions with undo."""

from __future__ import annotations

from dataclasses import replace

import pytest
from helpers.steps import PLACE, save_anchor
from hypothesis import given
from hypothesis import strategies as st

from studio.engine.model.anchor import Anchor
from studio.engine.model.geometry import Point
from studio.engine.model.heals import Heal, HealCause, HealChange
from studio.engine.model.resolution import Candidate, Rung, RungAttempt, Verdict
from studio.engine.model.results import CheckResult, CheckVerdict, Outcome, RunReport, StepResult
from studio.engine.review import Review, Word
from studio.engine.review.words_said import words_in
from studio.ui.review.board import ACCEPTED, OPEN, REJECTED, Board
from studio.ui.review.evidence import changes, evidence
from studio.ui.review.grouping import grouped


def heal(name: str, *what: str, to: tuple[int, int] = (0, 0), **more: object) -> Heal:
    """A heal of step `name` whose target moved by `to`."""
    before = save_anchor()
    place = PLACE.moved(*to)
    fields = {
        "id": name,
        "step_id": name,
        "intent": f"click {name}",
        "irreversible": False,
        "cause": HealCause.LOOK,
        "rung": "ocr",
        "confidence": 0.97,
        "before": before,
        "after": before.model_copy(update={"region": place, "control": place, "click_point": place.center}),
        "changes": tuple(HealChange(what=w, before="", after="") for w in what),
    }
    return Heal(**{**fields, **more})  # type: ignore[arg-type]


def review_of(*heals: Heal) -> Review:
    report = RunReport(
        run_id="r", workflow="w", outcome=Outcome.PASSED, started_at="", finished_at="", heals=tuple(heals)
    )
    return Review(report)


def heads(*heals: Heal, darker: bool | None = None) -> list[tuple[str, str, int]]:
    return [(g.title, g.detail, len(g.heals)) for g in grouped(heals, darker)]


def test_heals_are_grouped_by_what_happened_to_the_program() -> None:
    looks = [heal(f"l{n}", "look") for n in range(3)]
    down = [heal("m1", "place", to=(0, 40)), heal("m2", "place", "look", to=(1, 42))]
    assert heads(*down, heal("n", "label", "place"), *looks, heal("w")) == [
        ("Looks different", "only the look changed", 3),
        ("Moved 40 px down", "some look different, too", 2),
        ("Found another way", "it changed too little to say what", 1),
        ("Renamed", "another label: look closely", 1),
    ]
    assert heads(*looks, darker=True)[0][0] == "New dark theme"
    assert heads(*looks, darker=False)[0][0] == "New light theme"
    assert heads(heal("m", "place", "look", to=(-20, 8)))[0][:2] == (
        "Moved 20 px left, 8 px down",
        "and looks different",
    )
    scattered = [heal(f"s{n}", "place", to=(50 * n, 0)) for n in range(1, 6)]
    assert heads(*scattered) == [("Moved", "each its own way: the page is laid out anew", 5)]


def attempt(rung: Rung, verdict: Verdict, *scores: float, threshold: float | None = None) -> RungAttempt:
    found = tuple(Candidate(point=Point(9, n), region=PLACE, score=s, label="Save") for n, s in enumerate(scores))
    return RungAttempt(rung=rung, verdict=verdict, candidates=found, threshold=threshold)


def test_evidence_says_what_speaks_for_it_and_what_is_not_known() -> None:
    trace = (
        attempt(Rung.TEMPLATE, Verdict.MISS, 0.57, threshold=0.985),
        attempt(Rung.OCR, Verdict.FOUND, 0.97, 0.4, threshold=0.85),
    )
    healed = heal("a", "look", trace=trace, identity="match", before=save_anchor(context_text="Ada, 1951"))
    checks = (
        CheckResult(kind="text_present", verdict=CheckVerdict.PASSED, expected="Saved"),
        CheckResult(kind="text_present", verdict=CheckVerdict.UNKNOWN, expected="Done"),
    )
    step = StepResult(step_id="a", intent="", action="click", ok=True, checks=checks, confirmed_by_person=True)
    rows = [(r.label, r.said, r.verdict) for r in evidence(healed, step)]
    assert rows == [
        ("Found by", "Label 0.97 | 0.85", "speaks for it"),
        ("Not by", "Template 0.57 | 0.98", "did not find it"),
        ("Runner-up", "0.40 “Save” at 9, 1", "cannot say"),
        ("Identity", "the same row: Ada, 1951", "speaks for it"),
        ("Afterwards", "“Saved” was there", "held"),
        ("", "whether “Done” was there is not known", "could not be made"),
        ("In the run", "a person confirmed this place", "confirmed"),
    ]
    bare = [(r.label, r.verdict) for r in evidence(heal("b", "look"), None)]
    assert bare == [
        ("Found by", "speaks for it"),
        ("Runner-up", "cannot say"),
        ("Identity", "not asked"),
        ("Afterwards", "cannot say"),
    ]


@pytest.mark.parametrize(
    ("after", "expected"),
    [
        (save_anchor(), []),
        (save_anchor(ocr_text="Send"), [("Label", "Save → Send")]),
        (save_anchor(control=PLACE.moved(0, 40), click_point=Point(1, 2)), [("Place", "(355, 316) → (1, 2)")]),
    ],
)
def test_what_would_change_is_told_and_the_rest_stays(after: Anchor, expected: list[tuple[str, str]]) -> None:
    told = changes(heal("a", after=after))
    assert [(c.what, c.how) for c in told if not c.kept] == expected
    assert [c.how for c in told if c.kept] == ["as they are"]
    assert told[-1].what.endswith("Checks")


STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("decide"), st.sampled_from("abc"), st.sampled_from([OPEN, ACCEPTED, REJECTED])),
        st.tuples(st.just("group"), st.sampled_from("abc"), st.just("")),
        st.tuples(st.sampled_from(["undo", "redo"]), st.just(""), st.just("")),
    ),
    max_size=14,
)


@given(STEPS)
def test_whatever_is_pressed_the_words_on_disk_say_what_the_screen_says(steps: list[tuple[str, str, str]]) -> None:
    heals = (heal("a", "look"), heal("b", "look", irreversible=True), heal("c", "look"))
    start = review_of(*heals)
    rejected = Word("c", REJECTED, "ana", run="earlier")
    board = Board(replace(start, earlier={"c": (rejected,)}), grouped(heals), "ben")
    seen = [dict.fromkeys("ab", OPEN) | {"c": REJECTED}]
    undone: list[dict[str, str]] = []
    kept: list[dict[str, object]] = []
    for what, which, decision in steps:
        now = dict(seen[-1])
        words: tuple[Word, ...] = ()
        if what == "decide":
            words = board.decide([which], decision)
            now[which] = decision
        elif what == "group":
            words = board.accept_group(which)
            now |= {i: ACCEPTED for i in "ac" if now[i] == OPEN}
        elif what == "undo" and board.can_undo:
            words = board.undo()
            undone.append(seen.pop())
            now = seen[-1]
        elif what == "redo" and board.can_redo:
            words = board.redo()
            now = undone.pop()
            seen.append(now)
        if what in ("decide", "group") and words:
            seen.append(now)
            undone.clear()
        kept += [w.record("step") for w in words]
        assert {i: board.review.decision(i) for i in "abc"} == seen[-1]
        assert board.can_undo is (len(seen) > 1)
    on_disk = {"a": OPEN, "b": OPEN, "c": REJECTED} | {w.heal: w.decision for w in words_in(kept)}
    assert on_disk == seen[-1]
    assert all(w.by == "ben" for w in words_in(kept))
