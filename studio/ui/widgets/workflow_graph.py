"""The program graph in the colours of the theme: it shows a workflow, laid out off the GUI thread."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from PySide6.QtCore import QRectF, Signal
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QWidget

from studio.engine.bundle import Bundle
from studio.engine.model.workflow import Workflow
from studio.engine.vision.frame import Frame
from studio.graphview.layout import SectionStart, StepNotes, graph_model
from studio.graphview.layout.colors import GraphColors
from studio.graphview.layout.plan import Plan
from studio.graphview.planner import Planner
from studio.graphview.view import GraphView
from studio.ui.theme import Tone, theme
from studio.ui.told import intent_words
from studio.ui.widgets.png_image import png_image
from studio.ui.words import SOURCE, chosen_language, tr

READABLE = 0.65
"""The zoom from which on cards show their pictures."""


class WorkflowGraph(GraphView):
    """A graph view that follows the theme. `shown` is sent when another plan is on the screen."""

    shown = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, tr)
        self._planner = Planner(self)
        self._planner.ready.connect(self._took)
        self._crops: Mapping[str, object] = {}
        self._where: Path | None = None
        self._fresh = True
        self.one_line = False
        self.open_subflows: frozenset[str] = frozenset()
        self.unfolded.connect(self._fold)
        self._asked: tuple[Workflow, Mapping[str, StepNotes]] | None = None
        self._recolour()
        theme.changed.connect(self._recolour)

    def show_workflow(
        self,
        workflow: Workflow,
        bundle: Bundle,
        notes: Mapping[str, StepNotes] | None = None,
        pictures: Mapping[str, Frame] | None = None,
    ) -> None:
        """Show another workflow, or the same one after an edit. `pictures` are those that the bundle does not hold."""
        self._asked = (workflow, notes or {})
        self._show_pictures(workflow, bundle, dict(pictures or {}))
        self.lay_out()

    def lay_out(self) -> None:
        """Lay out again what is shown, after `one_line` or `open_subflows` changed."""
        if self._asked is None:
            return
        workflow, notes = self._asked
        opened = self.open_subflows
        sections: tuple[SectionStart, ...] | None = () if self.one_line else None
        if workflow.stages is not None and not self.one_line:
            sections = tuple(SectionStart(stage.first, stage.title) for stage in workflow.stages)
        self._planner.ask(lambda: graph_model(called(workflow), notes=notes, sections=sections, opened=opened, say=tr))

    def close_workers(self) -> None:
        """Stop what runs off the GUI thread; to be called before the view goes for good."""
        self._planner.close()
        super().close_workers()

    def _took(self, plan: Plan) -> None:
        first = self._fresh
        self._fresh = False
        self.set_graph(plan)
        if first:
            self._begin()
        self.shown.emit()

    def _begin(self) -> None:
        """Show all of it where it can be read like that, else its beginning."""
        self.fit()
        if self.zoom < READABLE:
            self.set_zoom(READABLE)
            area = QRectF(self.viewport().rect())
            self.center_on(area.width() / 2 / READABLE - 16, area.height() / 2 / READABLE - 16)

    def _fold(self, node: str) -> None:
        self.open_subflows = self.open_subflows ^ {node}
        self.lay_out()

    def _show_pictures(self, workflow: Workflow, bundle: Bundle, drafts: dict[str, Frame]) -> None:
        """Ask for pictures again only where the crops have changed: they are kept by step."""
        self._fresh = self._fresh or bundle.dir != self._where
        crops = {s.id: (s.anchor.template, s.anchor.region) for s in workflow.steps if s.anchor}
        if crops == self._crops and bundle.dir == self._where:
            return
        self._crops, self._where = crops, bundle.dir
        paths = {s.id: s.anchor.template for s in workflow.steps if s.anchor and s.anchor.template}

        def picture(step_id: str) -> QImage | None:
            path = paths.get(step_id, "")
            if path in drafts:
                return png_image(drafts[path].png)
            return png_image(bundle.asset_bytes(path)) if path in bundle.hashes else None

        self.set_pictures(picture)

    def _recolour(self) -> None:
        self.camera.motion = not theme.reduced_motion
        self.set_colors(graph_colors())


def called(workflow: Workflow) -> Workflow:
    """The workflow with its steps called as the window's language has it. In a thread."""
    if chosen_language() == SOURCE:
        return workflow
    steps = (step.model_copy(update={"intent": intent_words(step.intent)}) for step in workflow.steps)
    return workflow.model_copy(update={"steps": tuple(steps)})


def graph_colors() -> GraphColors:
    """The theme's colours for a graph."""
    c = theme.colours
    tones = {
        name: value
        for tone in (Tone.PASSED, Tone.HEALED, Tone.HALTED, Tone.FAILED, Tone.UNKNOWN, Tone.RUNNING)
        for name, value in ((tone.value, c.tone(tone)), (f"{tone.value}_bg", c.tint(tone)))
    }
    return GraphColors(
        canvas=c.canvas,
        dot=c.dot,
        group=c.bg,
        card=c.surface,
        border=c.border,
        strong=c.strong,
        text=c.text,
        text2=c.text2,
        accent=c.accent,
        accent_bg=c.accent_bg,
        on_accent=c.on_accent,
        **tones,
    )
