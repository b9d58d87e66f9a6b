"""The top of the page: what the outcome is, what halted the run, where time went, what it cost."""

from __future__ import annotations

from datetime import datetime

from studio.engine.model.halts import Choice, Halt, HaltCode
from studio.engine.model.results import RunReport
from studio.engine.report.album import Album
from studio.engine.report.charts import phase_chart, phase_totals, rung_chart
from studio.engine.report.figures import figure, look_alikes, target_mark
from studio.engine.report.markup import Markup, el, join
from studio.engine.report.parts import card, chip, heads, score
from studio.engine.report.words import OUTCOMES, PHASES, RESCUED, count, duration, outcome_sentence

_CHOICES = {
    Choice.CONFIRM: "Confirm the shown place, for this run only",
    Choice.RETRY: "Look again",
    Choice.DONE_BY_HAND: "Do it by hand; the run checks it and goes on",
    Choice.STOP: "Stop the run here",
    Choice.HAPPENED: "It happened: go on without doing it again",
    Choice.NOT_HAPPENED: "It did not happen: do it now",
}


def banner(report: RunReport) -> Markup:
    """Name, time and outcome in words."""
    state, title, _ = OUTCOMES[report.outcome]
    done = sum(s.ok for s in report.steps)
    facts = (
        f"{when(report.started_at)} · {done} of {count(len(report.steps), 'step')} done · {duration(report.total_ms)}"
    )
    shown, _, unproven = title.partition(", ")
    doubt = chip("unknown", unproven.capitalize()) if unproven else None
    proposed = el("p", el("a", f"{count(len(report.heals), 'heal')} proposed", href="#heals"), class_="note")
    return el(
        "header",
        el("div", el("h1", report.workflow), el("p", facts, class_="note"), class_="title"),
        el(
            "div",
            el("p", chip(state, shown), " ", doubt),
            el("p", outcome_sentence(report)),
            proposed if report.heals else None,
            class_="outcome",
        ),
        class_="banner",
    )


def when(moment: str) -> str:
    """A time of the report as people write it."""
    try:
        return f"{datetime.fromisoformat(moment):%-d %b %Y, %H:%M:%S}"
    except ValueError:
        return moment


def halt_card(halt: Halt, number: int | None, album: Album) -> Markup:
    """Why the run stopped: sentence, picture, look-alikes, and what a person may choose."""
    where = f"step {number}" if number else halt.step_id
    marks = look_alikes(halt.look_alikes) if halt.look_alikes else target_mark(None, halt.point)
    picture = figure(album.add(halt.picture), f"The screen when {where} stopped", marks) if halt.picture else None
    return el(
        "section",
        el("header", chip("halted", f"Halted at {where}"), el("code", halt.code.value), el("h2", halt.sentence)),
        el("div", picture, el("div", _places(halt), _choices(halt)), class_="halted-body"),
        class_="halt",
        id="halt",
    )


def detours(report: RunReport) -> Markup | None:
    """Halts after which the program went on another way, and what was not begun."""
    told = [
        el("li", chip("halted", RESCUED), " ", el("code", taken.step_id), " ", taken.sentence)
        for taken in report.rescued
    ]
    told += [el("li", chip("skipped", "Not begun"), " ", sentence) for sentence in report.not_begun]
    return el("section", el("ul", told), class_="detours") if told else None


def _places(halt: Halt) -> Markup | None:
    if not halt.look_alikes:
        return None
    rows = [
        el(
            "tr",
            el("th", n, scope="row"),
            el("td", p.label or "no label", class_="free"),
            el("td", score(p.score), class_="number"),
        )
        for n, p in enumerate(halt.look_alikes, 1)
    ]
    if halt.code is not HaltCode.TARGET_NOT_FOUND:
        return el("table", heads("Place", "What it says", "Score"), el("tbody", rows))
    told = el("p", "None of these places was taken: what should be there is not.", class_="note")
    return join(told, el("table", heads("Place", "Considered because of", "Score"), el("tbody", rows)))


def _choices(halt: Halt) -> Markup:
    return join(
        el("h3", "Answers while the run waits"),
        el("ul", [el("li", _CHOICES[c]) for c in halt.choices]),
    )


def summary(report: RunReport) -> Markup:
    """Three cards: time by phase, rungs, totals."""
    totals = phase_totals(report.steps)
    whole = sum(totals.values()) or 1.0
    rows = [
        el(
            "tr",
            el("td", el("span", class_=f"swatch phase-{field}"), f" {name}"),
            el("td", duration(totals[field]), class_="number"),
            el("td", f"{100 * totals[field] / whole:.0f} %", class_="number note"),
        )
        for field, name in PHASES
    ]
    found = sum(s.rung is not None for s in report.steps)
    return el(
        "div",
        card("Time by phase", duration(sum(totals.values())), phase_chart(totals), el("table", el("tbody", rows))),
        card("How targets were found", f"{count(found, 'target')}", rung_chart(report.steps)),
        card("Totals", report.surface, _totals(report)),
        class_="cards",
    )


def _totals(report: RunReport) -> Markup:
    facts = {
        "Whole run": duration(report.total_ms),
        "Heals proposed": report.heals and len(report.heals),
        "OCR calls": report.ocr_calls and f"{report.ocr_calls}, {report.ocr_full_frames} on a whole frame",
        "Frames taken": report.frames,
        "Model calls": report.model_calls,
        "Structure": "used" if report.structure else "not used: pixels only",
    }
    rows = [el("tr", el("td", k), el("td", v or "0", class_="number")) for k, v in facts.items()]
    return el("table", el("tbody", rows))


def values(report: RunReport) -> Markup | None:
    """What the run was given; secrets are never among it."""
    if not report.params:
        return None
    rows = [
        el(
            "tr",
            el("th", name, scope="row", class_="param"),
            el("td", value, class_="free"),
            el("td", "as recorded" if name in report.defaulted_params else "given", class_="note number"),
        )
        for name, value in report.params.items()
    ]
    return card("With these values", count(len(report.params), "parameter"), el("table", el("tbody", rows)))
