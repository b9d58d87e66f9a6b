"""Evidence from snapshots: new, changed, more; and for a write only what is fresh."""

from __future__ import annotations

from dataclasses import replace

import pytest

from studio.engine.compiler.checks_structure import (
    added_texts,
    added_values,
    closed_dialog,
    closes_menu,
    expectable,
    focus_check,
    fresh_texts,
    grown_lists,
    named_values,
    new_texts,
    state_checks,
    stood_before,
)
from studio.engine.compiler.history import Past, moment, without
from studio.engine.compiler.values import Variables
from studio.engine.model.geometry import Region
from studio.engine.model.structure import Element, RowList, StructureSnapshot, TextRun
from studio.engine.model.workflow import CheckKind, Postcondition

SIZE = (800, 600)
NOTHING = Variables.of([])
TRIAGE = frozenset({"triage"})


def page(*said: str, lists: tuple[RowList, ...] = (), url: str = "/list") -> StructureSnapshot:
    texts = tuple(TextRun(text, Region(20, 20 + 30 * i, 8 * len(text), 14)) for i, text in enumerate(said))
    return StructureSnapshot(url=url, title="Clinic", texts=texts, lists=lists)


def past(*pages: StructureSnapshot | tuple[str, StructureSnapshot]) -> list[Past]:
    """Newest first; a step id marks a moment after that step."""
    found = []
    for entry in pages:
        since, shown = entry if isinstance(entry, tuple) else (None, entry)
        found.append(replace(moment(shown, SIZE), since=since))
    return found


def texts_of(
    shown: StructureSnapshot, before: list[Past], *, values: tuple[str, ...] = (), labels: tuple[str, ...] = ()
):
    return expectable(shown, SIZE, before, Variables.of(values), frozenset(labels))


def said(checks: tuple[Postcondition, ...]) -> list[tuple[str, str | None]]:
    return [(check.kind.value, check.text) for check in checks]


def test_new_texts_are_asserted_the_longest_first_and_two_at_most() -> None:
    before, after = past(page("Welcome")), page("Welcome", "Tasks", "Referral Tasks", "Sign out here")
    assert said(new_texts(texts_of(after, before), before[0])) == [
        ("text_present", "Referral Tasks"),
        ("text_present", "Sign out here"),
    ]


def test_a_text_that_stood_inside_another_is_not_new() -> None:
    before, after = past(page("New Encounter")), page("Encounter")
    assert new_texts(texts_of(after, before), before[0]) == ()


def test_what_a_menu_had_covered_is_no_news_when_it_closes() -> None:
    item = Element(0, "menu item", "menuitem", "Select All", Region(20, 60, 90, 20))
    below = Element(1, "tab", "tab", "note.txt", Region(20, 80, 90, 20), covered_by="an open menu or list")
    start, menu = page("Draft of a letter", url="desktop:x"), replace(page(url="desktop:x"), elements=(item, below))
    after = replace(
        page("Draft of a letter", "All is chosen", url="desktop:x"), elements=(replace(below, covered_by=""),)
    )
    earlier = past(menu, ("step_000", start))
    assert closes_menu(menu, after)
    assert not closes_menu(start, menu)
    assert closes_menu(replace(start, unspoken=(Region(0, 0, 9, 9),)), after)
    assert [e.text for e in texts_of(after, earlier) if not stood_before(e, earlier)] == ["All is chosen"]


def test_a_dialog_of_the_desktop_that_closed_proves_its_write_and_one_that_stays_or_asks_does_not() -> None:
    save = Element(0, "push button", "button", "Save", Region(300, 20, 80, 24), frame=("x", "Save As"))
    page_of = Element(1, "text", "textbox", "", Region(0, 300, 700, 200), frame=("x", "Editor"))
    said_inside = (TextRun("File name:", Region(20, 24, 80, 14)), TextRun("Letter.txt", Region(20, 24, 80, 14)))
    before = StructureSnapshot("desktop:x", "", (save, page_of), said_inside, dialogs=("Save As",))
    after = StructureSnapshot("desktop:x", "", (page_of,))
    typed = Variables.of(["Letter.txt"])
    assert said(closed_dialog(save, before, after, typed)) == [("text_absent", "File name:")]
    assert closed_dialog(save, before, replace(after, dialogs=("Replace the file?",)), typed) == ()
    assert closed_dialog(save, before, replace(after, elements=(save,)), typed) == ()
    assert closed_dialog(save, before, replace(after, texts=said_inside), typed) == ()
    assert closed_dialog(save, replace(before, url="http://clinic.example"), after, typed) == ()


