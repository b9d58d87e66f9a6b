"""The charts of a run, by pyqtgraph: time by phase of each step, ways in which targets were found, runs over time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pyqtgraph as pg
from PySide6.QtCore import QPointF, Qt, Signal
from PySide6.QtGui import QColor, QFont
from PySide6.QtWidgets import QGraphicsPixmapItem

from studio.engine.model.results import StepResult
from studio.ui.run.result_data import PHASES, times_of
from studio.ui.services.library import RunEntry
from studio.ui.services.when import duration, when
from studio.ui.theme import Tone, icon_pixmap, theme
from studio.ui.theme.colours import CHART, TONE_ICONS
from studio.ui.widgets.outcome import OUTCOMES
from studio.ui.words import tr

_WIDE = 0.72


class Chart(pg.PlotWidget):  # type: ignore[misc]
    """A still chart in the colours of the theme. `clicked` tells which bar, and whether Ctrl was held."""

    clicked = Signal(int, bool)

    def __init__(self, name: str) -> None:
        super().__init__(background=None)
        self.setAccessibleName(name)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setMouseEnabled(x=False, y=False)
        self.setMenuEnabled(False)
        self.hideButtons()
        self._count = 0
        self._sideways = False
        self.scene().sigMouseClicked.connect(self._mouse)
        self._again: Any = None
        theme.changed.connect(self._redraw)

    def _begin(self) -> None:
        self.clear()
        self.setBackground(theme.colours.surface)
        font = QFont()
        font.setPixelSize(theme.px(12))
        for side in ("left", "bottom"):
            axis = self.getAxis(side)
            axis.setTextPen(QColor(theme.colours.text2))
            axis.setPen(QColor(theme.colours.border))
            axis.setTickFont(font)
            axis.setStyle(tickLength=0)
        self.getPlotItem().layout.setContentsMargins(0, theme.px(8), 0, 0)  # half of the topmost figure's height

    def _redraw(self) -> None:
        if self._again is not None:
            self._again()

    def _mouse(self, event: Any) -> None:
        at = self.getViewBox().mapSceneToView(QPointF(event.scenePos()))
        bar = round(at.y() if self._sideways else at.x())
        if 0 <= bar < self._count and event.button() is Qt.MouseButton.LeftButton:
            self.clicked.emit(bar, bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier))

    def _note(
        self, said: str, x: float, y: float, anchor: tuple[float, float], colour: str, *, over: bool = False
    ) -> None:
        """Words at a place; `over` hides the lines behind them."""
        item = pg.TextItem(said, color=colour, anchor=anchor, fill=theme.colours.surface if over else None)
        font = QFont()
        font.setPixelSize(theme.px(12))
        item.setFont(font)
        item.setPos(x, y)
        self.addItem(item)


class PhaseChart(Chart):
    """One stacked bar a step, seconds by phase."""

    def __init__(self) -> None:
        super().__init__(tr("Time by phase of each step"))

    def show_steps(self, steps: Sequence[StepResult]) -> None:
        """Other steps."""
        self._again = lambda: self._draw(steps)
        self._draw(steps)

    def _draw(self, steps: Sequence[StepResult]) -> None:
        self._begin()
        self._count = len(steps)
        times = times_of(steps)
        floor = [0.0] * len(times)
        for number, (_, _, colour) in enumerate(PHASES):
            heights = [t[number] for t in times]
            self._bars(floor, heights, CHART[colour])
            floor = [a + b for a, b in zip(floor, heights, strict=True)]
        self.setXRange(-0.6, max(len(times), 1) - 0.4, padding=0)
        self.setYRange(0, max(floor, default=0) * 1.16 or 1, padding=0)
        every = -(-max(len(times), 1) // 12)
        self.getAxis("bottom").setTicks([[(n, str(n + 1)) for n in range(0, len(times), every)]])
        said = ", ".join(f"{n}: {duration(sum(t))}" for n, t in enumerate(times[:60], start=1))
        self.setAccessibleDescription(said)

    def _bars(self, floor: list[float], heights: list[float], colour: str) -> None:
        edge = pg.mkPen(theme.colours.strong) if theme.colours.dark else pg.mkPen(None)
        places = list(range(len(heights)))
        self.addItem(pg.BarGraphItem(x=places, y0=floor, height=heights, width=_WIDE, brush=colour, pen=edge))


class WaysChart(Chart):
    """One bar for each way in which targets were found."""

    def __init__(self) -> None:
        super().__init__(tr("How targets were found"))
        self._sideways = True

    def show_ways(self, ways: Sequence[tuple[str, int]]) -> None:
        """Other ways, the most used first."""
        self._again = lambda: self._draw(ways)
        self._draw(ways)

    def _draw(self, ways: Sequence[tuple[str, int]]) -> None:
        self._begin()
        self._count = len(ways)
        rows = list(range(len(ways)))
        most = max((n for _, n in ways), default=1)
        brush = theme.colours.accent
        pen = pg.mkPen(None)
        self.addItem(
            pg.BarGraphItem(x0=[0] * len(ways), y=rows, width=[n for _, n in ways], height=0.5, brush=brush, pen=pen)
        )
        for row, (_, count) in enumerate(ways):
            self._note(str(count), count, row, (-0.2, 0.5), theme.colours.text)
        self.invertY(True)
        self.setYRange(-0.6, max(len(ways), 4) - 0.4, padding=0)
        self.setXRange(0, most * 1.3, padding=0)
        self.getAxis("left").setTicks([[(row, word) for row, (word, _) in enumerate(ways)]])
        self.hideAxis("bottom")
        self.setAccessibleDescription(", ".join(f"{word}: {n}" for word, n in ways))


class RunsChart(Chart):
    """One bar a run, in the colour of its outcome and with its sign; the dashed line is the median."""

    def __init__(self) -> None:
        super().__init__(tr("The last runs, in seconds"))

    def show_runs(self, runs: Sequence[RunEntry], here: int, other: int, usual_s: float | None) -> None:
        """Other runs; `here` is this one, `other` the one it is compared with (-1 for none)."""
        self._again = lambda: self._draw(runs, here, other, usual_s)
        self._draw(runs, here, other, usual_s)

    def _draw(self, runs: Sequence[RunEntry], here: int, other: int, usual_s: float | None) -> None:
        self._begin()
        self._count = len(runs)
        seconds = [r.total_ms / 1000 for r in runs]
        top = max(seconds, default=1) or 1
        for place, run in enumerate(runs):
            tone = _tone(run)
            edge = theme.colours.accent if place == here else theme.colours.text2 if place == other else None
            colour = QColor(theme.colours.tone(tone))
            colour.setAlphaF(1.0 if place == here else 0.55)
            pen = pg.mkPen(edge, width=2) if edge else pg.mkPen(None)
            self.addItem(pg.BarGraphItem(x=[place], height=[seconds[place]], width=_WIDE, brush=colour, pen=pen))
            self._sign(place, seconds[place], tone)
            if len(runs) <= 10:
                above = seconds[place] + top * 0.13
                self._note(f"{seconds[place]:.1f}", place, above, (0.5, 1.0), theme.colours.text, over=True)
        if usual_s is not None:
            dashed = pg.mkPen(theme.colours.text2, style=Qt.PenStyle.DashLine)
            median = pg.InfiniteLine(usual_s, angle=0, pen=dashed)
            median.setZValue(-1)
            self.addItem(median)
        self.setXRange(-0.6, max(len(runs), 5) - 0.4, padding=0)
        self.setYRange(0, top * 1.34, padding=0)
        every = -(-max(len(runs), 1) // 10)
        self.getAxis("bottom").setTicks([[(n, str(n + 1)) for n in range(0, len(runs), every)]])
        words = [
            f"{n} {when(r.started_at)}: {tr(OUTCOMES.get(r.outcome, ('Unknown', Tone.UNKNOWN))[0])}"
            for n, r in enumerate(runs, start=1)
        ]
        self.setAccessibleDescription(", ".join(words))

    def _sign(self, x: float, y: float, tone: Tone) -> None:
        """The outcome's icon on top of its bar, upright at any scale."""
        item = QGraphicsPixmapItem(icon_pixmap(TONE_ICONS[tone], theme.colours.tone(tone), theme.px(14)))
        item.setFlag(QGraphicsPixmapItem.GraphicsItemFlag.ItemIgnoresTransformations)
        item.setOffset(-theme.px(7), -theme.px(16))
        item.setZValue(1)  # before the ground of the figure above it
        item.setPos(x, y)
        self.addItem(item)


def _tone(run: RunEntry) -> Tone:
    tone = OUTCOMES.get(run.outcome, ("", Tone.UNKNOWN))[1]
    return Tone.HEALED if tone is Tone.PASSED and run.heals else tone
