"""What a recording tells of fields: what they tell, whether they kept what was put in, and which entry a key took."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest
from helpers.elements import blank, element, seen

from studio.engine.compiler.drafting import draft_steps
from studio.engine.compiler.drafts import StepDraft
from studio.engine.compiler.entry_marked import entry_taken
from studio.engine.compiler.filled_fields import field_tells, kept, rechecks
from studio.engine.compiler.scenes import Scene, Scenes
from studio.engine.model.structure import Element, StructureSnapshot
from studio.engine.model.workflow import ActionKind, FieldTells, Risk, WantedState
from studio.engine.recording import RecordedEvent

SAVE = element("Save", (300, 300))
RISKS = (Risk.REVERSIBLE, Risk.REVERSIBLE, Risk.IRREVERSIBLE)


class Shown:
    """Scenes that were written down: what was shown before and after each event."""

    def __init__(self, *looks: tuple[tuple[Element, ...], tuple[Element, ...]]) -> None:
        self._looks = [{"before": seen(*b).structure, "after": seen(*a).structure} for b, a in looks]

    def snapshot(self, when: str, i: int) -> StructureSnapshot | None:
        return self._looks[i][when]


class Unseen(Scenes):
    """Scenes of which no accessibility data came."""

    def __init__(self) -> None:
        pass

    def snapshot(self, _when: str, _i: int) -> None:
        return None


def scenes(*looks: tuple[tuple[Element, ...], tuple[Element, ...]]) -> Scenes:
    shown: Any = Shown(*looks)
    return shown


def note(value: str | None = "", **more: Any) -> Element:
    traits = {"tag": "input", "role": "textbox", "editable": True, "element_id": "note", "focused": True}
    return element("Note", value=value, **{**traits, **more})


def typed(i: int, text: str = "hello", **more: Any) -> StepDraft:
    return StepDraft(RecordedEvent(i=i, kind=ActionKind.TYPE, text=text), f"step_{i:03d}", ActionKind.TYPE, **more)


def clicked(i: int, on: Element = SAVE, **more: Any) -> StepDraft:
    event = RecordedEvent(i=i, kind=ActionKind.CLICK, x=1, y=1)
    return StepDraft(event, f"step_{i:03d}", ActionKind.CLICK, element=on, **more)


def pressed(i: int, key: str, **more: Any) -> StepDraft:
    return StepDraft(RecordedEvent(i=i, kind=ActionKind.KEY, key=key), f"step_{i:03d}", ActionKind.KEY, **more)


class TestWhatTheFieldTells:
    def tells(self, before: Element, after: Element) -> FieldTells:
        return field_tells(0, [typed(0)], scenes(((before,), (after,))))

    def test_its_value(self) -> None:
        assert self.tells(note(), note("hello")) is FieldTells.VALUE
        assert self.tells(note("say"), note("say hello")) is FieldTells.VALUE

    def test_only_its_focus(self) -> None:
        assert self.tells(note(), note("")) is FieldTells.FOCUS
        assert self.tells(note(None), note(None)) is FieldTells.FOCUS

    def test_nothing_where_no_field_had_the_focus(self) -> None:
        assert self.tells(SAVE, SAVE) is FieldTells.NOTHING

    def test_but_a_field_that_was_clicked_tells_its_focus(self) -> None:
        target: Any = object()
        drafts = [clicked(0, note(), target=target), typed(1)]
        look = ((SAVE,), (SAVE,))
        assert field_tells(1, drafts, scenes(look, look)) is FieldTells.VALUE


class TestWhereAMomentsDataIsMissing:
    """A walk over a program's accessibility data may come too late on a slow machine."""

    def tells(self, *known: Element, desktop: bool = True, first: StepDraft | None = None) -> FieldTells:
        look = seen(*known).structure
        assert look is not None
        url = "desktop:1" if desktop else look.url
        shown: Any = Shown(((), ()), ((), ()))
        shown.snapshot = lambda _when, i: replace(look, url=url) if i == 0 else None
        return field_tells(1, [first or pressed(0, "Tab"), typed(1)], shown)

    def test_a_program_without_any_is_one_that_tells_nothing(self) -> None:
        assert self.tells() is FieldTells.NOTHING
        assert self.tells(SAVE) is FieldTells.NOTHING

    def test_one_that_has_fields_or_a_focus_elsewhere_is_not(self) -> None:
        assert self.tells(note(focused=False)) is FieldTells.VALUE
        assert self.tells(element("Save", (300, 300), focused=True)) is FieldTells.VALUE

    def test_nor_is_a_page_or_what_was_never_seen(self) -> None:
        assert self.tells(SAVE, desktop=False) is FieldTells.VALUE
        assert field_tells(0, [typed(0)], Unseen()) is FieldTells.VALUE

    def test_nor_is_one_whose_field_was_clicked(self) -> None:
        target: Any = object()
        assert self.tells(SAVE, first=clicked(0, note(), target=target)) is FieldTells.VALUE


