"""The parts of the drift benchmark beside its table: what steps' checks say, and what the dots on cards foretell."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, cast

import pytest
from helpers.drawing import Canvas
from helpers.elements import element, seen, text

from studio.engine.model.geometry import Region
from studio.engine.runtime.observation import Observation
from studio.engine.whatif import COUNTED, Kind, Outcome, Robustness
from tests.bench.drift.acts import WAYS, Act, Story
from tests.bench.drift.calibration import are_in_order, dots, levels
from tests.bench.drift.checks import (
    AGAIN,
    DONE,
    MUST_FAIL,
    Asked,
    Compiled,
    _under,
    check_figures,
    compiled,
    went_wrong,
)
from tests.bench.drift.corpus import HERE, recorded
from tests.bench.drift.judging import NEEDLESS, NOT_SHOWN, NOTHING, RIGHT, Case
from tests.bench.drift.showing import Shown
from tests.bench.drift.stories import STORIES, looks_of
from tests.bench.drift.table import figures

SAVE = Region(40, 200, 100, 30)
STORY = Story(
    "memo",
    "tabs",
    (Act("save", (("say", "Memo saved"),), refused=(("fail", "No"),), late=(("fail", "No"),)),),
    (("x", ("", "", "")),),
)


@dataclass(frozen=True)
class Told:
    """A story that is told by texts alone: what is shown at each moment."""

    said: dict[str, tuple[str, ...]]
    story: Story = STORY
    places: tuple[Region, ...] = (SAVE,)
    look = recorded("tabs")

    def ways(self, _n: int) -> list[str]:
        return list(WAYS)

    def moment(self, name: str) -> Observation:
        lines = tuple(text(line, 40, 300 + 30 * n) for n, line in enumerate(self.said[name]))
        button = element("Save memo", SAVE[:2])
        return replace(seen(button, texts=(text("Save memo", 45, 205), *lines)), frame=FRAME)


FRAME = Canvas().frame
SHOWN = {
    "0.before": ("Notes",),
    "0.after": ("Notes", "Memo saved"),
    "0.refused": ("Notes", "Memo not saved"),
    **{f"0.{way}": ("Notes", "Something else") for way in WAYS},
    "0.left": ("Memo saved", "Notes"),
    "0.other": ("Notes", "Memo saved", "Otto"),
    "0.again": ("Memo saved", "Notes", "Memo saved"),
    "0.late": ("Notes", "Memo saved", "Memo not saved"),
}


def asked(shown: dict[str, tuple[str, ...]], made: Compiled) -> list[Asked]:
    return list(_under(cast(Shown, Told(shown)), made, "structure"))


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Compiled:
    folder: Path = tmp_path_factory.mktemp("told")
    return compiled(cast(Shown, Told(SHOWN)), folder, structure=True)


def test_a_story_goes_on_where_it_was_done_and_stops_where_it_was_not(made: Compiled) -> None:
    found = {one.state: one for one in asked(SHOWN, made)}
    assert list(found) == [DONE, *MUST_FAIL, AGAIN]
    assert {state for state, one in found.items() if one.went_on} == {DONE, AGAIN, "other"}  # whose is it?
    assert [state for state, one in found.items() if went_wrong(one)] == ["other"]
    told = check_figures(list(found.values()))["structure"]
    assert told["done"] == {"cases": 1, "needless": 0, "share": 0.0}
    assert told["must_fail"]["left"] == {"cases": 1, "caught": 1}
    assert told["must_fail"]["other"] == {"cases": 1, "caught": 0}


def test_a_check_that_fails_needlessly_and_one_that_cannot_tell_are_counted_apart(made: Compiled) -> None:
    (done, *_) = asked({**SHOWN, "0.after": ("Notes", "Memo stored")}, made)
    assert not done.went_on
    unknowable = replace(done, unknowable=True)
    told = check_figures([done, unknowable, replace(done, went_on=True)])["structure"]
    assert told["done"] == {"cases": 2, "needless": 1, "share": 0.5}
    assert told["unknowable"] == 1


def test_a_step_without_checks_lets_everything_pass(made: Compiled) -> None:
    bare = replace(made, steps=tuple(s.model_copy(update={"expect": (), "heeds_failure": False}) for s in made.steps))
    assert {one.state for one in asked(SHOWN, bare) if went_wrong(one)} == set(MUST_FAIL)


def test_each_story_acts_on_what_its_page_or_an_earlier_act_shows() -> None:
    for story in STORIES:
        shown = (HERE / "pages" / f"{story.page}.html").read_text()
        assert looks_of(story)[0] == recorded(story.page)
        for act in story.acts:
            name = act.target.removeprefix("#")
            assert f't="{name}"' in shown or f'id="{name}"' in shown or f"id='{name}'" in shown, (story.name, name)
            shown += "".join(word for order in act.done for word in order)


def card(right: int) -> Robustness:
    """A card with so many full dots."""
    return Robustness({kind: Outcome.RIGHT if n < right else Outcome.STOPS for n, kind in enumerate(COUNTED)})


def case(target: str, verdict: str, **more: Any) -> Case:
    look = replace(recorded("login"), kind="zoom", zoom=1.25)
    return Case("vision", more.pop("look", look), target, verdict, "ocr", "", 1.0, (), 0, 0, **more)


def test_the_share_that_held_is_counted_by_dots() -> None:
    known = {("vision", "login", "user"): card(5), ("vision", "login", "help"): card(2)}
    held = [case("user", RIGHT)] * 30 + [case("help", RIGHT)] * 10 + [case("help", NEEDLESS)] * 20
    ignored = [case("help", RIGHT, look=recorded("login")), case("user", RIGHT, expected="either")]
    low, high = levels(held + ignored, known)
    assert (low.dots, low.steps, low.cases, low.held) == (2, 1, 30, 10)
    assert (high.dots, high.share) == (5, 1.0)
    assert are_in_order((low, high))
    assert not are_in_order((replace(low, held=30), replace(high, held=20)))
    assert are_in_order((replace(low, cases=5, held=5), replace(high, held=20)))


def test_a_target_that_no_frame_shows_is_counted_apart() -> None:
    hidden = case("help", NOT_SHOWN, expected=NOTHING)
    told = figures([case("user", RIGHT), hidden])["arms"]["vision"]
    assert (told["cases"], told["acted_right"], told["not_shown"]) == (1, 1, 1)
    assert levels([hidden], {("vision", "login", "help"): card(2)}) == ()


def test_a_screen_that_a_change_does_not_touch_counts_as_the_others() -> None:
    assert dots(card(5)) == 5
    assert dots(Robustness({**card(4).outcomes, Kind.ROW_ADDED: Outcome.NO_EFFECT})) == 5
    assert dots(card(0)) == 0
