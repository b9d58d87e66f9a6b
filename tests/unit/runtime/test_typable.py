"""A character that acts as a key is typed only where it is text; what nobody sees is refused before the run."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.drawn_form import DrawnForm
from helpers.elements import element
from helpers.notes_run import Notes
from helpers.steps import step, workflow

from studio.engine.errors import BadParams
from studio.engine.model.halts import HaltCode
from studio.engine.model.structure import Element, StructureSnapshot
from studio.engine.model.workflow import ActionKind, Workflow
from studio.engine.runtime.typable import why_not_typed
from studio.engine.runtime.values import bind

TYPED = step("typed", ActionKind.TYPE, param="note", field_label="Note")
PLAIN = workflow(TYPED, params={"note": "hello"}, secret_params=("pin",))


@pytest.mark.parametrize("text", ["one\ntwo", "one\n", "one\r", "one\ttwo"])
def test_a_field_of_one_line_refuses_lines_before_the_run(tmp_path: Path, text: str) -> None:
    notes = Notes(tmp_path)
    click, typed, save = notes.steps
    emptied = step("emptied", ActionKind.KEY, key="Control+A")
    with pytest.raises(BadParams, match=r"'note'.*“Note” takes one line"):
        bind(notes.workflow(click, emptied, typed, save), {"note": text}, {})
    assert bind(notes.workflow(typed, save), {"note": text}, {}).params == {"note": text}


def test_an_option_is_one_line() -> None:
    flow: Workflow = workflow(step("kind", ActionKind.SELECT, param="kind"), params={"kind": "A"})
    with pytest.raises(BadParams, match="takes one line"):
        bind(flow, {"kind": "A\n"}, {})


@pytest.mark.parametrize("structure", [True, False])
def test_what_is_one_line_now_is_typed_into_by_nobody(tmp_path: Path, structure: bool) -> None:
    """The workflow alone does not tell it: the field was reached by the Tab key."""
    form, notes = DrawnForm(), Notes(tmp_path)
    form.focus = form.note
    report = notes.run(form, *notes.steps[1:], params={"note": "one\ntwo"}, structure=structure)
    assert report.halt is not None
    assert (report.halt.code, report.halt.step_id) == (HaltCode.UNSUPPORTED_ACTION, "step_001")
    assert "Nothing was typed" in report.halt.sentence
    assert (form.note.value, form.saved) == ("", [])


def shown(url: str = "https://a.example", **more: object) -> StructureSnapshot:
    """A surface on which one field has the keyboard."""
    field: Element = element("Note", **{"role": "textbox", "focused": True, "editable": True, **more})
    return StructureSnapshot(url=url, title="", elements=(field,))


@pytest.mark.parametrize(
    ("text", "recorded", "seen", "may"),
    [
        ("plain", "", shown(tag="input"), True),
        ("a\nb", "", shown(tag="textarea"), True),
        ("a\tb", "", shown(tag="textarea"), False),
        ("a\nb", "", shown(tag="div"), True),
        ("a\nb", "", shown(tag="div", role="searchbox"), False),
        ("a\nb", "x\ny", shown(tag="input"), False),
        ("a\nb", "", shown("desktop:x11", tag="text"), False),
        ("a\nb\t", "", shown("desktop:x11", tag="text", multiline=True), True),
        ("a\nb", "x\ny", shown("desktop:x11", tag="text"), True),
        ("a\nb", "x", None, False),
        ("a\nb", "x\ny", None, True),
    ],
)
def test_where_lines_are_text(text: str, recorded: str, seen: StructureSnapshot | None, may: bool) -> None:
    assert (why_not_typed(TYPED, text, recorded, seen) is None) is may


@pytest.mark.parametrize(
    ("value", "told"),
    [
        ("\x08\x08Otto", "U\\+0008"),
        ("Otto\x9b", "U\\+009B"),
        ("Otto\u202eymmuD", "U\\+202E .right-to-left override"),
        ("Ot\u200bto", "zero width space"),
        ("\ufeffOtto", "as character 1"),
        ("Ot\u200dto", "zero width joiner"),
        ("Otto\u2028", "line separator"),
    ],
)
def test_what_nobody_sees_is_refused_by_its_name(value: str, told: str) -> None:
    with pytest.raises(BadParams, match=f"'note'.*{told}"):
        bind(PLAIN, {"note": value}, {"pin": "1"})
    with pytest.raises(BadParams, match=f"'pin'.*{told}") as refusal:
        bind(PLAIN, {}, {"pin": value})
    assert "Otto" not in str(refusal.value)


@pytest.mark.parametrize("value", ["می\u200cخواهم", "👩\u200d⚕️", "Zoë\u00a0Ångström", "क्\u200dष"])
def test_joiners_that_scripts_need_are_text(value: str) -> None:
    assert bind(PLAIN, {"note": value}, {"pin": "1"}).params["note"] == value