def test_labels_values_and_missing_data_are_passed_over() -> None:
    before = past(page("Welcome"))
    after = page("Save Encounter", "Hello Jane Sample", "No encounters yet", "Encounters")
    found = new_texts(texts_of(after, before, values=("Jane Sample",), labels=("saveencounter",)), before[0])
    assert said(found)[0] == ("text_present", "Encounters")
    assert all("Jane" not in (check.text or "") and check.text != "Save Encounter" for check in found)


def test_the_banner_of_the_first_save_is_no_evidence_of_the_second() -> None:
    saved, form = page("Encounter saved", "Tasks"), page("New Encounter", url="/form")
    before = past(form, ("step_008", saved), form)
    assert fresh_texts(texts_of(saved, before), before) == ()
    first = past(form)
    assert said(fresh_texts(texts_of(saved, first), first))[0] == ("text_present", "Encounter saved")


@pytest.mark.parametrize("in_a_list", [True, False])
def test_a_message_that_says_what_was_done_is_better_evidence_than_a_new_screen(in_a_list: bool) -> None:
    message = "The patient “Jonsen, Hana” was changed successfully."
    before = past(page("Change patient", url="/form"))
    messages = (RowList("", 1, Region(0, 80, 800, 30)),) if in_a_list else ()
    after = page("Filter the patients", "Show counts", message, lists=messages)
    found = fresh_texts(texts_of(after, before, values=("Jonsen", "Hana", "Change")), before)
    assert said(found) == [("text_present", "was changed successfully.")]


def test_neither_a_refusal_nor_a_state_among_data_is_taken_for_the_message() -> None:
    before = past(page(url="/form"))
    data = (RowList("Visits", 9, Region(0, 45, 800, 300)),)
    after = page("Everything else here", "Visit was booked", "The form could not be saved", lists=data)
    assert said(fresh_texts(texts_of(after, before), before))[0] == ("text_present", "Everything else here")


def test_a_list_that_grew_since_it_was_last_shown_is_evidence() -> None:
    def listed(rows: int) -> tuple[RowList, ...]:
        return (RowList("Encounters", rows, Region(0, 300, 800, 200)),)

    before = past(page(url="/form"), ("step_008", page(lists=listed(1))), ("step_002", page(lists=listed(0))))
    (check,) = grown_lists(moment(page(lists=listed(2)), SIZE), before)
    assert (check.kind, check.text, check.since, check.by) == (CheckKind.ROWS_ADDED, "Encounters", "step_008", 1)
    assert grown_lists(moment(page(lists=listed(1)), SIZE), before) == ()
    twice = listed(5) + listed(6)
    assert grown_lists(moment(page(lists=twice), SIZE), before) == ()


def test_one_more_of_a_text_counts_against_the_same_screen_only() -> None:
    form = page("Triage", url="/form")
    before = past(form, ("step_008", page("Triage", "Tasks")))
    now = page("Triage", "Triage", "Tasks")
    (check,) = added_texts(texts_of(now, before), moment(now, SIZE), before, TRIAGE)
    assert (check.kind, check.text, check.since, check.by) == (CheckKind.TEXT_ADDED, "Triage", "step_008", 1)
    same = page("Triage", "Tasks")
    assert added_texts(texts_of(same, before), moment(same, SIZE), before, TRIAGE) == ()
    elsewhere = past(form)
    assert added_texts(texts_of(now, elsewhere), moment(now, SIZE), elsewhere, TRIAGE) == ()
    assert added_texts(texts_of(now, before), moment(now, SIZE), before, frozenset()) == ()


