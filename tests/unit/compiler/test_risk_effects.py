"""Risk by what a form says and by what came of the step, and the questions where nothing tells."""

from __future__ import annotations

import pytest
from helpers.steps import save_anchor

from studio.engine.compiler.drafts import StepDraft
from studio.engine.compiler.evidence import Identity
from studio.engine.compiler.risk import RiskVerdict, judge, judge_click, judge_key
from studio.engine.compiler.targets import AnchorDraft
from studio.engine.model.anchor import TargetKind
from studio.engine.model.geometry import Region
from studio.engine.model.structure import Element, RowList, StructureSnapshot, TextRun
from studio.engine.model.workflow import ActionKind, Risk
from studio.engine.recording import RecordedEvent

CLICK = ActionKind.CLICK
BOX = Region(0, 0, 80, 20)


def made(name: str = "", **traits: object) -> Element:
    given = {"index": 0, "tag": "button", "role": "button", "region": BOX, "text": name}
    return Element(name=name, **{**given, **traits})  # type: ignore[arg-type]


def screen(*texts: str, rows: int = 2, url: str = "http://a/", fields: tuple[Element, ...] = ()) -> StructureSnapshot:
    runs = tuple(TextRun(t, Region(0, 40 * n, 200, 20)) for n, t in enumerate(texts))
    return StructureSnapshot(url, "A", fields, runs, (RowList("Notes", rows, Region(400, 0, 100, 100)),))


def field(value: str, **more: object) -> Element:
    return made(
        "Note", tag="input", role="textbox", editable=True, value=value, element_id="note", label="Note", **more
    )


def judged(
    before: StructureSnapshot | None,
    after: StructureSnapshot | None,
    *,
    label: str | None = "Übertragen",
    element: Element | None = None,
    filled: bool = True,
    kind: TargetKind = TargetKind.TEXT,
) -> RiskVerdict:
    event = RecordedEvent(kind=CLICK, x=1, y=1)
    anchor = AnchorDraft(save_anchor(ocr_text=label, kind=kind), {}, Identity(armed=False))
    return judge(StepDraft(event, "step_000", CLICK, anchor, element=element, filled=filled), before, after)


def enter(before: StructureSnapshot | None, after: StructureSnapshot | None, *, filled: bool = True) -> RiskVerdict:
    event = RecordedEvent(kind=ActionKind.KEY, key="Enter")
    return judge(StepDraft(event, "step_000", ActionKind.KEY, filled=filled), before, after)


EFFECTS = {
    "message": (screen("Notes"), screen("Notes", "Your note was saved"), "was saved"),
    "row": (screen(rows=2), screen(rows=3), "one entry more"),
    "emptied": (screen(fields=(field("hello"),)), screen(fields=(field(""),)), "empty again"),
}


@pytest.mark.parametrize("name", EFFECTS)
def test_what_came_of_it_tells_and_is_the_reason(name: str) -> None:
    before, after, said = EFFECTS[name]
    for verdict in (judged(before, after), enter(before, after)):
        assert verdict.risk is Risk.IRREVERSIBLE
        assert said in (verdict.reason or "")


@pytest.mark.parametrize("name", EFFECTS)
@pytest.mark.parametrize("label", ["Search", "Sign in", "Schließen", "Cancel"])
def test_what_reads_like_a_look_up_is_not_judged_by_what_came_up(name: str, label: str) -> None:
    before, after, _ = EFFECTS[name]
    assert judged(before, after, label=label).risk is Risk.REVERSIBLE


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (screen("Saved searches were stored"), screen("Saved searches were stored")),
        (screen(rows=2), screen(rows=9)),
        (screen(rows=2), screen(rows=3, url="http://a/other")),
        (screen(fields=(field("hello"),)), screen(fields=(field("hello"),))),
        (screen("Notes"), screen("Notes", "Your note could not be saved")),
        (None, screen("It was saved")),
    ],
)
def test_what_stood_there_before_or_may_be_something_else_tells_nothing(
    before: StructureSnapshot | None, after: StructureSnapshot
) -> None:
    assert judged(before, after).risk is Risk.REVERSIBLE


def test_without_anything_filled_in_a_longer_list_is_no_write() -> None:
    assert judged(screen(rows=2), screen(rows=3), filled=False).risk is Risk.REVERSIBLE


def test_the_method_of_a_form_tells() -> None:
    posts, looks = (
        made("Go ahead and do", submits=True, form_method="post"),
        made("Zeigen", submits=True, form_method="get"),
    )
    assert judge_click(CLICK, None, made(submits=True, form_method="post")).risk is Risk.IRREVERSIBLE
    assert "POST" in (judge_click(CLICK, None, made(submits=True, form_method="post")).reason or "")
    assert judge_click(CLICK, "Übertragen", posts).risk is Risk.REVERSIBLE  # its own words say: go
    assert judge_click(CLICK, "Zeigen", looks).risk is Risk.REVERSIBLE
    assert judge_click(CLICK, "Zeigen", made("Zeigen", submits=True)).risk is Risk.IRREVERSIBLE


def test_enter_is_judged_by_its_form() -> None:
    focus = field("hello", focused=True)
    said = {m: judge_key("Enter", screen(fields=(made_like(focus, form_method=m),))) for m in ("", "get", "post")}
    assert [said[m].risk is Risk.IRREVERSIBLE for m in ("", "get", "post")] == [False, False, True]
    button = made("Save", focused=True)
    assert judge_key("Enter", screen(fields=(button,))).risk is Risk.IRREVERSIBLE


def made_like(element: Element, **traits: object) -> Element:
    from dataclasses import replace

    return replace(element, **traits)  # type: ignore[arg-type]


def test_the_name_that_only_structure_knows_counts() -> None:
    assert judge_click(CLICK, None, made("Delete")).risk is Risk.IRREVERSIBLE


def test_an_icon_of_which_nothing_is_known_is_asked_about() -> None:
    quiet = screen("Notes")
    icon = {"label": None, "kind": TargetKind.ICON}
    assert judged(quiet, quiet, **icon).asked
    assert judged(None, None, **icon).asked
    assert judged(quiet, quiet, label=None, kind=TargetKind.INPUT).asked is None
    assert judged(quiet, screen("Notes", url="http://a/next"), **icon).asked is None
    for told in (made(href="/next"), made(expanded=False), made("Notizen"), made("Search")):
        assert judged(quiet, quiet, element=told, **icon).asked is None
    assert judged(*EFFECTS["message"][:2], **icon).asked is None


def test_enter_that_may_send_is_asked_about() -> None:
    plain = screen(fields=(field("hello", focused=True),))
    assert enter(plain, plain).asked
    assert enter(None, None).asked
    assert enter(None, None, filled=False).asked is None
    for focus in (field("x", focused=True, multiline=True), made_like(field("x", focused=True), role="searchbox")):
        shown = screen(fields=(focus,))
        assert enter(shown, shown).asked is None
