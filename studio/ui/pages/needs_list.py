"""The list of Needs you: one row a halted run, with its picture, what happened, and since when it waits."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QListWidget, QListWidgetItem, QWidget

from studio.ui.pages.home_cards import Thumbnail
from studio.ui.run.waiting import Waiting, answer_words
from studio.ui.run.words import halt_title
from studio.ui.services.when import when
from studio.ui.theme import theme
from studio.ui.told import told
from studio.ui.widgets.basics import column, text
from studio.ui.widgets.outcome import halt_chip
from studio.ui.words import tr

_ROW = 112


class NeedsList(QListWidget):
    """`chosen` is sent with the number of the entry that is selected."""

    chosen = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName(tr("Runs that wait"))
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QListWidget.ScrollMode.ScrollPerPixel)
        self.setMinimumWidth(theme.px(240))
        self.currentRowChanged.connect(self._current)
        self._quiet = False

    def show_entries(self, entries: Sequence[Waiting], select: Path | None) -> None:
        """Other entries; `select` names the run to select, else the first."""
        self._quiet = True
        self.clear()
        for entry in entries:
            item = QListWidgetItem()
            item.setSizeHint(QSize(theme.px(200), theme.px(_ROW)))
            item.setData(Qt.ItemDataRole.AccessibleTextRole, _spoken(entry))
            item.setToolTip(told(entry.halt.sentence))
            self.addItem(item)
            self.setItemWidget(item, _row(entry))
        self._quiet = False
        chosen = next((n for n, e in enumerate(entries) if e.dir == select), 0)
        if entries:
            self.setCurrentRow(chosen)

    def _current(self, number: int) -> None:
        if number >= 0 and not self._quiet:
            self.chosen.emit(number)


def _row(entry: Waiting) -> QWidget:
    holder = QWidget()
    picture = Thumbnail(entry.picture, 60)
    picture.setFixedWidth(theme.px(92))
    title = text(halt_title(entry.halt.code.value), "strong", wrap=True)
    words = column(
        halt_chip(entry.halt.code.value),
        title,
        text(entry.report.workflow, "note"),
        text(_since(entry), "note"),
        spacing=3,
    )
    layout = QHBoxLayout(holder)
    layout.setContentsMargins(12, 8, 10, 8)
    layout.setSpacing(12)
    layout.addWidget(picture, 0, Qt.AlignmentFlag.AlignTop)
    layout.addWidget(words, 1)
    holder.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
    return holder


def _since(entry: Waiting) -> str:
    if entry.answer is not None:
        said = answer_words(entry.answer)
        return tr("{said} · {who} · {when}", said=said, who=entry.answer.by, when=when(entry.answer.at))
    return tr("Step {n} · since {when}", n=entry.number, when=when(entry.report.finished_at))


def _spoken(entry: Waiting) -> str:
    parts = (halt_title(entry.halt.code.value), entry.report.workflow, _since(entry), told(entry.halt.sentence))
    return ". ".join(parts)
