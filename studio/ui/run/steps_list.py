"""The steps of a run as a list: state, number, intent, how it was found, time. It follows the run unless scrolled."""

from __future__ import annotations

import re
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFocusEvent, QFont, QPainter, QPen
from PySide6.QtWidgets import QAbstractItemView, QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from studio.ui.run.model import RunModel, State, StepLive
from studio.ui.run.words import found_words
from studio.ui.services.when import duration
from studio.ui.theme import Tone, icon_pixmap, theme
from studio.ui.told import intent_words, told
from studio.ui.words import tr

STATES: dict[State, tuple[str, str, Tone]] = {
    State.WAITING: ("Waiting", "none", Tone.UNKNOWN),
    State.RUNNING: ("Running", "run", Tone.RUNNING),
    State.PASSED: ("Passed", "check", Tone.PASSED),
    State.HEALED: ("Healed", "heals", Tone.HEALED),
    State.HALTED: ("Halted", "hand", Tone.HALTED),
    State.FAILED: ("Failed", "cross", Tone.FAILED),
    State.SKIPPED: ("Left out", "minus", Tone.UNKNOWN),
}
"""Word, icon and tone of each state of a step."""
_ROW = 31
_TIME = 54
_PARAMETER = re.compile(r"(⟨[^⟩]*⟩)")
_Index = QModelIndex | QPersistentModelIndex


class StepsModel(QAbstractListModel):
    """The steps of one run; `refresh` tells the view what changed."""

    def __init__(self) -> None:
        super().__init__()
        self.ids: tuple[str, ...] = ()
        self._run: RunModel | None = None
        self._shown: dict[str, StepLive] = {}
        self.breakpoints: frozenset[str] = frozenset()

    def show_run(self, run: RunModel) -> None:
        """Another run."""
        self.beginResetModel()
        self._run, self.ids, self._shown = run, run.order, dict(run.steps)
        self.endResetModel()

    def refresh(self, breakpoints: frozenset[str]) -> None:
        """Show what has changed since."""
        if self._run is None:
            return
        changed = {k for k in self.ids if self._run.steps[k] is not self._shown.get(k)} | (
            breakpoints ^ self.breakpoints
        )
        self._shown.update({k: self._run.steps[k] for k in changed if k in self._run.steps})
        self.breakpoints = breakpoints
        for number, key in enumerate(self.ids):
            if key in changed:
                self.dataChanged.emit(self.index(number), self.index(number))

    def rowCount(self, parent: _Index = QModelIndex()) -> int:  # noqa: B008
        """Qt's own."""
        return 0 if parent.isValid() else len(self.ids)

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """The step as words; the delegate takes the step itself."""
        step = self._shown[self.ids[index.row()]]
        if role == Qt.ItemDataRole.UserRole:
            return step
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.ToolTipRole):
            return self._said(index.row() + 1, step)
        return None

    def _said(self, number: int, step: StepLive) -> str:
        parts = [f"{number} {intent_words(step.intent)}", tr(STATES[step.state][0])]
        if step.result is not None:
            parts += [found_words(step.result), duration(step.result.times.total / 1000), told(step.result.note or "")]
        if step.id in self.breakpoints:
            parts.append(tr("breakpoint"))
        return ", ".join(p for p in parts if p)


