"""What the recording shows came of a step: opened, looked up, put in order; words decide only where nothing tells."""

from __future__ import annotations

from dataclasses import replace

import pytest
from helpers.drawing import Canvas

from studio.engine.compiler.drafts import StepDraft
from studio.engine.compiler.evidence import Identity
from studio.engine.compiler.risk import judge, judge_key
from studio.engine.compiler.taken_entry import taken_entry
from studio.engine.compiler.targets import AnchorDraft
from studio.engine.model.anchor import Anchor, StructuralLocator
from studio.engine.model.geometry import Point, Region
from studio.engine.model.results import CheckVerdict
from studio.engine.model.structure import Element, StructureSnapshot, TextRun
from studio.engine.model.workflow import ActionKind, CheckKind, Postcondition, Risk
from studio.engine.recording import RecordedEvent
from studio.engine.runtime.checks import CheckContext, evaluate
from studio.engine.runtime.observation import Observation
from studio.engine.runtime.values import with_value

PLACE = Region(0, 0, 80, 20)
LIST = "http://a/issues"


def made(name: str, **traits: object) -> Element:
    given = {"index": 0, "tag": "button", "role": "button", "region": PLACE, "text": name}
    return Element(name=name, **{**given, **traits})  # type: ignore[arg-type]


def shown(*elements: Element, url: str = LIST, title: str = "Issues", **more: object) -> StructureSnapshot:
    return StructureSnapshot(url=url, title=title, elements=elements, **more)  # type: ignore[arg-type]


def pressed(element: Element, after: StructureSnapshot, *others: Element) -> Risk:
    event = RecordedEvent(i=0, kind=ActionKind.CLICK, x=5, y=5)
    draft = StepDraft(event, "step_000", ActionKind.CLICK, element=element)
    return judge(draft, shown(element, *others), after).risk


def entered(focus: Element, after: StructureSnapshot, *others: Element) -> Risk:
    event = RecordedEvent(i=0, kind=ActionKind.KEY, key="Enter")
    before = shown(replace(focus, focused=True), *others)
    return judge(StepDraft(event, "step_000", ActionKind.KEY, filled=True), before, after).risk


FIELD = made("q", tag="input", role="textbox", editable=True, name_attr="q", value="47", form="1", form_method="get")
DELETE = made("Delete record", submits=True, form="2", form_method="post")


def test_enter_in_a_form_is_not_judged_by_the_button_of_another_one() -> None:
    assert entered(FIELD, shown(url=f"{LIST}?q=47"), DELETE) is Risk.REVERSIBLE
    old = [replace(e, form="") for e in (FIELD, DELETE)]  # a recording of before
    assert entered(old[0], shown(url=f"{LIST}?q=47"), old[1]) is Risk.REVERSIBLE
    assert entered(replace(FIELD, form="2", form_method="post"), shown(), DELETE) is Risk.IRREVERSIBLE


def test_the_button_of_a_form_whose_query_is_the_address_looks_something_up() -> None:
    apply = made("Apply", submits=True, form="1", form_method="get")
    assert pressed(apply, shown(url=f"{LIST}?q=47&sort=1"), FIELD) is Risk.REVERSIBLE
    assert pressed(apply, shown(url=f"{LIST}/done"), FIELD) is Risk.IRREVERSIBLE
    assert pressed(apply, shown(url=f"{LIST}?q=9"), FIELD) is Risk.IRREVERSIBLE
    said = (TextRun("Settings saved.", PLACE),)
    assert pressed(apply, shown(url=f"{LIST}?q=47", texts=said), FIELD) is Risk.IRREVERSIBLE
    post = replace(apply, form_method="post")
    assert pressed(post, shown(url=f"{LIST}?q=47"), replace(FIELD, form_method="post")) is Risk.IRREVERSIBLE


def test_a_link_that_was_followed_opens_its_page_whatever_it_is_called() -> None:
    link = made("Sign-off", tag="a", role="link", href="/issues/12")
    assert pressed(link, shown(url=f"{LIST}/12", title="12")) is Risk.REVERSIBLE
    assert pressed(link, shown(url="http://a/elsewhere", title="x")) is Risk.IRREVERSIBLE
    crude = made("Delete", tag="a", role="link", href="/issues/delete/12")
    assert pressed(crude, shown(url=f"{LIST}/delete/12", title="Gone")) is Risk.IRREVERSIBLE
    sure = made("Delete it", submits=True, form="9", form_method="post")
    assert pressed(crude, shown(sure, url=f"{LIST}/delete/12", title="Sure?")) is Risk.REVERSIBLE


