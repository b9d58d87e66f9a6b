"""The Health tab: what can be done here, what was looked at, and an explanation of the finding that is chosen."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from studio.engine.health import Ability, Finding
from studio.engine.rights import make_private
from studio.engine.traces import trace_folder
from studio.ui.health.words import (
    ABILITY_ICONS,
    ABILITY_TONES,
    FINDING_ICONS,
    FINDING_TONES,
    ability_words,
    about,
)
from studio.ui.pages.home_cards import show_folder
from studio.ui.services.doctor import Doctor
from studio.ui.studio import Studio
from studio.ui.theme import Tone, theme
from studio.ui.theme.colours import TONE_ICONS
from studio.ui.told import told
from studio.ui.widgets.basics import Button, Chip, Icon, column, emptied, line, look, row, text
from studio.ui.widgets.flow import FlowLayout
from studio.ui.widgets.page import panel_head
from studio.ui.widgets.top_column import TopColumn
from studio.ui.widgets.yielding import YieldingLabel
from studio.ui.words import tr

_ROW = 46


class FindingsTab(QWidget):
    """List at the left, explanation at the right. It follows the doctor."""

    def __init__(self, studio: Studio) -> None:
        super().__init__()
        self._studio, self._doctor = studio, studio.doctor
        self.list = QListWidget()
        self.list.setAccessibleName(tr("What was looked at"))
        self.list.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._able, self._counts, self._explained = _Bar(), QWidget(), TopColumn()
        self._left = TopColumn()
        self._arrange()
        self.list.currentRowChanged.connect(lambda _: self._explain())
        self._doctor.changed.connect(self.refresh)
        self.refresh()

    @property
    def chosen(self) -> Finding | None:
        """The finding that is explained."""
        number = self.list.currentRow()
        found = self._doctor.findings
        return found[number] if 0 <= number < len(found) else None

    def look_again(self) -> None:
        """Try the chosen one anew."""
        if self.chosen is not None:
            self._doctor.look(self.chosen.name)

    def copy(self) -> None:
        """All of it as text."""
        QGuiApplication.clipboard().setText(as_text(self._doctor))
        self._studio.say(tr("Copied"), Tone.PASSED)

    def refresh(self) -> None:
        """Show what the doctor knows by now."""
        self._able.show_abilities(self._doctor.abilities)
        self._show_counts()
        self._fill()
        self._explain()

    def _arrange(self) -> None:
        card, holder, scroll = QFrame(), QWidget(), QScrollArea()
        look(card, "card")
        inner = QVBoxLayout(card)
        inner.setContentsMargins(1, 1, 1, 1)
        inner.setSpacing(0)
        self._head = row(text(tr("What was looked at"), "section"), None, margins=(12, 8, 12, 8))
        for part in (self._head, line(), self.list):
            inner.addWidget(part)
        look(holder, "clear")
        self._left = TopColumn(holder)
        self._left.setContentsMargins(20, 16, 20, 16)
        self._left.setSpacing(12)
        for each in (self._able, card, self._foot()):
            self._left.addWidget(each)
        scroll.setWidget(holder)
        scroll.setWidgetResizable(True)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        across = QHBoxLayout(self)
        across.setContentsMargins(0, 0, 0, 0)
        across.setSpacing(0)
        across.addWidget(scroll, 1)
        across.addWidget(self._side())

    def _foot(self) -> QWidget:
        said = text(tr("The same list on the command line: studio doctor"), "note", wrap=True, selectable=True)
        said.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        return row(
            Icon("report", "text2"),
            said,
            Button(tr("Copy as text"), "note", run=self.copy),
            Button(tr("Error reports"), "folder", run=_open_traces),
        )

    def _side(self) -> QWidget:
        side, scroll = QWidget(), QScrollArea()
        look(side, "surface")
        self._explained = TopColumn(side)
        self._explained.setContentsMargins(0, 0, 0, 0)
        self._explained.setSpacing(0)
        scroll.setWidget(side)
        scroll.setWidgetResizable(True)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scroll.setFixedWidth(theme.px(340))
        return scroll

    def _show_counts(self) -> None:
        self._counts.hide()
        self._counts.deleteLater()
        states = [f.state for f in self._doctor.findings]
        fine, amiss = states.count("ok"), states.count("warning")
        chips = [Chip(tr("{n} fine", n=fine), Tone.PASSED)] if fine else []
        chips += [Chip(tr("{n} to mend", n=amiss), Tone.HEALED, "problem")] if amiss else []
        missing = states.count("missing")
        chips += [Chip(tr("{n} missing", n=missing), Tone.FAILED)] if missing else []
        self._counts = row(*chips)
        layout = self._head.layout()
        assert layout is not None
        layout.addWidget(self._counts)

    def _fill(self) -> None:
        kept = self.list.currentRow()
        self.list.blockSignals(True)
        self.list.clear()
        for finding in self._doctor.findings:
            item = QListWidgetItem()
            item.setSizeHint(QSize(0, theme.px(_ROW)))
            item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{about(finding).title}: {told(finding.sentence)}")
            self.list.addItem(item)
            self.list.setItemWidget(item, self._row(finding))
        self.list.setFixedHeight(theme.px(_ROW) * max(len(self._doctor.findings), 1) + 4)
        first = next((n for n, f in enumerate(self._doctor.findings) if f.state != "ok"), 0)
        self.list.setCurrentRow(kept if 0 <= kept < self.list.count() else first)
        self.list.blockSignals(False)

    def _row(self, finding: Finding) -> QWidget:
        looking = self._doctor.looks_at(finding.name)
        tone = Tone.UNKNOWN if looking else FINDING_TONES[finding.state]
        words = column(
            text(about(finding).title, "strong"),
            YieldingLabel(tr("Looking…") if looking else told(finding.sentence), "note"),
            spacing=2,
        )
        words.setMinimumWidth(1)
        mark = Icon("clock" if looking else FINDING_ICONS[finding.state], tone)
        return column(row(mark, words, spacing=14, margins=(14, 3, 12, 3)), line(), spacing=0)

    def _explain(self) -> None:
        emptied(self._explained)
        for part in self._explanation(self.chosen):
            self._explained.addWidget(part)

    def _explanation(self, finding: Finding | None) -> list[QWidget]:
        if finding is None:
            said = tr("This takes some seconds: a browser is started and ended, a word is read from a picture.")
            return [column(text(told(self._doctor.problem) or said, "second", wrap=True), margins=(16, 14, 16, 14))]
        words = about(finding)
        parts: list[QWidget | int] = [
            text(tr("What was found"), "strong"),
            text(told(finding.sentence), wrap=True, selectable=True),
            8,
            text(tr("What it means"), "strong"),
            text(words.means, wrap=True),
        ]
        if finding.mend:
            parts += [8, text(tr("How to mend it"), "strong"), text(told(finding.mend), wrap=True, selectable=True)]
            copying = Button(tr("Copy"), "note", run=lambda: QGuiApplication.clipboard().setText(finding.mend))
            copying.setAccessibleName(tr("Copy how to mend it"))
            parts.append(row(copying, None))
        again = Button(tr("Try this one again"), "heals", run=self.look_again)
        again.setEnabled(not self._doctor.looking)
        parts += [12, row(again, None)]
        head = panel_head(words.title)
        return [head, column(*parts, spacing=6, margins=(16, 14, 16, 14))]


class _Bar(QFrame):
    """What this computer can do, in one line."""

    def __init__(self) -> None:
        super().__init__()
        look(self, "card")
        inner = QWidget()
        self._layout = FlowLayout(inner, spacing=16)
        outer = QHBoxLayout(self)
        outer.setContentsMargins(14, 10, 14, 10)
        outer.addWidget(inner)

    def show_abilities(self, able: tuple[Ability, ...]) -> None:
        """Other abilities."""
        emptied(self._layout)
        shown = [_ability(each) for each in able]
        widest = max((part.sizeHint().width() for part in shown), default=0)
        for part in shown:
            part.setMinimumWidth(widest)  # so that they stand in columns
            self._layout.addWidget(part)
        self.setVisible(bool(able))


def _ability(ability: Ability) -> QWidget:
    title, answer = ability_words(ability)
    tone = ABILITY_TONES[ability.able]
    icon_name = "problem" if ability.able == "limited" else "none" if ability.able == "no" else TONE_ICONS[tone]
    verdict = row(Icon(icon_name, tone, 14), text(answer, "note"), None, spacing=4)
    shown = row(
        Icon(ABILITY_ICONS.get(ability.name, "info"), "text2", 18),
        column(text(title, "strong"), verdict, spacing=2),
        spacing=10,
    )
    shown.setAccessibleName(f"{title}: {answer}. {told(ability.because)}".strip())
    shown.setToolTip(told(ability.because))
    return shown


def as_text(doctor: Doctor) -> str:
    """What was found, for a message to somebody who helps."""
    marks = {"ok": "ok     ", "warning": "to mend", "missing": "missing"}
    lines = [f"{marks[f.state]}  {f.name}: {f.sentence} {f.mend}".rstrip() for f in doctor.findings]
    return "\n".join([*lines, "", *(f"{a.title}: {a.able} {a.because}".rstrip() for a in doctor.abilities)])


def _open_traces() -> None:
    folder = trace_folder()
    make_private(folder)
    show_folder(str(folder))
