"""The heals of a run, before and after side by side, with what changed in words."""

from __future__ import annotations

from studio.engine.model.anchor import Anchor
from studio.engine.model.heals import Decision, Heal
from studio.engine.model.results import RunReport
from studio.engine.report.album import Album, Picture
from studio.engine.report.figures import close_up, figure, target_mark
from studio.engine.report.ladder_view import ladder
from studio.engine.report.markup import Markup, el
from studio.engine.report.parts import chip, heads, score
from studio.engine.report.words import CAUSES, count, rung_word

_DECIDED = {
    Decision.OPEN: ("unknown", "open"),
    Decision.ACCEPTED: ("passed", "accepted"),
    Decision.REJECTED: ("failed", "rejected"),
}


def heals(report: RunReport, album: Album) -> Markup | None:
    """All proposed heals; nothing where there are none."""
    if not report.heals:
        return None
    numbers = {s.step_id: n for n, s in enumerate(report.steps, 1)}
    note = "Proposed, not applied: each waits for a person's decision."
    return el(
        "section",
        el("header", el("h2", count(len(report.heals), "heal").capitalize()), el("p", note, class_="note")),
        [_heal(h, numbers.get(h.step_id), album) for h in report.heals],
        id="heals",
    )


def _heal(heal: Heal, number: int | None, album: Album) -> Markup:
    before, after = album.add(heal.frame_before), album.add(heal.frame_after)
    return el(
        "article",
        el(
            "header",
            el("h3", f"{number or ''}  {heal.intent}"),
            chip("healed", CAUSES[heal.cause]),
            chip("unknown", "cannot be undone: decide it alone", sign="shield") if heal.irreversible else None,
            chip(*_DECIDED[heal.decision]),
            el("span", f"found by {rung_word(heal.rung)} ({score(heal.confidence)})", class_="note"),
            el("code", heal.id, class_="note"),
        ),
        el(
            "div",
            _side(before, heal.before, "Before (recorded)"),
            _side(after, heal.after, "After (this run)"),
            class_="pair",
        ),
        _changes(heal),
        el("details", el("summary", "How it was found"), ladder(heal.trace)) if heal.trace else None,
        class_="card evidence",
    )


def _side(picture: Picture | None, anchor: Anchor, title: str) -> Markup:
    """The whole frame with the target marked, and the target up close."""
    mark = target_mark(anchor.target, anchor.click_point)
    if picture is None:
        return el("div", figure(None, title))
    near = figure(picture, "Picture of the target", view=close_up(anchor.target, picture))
    return el("div", figure(picture, title, mark), el("div", near, class_="near"))


def _changes(heal: Heal) -> Markup:
    if not heal.changes:
        return el("p", "Only the way in which it was found changed.", class_="note")
    rows = [
        el("tr", el("th", c.what, scope="row"), el("td", c.before, class_="free"), el("td", c.after, class_="free"))
        for c in heal.changes
    ]
    return el("table", heads("What would change", "Before", "After"), el("tbody", rows), class_="changes")