def test_a_typed_value_that_now_stands_in_the_list_proves_its_write() -> None:
    form = page("Edit Patient", url="/form")
    before = past(form, ("step_020", page("Hanson", "Patients")), form)
    now = moment(page("Hanson", "Asked for a quiet room.", "Patients"), SIZE)
    (check,) = added_values({"Asked for a quiet room.": "remark", "Hanson": "family"}, now, before)
    assert (check.kind, check.param, check.since, check.by) == (CheckKind.TEXT_ADDED, "remark", "step_020", 1)
    assert added_values({"Hanson": "family", "Pat": "short"}, now, before) == ()


def test_what_a_message_names_is_no_entry_more() -> None:
    values, message = {"Otto is well": "note"}, ["Visit saved"]
    before = past(page("Visits"), ("step_003", page("Visits")))
    named = moment(page("Visit saved: Otto is well", "Visits"), SIZE)
    listed = moment(page("Visit saved: Otto is well", "Visits", "Otto is well"), SIZE)
    assert added_values(values, named, before)
    former = [without(entry, message) for entry in before]
    assert added_values(values, without(named, message), former) == ()
    (check,) = added_values(values, without(listed, message), former)
    assert (check.since, check.by) == (None, 1)


def test_a_parameter_in_the_message_tells_whose_record_was_written() -> None:
    before = past(page("Device QX-88123 was found."), page("New device"))
    after = page("All is done", "Device QX-88123 was registered.", "Ward East")
    texts = texts_of(after, before, values=("QX-88123", "East"))
    (check,) = named_values({"East": "ward", "QX-88123": "serial"}, texts, before)
    assert (check.kind, check.text, check.param) == (CheckKind.TEXT_PRESENT, "QX-88123", "serial")
    assert named_values({"Ulm": "town"}, texts, before) == ()
    assert named_values({"Q": "part"}, texts, before) == ()


def test_the_start_of_the_recording_cannot_be_spoken_of() -> None:
    before = [replace(entry, nameable=False) for entry in past(page("Triage", "Tasks"))]
    now = page("Triage", "Triage", "Tasks")
    assert added_texts(texts_of(now, before), moment(now, SIZE), before, TRIAGE) == ()


def test_what_stands_in_fields_and_outside_of_the_frame_is_not_counted() -> None:
    field = Element(0, "input", "textbox", "Name", Region(10, 10, 200, 30), editable=True)
    shown = StructureSnapshot(
        url="",
        title="",
        elements=(field,),
        texts=(TextRun("Jane", Region(20, 15, 40, 14)), TextRun("Below", Region(20, 900, 40, 14))),
    )
    assert moment(shown, SIZE).counts == {}


def box(**traits: object) -> Element:
    return Element(0, "input", "checkbox", "Agreed", Region(10, 10, 18, 18), label="Agreed", **traits)  # type: ignore


def shows(*elements: Element) -> StructureSnapshot:
    return StructureSnapshot(url="", title="", elements=elements)


def test_a_state_that_changed_is_asserted_with_its_value() -> None:
    (check,) = state_checks(box(checked=False), shows(box(checked=True)))
    assert (check.kind, check.attribute, check.value) == (CheckKind.STATE, "checked", "true")
    assert check.locator is not None
    assert check.locator.label == "Agreed"
    assert state_checks(box(checked=True), shows(box(checked=True))) == ()
    assert state_checks(box(checked=True), shows()) == ()


def test_a_clicked_field_has_the_keyboard() -> None:
    def field(focused: bool) -> Element:
        return Element(0, "input", "textbox", "Name", Region(0, 0, 90, 20), editable=True, focused=focused)

    (check,) = state_checks(field(False), shows(field(True)))
    assert (check.attribute, check.value) == ("focused", "true")
    assert focus_check(shows(field(True)))[0].attribute == "focused"
    assert focus_check(shows(field(False))) == ()
    nameless = replace(field(True), name="")
    assert focus_check(shows(nameless)) == (), "it could not be told from another one"
    assert focus_check(shows(replace(nameless, element_id="note")))
