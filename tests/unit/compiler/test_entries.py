"""What was picked is proposed: the key of a row, the text of an option, a chosen value; and what is made of it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from helpers.patients import listed, recorded

from studio.engine import editing
from studio.engine.compiler.drafts import StepDraft
from studio.engine.compiler.entries import Entry, entry_in, picked_entry
from studio.engine.compiler.evidence import Identity
from studio.engine.compiler.identity import step_identity
from studio.engine.compiler.params import ParamDecision, decide
from studio.engine.compiler.targets import AnchorDraft
from studio.engine.model.anchor import Anchor
from studio.engine.model.geometry import Point, Region
from studio.engine.model.identity import IdentityCell
from studio.engine.model.params import ParamKind, ProposalDecision
from studio.engine.model.structure import Element, RowList, StructureSnapshot, TextRun
from studio.engine.model.workflow import ActionKind
from studio.engine.recording import RecordedEvent, RecordingMeta
from tests.helpers.steps import step, workflow

META = RecordingMeta(id="r", viewport=(800, 600))
ROW = ("Brandt", "4712", "2026-11-30", "12,50")
PLACE = Region(400, 60, 60, 20)


def clicked(label: str, row: tuple[str, ...] = (), role: str = "button", i: int = 0, **more: Any) -> StepDraft:
    """A click on a target that reads `label`, in a row where there is one."""
    cells = tuple(IdentityCell(text=t) for t in row)
    anchor = Anchor(
        region=PLACE, click_point=Point(410, 70), ocr_text=label or None, row_texts=row, identity_cells=cells
    )
    identity = Identity(bool(row), cells=row, proof=cells, own_label=more.pop("own_label", False))
    element = Element(index=0, tag="div", role=role, name=label, region=PLACE, **more)
    event = RecordedEvent(i=i, kind=ActionKind.CLICK, x=410, y=70)
    target = AnchorDraft(anchor, {}, identity)
    return StepDraft(event, f"step_{i:03d}", ActionKind.CLICK, target, element=element)


def typed(i: int, text: str, label: str | None, **more: Any) -> StepDraft:
    event = RecordedEvent(i=i, kind=ActionKind.TYPE, text=text)
    return StepDraft(event, f"step_{i:03d}", ActionKind.TYPE, field_label=label, **more)


def chosen(i: int, text: str, label: str) -> StepDraft:
    event = RecordedEvent(i=i, kind=ActionKind.SELECT, x=410, y=70, text=text)
    return replace(clicked(label, role="combobox"), event=event, id=f"step_{i:03d}", action=ActionKind.SELECT)


@pytest.mark.parametrize(
    ("draft", "entry"),
    [
        (clicked("Open", ROW), Entry("4712", 1)),
        (clicked("", ("Brandt", "12,50")), Entry("Brandt", 0)),
        (clicked("Cardiology", role="option"), Entry("Cardiology")),
        (clicked("Reports", role="treeitem"), Entry("Reports")),
        (clicked("Brandt", ROW[1:], role="link", own_label=True), Entry("Brandt")),
        (clicked("Save"), None),  # a control is no entry
        (clicked("Open", role="option"), None),  # one of the program's own verbs
        (clicked("Open", ("12,50", "2026-11-30")), None),  # an amount and a date name nothing
    ],
)
def test_what_is_picked_is_called_by_its_number_or_name(draft: StepDraft, entry: Entry | None) -> None:
    assert picked_entry(draft, None) == entry


def test_a_text_that_stands_in_other_rows_too_is_no_key() -> None:
    texts = tuple(TextRun(t, Region(10, 30 * n, 80, 20)) for n, t in enumerate(("4712", "Brandt", "4712")))
    shown = StructureSnapshot(url="", title="", texts=texts)
    assert picked_entry(clicked("Open", ROW[:2]), shown) == Entry("Brandt", 0)


def test_values_entries_and_choices_are_proposed_once_each_with_names() -> None:
    drafts = (
        typed(0, "urgent", None),
        chosen(1, "Video", "Visit"),
        clicked("Open", ROW, i=2, section="Orders"),
        clicked("Edit", ROW, i=3, section="Orders"),
        clicked("Cardiology", role="option", i=4, section="Department"),
    )
    proposals = decide(drafts, META).proposals
    assert [(p.name, p.kind, p.cell) for p in proposals] == [
        ("text", ParamKind.VALUE, None),
        ("visit", ParamKind.VALUE, None),
        ("orders", ParamKind.ENTRY, 1),
        ("department", ParamKind.ENTRY, None),
    ]
    assert all("4712" not in p.model_dump_json() for p in proposals)


def test_a_form_in_a_table_picks_no_rows_where_several_of_its_fields_are_filled() -> None:
    def field(i: int, *row: str) -> StepDraft:
        draft = clicked("", row, role="textbox", i=i)
        assert draft.element is not None
        return replace(draft, element=replace(draft.element, editable=True, row=row, column="Value"))

    form = (field(0, "price", "decimal"), typed(1, "21.75", None), field(2, "stock", "whole"), typed(3, "24", None))
    assert {p.kind for p in decide(form, META).proposals} == {ParamKind.VALUE}
    assert [p.kind for p in decide(form[:2], META).proposals] == [ParamKind.ENTRY, ParamKind.VALUE]


def test_a_row_that_a_typed_value_names_follows_that_value() -> None:
    assert [p.name for p in decide((typed(0, "4712", "Search"), clicked("Open", ROW, i=1)), META).proposals] == [
        "search"
    ]


def test_an_accepted_entry_chooses_the_rows_of_all_steps_and_must_be_given() -> None:
    drafts = (clicked("Open", ROW), clicked("Edit", ROW, i=1), clicked("Save", i=2))
    found = decide(drafts, META, decisions={"entry": {"decision": "parameter", "name": "order"}})
    spec = found.specs["order"]
    assert (spec.type, spec.example, spec.required) == ("entry", "4712", True)
    assert [step_identity(d, {"order": "4712"}).param for d in found.drafts] == ["order", "order", None]
    assert [d.param for d in found.drafts] == [None, None, None]
    with pytest.raises(ValueError, match="no secret"):
        decide(drafts, META, decisions={"entry": ParamDecision(ProposalDecision.SECRET)})


def test_the_column_names_a_key() -> None:
    table = RowList("Orders", 3, Region(0, 0, 500, 200))
    texts = [("Number", 200, 10), ("Who", 20, 10), ("4711", 200, 30), ("4712", 200, 62), ("Brandt", 20, 62)]
    runs = tuple(TextRun(t, Region(x, y, 60, 16)) for t, x, y in texts)
    shown = StructureSnapshot(url="", title="", texts=runs, lists=(table,))

    class Seen:
        """One snapshot for all moments."""

        def snapshot(self, _moment: str, _i: int) -> StructureSnapshot:
            return shown

    assert [p.name for p in decide((clicked("Open", ROW),), META, scenes=Seen()).proposals] == ["number"]  # type: ignore[arg-type]


def test_an_entry_is_made_a_parameter_of_a_finished_workflow() -> None:
    draft = recorded(("Ada", "1.1.70", "MM-104827"), ("Bob", "2.2.80", "MM-104872"), at=1)
    assert listed(("Ada",)) is not None
    flow = workflow(step("a", anchor=draft.anchor), step("b", anchor=draft.anchor))
    cell = draft.anchor.row_texts.index("MM-104872")
    made = editing.make_entry(flow, "a", "patient", cell)
    assert made.params == {"patient": "MM-104872"}
    assert made.param_specs["patient"].required
    assert [s.identity_param for s in made.steps] == ["patient", "patient"]
    assert entry_in(draft.anchor, cell) == "MM-104872"
    with pytest.raises(editing.CannotEdit, match="picks nothing"):
        editing.make_entry(made, "a", "other", cell)
