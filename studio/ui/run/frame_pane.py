"""The program as the run sees it: the newest frame with the place where it acts, phases and ladder below."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QScrollArea, QVBoxLayout, QWidget

from studio.engine.model.halts import Halt
from studio.engine.model.workflow import Step
from studio.ui.run.halt_panel import halt_marks
from studio.ui.run.model import RunModel, StepLive
from studio.ui.run.phases import Phases
from studio.ui.theme import theme
from studio.ui.told import intent_words, told
from studio.ui.widgets.basics import Button, look, row, text
from studio.ui.widgets.frame_view import FrameView
from studio.ui.widgets.ladder_rows import LadderRows
from studio.ui.widgets.marks import Mark, MarkKind, place_of, point_mark
from studio.ui.widgets.yielding import YieldingLabel
from studio.ui.words import tr


class FramePane(QWidget):
    """Follows the step that runs, or shows one that a person selected."""

    def __init__(self) -> None:
        super().__init__()
        look(self, "canvas")
        self._title, self._what = YieldingLabel("", "section", least=90), YieldingLabel("", "note")
        self.view = FrameView(tr("The program, as the run sees it"))
        self.phases, self.ladder = Phases(), LadderRows()
        self._said = text("", "note", wrap=True)
        self._shown = ""
        self.follow = Button(tr("Follow the run"), "eye", kind="link", tip="F")
        below, inside = QWidget(), QVBoxLayout()
        look(below, "clear")
        inside.setContentsMargins(0, 0, 0, 0)
        inside.setSpacing(10)
        for part in (self.phases, self.ladder, self._said):
            inside.addWidget(part)
        inside.addStretch(1)
        below.setLayout(inside)
        scroll = QScrollArea()
        scroll.setWidget(below)
        scroll.setWidgetResizable(True)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setFixedHeight(theme.px(180))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(pane_head(self._title, None, self.follow, self._what))
        holder = QVBoxLayout()
        holder.setContentsMargins(14, 14, 14, 8)
        holder.setSpacing(10)
        holder.addWidget(self.view, 1)
        holder.addWidget(scroll)
        layout.addLayout(holder, 1)

    def show_image(self, picture: str, image: QImage) -> None:
        """Another frame; its marks come with the step."""
        self._shown = picture
        self.view.show_picture(image)

    @property
    def picture(self) -> str:
        """Which picture of the run is shown."""
        return self._shown

    def show_step(self, run: RunModel, live: StepLive, step: Step | None) -> None:
        """The step's title, its marks on the frame that is shown, its phases and its ladder."""
        number = run.number(live.id)
        self._title.setText(
            tr("Step {n}", n=number) + f"  {intent_words(live.intent)}" if number else intent_words(live.intent)
        )
        now = self._shown in (live.before, live.after) and run.going and run.current == live.id
        self._what.setText(tr("the program, now") if now else tr("picture of this step"))
        halt = run.halt if run.halt is not None and run.halt.step_id == live.id else None
        self.view.set_marks(halt_marks(halt) if halt else step_marks(live, step, self._shown))
        self.phases.setVisible(halt is None)
        phase = run.phase if run.current == live.id else None
        self.phases.show_step(live, phase)
        attempts = live.attempts
        if tuple(r.attempt for r in self.ladder.rows) != attempts:
            self.ladder.show_attempts(attempts)
        self.ladder.setVisible(bool(attempts))
        self._said.setText(told(run.warnings[-1]) if run.warnings else "")

    def show_halt(self, halt: Halt) -> None:
        """Mark what the halt is about."""
        self.view.set_marks(halt_marks(halt))


def pane_head(*parts: QWidget | int | None) -> QWidget:
    """The head of a panel whose title changes."""
    head = row(*parts, margins=(16, 0, 12, 0))
    look(head, "panel-head")
    head.setFixedHeight(theme.px(34))
    return head


def step_marks(live: StepLive, step: Step | None, picture: str) -> tuple[Mark, ...]:
    """Where the step acts, on the picture before it; with the landmarks that said so."""
    if picture != live.before or live.region is None:
        return ()
    acted = live.result is not None or live.point is not None
    label = tr("acted here") if acted else tr("will act here")
    if live.result is not None and not live.result.ok:
        label = tr("the place")
    made = [Mark(MarkKind.TARGET, live.region, label)]
    if live.point is not None:
        made.append(point_mark(live.point))
    point = live.point or live.region.center
    landmarks = step.anchor.landmarks if step is not None and step.anchor is not None else ()
    by_landmarks = any(a.rung.value == "geometry" and a.candidates for a in live.attempts)
    if by_landmarks:
        made += [Mark(MarkKind.LANDMARK, place, m.ocr_text, point) for m in landmarks if (place := place_of(m, point))]
    return tuple(made)