@pytest.mark.parametrize(
    ("inside", "risk"),
    [
        ([made("Name", role="textbox", editable=True)], Risk.REVERSIBLE),
        ([made("Delete"), made("Cancel")], Risk.REVERSIBLE),
        ([made("Cancel")], Risk.IRREVERSIBLE),  # the work goes on behind it
        ([made("Close"), made("×")], Risk.IRREVERSIBLE),
        ([], Risk.IRREVERSIBLE),
    ],
)
def test_a_button_that_brings_up_a_dialog_which_asks_has_done_nothing_yet(inside: list[Element], risk: Risk) -> None:
    within = [replace(e, section="Delete issue") for e in inside]
    assert pressed(made("Delete issue"), shown(*within, dialogs=("Delete issue",))) is risk


def test_what_the_next_screen_is_called_after_is_a_name_not_a_verb() -> None:
    entry = made("Sign-off", role="listitem", tag="li")
    assert pressed(entry, shown(url=f"{LIST}#12", title="Sign-off")) is Risk.REVERSIBLE
    assert pressed(entry, shown(url=f"{LIST}#12", title="Dashboard")) is Risk.IRREVERSIBLE
    assert pressed(made("Send", submits=True), shown(url=f"{LIST}#12", title="Send")) is Risk.IRREVERSIBLE


def test_enter_in_a_combobox_takes_an_entry_only_while_its_list_is_open() -> None:
    box = made("Department", tag="input", role="combobox", editable=True, focused=True, form="1", expanded=True)
    send = made("Send referral", submits=True, form="1", form_method="post")
    verdict = judge_key("Enter", shown(box, send))
    assert verdict.risk is Risk.REVERSIBLE
    assert verdict.awaits is not None
    assert (verdict.awaits.kind, verdict.awaits.attribute, verdict.awaits.value) == (
        CheckKind.STATE,
        "expanded",
        "true",
    )
    assert judge_key("Enter", shown(replace(box, expanded=False), send)).risk is Risk.IRREVERSIBLE
    sent = shown(texts=(TextRun("The referral was sent.", PLACE),))
    assert entered(box, sent, send) is Risk.IRREVERSIBLE


def test_an_entry_of_a_list_that_a_field_has_open_only_fills_the_field_whatever_it_says() -> None:
    entry = made("Add tag “reviewer”", tag="div", role="", selected=False)
    field = made("Key", tag="input", role="combobox", editable=True, focused=True, expanded=True)
    assert pressed(entry, shown(), field) is Risk.REVERSIBLE
    assert pressed(entry, shown(), replace(field, expanded=False)) is Risk.IRREVERSIBLE
    assert pressed(replace(entry, selected=None), shown(), field) is Risk.IRREVERSIBLE  # a button beside the list


@pytest.mark.parametrize("label", ["Go", "Continue", "Weiter", "Aller"])
def test_a_filled_form_sent_by_post_writes_where_its_button_only_says_that_it_goes_on(label: str) -> None:
    button = made(label, submits=True, form="1", form_method="post")
    event = RecordedEvent(i=0, kind=ActionKind.CLICK, x=5, y=5)

    def risk(element: Element, after: StructureSnapshot, *, filled: bool = True) -> Risk:
        draft = StepDraft(event, "step_000", ActionKind.CLICK, element=element, filled=filled)
        return judge(draft, shown(element), after).risk

    assert risk(button, shown(url=f"{LIST}/47")) is Risk.IRREVERSIBLE
    assert risk(button, shown(url=f"{LIST}/47"), filled=False) is Risk.REVERSIBLE
    assert risk(replace(button, form_method="get"), shown(url=f"{LIST}?q=47")) is Risk.REVERSIBLE
    assert risk(replace(button, name="Search", text="Search"), shown(url=f"{LIST}/47")) is Risk.REVERSIBLE
    more = made("Finish", submits=True, form="2", form_method="post")
    assert risk(button, shown(more, url=f"{LIST}/step2")) is Risk.REVERSIBLE, "the next part of the form asks for more"


def test_enter_in_an_editor_of_a_page_begins_a_line_unless_what_was_written_is_taken() -> None:
    editor = made("Code", tag="div", role="textbox", editable=True, value="a = 1", form="1")
    save = made("Save", submits=True, form="1", form_method="post")
    assert entered(editor, shown(replace(editor, value="a = 1\n"), save), save) is Risk.REVERSIBLE
    assert entered(editor, shown(replace(editor, value=""), save), save) is Risk.IRREVERSIBLE


def anchor(label: str, tag: str, y: int = 0) -> AnchorDraft:
    region = Region(0, y, 200, 30)
    where = StructuralLocator(tag=tag, name=label)
    found = Anchor(region=region, click_point=Point(5, y + 5), ocr_text=label, structural=where)
    return AnchorDraft(anchor=found, crops={}, identity=Identity(None))


