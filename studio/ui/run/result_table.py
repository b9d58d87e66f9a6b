"""A run's steps as a table that sorts: result, how found, checks, OCR, time by phase, the time of another run."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QPersistentModelIndex,
    QRect,
    QRectF,
    QSortFilterProxyModel,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QStyledItemDelegate, QStyleOptionViewItem, QTableView

from studio.engine.model.results import RunReport, StepResult
from studio.engine.report.words import step_state
from studio.ui.run.result_data import PHASES, step_times
from studio.ui.run.words import checked_words, found_words
from studio.ui.services.when import duration
from studio.ui.theme import Tone, icon, theme
from studio.ui.theme.colours import CHART, TONE_ICONS
from studio.ui.told import intent_words
from studio.ui.words import tr

_COLUMNS = ("#", "Step", "Result", "How found", "Sure", "What was checked", "Read", "By phase", "Time", "Other run")
NUMBER, STEP, RESULT, FOUND, SURE, CHECKED, READ, PHASE, TIME, OTHER = range(len(_COLUMNS))
_RIGHT = (NUMBER, TIME)
_NARROW = 1000
_TONES = {"passed": Tone.PASSED, "healed": Tone.HEALED, "halted": Tone.HALTED, "failed": Tone.FAILED}
_Index = QModelIndex | QPersistentModelIndex
_ROLE = Qt.ItemDataRole


class ResultModel(QAbstractTableModel):
    """Rows are the steps as they ran (a step of a loop stands there once for each time)."""

    def __init__(self) -> None:
        super().__init__()
        self.report: RunReport | None = None
        self._others: dict[str, StepResult] = {}
        self._other_name = ""

    @property
    def steps(self) -> tuple[StepResult, ...]:
        """The rows."""
        return self.report.steps if self.report is not None else ()

    def show_report(self, report: RunReport) -> None:
        """Another run."""
        self.beginResetModel()
        self.report, self._others, self._other_name = report, {}, ""
        self.endResetModel()

    def compare_with(self, other: RunReport | None, name: str) -> None:
        """Another run's times beside this one's; None for none."""
        self.beginResetModel()
        self._others, self._other_name = (step_times(other) if other else {}), name
        self.endResetModel()

    @property
    def compares(self) -> bool:
        """Whether another run stands beside."""
        return bool(self._others)

    def rowCount(self, parent: _Index = QModelIndex()) -> int:  # noqa: B008
        """Qt's own."""
        return 0 if parent.isValid() else len(self.steps)

    def columnCount(self, parent: _Index = QModelIndex()) -> int:  # noqa: B008
        """Qt's own."""
        return 0 if parent.isValid() else len(_COLUMNS)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = _ROLE.DisplayRole) -> Any:
        """Words of the columns."""
        if orientation is Qt.Orientation.Horizontal and role == _ROLE.DisplayRole:
            return self._other_name if section == OTHER and self._other_name else tr(_COLUMNS[section])
        if role == _ROLE.TextAlignmentRole:
            return _alignment(section)
        return None

    def data(self, index: _Index, role: int = _ROLE.DisplayRole) -> Any:
        """One cell. UserRole is what it sorts by."""
        step, column = self.steps[index.row()], index.column()
        if role == _ROLE.UserRole:
            return self._key(index.row(), step, column)
        if role in (_ROLE.DisplayRole, _ROLE.ToolTipRole):
            return self._said(index.row(), step, column)
        if role == _ROLE.DecorationRole and column == RESULT:
            tone = self._tone(step)
            return icon(TONE_ICONS[tone], theme.colours.tone(tone))
        if role == _ROLE.ForegroundRole and column in (CHECKED, READ, OTHER, NUMBER):
            return QColor(theme.colours.text2)
        return _alignment(column) if role == _ROLE.TextAlignmentRole else None

    def _tone(self, step: StepResult) -> Tone:
        assert self.report is not None
        return _TONES.get(step_state(step, self.report)[0], Tone.UNKNOWN)

    def _said(self, row: int, step: StepResult, column: int) -> str:
        assert self.report is not None
        other = self._others.get(step.step_id)
        said = {
            NUMBER: str(row + 1),
            STEP: intent_words(step.intent),
            RESULT: tr(step_state(step, self.report)[1].capitalize()),
            FOUND: found_words(step),
            SURE: f"{step.confidence:.2f}" if step.confidence is not None else "",
            CHECKED: checked_words(step),
            READ: tr("{n} reads", n=step.ocr_calls) if step.ocr_calls else "",
            PHASE: "",
            TIME: _time(step.times.total),
            OTHER: _difference(step, other) if other else "",
        }
        return said[column]

    def _key(self, row: int, step: StepResult, column: int) -> Any:
        keys: dict[int, Any] = {
            NUMBER: row,
            SURE: step.confidence or 0.0,
            READ: step.ocr_calls,
            PHASE: step.times.total,
            TIME: step.times.total,
            OTHER: step.times.total - self._others[step.step_id].times.total if step.step_id in self._others else 0.0,
        }
        return keys[column] if column in keys else self._said(row, step, column)


