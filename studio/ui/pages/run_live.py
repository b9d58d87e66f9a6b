"""A run while it goes on: the program graph lights up, the frame shows where it acts, the steps stream in; a halt
puts its card in their place."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QImage, QRegion, QResizeEvent
from PySide6.QtWidgets import QSplitter, QStackedWidget, QVBoxLayout, QWidget

from studio.engine.model.workflow import Step
from studio.graphview.layout.live import Live
from studio.ui.run.frame_pane import FramePane
from studio.ui.run.halt_panel import HaltPanel
from studio.ui.run.live import LiveRun
from studio.ui.run.model import Stage
from studio.ui.run.steps_list import StepsList
from studio.ui.run.values_card import ValuesCard
from studio.ui.run.words import offers_of
from studio.ui.services.background import Background
from studio.ui.theme import theme
from studio.ui.widgets.basics import line, look, text
from studio.ui.widgets.page import panel_head
from studio.ui.widgets.png_image import png_image, png_inside
from studio.ui.widgets.workflow_graph import WorkflowGraph
from studio.ui.widgets.yielding import YieldingLabel
from studio.ui.words import tr

_NARROW = 1150


class LiveView(QWidget):
    """Everything below the tool bar. `selected` tells the step that a person chose, `chosen` a choice on a halt."""

    selected = Signal(str)
    chosen = Signal()
    folder = Signal()

    def __init__(self, keys_in: QWidget) -> None:
        super().__init__()
        self._run: LiveRun | None = None
        self._keys_in = keys_in
        self._shown_in_graph = ""
        self._looked_at: str | None = None
        self._halt_shown = ""
        self.steps, self.frame, self.values = StepsList(), FramePane(), ValuesCard()
        self.graph = WorkflowGraph()
        self.graph.one_line = True
        self.graph.minimap.setMask(QRegion(-1, -1, 1, 1))  # no room for it here
        self.graph.shown.connect(self._graph_shown)
        self.halt = HaltPanel(keys_in)
        self.halt.chosen.connect(self.chosen)
        self.halt.folder.connect(self.folder)
        self.steps.chosen.connect(self._choose)
        self.frame.follow.clicked.connect(lambda: self.follow())
        self.graph.currentChanged.connect(self._graph_chose)
        self._pictures: Background[tuple[str, QImage]] = Background(self)
        self._done, self._left_head = YieldingLabel("", "note"), YieldingLabel("", "note")
        self._left, self._right = QStackedWidget(), QStackedWidget()
        self._steps_left, self._steps_right = _holder(), _holder()
        self._arrange()

    def _arrange(self) -> None:
        program = _stacked(panel_head(tr("Program"), self._done, None), self.graph)
        aside = _stacked(panel_head(tr("Steps"), self._left_head, None), self._steps_left)
        self._left.addWidget(program)
        self._left.addWidget(aside)
        left = _stacked(self._left, line(), self.values)
        look(left, "surface")
        heads = panel_head(tr("Steps"), None, text(tr("how found"), "note"), 16, text(tr("time"), "note"))
        self._right.addWidget(_stacked(heads, self._steps_right))
        self._right.addWidget(self.halt)
        _fill(self._steps_right, self.steps)
        parts = QSplitter(Qt.Orientation.Horizontal)
        for part, width in ((left, 260), (self.frame, 760), (self._right, 360)):
            parts.addWidget(part)
            part.setMinimumWidth(theme.px(min(width, 300) - 80))
        parts.setStretchFactor(1, 1)
        parts.setSizes([theme.px(260), theme.px(760), theme.px(370)])
        self._parts, self._narrow = parts, False
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(parts)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """In a small window the sides give way to the frame."""
        super().resizeEvent(event)
        narrow = self.width() < theme.px(_NARROW)
        if narrow and not self._narrow:
            left, right = theme.px(180), theme.px(310)
            self._parts.setSizes([left, self.width() - left - right, right])
        self._narrow = narrow

    def show_run(self, run: LiveRun) -> None:
        """Another run."""
        self._run, self._looked_at, self._halt_shown, self._shown_in_graph = run, None, "", ""
        self.steps.show_run(run.model)
        self.values.show_values(run.workflow, run.wanted)
        self.graph.show_workflow(run.workflow, run.bundle)
        first = run.workflow.steps[0].before_frame
        self.frame.show_image("", QImage())
        if first and first in run.bundle.hashes:
            self.frame.show_image("", png_image(run.bundle.asset_bytes(first)))
        self.refresh()

    def refresh(self) -> None:
        """Show how the run stands now."""
        run = self._run
        if run is None:
            return
        model = run.model
        self.steps.refresh(model, run.breakpoints)
        self.graph.set_breakpoints(run.breakpoints)
        self.graph.set_live({k: Live(s.state.value) for k, s in model.steps.items()})
        if model.current is not None and model.current != self._shown_in_graph and not self.graph.hasFocus():
            self._shown_in_graph = model.current
            self.graph.select_step(model.current)
        said = tr("{done} of {n} done", done=model.done, n=len(model.steps))
        self._done.setText(said)
        self._left_head.setText(said)
        shown = self._looked_at or model.current
        self.frame.follow.setVisible(self._looked_at is not None)
        if shown is not None:
            self.frame.show_step(model, model.steps[shown], _step(run, shown))
        self._show_halt(run)

    def take_frame(self, picture: str, image: QImage) -> None:
        """A new frame came; it is shown unless a person looks at another step."""
        if self._looked_at is None or self._looked_at == (self._run and self._run.model.current):
            self.frame.show_image(picture, image)
            if self._run is not None and self._run.model.halt is not None:
                self.halt.show_picture(self._run.model.halt, image)
            self.refresh()

    def follow(self) -> None:
        """Look at the step that runs again."""
        self._looked_at = None
        run = self._run
        live = run.model.steps.get(run.model.current or "") if run is not None else None
        if run is not None and live is not None and (live.before or live.after):
            self._load(run.run_dir, live.after or live.before or "")
        self.refresh()

    @property
    def looked_at(self) -> str | None:
        """The step that a person looks at; None while the view follows the run."""
        return self._looked_at

    def close_down(self) -> None:
        """Stop what the graph does off the GUI thread."""
        self.graph.close_workers()

    def _show_halt(self, run: LiveRun) -> None:
        halt = run.model.halt if run.model.stage is Stage.HALTED else None
        if (halt.id if halt else "") == self._halt_shown:
            return
        self._halt_shown = halt.id if halt else ""
        holder = self._steps_left if halt else self._steps_right
        _fill(holder, self.steps)
        self._left.setCurrentIndex(1 if halt else 0)
        self._right.setCurrentIndex(1 if halt else 0)
        if halt is None:
            self.halt.choices.clear()
            return
        self._looked_at = None
        if self.isVisible():
            self._keys_in.setFocus()
        step = _step(run, halt.step_id)
        self.halt.show_halt(halt, step, offers_of(halt, step, run.model.number(halt.step_id)))
        if halt.picture:
            self._load(run.run_dir, halt.picture)

    def _choose(self, step_id: str) -> None:
        self.selected.emit(step_id)
        run = self._run
        if run is None:
            return
        live = run.model.steps[step_id]
        self._looked_at = None if step_id == run.model.current else step_id
        picture = live.before or live.after
        if picture:
            self._load(run.run_dir, picture)
        self.refresh()

    def _load(self, run_dir: Path, picture: str) -> None:
        self._pictures.start(lambda: (picture, png_inside(run_dir, picture)), self._loaded)

    def _loaded(self, found: tuple[str, QImage]) -> None:
        picture, image = found
        if image.isNull():
            return
        self.frame.show_image(picture, image)
        if self._run is not None and self._run.model.halt is not None:
            self.halt.show_picture(self._run.model.halt, image)
        self.refresh()

    def _graph_shown(self) -> None:
        """A new plan: its states, breakpoints and the step that runs are told again."""
        self._shown_in_graph = ""
        self.refresh()

    def _graph_chose(self, _node: str) -> None:
        steps = [n.step_id for n in self.graph.selected_nodes if n.step_id]
        if steps and self._run is not None and self.graph.hasFocus():
            self.steps.select(steps[-1])


def _step(run: LiveRun, step_id: str) -> Step | None:
    return next((s for s in run.workflow.steps if s.id == step_id), None)


def _holder() -> QWidget:
    holder = QWidget()
    layout = QVBoxLayout(holder)
    layout.setContentsMargins(0, 0, 0, 0)
    return holder


def _fill(holder: QWidget, part: QWidget) -> None:
    layout = holder.layout()
    if layout is not None:
        layout.addWidget(part)


def _stacked(*parts: QWidget) -> QWidget:
    holder = QWidget()
    look(holder, "surface")
    layout = QVBoxLayout(holder)
    layout.setContentsMargins(0, 0, 0, 0)
    layout.setSpacing(0)
    for number, part in enumerate(parts):
        layout.addWidget(part, 1 if number == (1 if len(parts) == 2 else 0) else 0)
    return holder
