"""Result: what a run did, in honest words, numbers and charts; each row leads to the ladder of its step."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QScrollArea, QStackedWidget, QVBoxLayout, QWidget

from studio.engine.errors import BadInput, CannotWrite
from studio.engine.model.results import Outcome, RunReport
from studio.engine.report import load_run, render_run_report
from studio.ui.pages.home_cards import show_folder
from studio.ui.run.charts import PhaseChart, RunsChart, WaysChart
from studio.ui.run.halt_strip import HaltStrip
from studio.ui.run.result_data import PHASES, ResultData, read_result
from studio.ui.run.result_table import ResultTable
from studio.ui.run.words import count_words, outcome_words
from studio.ui.services.background import Background
from studio.ui.services.library import version_number
from studio.ui.services.when import duration, when
from studio.ui.shell.actions import Action
from studio.ui.studio import Studio
from studio.ui.theme import Tone, theme
from studio.ui.theme.colours import CHART
from studio.ui.told import told
from studio.ui.widgets.basics import Button, Chip, Icon, column, emptied, look, row, text
from studio.ui.widgets.outcome import outcome_chip
from studio.ui.widgets.page import EmptyState, Page
from studio.ui.widgets.top_column import TopColumn
from studio.ui.widgets.yielding import YieldingLabel
from studio.ui.words import tr

_CHART_PX = 150


class ResultPage(Page):
    """One run. Its report is read off the GUI thread."""

    def __init__(self, studio: Studio) -> None:
        super().__init__(studio, tr("Result"))
        self.data: ResultData | None = None
        self.other: Path | None = None
        self._reading: Background[ResultData] = Background(self)
        self._comparing: Background[RunReport] = Background(self)
        self._writing: Background[Path] = Background(self)
        self._chip: Chip | None = None
        self.report_button = Button(tr("Open the report"), "report", kind="primary", run=self.open_report)
        self.head.add_action(self.report_button)
        self._banner = _Banner(self.run_again, self.review, self.needs)
        self.phases, self.ways, self.runs = PhaseChart(), WaysChart(), RunsChart()
        self.table, self._halt = ResultTable(), HaltStrip()
        self._totals = text("", "section")
        self._ways_note, self._runs_note = YieldingLabel("", "note"), YieldingLabel("", "note")
        self._legend, self._said_of_runs = QGridLayout(), text("", "note", wrap=True)
        self.table.opened.connect(self.open_ladder)
        self.phases.clicked.connect(lambda bar, _: self.table.select(bar))
        self.runs.clicked.connect(self._run_clicked)
        self._stack = QStackedWidget()
        self._empty = TopColumn()
        self._arrange()
        self.actions_here = [
            Action("result.report", tr("Open the report"), self.open_report, ("R",), self._has, "report"),
            Action("result.again", tr("Run again"), self.run_again, ("Ctrl+Return",), self._has_bundle, "run"),
            Action("result.heals", tr("Review the heals"), self.review, ("H",), self._has_heals, "heals"),
            Action(
                "result.ladder", tr("Open the ladder of the step"), self.open_ladder, ("L",), self._has, "structure"
            ),
            Action("result.compare", tr("Compare with the run before"), self.compare, ("C",), self._has_former, "side"),
            Action(
                "result.former", tr("The run before"), lambda: self._beside(-1), ("Alt+Left",), self._has, "history"
            ),
            Action("result.next", tr("The run after"), lambda: self._beside(1), ("Alt+Right",), self._has, "history"),
            Action("result.folder", tr("Open the folder of the run"), self.open_folder, ("O",), self._has, "folder"),
        ]

    # The page

    def enter(self, **asked: Any) -> None:
        """Show the run `run`; without one, the one that was shown."""
        run = asked.get("run")
        if run is None and self.data is not None:
            run = self.data.dir
        if run is None:
            self._say_empty(tr("No run is chosen"), tr("Run a workflow, or choose one of the recent runs on Home."))
            return
        self.other = None
        folder = Path(run)
        self._reading.start(lambda: read_result(folder), self._took, self._could_not)

    def _took(self, data: ResultData) -> None:
        self.data = data
        self._stack.setCurrentIndex(1)
        report = data.report
        self._show_head(data)
        self._banner.show_report(report, can_run=data.bundle is not None)
        self._halt.show_halt(data.dir, report.halt)
        self.table.show_report(report)
        self.phases.show_steps(report.steps)
        self._totals.setText(duration(report.total_ms / 1000))
        self._show_legend(data)
        self.ways.show_ways(data.ways)
        heals = tr("{n} steps · {heals} heals", n=len(report.steps), heals=len(report.heals))
        self._ways_note.setText(heals)
        self._show_runs()
        self.table.setFixedHeight(theme.px(26 * len(report.steps) + 40) if len(report.steps) < 400 else theme.px(900))

    def _could_not(self, problem: Exception) -> None:
        if not isinstance(problem, BadInput):
            raise problem
        self.data = None
        self._say_empty(tr("This run cannot be read"), told(str(problem)))

    def _show_head(self, data: ResultData) -> None:
        report = data.report
        named = tr("Run {n}", n=data.number) if data.number else data.dir.name
        version = version_number(data.bundle.dir) if data.bundle is not None else 0
        parts = [report.workflow, tr("version {n}", n=version) if version else "", when(report.started_at)]
        explains = tr("One page with every picture and number\nof this run, in your browser.")
        self.head.say(named, " · ".join(p for p in parts if p), explains)
        if self._chip is not None:
            self._chip.hide()
            self._chip.deleteLater()
        self._chip = outcome_chip(report.outcome.value, len(report.heals))
        self.head.add_chip(self._chip)

    def _show_legend(self, data: ResultData) -> None:
        emptied(self._legend)
        total = data.times.total or 1.0
        for number, (field, word, colour) in enumerate(PHASES):
            spent = getattr(data.times, field)
            said = f"{duration(spent / 1000)} · {100 * spent / total:.0f} %"
            self._legend.addWidget(_swatch(CHART[colour]), number, 0)
            self._legend.addWidget(text(tr(word), "note"), number, 1)
            self._legend.addWidget(text(said, "note"), number, 2)

    def _show_runs(self) -> None:
        data = self.data
        assert data is not None
        other = next((n for n, r in enumerate(data.runs) if r.dir == self.other), -1)
        self.runs.show_runs(data.runs, data.number - 1, other, data.usual_s)
        self._runs_note.setText(count_words(r.outcome for r in data.runs))
        hint = tr("A click opens a run, Ctrl and a click compares it with this one.")
        usual = tr("Dashed: the median, {s}.", s=duration(data.usual_s)) + " " if data.usual_s is not None else ""
        self._said_of_runs.setText(usual + hint if len(data.runs) > 1 else tr("The first run of this workflow."))

    # What can be done

    def open_report(self) -> None:
        """Write the report anew where it is missing, and open it in the browser."""
        if self.data is None:
            return
        folder = self.data.dir
        self.report_button.setEnabled(False)
        self._writing.start(lambda: _report(folder), self._open_page, self._no_report)

    def _open_page(self, page: Path) -> None:
        self.report_button.setEnabled(True)
        self.studio.say(tr("The report is {path}", path=page))
        show_folder(str(page))

    def _no_report(self, problem: Exception) -> None:
        self.report_button.setEnabled(True)
        if not isinstance(problem, BadInput | CannotWrite):
            raise problem
        self.studio.ask(tr("The report could not be written"), str(problem), (tr("Close"),))

    def run_again(self) -> None:
        """The form, with the values of this run."""
        if self.data is not None and self._open_bundle():
            self.studio.go("run", values=dict(self.data.report.params))

    def review(self) -> None:
        """The heals that this run proposes."""
        if self.data is not None and self._has_heals():
            self.studio.go("heals", run=self.data.dir)

    def needs(self) -> None:
        """What the halt asks of a person."""
        if self.data is not None:
            self.studio.go("needs", run=self.data.dir)

    def open_ladder(self, row_number: int | None = None) -> None:
        """The ladder page of a step, on this run's frame."""
        data = self.data
        chosen = self.table.current_row if row_number is None else row_number
        if data is None or not 0 <= chosen < len(data.report.steps) or not self._open_bundle():
            return
        step = data.report.steps[chosen]
        self.studio.go("ladder", step=step.step_id, frame=data.dir / step.before if step.before else None)

    def open_folder(self) -> None:
        """The folder with all its evidence."""
        if self.data is not None:
            show_folder(str(self.data.dir))

    def compare(self) -> None:
        """The run before this one beside it; once more takes it away."""
        if self.data is not None and self.data.former is not None:
            self._compare_with(None if self.other is not None else self.data.former.dir)

    def _compare_with(self, other: Path | None) -> None:
        self.other = other
        self._show_runs()
        if other is None:
            self.table.compare_with(None)
            return
        said = next((tr("Run {n}", n=n) for n, r in enumerate(self.data.runs, 1) if r.dir == other), other.name)  # type: ignore[union-attr]
        self._comparing.start(lambda: load_run(other), lambda r: self.table.compare_with(r, said), self._could_not)

    def _run_clicked(self, bar: int, ctrl: bool) -> None:
        if self.data is None:
            return
        chosen = self.data.runs[bar].dir
        if ctrl and chosen != self.data.dir:
            self._compare_with(None if chosen == self.other else chosen)
        elif not ctrl:
            self.enter(run=chosen)

    def _beside(self, by: int) -> None:
        if self.data is not None and 0 <= self.data.number - 1 + by < len(self.data.runs):
            self.enter(run=self.data.runs[self.data.number - 1 + by].dir)

    def _open_bundle(self) -> bool:
        """Make the workflow of this run the open one; says why where it cannot be."""
        data, document = self.data, self.studio.document
        if data is None:
            return False
        if data.bundle is None:
            gone = tr("The version of the workflow that this run replayed is not where it was, or has changed since.")
            self.studio.ask(tr("The workflow is gone"), gone, (tr("Close"),))
            return False
        if document is None or document.bundle.digest != data.bundle.digest:
            if document is not None and document.is_edited:
                said = tr("Another version with unsaved edits is open. Save it first.")
                self.studio.ask(tr("There are unsaved edits"), said, (tr("Close"),))
                return False
            self.studio.open_bundle(data.bundle.dir)
        return True

    # What is possible

    def _has(self) -> bool:
        return self.data is not None

    def _has_bundle(self) -> bool:
        return self.data is not None and self.data.bundle is not None

    def _has_heals(self) -> bool:
        return self.data is not None and bool(self.data.report.heals)

    def _has_former(self) -> bool:
        return self.data is not None and self.data.former is not None

    # Arrangement

    def _arrange(self) -> None:
        cards = QHBoxLayout()
        cards.setSpacing(12)
        legend = QWidget()
        legend.setLayout(self._legend)
        self._legend.setContentsMargins(0, 0, 0, 0)
        self._legend.setHorizontalSpacing(8)
        self._legend.setVerticalSpacing(2)
        self._legend.setColumnStretch(1, 1)
        cards.addWidget(_chart_card(tr("Time by phase"), self._totals, self.phases, legend), 5)
        cards.addWidget(_chart_card(tr("How targets were found"), self._ways_note, self.ways, None), 4)
        cards.addWidget(_chart_card(tr("Last runs, seconds"), self._runs_note, self.runs, self._said_of_runs), 5)
        table = QFrame()
        look(table, "card")
        inside = QVBoxLayout(table)
        inside.setContentsMargins(2, 4, 2, 4)
        inside.addWidget(self.table)
        page, layout = QWidget(), QVBoxLayout()
        look(page, "clear")
        layout.setContentsMargins(20, 14, 20, 16)
        layout.setSpacing(12)
        layout.addWidget(self._halt)
        layout.addLayout(cards)
        layout.addWidget(table)
        layout.addStretch(1)
        page.setLayout(layout)
        scroll = QScrollArea()
        scroll.setWidget(page)
        scroll.setWidgetResizable(True)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        nothing = QWidget()
        nothing.setLayout(self._empty)
        self._empty.setContentsMargins(20, 16, 20, 16)
        self._stack.addWidget(nothing)
        self._stack.addWidget(column(self._banner, scroll, spacing=0))
        self.set_body(self._stack)

    def _say_empty(self, title: str, why: str) -> None:
        emptied(self._empty)
        home = Button(tr("Go to Home"), "home", run=lambda: self.studio.go("home"))
        self._empty.addWidget(EmptyState("report", title, why, home))
        self.head.say(tr("Result"), "", "")
        self._stack.setCurrentIndex(0)