def test_what_is_dragged_says_what_it_is_not_what_is_done_with_it() -> None:
    event = RecordedEvent(i=0, kind=ActionKind.DRAG, x=5, y=5, end_x=5, end_y=90)

    def dropped(end: AnchorDraft, after: StructureSnapshot) -> Risk:
        draft = StepDraft(event, "step_000", ActionKind.DRAG, anchor("Write letter", "div"), end)
        return judge(draft, shown(), after).risk

    assert dropped(anchor("Order blood", "div", 90), shown()) is Risk.REVERSIBLE
    assert dropped(anchor("Archive", "section", 90), shown()) is Risk.IRREVERSIBLE
    said = (TextRun("Order saved.", PLACE),)
    assert dropped(anchor("Order blood", "div", 90), shown(texts=said)) is Risk.IRREVERSIBLE


def test_what_is_taken_from_the_open_list_must_stand_in_the_field_afterwards() -> None:
    box = made("Department", tag="input", role="combobox", editable=True, focused=True, expanded=True, value="card")
    taken = replace(box, value="Cardiology", expanded=False)

    class Seen:
        """The snapshots of the Enter."""

        def snapshot(self, moment: str, _i: int) -> StructureSnapshot:
            return shown(box if moment == "before" else taken)

    def checked(text: str) -> tuple[Postcondition, ...]:
        typed = RecordedEvent(i=0, kind=ActionKind.TYPE, text=text)
        enter = RecordedEvent(i=1, kind=ActionKind.KEY, key="Enter")
        drafts = (
            StepDraft(typed, "step_000", ActionKind.TYPE, param="department"),
            StepDraft(enter, "step_001", ActionKind.KEY),
        )
        return taken_entry(drafts, 1, Seen())  # type: ignore[arg-type]

    (check,) = checked("card")
    assert (check.attribute, check.value, check.param) == ("value", "Cardiology", "department")
    assert checked("heart") == ()

    def holds(value: str, typed: str) -> CheckVerdict:
        """Whether the field that shows `value` is as it should be where `typed` was typed."""
        after = shown(replace(taken, value=value))
        frame = Canvas().frame
        context = CheckContext(before=Observation(frame), after=Observation(frame, after))
        return evaluate(with_value(check, {"department": typed}), context).verdict

    assert holds("Cardiology", "card") is CheckVerdict.PASSED
    assert holds("Cardiac surgery", "card") is CheckVerdict.FAILED
    assert holds("Dermatology", "derm") is CheckVerdict.PASSED
    assert holds("Neurology", "derm") is CheckVerdict.FAILED


def on_desktop(said: str, before: tuple[str, ...], after: tuple[str, ...], *, tells: bool, done: str = "") -> Risk:
    """The risk of a button of a desktop program whose window, which marks unsaved changes, marks `before` and `after`
    it that there are some."""
    there = {"url": "desktop:editor", "title": "Editor", "mute": () if tells else ("Editor",)}
    button = made(said, frame=("editor", "Editor")) if tells else None
    event = RecordedEvent(i=0, kind=ActionKind.CLICK, x=5, y=5)
    anchor = Anchor(region=PLACE, click_point=PLACE.center, ocr_text=said)
    draft = StepDraft(
        event, "step_000", ActionKind.CLICK, element=button, target=AnchorDraft(anchor, {}, Identity(False))
    )
    elements = (button,) if button is not None else ()
    texts = (TextRun(done, Region(0, 300, 200, 20)),) if done else ()
    return judge(
        draft,
        shown(*elements, unsaved=before, **there),  # type: ignore[arg-type]
        shown(*elements, unsaved=after, texts=texts, **there),  # type: ignore[arg-type]
        ("Editor",),
    ).risk


@pytest.mark.parametrize("tells", [True, False])
class TestADocumentThatIsNotSavedYet:
    def test_what_makes_it_so_can_be_undone(self, tells: bool) -> None:
        for said in ("Clear and delete", "Delete", "Submit"):
            assert on_desktop(said, (), ("Editor",), tells=tells) is Risk.REVERSIBLE
            assert on_desktop(said, (), (), tells=tells) is Risk.IRREVERSIBLE
            assert on_desktop(said, (), ("Another",), tells=tells) is Risk.IRREVERSIBLE

    def test_what_leaves_it_so_can_be_undone_where_its_word_only_changes_what_is_open(self, tells: bool) -> None:
        still = ("Editor",)
        assert on_desktop("Replace all", still, still, tells=tells) is Risk.REVERSIBLE
        assert on_desktop("Apply to all columns", still, still, tells=tells) is Risk.REVERSIBLE
        assert on_desktop("Replace all", (), (), tells=tells) is Risk.REVERSIBLE, "nothing was found"
        assert on_desktop("Replace all", still, (), tells=tells) is Risk.IRREVERSIBLE
        for said in ("Send", "Delete", "Save and replace", "Prescribe"):
            assert on_desktop(said, still, still, tells=tells) is Risk.IRREVERSIBLE

    def test_a_message_that_something_was_stored_outweighs_it(self, tells: bool) -> None:
        assert on_desktop("Submit", (), ("Editor",), tells=tells, done="Sent successfully") is Risk.IRREVERSIBLE