class TestWhetherItWasKept:
    def kept(self, at_the_end: tuple[Element, ...], between: tuple[Element, ...] | None = None) -> bool:
        first = ((note(),), (note("hello"),))
        middle = between if between is not None else (note("hello"),)
        shown = scenes(first, (middle, middle), (at_the_end, ()))
        return kept(0, [typed(0), clicked(1, filled=True), clicked(2)], RISKS, shown)

    def test_it_was(self) -> None:
        assert self.kept((note("hello"), SAVE))

    @pytest.mark.parametrize("value", ["Hello", "hello, world", ""])
    def test_it_was_not(self, value: str) -> None:
        assert not self.kept((note(value), SAVE))
        assert not self.kept((note("hello"), SAVE), between=(note(value),))

    def test_a_field_that_is_gone_at_the_end_was_kept_as_long_as_it_was_there(self) -> None:
        assert self.kept((SAVE,))
        assert not self.kept((SAVE,), between=(SAVE,))

    def test_a_box_that_was_ticked(self) -> None:
        box = element("Copy", role="checkbox", tag="input", checked=False)
        on = element("Copy", role="checkbox", tag="input", checked=True)
        wanted = WantedState(attribute="checked", value=True)
        for end, was in ((on, True), (box, False)):
            shown = scenes(((box,), (on,)), ((on,), (on,)), ((end,), ()))
            assert kept(0, [clicked(0, box), clicked(1), clicked(2)], RISKS, shown, wanted) is was


def test_what_is_read_once_more_before_a_button_after_a_form_was_filled() -> None:
    back = Risk.REVERSIBLE
    assert rechecks(clicked(0), Risk.IRREVERSIBLE)
    assert rechecks(clicked(0, filled=True), back)
    assert rechecks(pressed(0, "Enter", filled=True), back)
    assert not rechecks(clicked(0), back)
    assert not rechecks(clicked(0, note(), filled=True), back)
    assert not rechecks(pressed(0, "Tab", filled=True), back)


class TestTheEntryThatAKeyTook:
    MARKED = element("High", (100, 200), role="option", active=True)

    def taken(self, key: str, *after: Element) -> str | None:
        return entry_taken(pressed(0, key), scenes(((note(), self.MARKED), after)))

    def test_its_list_is_gone_or_the_field_shows_it(self) -> None:
        assert self.taken("Enter", note("High")) == "High"
        assert self.taken("Tab", note("")) == "High"
        assert self.taken("Enter", note("High"), self.MARKED) == "High"

    def test_a_key_that_leaves_it_where_it_is_took_none(self) -> None:
        assert self.taken("Enter", note(""), self.MARKED) is None
        assert self.taken("ArrowDown", note("")) is None


@pytest.mark.parametrize(
    ("keys", "appends"),
    [((), False), (("Control+A",), False), (("End",), True), (("Control+End", "Enter"), True), (("End", "Tab"), False)],
)
def test_text_after_a_key_that_goes_to_the_end_is_added_though_nothing_tells_what_stood_there(
    keys: tuple[str, ...], appends: bool
) -> None:
    events = [RecordedEvent(i=n, kind=ActionKind.KEY, key=key) for n, key in enumerate(keys)]
    events.append(RecordedEvent(i=len(keys), kind=ActionKind.TYPE, text="and more"))
    scene = Scene(blank(), seen(SAVE).structure)
    shown: Any = SimpleNamespace(
        before=lambda _i: scene, after=lambda _i: scene, snapshot=lambda *_: scene.snapshot, structure=True
    )
    assert draft_steps(tuple(events), shown, lambda *_: None)[-1].appends is appends