class _Banner(QWidget):
    """The outcome in words and what comes next."""

    def __init__(self, again: Callable[[], object], review: Callable[[], object], needs: Callable[[], object]) -> None:
        super().__init__()
        self._icon = Icon("unknown", Tone.UNKNOWN, 20)
        self._bold, self._more = text("", "strong", wrap=True), text("", wrap=True, selectable=True)
        self._review = Button(tr("Review the heals"), "heals", run=review)
        self._needs = Button(tr("What can be done"), "hand", run=needs)
        self._again = Button(tr("Run again"), "run", run=again)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(20, 8, 16, 8)
        layout.setSpacing(10)
        layout.addWidget(self._icon)
        layout.addWidget(column(self._bold, self._more, spacing=2), 1)
        for button in (self._needs, self._review, self._again):
            layout.addWidget(button)
        look(self, "sunken")
        self._tone = Tone.UNKNOWN
        theme.changed.connect(self._recolour)

    def show_report(self, report: RunReport, *, can_run: bool) -> None:
        """Another run."""
        bold, more = outcome_words(report)
        self._bold.setText(bold)
        self._more.setText(more)
        tones = {
            Outcome.VERIFIED: (Tone.PASSED, "check"),
            Outcome.PASSED: (Tone.UNKNOWN, "unknown"),
            Outcome.HALTED: (Tone.HALTED, "hand"),
            Outcome.STOPPED: (Tone.UNKNOWN, "stop"),
            Outcome.FAILED: (Tone.FAILED, "cross"),
        }
        self._tone, icon_name = tones[report.outcome]
        self._icon.show_icon(icon_name, self._tone)
        self._review.setVisible(bool(report.heals))
        self._needs.setVisible(report.outcome is Outcome.HALTED)
        self._again.setVisible(can_run)
        self.setAccessibleName(f"{bold} {more}")
        self._recolour()

    def _recolour(self) -> None:
        ground = theme.colours.tint(self._tone) if self._tone is not Tone.UNKNOWN else theme.colours.sunken
        border = theme.colours.border
        self.setStyleSheet(f"_Banner {{ background: {ground}; border-bottom: 1px solid {border}; }}")


def _chart_card(title: str, note: QWidget, chart: QWidget, below: QWidget | None) -> QFrame:
    card = QFrame()
    look(card, "card")
    chart.setFixedHeight(theme.px(_CHART_PX))
    chart.setMinimumWidth(theme.px(120))
    layout = QVBoxLayout(card)
    layout.setContentsMargins(14, 10, 14, 10)
    layout.setSpacing(6)
    layout.addWidget(row(YieldingLabel(title, "strong", least=90), None, note))
    layout.addWidget(chart)
    if below is not None:
        layout.addWidget(below)
    layout.addStretch(1)
    return card


def _swatch(colour: str) -> QWidget:
    patch = QWidget()
    patch.setFixedSize(theme.px(11), theme.px(11))
    patch.setStyleSheet(f"background: {colour}; border-radius: 2px;")
    return patch


def _report(folder: Path) -> Path:
    page = folder / "report.html"
    if not page.is_file():
        render_run_report(folder)
    return page