class _Painter(QStyledItemDelegate):
    """One row."""

    def sizeHint(self, _option: QStyleOptionViewItem, _index: _Index) -> QSize:
        """The height of a row."""
        return QSize(theme.px(200), theme.px(_ROW))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        """State, number, intent; at the right how it was found and how long it took."""
        step: StepLive = index.data(Qt.ItemDataRole.UserRole)
        rect: QRect = option.rect
        state: QStyle.StateFlag = option.state
        painter.save()
        self._ground(painter, rect, step, bool(state & QStyle.StateFlag.State_Selected))
        _, icon_name, tone = STATES[step.state]
        middle = rect.top() + (rect.height() - theme.px(16)) // 2
        if step.state is State.WAITING:
            self._ring(painter, rect.left() + theme.px(20), rect.center().y())
        else:
            ratio = painter.device().devicePixelRatioF()
            pixmap = icon_pixmap(icon_name, theme.colours.tone(tone), theme.px(16), ratio)
            painter.drawPixmap(rect.left() + theme.px(12), middle, pixmap)
        model = index.model()
        if isinstance(model, StepsModel) and step.id in model.breakpoints:
            painter.setBrush(QColor(theme.colours.tone(Tone.FAILED)))
            painter.setPen(Qt.PenStyle.NoPen)
            painter.drawEllipse(rect.left() + theme.px(3), rect.center().y() - theme.px(3), theme.px(7), theme.px(7))
        right = self._right(painter, rect, step)
        self._words(
            painter,
            QRect(rect.left() + theme.px(36), rect.top(), right - rect.left() - theme.px(40), rect.height()),
            index.row() + 1,
            step,
        )
        painter.restore()

    def _ring(self, painter: QPainter, x: int, y: int) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(theme.colours.strong), 1.5))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawEllipse(QPoint(x, y), theme.px(4), theme.px(4))

    def _ground(self, painter: QPainter, rect: QRect, step: StepLive, selected: bool) -> None:
        colours = theme.colours
        if step.state in (State.RUNNING, State.HALTED, State.FAILED):
            tone = STATES[step.state][2]
            painter.fillRect(rect, QColor(colours.tint(tone)))
            painter.fillRect(QRect(rect.left(), rect.top(), 3, rect.height()), QColor(colours.tone(tone)))
        elif selected:
            painter.fillRect(rect, QColor(colours.select))
        if selected:
            painter.setPen(QColor(colours.accent))
            painter.drawRect(rect.adjusted(0, 0, -1, -1))
        painter.setPen(QColor(colours.border))
        painter.drawLine(rect.bottomLeft(), rect.bottomRight())

    def _right(self, painter: QPainter, rect: QRect, step: StepLive) -> int:
        """How found and time, where there is room for them; returns where they begin."""
        right = rect.right() - theme.px(12)
        if step.result is None or rect.width() < theme.px(300):
            return right
        painter.setFont(_font(12))
        for said, width in ((duration(step.result.times.total / 1000), _TIME), (found_words(step.result), 118)):
            taken = min(painter.fontMetrics().horizontalAdvance(said) + 2, theme.px(width))
            taken = taken if width != _TIME else theme.px(width)
            box = QRect(right - taken, rect.top(), taken, rect.height())
            painter.setPen(QColor(theme.colours.text2))
            short = painter.fontMetrics().elidedText(said, Qt.TextElideMode.ElideRight, box.width())
            painter.drawText(box, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, short)
            right = box.left() - theme.px(4)
        return right

    def _words(self, painter: QPainter, room: QRect, number: int, step: StepLive) -> None:
        current = step.state in (State.RUNNING, State.HALTED, State.FAILED)
        quiet = step.state in (State.WAITING, State.SKIPPED)
        painter.setFont(_font(13, bold=True))
        painter.setPen(QColor(theme.colours.text2))
        painter.drawText(QRect(room.left(), room.top(), theme.px(24), room.height()), _CENTRE_RIGHT, str(number))
        painter.setFont(_font(13, bold=current))
        metrics = painter.fontMetrics()
        left, end = room.left() + theme.px(32), room.right()
        said = metrics.elidedText(intent_words(step.intent), Qt.TextElideMode.ElideRight, max(end - left, 0))
        for part in _PARAMETER.split(said):
            colour = (
                theme.colours.accent if part.startswith("⟨") else theme.colours.text2 if quiet else theme.colours.text
            )
            painter.setPen(QColor(colour))
            painter.drawText(QRect(left, room.top(), end - left, room.height()), Qt.AlignmentFlag.AlignVCenter, part)
            left += metrics.horizontalAdvance(part)


_CENTRE_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


def _font(size: int, *, bold: bool = False) -> QFont:
    font = QFont()
    font.setPixelSize(theme.px(size))
    font.setWeight(QFont.Weight.DemiBold if bold else QFont.Weight.Normal)
    return font


class StepsList(QListView):
    """Arrows walk, `chosen` tells the step that is selected by a person. The step that runs is kept in view until a
    person scrolls away, and again from the next one on that comes into view by itself."""

    chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.steps = StepsModel()
        self.setModel(self.steps)
        self.setItemDelegate(_Painter(self))
        self.setUniformItemSizes(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setAccessibleName(tr("Steps"))
        self.selectionModel().currentChanged.connect(self._current)
        self._followed = ""
        self._quiet = False
        theme.changed.connect(self.viewport().update)

    def show_run(self, run: RunModel) -> None:
        """Another run."""
        self._followed = ""
        self.steps.show_run(run)

    def refresh(self, run: RunModel, breakpoints: frozenset[str]) -> None:
        """Show what changed and follow the run."""
        self.steps.refresh(breakpoints)
        if run.current and run.current != self._followed:
            was_in_view = not self._followed or self._in_view(self._followed)
            self._followed = run.current
            if was_in_view:
                self.scrollTo(self._index(run.current), QAbstractItemView.ScrollHint.EnsureVisible)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Qt selects the first row when the list gets the focus; that is no choice of a person."""
        self._quiet = True
        super().focusInEvent(event)
        self._quiet = False

    @property
    def selected(self) -> str | None:
        """The step that a person selected."""
        index = self.currentIndex()
        return self.steps.ids[index.row()] if index.isValid() else None

    def select(self, step_id: str) -> None:
        """Select a step."""
        self.setCurrentIndex(self._index(step_id))

    def _index(self, step_id: str) -> QModelIndex:
        ids = self.steps.ids
        return self.steps.index(ids.index(step_id)) if step_id in ids else QModelIndex()

    def _in_view(self, step_id: str) -> bool:
        return self.viewport().rect().intersects(self.visualRect(self._index(step_id)))

    def _current(self, index: QModelIndex) -> None:
        if index.isValid() and not self._quiet:
            self.chosen.emit(self.steps.ids[index.row()])
