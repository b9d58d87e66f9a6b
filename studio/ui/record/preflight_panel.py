"""The column at the right of the Record page: what was looked at, the keys while recording, the options."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCheckBox, QFrame, QGridLayout, QScrollArea, QVBoxLayout, QWidget

from studio.engine.health import Finding, examine
from studio.ui.record.preflight import Preflight, Row, preflight, quick_checks, room, slow_checks
from studio.ui.record.targets import Kind, keys_of
from studio.ui.services.background import Background
from studio.ui.services.settings import SettingsStore
from studio.ui.theme import Tone, theme
from studio.ui.theme.colours import TONE_ICONS
from studio.ui.told import told
from studio.ui.widgets.basics import Button, Chip, Icon, column, emptied, key_cap, line, look, row, text
from studio.ui.widgets.yielding import YieldingLabel
from studio.ui.words import tr

Findings = tuple[Finding, ...]


class Examiner:
    """Makes the findings off the GUI thread: the quick ones first. `told` is called with each batch."""

    def __init__(self, owner: QWidget, told: Callable[[], object]) -> None:
        self.found: dict[str, Finding] = {}
        self._told = told
        self._quick: Background[Findings] = Background(owner)
        self._slow: Background[Findings] = Background(owner)

    def start(self, folder: Path, *, again: bool = False) -> None:
        """Look at all that was not looked at yet, or at all `again`; recordings are kept below `folder`."""
        if again:
            self.found = {}
        self._quick.start(lambda: (room(folder), *examine(quick_checks())), self._took)
        if "browser" not in self.found and not self._slow.busy:
            self._slow.start(lambda: examine(slow_checks()), self._took)

    def _took(self, findings: Findings) -> None:
        self.found.update({f.name: f for f in findings})
        self._told()


class PreflightPanel(QScrollArea):
    """`result` is what it says of the kind that is chosen."""

    def __init__(self, settings: SettingsStore, look_again: Callable[[], object]) -> None:
        super().__init__()
        self._settings, self._again = settings, look_again
        self.result = Preflight((), "", True)
        self.chip = Chip("", Tone.UNKNOWN)
        self.countdown = QCheckBox(tr("Count down from {n}", n=max(settings.value.countdown_s, 3)))
        self.countdown.setChecked(settings.value.countdown_s > 0)
        self.countdown.toggled.connect(self._counts)
        self._rows, self._keys = QVBoxLayout(), QGridLayout()
        self.setWidgetResizable(True)
        self.setFixedWidth(theme.px(350))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidget(self._arranged())
        self.setAccessibleName(tr("Before you start"))

    def show_found(self, kind: Kind, found: Mapping[str, Finding]) -> None:
        """The findings that matter to that kind, and its keys."""
        self.result = preflight(kind, found)
        word, tone = self.result.word
        self.chip.show_state(word, tone, TONE_ICONS[tone])
        emptied(self._rows)
        for each in self.result.rows:
            self._rows.addWidget(line())
            self._rows.addWidget(_row(each))
        emptied(self._keys)
        for number, (keys, word) in enumerate(keys_of(kind, self._settings.value)):
            self._keys.addWidget(key_cap(keys), number, 0, Qt.AlignmentFlag.AlignTop)
            self._keys.addWidget(text(word, wrap=True), number, 1)

    def _arranged(self) -> QWidget:
        holder = QWidget()
        look(holder, "surface")
        self._rows.setSpacing(8)
        self._keys.setHorizontalSpacing(16)
        self._keys.setVerticalSpacing(8)
        self._keys.setColumnStretch(1, 1)
        layout = QVBoxLayout(holder)
        layout.setContentsMargins(18, 14, 18, 14)
        layout.setSpacing(10)
        again = Button("", "heals", kind="flat", run=self._again, tip=tr("Look again"))
        layout.addWidget(row(YieldingLabel(tr("Before you start"), "section", least=60), None, self.chip, again))
        layout.addLayout(self._rows)
        layout.addSpacing(10)
        layout.addWidget(text(tr("While you record"), "section"))
        layout.addLayout(self._keys)
        layout.addSpacing(10)
        layout.addWidget(text(tr("Options"), "section"))
        layout.addWidget(self.countdown)
        said = tr(
            "Of password fields neither text nor picture is kept. Where a program does not tell them, say Secret."
        )
        layout.addWidget(row(Icon("lock"), text(said, "note", wrap=True)))
        layout.addStretch(1)
        return holder

    def _counts(self, on: bool) -> None:
        self._settings.change(countdown_s=3 if on else 0)


def _row(each: Row) -> QWidget:
    name = {Tone.HEALED: "problem", Tone.UNKNOWN: "clock"}.get(each.tone, TONE_ICONS[each.tone])
    words: list[QWidget] = [text(each.title, "strong"), text(told(each.sentence), "note", wrap=True)]
    if each.mend:
        wrench = Icon("wrench", "text2", 14)
        words.append(row(wrench, text(told(each.mend), "note", wrap=True), spacing=6))
        _to_top(words[-1], wrench)
    mark = Icon(name, each.tone, 16)
    said = row(mark, column(*words, spacing=2), spacing=10)
    _to_top(said, mark)
    said.setAccessibleName(f"{each.title}: {told(each.sentence)} {told(each.mend)}".strip())
    return said


def _to_top(line_up: QWidget, mark: QWidget) -> None:
    layout = line_up.layout()
    if layout is not None:
        layout.setAlignment(mark, Qt.AlignmentFlag.AlignTop)
