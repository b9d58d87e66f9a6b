"""The whole page: one file that loads nothing from anywhere."""

from __future__ import annotations

from pathlib import Path

from studio import __version__
from studio.engine.model.results import RunReport
from studio.engine.report.album import Album
from studio.engine.report.head import banner, detours, halt_card, summary, values
from studio.engine.report.heals_view import heals
from studio.engine.report.markup import Markup, el, join
from studio.engine.report.steps_view import step_evidence, step_table
from studio.engine.report.words import OUTCOMES

_POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'"


def page(report: RunReport, run_dir: Path) -> str:
    """The HTML of a run's report."""
    album = Album(run_dir)
    numbers = {s.step_id: n for n, s in enumerate(report.steps, 1)}
    halt = halt_card(report.halt, numbers.get(report.halt.step_id), album) if report.halt else None
    parts = (banner(report), halt, detours(report), summary(report), values(report), step_table(report, album))
    main = join(*parts, heals(report, album), step_evidence(report, album), _foot(report))
    body = el("body", album.definitions(), el("main", main))
    return f"<!doctype html>\n{el('html', _head(report), body, lang='en')}\n"


def _head(report: RunReport) -> Markup:
    style = (Path(__file__).with_name("page.css")).read_text(encoding="utf-8")
    return el(
        "head",
        el("meta", charset="utf-8"),
        el("meta", http_equiv="Content-Security-Policy", content=_POLICY),
        el("meta", name="viewport", content="width=device-width, initial-scale=1"),
        el("meta", name="color-scheme", content="light dark"),
        el("title", f"{report.workflow}: {OUTCOMES[report.outcome][1]}"),
        el("style", Markup(style)),
    )


def _foot(report: RunReport) -> Markup:
    bundle = f" · bundle {report.bundle_digest[:12]}" if report.bundle_digest else ""
    return el("footer", f"Waymark Studio {__version__} · run {report.run_id}{bundle} · nothing left this computer")
