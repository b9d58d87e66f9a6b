"""The table of steps, and each step's evidence below it."""

from __future__ import annotations

from studio.engine.model.identity import IdentityVerdict
from studio.engine.model.results import CheckResult, RunReport, StepResult
from studio.engine.report.album import Album, Picture
from studio.engine.report.charts import time_bar
from studio.engine.report.figures import close_up, figure, frame, target_mark
from studio.engine.report.ladder_view import ladder
from studio.engine.report.markup import Markup, el
from studio.engine.report.parts import chip, heads, score
from studio.engine.report.words import PHASES, duration, never_acted, rung_word, step_state, verified_state

_HEADS = ("#", "Target", "Step", "Result", "Found by", "Confidence", "Verified", "Where the time went", "Time")
_FIRST_RUNGS = frozenset({"structural", "template", None})


def step_table(report: RunReport, album: Album) -> Markup:
    """All steps: rung, confidence, ms, verified."""
    longest = max((s.times.total for s in report.steps), default=0.0)
    rows = [_row(n, s, report, album, longest) for n, s in enumerate(report.steps, 1)]
    legend = [el("span", el("span", class_=f"swatch phase-{field}"), f" {name}") for field, name in PHASES]
    return el(
        "section",
        el("header", el("h2", "Steps"), el("p", legend, class_="note legend")),
        el("div", el("table", heads(*_HEADS), el("tbody", rows), class_="steps"), class_="wide"),
    )


def _row(number: int, step: StepResult, report: RunReport, album: Album, longest: float) -> Markup:
    return el(
        "tr",
        el("td", number, class_="number"),
        el("td", _thumbnail(step, album)),
        el("th", el("a", step.intent, href=f"#step-{number}"), scope="row", class_="free"),
        el("td", chip(*step_state(step, report))),
        el("td", rung_word(step.rung)),
        el("td", score(step.confidence), class_="number"),
        el("td", chip(*verified_state(step))),
        el("td", time_bar(step.times, longest), class_="time"),
        el("td", duration(step.times.total), class_="number"),
    )


def _thumbnail(step: StepResult, album: Album) -> Markup | None:
    picture = album.add(step.before) if step.region else None
    if picture is None or step.region is None:
        return None
    view = close_up(step.region, picture, width=156, height=54)
    return el("div", frame(picture, f"Target of {step.intent}", view=view), class_="thumbnail")


def step_evidence(report: RunReport, album: Album) -> Markup:
    """One card for each step."""
    cards = [_card(n, s, report, album) for n, s in enumerate(report.steps, 1)]
    return el("section", el("header", el("h2", "Evidence, step by step")), cards)


def _card(number: int, step: StepResult, report: RunReport, album: Album) -> Markup:
    return el(
        "article",
        el(
            "header",
            el("h3", f"{number}  {step.intent}"),
            chip(*step_state(step, report)),
            el("span", _how(step), class_="note"),
            el("code", step.step_id, class_="note"),
        ),
        el("p", step.note) if step.note else None,
        el("p", f"Cannot be undone: {step.irreversible}", class_="note") if step.irreversible else None,
        _pictures(step, album),
        _checks(step),
        _trace(step),
        class_="card evidence",
        id=f"step-{number}",
    )


_ROWS = {
    IdentityVerdict.MATCH: " · the right row",
    IdentityVerdict.MISMATCH: " · not the right row",
    IdentityVerdict.UNREADABLE: " · the row reads right, but letters that look alike were not told apart",
}


def _how(step: StepResult) -> str:
    nothing = "no place to act on was found" if step.trace else "no target to find"
    found = f"found by {rung_word(step.rung)} ({score(step.confidence)})" if step.rung else nothing
    row = _ROWS.get(step.identity, "")
    person = " · confirmed by a person" if step.confirmed_by_person else ""
    return f"{found}{row}{person} · {duration(step.times.total)}"


def _pictures(step: StepResult, album: Album) -> Markup:
    before, after = album.add(step.before), album.add(step.after)
    mark = target_mark(step.region, step.point)
    pair = [figure(before, "Before", mark), None if never_acted(step) else figure(after, "After")]
    near = _zoomed(step, before, mark)
    return el("div", pair, near, class_="pictures" if near else "pictures two")


def _zoomed(step: StepResult, before: Picture | None, mark: Markup) -> Markup | None:
    if before is None or step.region is None:
        return None
    return figure(before, "The target", mark, view=close_up(step.region, before))


def _checks(step: StepResult) -> Markup | None:
    if never_acted(step):
        return el("p", "Nothing was done, so nothing was checked.", class_="note")
    if not step.checks:
        return el("p", "Nothing was checked after this step.", class_="note")
    named = heads("Check", "Verdict", "Expected", "Seen", "By", "Time")
    return el("table", named, el("tbody", [_check(c) for c in step.checks]), class_="checks")


def _check(check: CheckResult) -> Markup:
    return el(
        "tr",
        el("th", check.kind.replace("_", " "), scope="row"),
        el("td", chip(check.verdict.value, check.verdict.value)),
        el("td", check.expected, class_="free"),
        el("td", check.seen, class_="free"),
        el("td", check.means),
        el("td", duration(check.ms), class_="number"),
    )


def _trace(step: StepResult) -> Markup | None:
    """The rungs; folded away where the first one answered and nothing went wrong."""
    if not step.trace:
        return None
    interesting = not step.ok or step.healed or step.rung not in _FIRST_RUNGS
    title = f"Ladder: {len(step.trace)} rung{'s' if len(step.trace) > 1 else ''} tried"
    return el("details", el("summary", title), ladder(step.trace), open=interesting)
