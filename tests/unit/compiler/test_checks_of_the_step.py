"""Checks are about what a step did: none where the next target proves it, none of what comes and goes by itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import cast

import pytest
from helpers.drawing import Canvas
from helpers.elements import element, seen, text

from studio.engine.compiler.checks import CheckPass
from studio.engine.compiler.checks_pixels import brings_up, is_read_again
from studio.engine.compiler.drafts import StepDraft
from studio.engine.compiler.history import moment
from studio.engine.compiler.said_lines import named_line
from studio.engine.compiler.scenes import Scene, Scenes
from studio.engine.model.geometry import Region
from studio.engine.model.structure import Element, RowList, StructureSnapshot
from studio.engine.model.workflow import ActionKind, CheckKind, Postcondition, Risk
from studio.engine.recording import RecordedEvent

OPEN, SAVE, EDIT = element("More", (100, 300)), element("Save", (300, 300)), element("Edit", (500, 300))
FIELD = element("Count", (100, 400), tag="input", role="textbox", editable=True, value="12", label="Count")

PLACE = Region(40, 60, 300, 200)


class Recorded:
    """Scenes of a recording by the screens before and after each step."""

    size = (800, 600)

    def __init__(self, screens: Sequence[tuple[StructureSnapshot, StructureSnapshot]]) -> None:
        self._screens = screens

    def snapshot(self, when: str, i: int) -> StructureSnapshot:
        return self._screens[i][when == "after"]

    def before(self, i: int) -> Scene:
        return self._scene("before", i)

    def after(self, i: int) -> Scene:
        return self._scene("after", i)

    def _scene(self, when: str, i: int) -> Scene:
        return Scene(seen().frame, self.snapshot(when, i))


def screen(*said: str, controls: Sequence[Element] = (OPEN,), lists: tuple[RowList, ...] = ()) -> StructureSnapshot:
    lines = tuple(text(line, 40, 40 + 30 * n) for n, line in enumerate(said) if line)
    told = seen(*controls, texts=lines, lists=lists).structure
    assert told is not None
    return told


def click(i: int, target: Element) -> StepDraft:
    return StepDraft(
        RecordedEvent(i=i, kind=ActionKind.CLICK, t=i, x=1, y=1), f"step_{i:03d}", ActionKind.CLICK, element=target
    )


def typed(i: int, said: str, param: str | None = None) -> StepDraft:
    return StepDraft(
        RecordedEvent(i=i, kind=ActionKind.TYPE, t=i, text=said), f"step_{i:03d}", ActionKind.TYPE, param=param
    )


def checks(
    position: int,
    drafts: Sequence[StepDraft],
    *screens: tuple[StructureSnapshot, StructureSnapshot],
    risk: Risk = Risk.REVERSIBLE,
) -> list[tuple[CheckKind, str | None]]:
    found = CheckPass(drafts, cast(Scenes, Recorded(screens))).checks(position, risk)
    return [(check.kind, check.text) for check in found.checks]


def test_a_step_that_brings_up_the_next_target_needs_no_check() -> None:
    shut, opened = screen("Notes"), screen("Notes", "More about it", controls=(OPEN, EDIT))
    steps = [click(0, OPEN), click(1, EDIT)]
    assert checks(0, steps, (shut, opened), (opened, opened)) == []
    there = screen("Notes", controls=(OPEN, EDIT))  # it stood there before: finding it proves nothing
    assert checks(0, steps, (there, opened), (opened, opened)) == [(CheckKind.TEXT_PRESENT, "More about it")]
    assert checks(0, [click(0, OPEN)], (shut, opened)) == [(CheckKind.TEXT_PRESENT, "More about it")]


def test_coming_back_to_what_was_there_is_expected_of_the_last_step_only() -> None:
    both = (OPEN, EDIT)
    listed, form = screen("Patients", "With selected", controls=both), screen("Patient", controls=both)
    there = ((listed, form), (form, listed), (listed, listed))
    assert checks(1, [click(0, OPEN), click(1, EDIT), click(2, OPEN)], *there) == []
    assert checks(1, [click(0, OPEN), click(1, EDIT)], *there[:2]) == [(CheckKind.TEXT_PRESENT, "With selected")]


def test_a_value_that_left_its_field_and_stands_in_the_page_is_evidence_of_a_write_in_its_midst() -> None:
    held = replace(FIELD, value="Checked in March")
    before = screen("Run", "Save", controls=(held, SAVE))

    def told(after: StructureSnapshot, first: StructureSnapshot = before) -> list[tuple[CheckKind, str | None]]:
        steps = [typed(0, "Checked in March", "note"), click(1, SAVE)]
        return checks(1, steps, (first, first), (first, after), risk=Risk.IRREVERSIBLE)

    shown = (CheckKind.TEXT_ADDED, "Checked in March")
    assert told(screen("Run", "Checked in March", controls=(EDIT,))) == [shown, (CheckKind.TEXT_ABSENT, "Save")]
    emptied = screen("Run", "Save", "Checked in March", controls=(FIELD, SAVE))
    assert told(emptied) == [shown], "the form stays for the next one"
    preview = screen("Run", "Save", "Checked in March", controls=(held, SAVE))
    assert told(preview)[0][0] is CheckKind.UNKNOWABLE, "a preview beside its field"
    chip = screen("Run", "Save", "Checked in March", controls=(SAVE,))
    assert told(chip, chip)[0][0] is CheckKind.UNKNOWABLE, "what was put together already"


def test_a_value_put_together_in_a_dialog_is_evidence_once_the_dialog_is_gone_and_the_page_shows_it() -> None:
    said = "Reviewer Albrecht"
    page = screen("Run", controls=(OPEN,))
    dialog = replace(screen("Run", "Save", said, controls=(OPEN, SAVE)), dialogs=("Tags",))
    done = screen("Run", said, controls=(OPEN,))
    steps = [click(0, EDIT), click(1, OPEN), typed(2, said, "tag"), click(3, SAVE)]
    moments = ((page, page), (page, dialog), (dialog, dialog))
    found = checks(3, steps, *moments, (dialog, done), risk=Risk.IRREVERSIBLE)
    assert found == [(CheckKind.TEXT_ADDED, said), (CheckKind.TEXT_ABSENT, "Save")]
    stays = checks(3, steps, *moments, (dialog, dialog), risk=Risk.IRREVERSIBLE)
    assert stays[0][0] is CheckKind.UNKNOWABLE


@pytest.mark.parametrize("shown", ["Gone before the next step", "Created in 3 minutes", "A line that goes on…"])
def test_what_goes_varies_or_is_cut_is_no_check(shown: str) -> None:
    both = (OPEN, EDIT)
    before, after = screen("Notes", controls=both), screen("Notes", shown, controls=both)
    decided = before if shown.startswith("Gone") else after
    assert checks(0, [click(0, OPEN), click(1, EDIT)], (before, after), (decided, decided)) == []


def test_what_stands_where_texts_change_by_themselves_is_no_check_and_no_evidence() -> None:
    both = (OPEN, EDIT)
    one, two, three = (
        screen("Notes", f"{name} tip of the day", controls=both) for name in ("First", "Second", "Third")
    )
    steps = [click(0, OPEN), click(1, EDIT), click(2, OPEN)]
    moments = ((one, one), (two, three), (three, three))  # it changed while nobody acted, then by chance with a step
    assert checks(1, steps, *moments) == []
    assert checks(1, steps, *moments, risk=Risk.IRREVERSIBLE)[0][0] is CheckKind.UNKNOWABLE


def test_what_came_only_later_on_which_the_person_went_on_is_evidence_of_a_write() -> None:
    controls = (SAVE, EDIT)
    before, after = screen("Notes", controls=controls), screen("Notes", controls=controls)
    later = screen("Notes", "The note was saved", controls=controls)
    steps = [click(0, SAVE), click(1, EDIT)]
    found = checks(0, steps, (before, after), (later, later), risk=Risk.IRREVERSIBLE)
    assert found == [(CheckKind.TEXT_PRESENT, "The note was saved")]
    assert checks(0, steps, (before, after), (after, after), risk=Risk.IRREVERSIBLE)[0][0] is CheckKind.UNKNOWABLE


def test_what_came_later_with_an_earlier_step_was_there_before_a_write() -> None:
    """On a slow machine the first screen after a step lacks what the person saw before going on."""
    names = ("Export", "Ann", "Bob")
    form, bare = screen("Patient", controls=(SAVE,)), screen("Patients", controls=(OPEN,))
    listed = screen(*names, controls=(OPEN,), lists=(RowList("Patients", 2, PLACE),))
    added = screen(*names, "Cyd", controls=(OPEN,), lists=(RowList("Patients", 3, PLACE),))
    steps = [click(0, EDIT), click(1, OPEN), click(2, SAVE)]
    found = checks(2, steps, (form, bare), (listed, form), (form, added), risk=Risk.IRREVERSIBLE)
    assert (CheckKind.ROWS_ADDED, "Patients") in found
    assert (CheckKind.TEXT_PRESENT, "Export") not in found
    same = checks(2, steps, (form, bare), (listed, form), (form, listed), risk=Risk.IRREVERSIBLE)
    assert [kind for kind, _ in same] == [CheckKind.UNKNOWABLE], "what the list showed already proves no write"


def test_a_line_that_names_the_record_and_the_value_is_evidence_where_nothing_else_is() -> None:
    form = screen("Stock", controls=(FIELD, SAVE))
    done = screen("Stock", "Gauze: 30", controls=(FIELD, SAVE))

    def told(after: StructureSnapshot, param: str | None) -> list[tuple[CheckKind, str | None]]:
        return checks(1, [typed(0, "30", param), click(1, SAVE)], (form, form), (form, after), risk=Risk.IRREVERSIBLE)

    assert told(done, "count") == [(CheckKind.TEXT_PRESENT, "Gauze: ⟨count⟩")]
    assert told(screen("Stock", "30 at 10:15", controls=(FIELD, SAVE)), "count")[0][0] is CheckKind.UNKNOWABLE
    refused = screen("Stock", "Gauze: 30 not stored", controls=(FIELD, SAVE))
    before = [moment(form, Recorded.size)]
    assert named_line(refused, Recorded.size, before, {"30": "count"}, lambda _: True) == ()
    assert named_line(done, Recorded.size, before, {"30": None}, lambda _: True)[0].text == "Gauze: 30"


def test_a_button_that_is_greyed_out_again_as_before_the_changes_is_evidence_of_its_write() -> None:
    grey, ready = replace(SAVE, disabled=True), SAVE

    def desk(button: Element, url: str = "desktop:") -> StructureSnapshot:
        return replace(screen("Form", controls=(FIELD, button)), url=url)

    def told(start: Element, after: Element, url: str = "desktop:") -> CheckKind:
        moments = ((desk(start, url), desk(ready, url)), (desk(ready, url), desk(after, url)))
        return checks(1, [typed(0, "30"), click(1, SAVE)], *moments, risk=Risk.IRREVERSIBLE)[0][0]

    assert told(grey, grey) is CheckKind.STATE
    assert told(grey, ready) is CheckKind.UNKNOWABLE
    assert told(ready, grey) is CheckKind.UNKNOWABLE  # it was never grey before: it may only be busy
    assert told(grey, grey, "http://clinic.example") is CheckKind.UNKNOWABLE  # a page greys it out while it sends


def test_by_pixels_a_target_that_was_not_there_before_proves_the_step_and_one_that_was_does_not() -> None:
    shut, opened = Canvas(), Canvas()
    for canvas in (shut, opened):
        canvas.button("More", 60, 100)
    opened.button("Edit", 300, 100)
    edit = opened.texts[-1].region
    assert brings_up(shut.frame, opened.frame, edit)
    assert not brings_up(opened.frame, opened.frame, edit)


def test_by_pixels_a_text_must_be_read_again_where_a_run_reads_it() -> None:
    canvas = Canvas()
    place = canvas.write("Referral details", 60, 100, size=0.6).padded(24)
    said = Postcondition(kind=CheckKind.TEXT_PRESENT, text="Referral details", region=place)
    assert is_read_again(said, (canvas.frame,))
    assert not is_read_again(said.model_copy(update={"text": "iter Filter [iter"}), (canvas.frame,))
    assert not is_read_again(said, (canvas.frame, Canvas().frame))  # gone when the person went on
