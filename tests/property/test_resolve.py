"""Properties of resolving: the same look gives the same answer, and one changed letter is another row."""

from __future__ import annotations

from typing import Any

from helpers.elements import anchor_of, blank, element, seen, text
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from studio.engine.identity.letters import Likeness, likeness
from studio.engine.identity.proof import PlainProof, Proof
from studio.engine.identity.rows import Row, rows_of
from studio.engine.model.halts import HaltCode
from studio.engine.model.identity import IdentityCell
from studio.engine.model.resolution import Refusal, Resolution
from studio.engine.model.structure import Element
from studio.engine.runtime.ladder import resolve
from studio.engine.runtime.observation import Effort, ResolveOptions
from studio.engine.vision.text import squash

LETTERS = "abcdefghjkmnpqrtuvwxyz 0123456789"
CELLS = st.text(LETTERS, min_size=4, max_size=14).map(str.strip).filter(lambda t: len(squash(t)) >= 4)
LABELS = st.sampled_from(["Save", "Cancel", "Open", "Save all", "Note", ""])
FRAME = blank()


@st.composite
def elements(draw: st.DrawFn) -> Element:
    traits: dict[str, Any] = {
        "role": draw(st.sampled_from(["button", "link", "textbox"])),
        "element_id": draw(st.sampled_from(["", "save", "cancel", "x8f3kd92"])),
        "section": draw(st.sampled_from(["", "Form", "List"])),
        "row": draw(st.sampled_from([(), ("Jane Sample", "1980-01-07"), ("Jane Sample", "1980-01-01")])),
        "disabled": draw(st.booleans()),
        "in_view": draw(st.booleans()),
        "selector": draw(st.sampled_from(["", "#a", "#b"])),
        "index": draw(st.integers(0, 999)),
    }
    at = (draw(st.integers(0, 600)), draw(st.integers(0, 500)))
    return element(draw(LABELS), at, **traits)


def without_times(answer: Resolution | Refusal) -> Resolution | Refusal:
    return answer.model_copy(update={"trace": tuple(a.model_copy(update={"ms": 0.0}) for a in answer.trace)})


PRESSED = {"button", "link", "menuitem", "tab"}


@given(recorded=elements(), live=st.lists(elements(), max_size=6), count=st.integers(1, 3))
@settings(max_examples=150, deadline=None)
def test_resolve_gives_the_same_answer_to_the_same_look(recorded: Element, live: list[Element], count: int) -> None:
    lines = tuple(text(e.name, e.region.x + 8, e.region.y + 8) for e in live if e.name)
    look = seen(*live, frame=FRAME, texts=lines)
    anchor = anchor_of(recorded, count=count)
    options = ResolveOptions(effort=Effort.NEAR)
    first, second = (without_times(resolve(anchor, look, options)) for _ in range(2))
    assert first == second


@given(recorded=elements(), live=st.lists(elements(), max_size=6), count=st.integers(1, 3))
@settings(max_examples=150, deadline=None)
def test_what_structure_resolves_to_can_be_acted_on(recorded: Element, live: list[Element], count: int) -> None:
    answer = resolve(anchor_of(recorded, count=count), seen(*live, frame=FRAME), ResolveOptions(effort=Effort.NEAR))
    if isinstance(answer, Refusal):
        assert answer.code in HaltCode
        return
    hit = [e for e in live if e.index == answer.element and e.region == answer.region]
    roles = PRESSED if recorded.role in PRESSED else {recorded.role}  # a link may become a button of the same name
    assert any(e.role in roles and e.in_view and not e.disabled for e in hit)
    assert not recorded.row or any(set(recorded.row) <= set(e.row) for e in hit)


@given(row=st.lists(CELLS, min_size=1, max_size=4, unique=True), data=st.data())
@settings(max_examples=300, deadline=None)
def test_a_row_with_one_changed_letter_never_matches(row: list[str], data: st.DataObject) -> None:
    which = data.draw(st.integers(0, len(row) - 1))
    at = data.draw(st.integers(0, len(row[which]) - 1))
    letter = data.draw(st.sampled_from(LETTERS.replace(" ", "")))
    kind = data.draw(st.sampled_from(["replace", "insert", "delete"]))
    tail = row[which][at:] if kind == "insert" else row[which][at + 1 :]
    changed = row[which][:at] + ("" if kind == "delete" else letter) + tail
    assume(squash(changed))
    other = [*row[:which], changed, *row[which + 1 :]]
    assume(not any(likeness(cell, row[which]) is Likeness.SAME for cell in other))
    lines = [text(cell, 150 * x, 40 * y) for y, cells in enumerate((row, other)) for x, cell in enumerate(cells)]
    proof = Proof(tuple(PlainProof(IdentityCell(text=cell)) for cell in row))

    def shown(rows: tuple[Row, ...]) -> list[int]:
        return [r.region.y for r in rows if proof.judge(r.texts).likeness is Likeness.SAME]

    assert shown(rows_of(lines)) == [0]
    assert shown(rows_of(lines[len(row) :])) == []