def _time(ms: float) -> str:
    return duration(ms / 1000) if ms >= 10 or ms == 0 else f"{ms:.1f} ms"


def _difference(step: StepResult, other: StepResult) -> str:
    less = (step.times.total - other.times.total) / 1000
    said = f"{duration(other.times.total / 1000)} ({less:+.2f})"
    return said if found_words(step) == found_words(other) else f"{said} {found_words(other)}"


def _alignment(column: int) -> Qt.AlignmentFlag:
    side = Qt.AlignmentFlag.AlignRight if column in _RIGHT else Qt.AlignmentFlag.AlignLeft
    return side | Qt.AlignmentFlag.AlignVCenter


class PhaseBars(QStyledItemDelegate):
    """Time by phase as one bar, all rows on one scale."""

    def __init__(self, table: ResultTable) -> None:
        super().__init__(table)
        self._table = table

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        """The ground by Qt, the bar by us."""
        super().paint(painter, option, index)
        step = self._table.step_at(index.row())
        rect: QRect = option.rect
        longest = self._table.longest_ms
        if step is None or longest <= 0:
            return
        room, left = rect.width() - theme.px(16), float(rect.left() + theme.px(8))
        height = theme.px(11)
        for field, _, colour in PHASES:
            width = room * getattr(step.times, field) / longest
            box = QRectF(left, rect.center().y() - height / 2, width, height)
            painter.fillRect(box, QColor(CHART[colour]))
            if theme.colours.dark and colour == "act":
                painter.setPen(QColor(theme.colours.strong))
                painter.drawRect(box)
            left += width


class ResultTable(QTableView):
    """Enter or a double click opens a step (`opened` with its row in the report); `chosen` follows the selection."""

    opened = Signal(int)
    chosen = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self.steps = ResultModel()
        self.longest_ms = 0.0
        self._sorted = QSortFilterProxyModel(self)
        self._sorted.setSourceModel(self.steps)
        self._sorted.setSortRole(_ROLE.UserRole)
        self.setModel(self._sorted)
        self.setItemDelegateForColumn(PHASE, PhaseBars(self))
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setShowGrid(False)
        self.setSortingEnabled(True)
        self.setTabKeyNavigation(False)
        self.setWordWrap(False)
        self.setAccessibleName(tr("Steps of this run"))
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(theme.px(26))
        self.doubleClicked.connect(lambda index: self.opened.emit(self._row(index)))
        self.selectionModel().currentRowChanged.connect(lambda index: self.chosen.emit(self._row(index)))

    def show_report(self, report: RunReport) -> None:
        """Another run."""
        self.longest_ms = max((s.times.total for s in report.steps), default=0.0)
        self.steps.show_report(report)
        self.horizontalHeader().setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        self._sorted.sort(NUMBER, Qt.SortOrder.AscendingOrder)
        self._fit()

    def compare_with(self, other: RunReport | None, name: str = "") -> None:
        """Another run beside this one."""
        chosen = self.current_row
        self.steps.compare_with(other, name)
        self._fit()
        self.select(chosen)

    @property
    def current_row(self) -> int:
        """The selected row in the report, -1 for none."""
        return self._row(self.currentIndex())

    def select(self, row: int) -> None:
        """Select a row of the report."""
        if row >= 0:
            self.selectRow(self._sorted.mapFromSource(self.steps.index(row, 0)).row())

    def step_at(self, shown_row: int) -> StepResult | None:
        """The step in a row as it is shown now."""
        row = self._sorted.mapToSource(self._sorted.index(shown_row, 0)).row()
        return self.steps.steps[row] if 0 <= row < len(self.steps.steps) else None

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter opens."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.currentIndex().isValid():
            self.opened.emit(self.current_row)
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """In a small window the words have the room of the bars."""
        super().resizeEvent(event)
        self.setColumnHidden(PHASE, self.width() < theme.px(_NARROW))

    def _row(self, index: QModelIndex) -> int:
        return self._sorted.mapToSource(index).row() if index.isValid() else -1

    def _fit(self) -> None:
        header = self.horizontalHeader()
        widths = {NUMBER: 50, RESULT: 96, FOUND: 150, SURE: 52, READ: 70, PHASE: 200, TIME: 74, OTHER: 190}
        for column, width in widths.items():
            self.setColumnWidth(column, theme.px(width))
        header.setSectionResizeMode(STEP, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(CHECKED, QHeaderView.ResizeMode.Stretch)
        header.setMinimumSectionSize(theme.px(30))
        self.setColumnHidden(OTHER, not self.steps.compares)
        steps = self.steps.steps
        self.setColumnHidden(READ, not any(s.ocr_calls for s in steps))
        self.setColumnHidden(SURE, self.steps.compares)
