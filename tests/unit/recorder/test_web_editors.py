"""Editors that change their text themselves: what a person typed is recorded, what the program added is not."""

from __future__ import annotations

from typing import Any

from studio.engine.model.geometry import Region
from studio.engine.model.structure import Element
from studio.recorder.actions import Marker
from studio.recorder.web.normaliser import _UNREAD, PageNormaliser
from studio.recorder.web.reading import Reader
from studio.recorder.web.signals import Begin, Edit, FieldState, Judged, Key, Moment, Signal, Unread

EDITOR = Element(0, "div", "textbox", "Code", Region(10, 40, 100, 20), editable=True)


class Editor:
    """Tells what an editor's page would, a tenth of a second apart."""

    def __init__(self) -> None:
        self.normaliser = PageNormaliser()
        self.t, self.number, self.made = 0.0, 0, list[Any]()

    def tell(self, kind: type[Signal], *fields: Any) -> Editor:
        self.t += 0.1
        self.made += self.normaliser.feed(kind(self.t, "p", *fields))
        return self

    def begin(self, text: str) -> Editor:
        return self.tell(Begin, holding(text), Moment(self.t, EDITOR))

    def edit(self, text: str, how: str = "insertText") -> Editor:
        return self.tell(Edit, holding(text), how)

    def down(self, key: str, text: str, *, types: bool = False) -> Editor:
        self.number += 1
        return self.tell(Key, key, self.number, (), types, False, holding(text), Moment(self.t))

    def chord(self, key: str, text: str) -> Editor:
        self.number += 1
        return self.tell(Key, key, self.number, ("Control",), False, False, holding(text), Moment(self.t))

    def judged(self, *, taken: bool, text: str) -> Editor:
        return self.tell(Judged, self.number, taken, True, text)

    def end(self) -> list[str]:
        self.made += self.normaliser.flush()
        return [one.sentence if isinstance(one, Marker) else one.action.text or one.action.key for one in self.made]


def holding(text: str) -> FieldState:
    return FieldState("f", text, text == "", many=True, tag="div")


def test_a_line_that_the_program_breaks_and_indents_is_a_key_and_no_text() -> None:
    page = Editor().begin("").edit("if a:").down("Enter", "if a:").edit("if a:\n  ")
    page.judged(taken=True, text="if a:\n  ").begin("if a:\n  ").edit("if a:\n  call()")
    assert page.end() == ["if a:", "Enter", "call()"]


def test_blanks_that_the_program_puts_behind_a_line_break_are_no_text() -> None:
    page = Editor().begin("").edit("if a:").down("Enter", "if a:").edit("if a:\n", "insertLineBreak")
    page.judged(taken=False, text="if a:\n").edit("if a:\n  ", "")
    page.down("c", "if a:\n  ", types=True).edit("if a:\n  c")
    assert page.end() == ["if a:\n", "c"]
    late = Editor().begin("").edit("if a:").down("Enter", "if a:").edit("if a:\n", "insertParagraph")
    late.judged(taken=False, text="if a:\n").down("c", "if a:\n    ", types=True).edit("if a:\n    c")
    assert late.end() == ["if a:\n", "c"], "also where it is told with the next key only"
    soon = Editor().begin("").edit("if a:").down("Enter", "if a:").edit("if a:\n", "insertLineBreak")
    soon.judged(taken=False, text="if a:\n  ").down("c", "if a:\n  ", types=True).edit("if a:\n  c")
    assert soon.end() == ["if a:\n", "c"], "or with the verdict on the key"


def test_blanks_that_were_typed_stay_text() -> None:
    page = Editor().begin("").edit("a").down("Enter", "a").edit("a\n", "insertLineBreak")
    page.judged(taken=False, text="a\n").down(" ", "a\n", types=True).edit("a\n ").down("b", "a\n ", types=True).edit(
        "a\n b"
    )
    assert page.end() == ["a\n b"]


def test_an_editor_that_breaks_the_line_by_itself_in_answer_to_the_input_types_it() -> None:
    page = Editor().begin("").edit("a").down("Enter", "a").edit("a\n").judged(taken=False, text="a\n")
    page.down("b", "a\n", types=True).edit("a\nb")
    assert page.end() == ["a\nb"]


def test_what_a_key_of_its_own_makes_of_the_text_is_not_typed_once_more() -> None:
    page = Editor().begin("a").edit("ab").down("Tab", "ab").edit("  ab").judged(taken=True, text="  ab")
    page.begin("  ab").edit("  abc")
    assert page.end() == ["b", "Tab", "c"]


def test_a_chord_that_the_program_takes_changes_the_text_by_itself() -> None:
    page = Editor().begin("").edit("ab").chord("d", "ab").edit("abab").judged(taken=True, text="abab")
    assert page.end() == ["ab", "Control+D"]
    own = Editor().begin("").edit("ab").chord("u", "ab").edit("ab_").judged(taken=False, text="ab_")
    assert own.end()[0] == "ab_", "what the browser did by itself is in the text"


def test_what_enter_chose_from_a_list_is_the_keys_doing() -> None:
    page = Editor().begin("").edit("@an").down("Enter", "@an").edit("@Anna ").judged(taken=False, text="@Anna ")
    assert page.end() == ["@an", "Enter"]


def test_lines_that_were_pasted_go_in_at_once_and_a_pasted_word_by_keys() -> None:
    lines = Editor().begin("").edit("if a:\n  b()", "insertFromPaste")
    assert lines.end() == ["if a:\n  b()"]
    assert lines.made[0].pasted
    word = Editor().begin("").edit("call", "insertFromPaste")
    assert word.end() == ["call"]
    assert not word.made[0].pasted


def test_what_cannot_be_read_leaves_a_marker_and_what_was_no_action_leaves_none() -> None:
    reader = Reader(lambda ms: ms / 1000)

    def read(text: str) -> Signal | None:
        return reader.signal("p", text, lambda point: point, lambda element: element)

    assert read('{"kind": "down", "time": 2000}') == Unread(2.0, "p")
    assert read('{"kind": "failed", "time": 2000, "type": "keydown"}') == Unread(2.0, "p")
    assert read('{"kind": "failed", "time": 2000, "type": "pointermove"}') is None
    assert read('{"kind": "rest", "time": 2000, "look": 7}') is None
    page = PageNormaliser()
    said = (*page.feed(Unread(2.0, "p")), *page.feed(Unread(3.0, "p")))
    assert [one.sentence for one in said if isinstance(one, Marker)] == [_UNREAD]
