"""What a person should know of the workflow, each with its mend where there is one."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from studio.engine.model.workflow import Workflow
from studio.engine.policy import Finding, Mend, Severity
from studio.ui.editing.policy_bar import PolicyBar
from studio.ui.theme import Tone, theme
from studio.ui.told import told
from studio.ui.widgets.basics import Button, Chip, Icon, emptied, line, look, text
from studio.ui.widgets.page import panel_head
from studio.ui.widgets.top_column import TopColumn
from studio.ui.widgets.yielding import YieldingLabel
from studio.ui.words import tr

MOST = 60
AT_ONCE = 6
"""Rows that are shown at once."""
_LOOKS = {
    Severity.ERROR: ("hand", Tone.HALTED),
    Severity.WARNING: ("problem", Tone.HEALED),
    Severity.NOTE: ("info", Tone.UNKNOWN),
}


def mend_words() -> dict[Mend, tuple[str, str]]:
    """Word and icon of each mend."""
    return {
        Mend.ADD_CHECK: (tr("Add a check"), "check"),
        Mend.ADD_LANDMARK: (tr("Add a landmark"), "landmarks"),
        Mend.SET_TARGET: (tr("Re-crop"), "crop"),
        Mend.PROVE_ROW: (tr("Prove the record"), "identity"),
        Mend.DROP_PARAM: (tr("Remove"), "trash"),
        Mend.NAME_SECRET: (tr("Name it"), "lock"),
        Mend.REVIEW: (tr("Review"), "heals"),
        Mend.SET_RISK: (tr("Say its risk"), "shield"),
        Mend.SEAL: (tr("Seal it"), "shield"),
        Mend.SIGN: (tr("Sign"), "key"),
    }


class Problems(QFrame):
    """The panel below the graph. `step_chosen` carries a step's id, `mend_asked` a finding."""

    step_chosen = Signal(str)
    mend_asked = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        look(self, "surface")
        self.setAccessibleName(tr("Problems"))
        self.rows: list[FindingRow] = []
        self.bar = PolicyBar()
        self._chip = Chip("0", Tone.HEALED, "problem")
        self._said = YieldingLabel("", "note")
        self._notes = Button("", kind="link", run=self._toggle)
        self._show_notes = False
        self._findings: tuple[Finding, ...] = ()
        self._workflow: Workflow | None = None
        self._list = TopColumn()
        self._list.setContentsMargins(0, 0, 0, 0)
        self._list.setSpacing(0)
        self._coming: list[tuple[Finding, int | None]] = []
        self._left = 0
        self._adding = QTimer(self)
        self._adding.setSingleShot(True)
        self._adding.timeout.connect(self._add_rows)
        holder, scroll, layout = QWidget(), QScrollArea(), QVBoxLayout(self)
        look(holder, "surface")
        holder.setLayout(self._list)
        scroll.setWidget(holder)
        scroll.setWidgetResizable(True)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(panel_head(tr("Problems"), self._chip, self._said, None, self._notes, self.bar))
        layout.addWidget(scroll, 1)
        theme.changed.connect(self._recolour)

    def show_findings(self, findings: Sequence[Finding], workflow: Workflow) -> None:
        """Other findings; the same ones are left as they are."""
        if tuple(findings) == self._findings and self._workflow is not None and _same_order(self._workflow, workflow):
            self._workflow = workflow
            return
        self._findings, self._workflow = tuple(findings), workflow
        self._fill()

    @property
    def wanted_height(self) -> int:
        """So many px show everything, up to four rows."""
        return theme.px(34 + 34 * min(4, max(1, len(self.rows))) + 6)

    def _recolour(self) -> None:
        if self._workflow is not None:
            self._fill()

    def _toggle(self) -> None:
        self._show_notes = not self._show_notes
        self._fill()

    def _fill(self) -> None:
        assert self._workflow is not None
        emptied(self._list)
        notes = [f for f in self._findings if f.severity is Severity.NOTE]
        real = [f for f in self._findings if f.severity is not Severity.NOTE]
        self._say_head(real, notes)
        places = {step.id: n for n, step in enumerate(self._workflow.steps, 1)}
        shown = [*real, *(notes if self._show_notes else ())][:MOST]
        self._coming = [(f, places.get(f.step_id or "")) for f in shown]
        self._left = len(real) + (len(notes) if self._show_notes else 0) - len(shown)
        self.rows = []
        self._add_rows()

    def _add_rows(self) -> None:
        """Some at once, the others in the turns that follow: the window goes on meanwhile."""
        now, self._coming = self._coming[:AT_ONCE], self._coming[AT_ONCE:]
        for finding, place in now:
            self.rows.append(FindingRow(finding, place, self))
            self._list.addWidget(self.rows[-1])
            self._list.addWidget(line())
        if self._coming:
            self._adding.start()
        elif self._left > 0:
            self._list.addWidget(text(tr("… and {n} more", n=self._left), "note"))

    def _say_head(self, real: Sequence[Finding], notes: Sequence[Finding]) -> None:
        stops = sum(f.severity is Severity.ERROR for f in real)
        tone = Tone.HALTED if stops else Tone.HEALED if real else Tone.PASSED
        self._chip.show_state(str(len(real)), tone, "check" if not real else "hand" if stops else "problem")
        if not real:
            self._said.setText(tr("nothing stands in the way of a run"))
        elif stops and self.bar.is_usual:
            self._said.setText(tr("1 stops a run") if stops == 1 else tr("{n} stop a run", n=stops))
        elif stops:
            said = tr("1 is against the policy") if stops == 1 else tr("{n} are against the policy", n=stops)
            self._said.setText(said)
        else:
            self._said.setText(tr("it stops no run") if len(real) == 1 else tr("none of them stops a run"))
        hide, show = tr("Hide notes"), tr("1 note") if len(notes) == 1 else tr("{n} notes", n=len(notes))
        self._notes.show_word(hide if self._show_notes else show)
        self._notes.setVisible(bool(notes))


class FindingRow(QFrame):
    """One finding: its step, its sentence, its mend."""

    def __init__(self, finding: Finding, place: int | None, panel: Problems) -> None:
        super().__init__()
        self.finding = finding
        icon, tone = _LOOKS[finding.severity]
        across = QHBoxLayout(self)
        across.setContentsMargins(14, 3, 12, 3)
        across.setSpacing(8)
        across.addWidget(Icon(icon, tone, 16))
        if place is not None:
            across.addWidget(_step_button(place, lambda: panel.step_chosen.emit(finding.step_id)))
        said = text(told(finding.sentence), wrap=True)
        said.setToolTip(finding.reason)
        said.setAccessibleDescription(finding.reason)
        across.addWidget(said, 1)
        self.mend: Button | None = None
        if finding.mend is not None:
            word, mend_icon = mend_words()[finding.mend]
            self.mend = Button(word, mend_icon, run=lambda: panel.mend_asked.emit(finding))
            self.mend.setAccessibleName(f"{word}: {told(finding.sentence)}")
            self.mend.setStyleSheet(f"padding: 2px {theme.px(10)}px;")
            across.addWidget(self.mend)
        self.setMinimumHeight(theme.px(33))


def _step_button(place: int, run: Callable[[], object]) -> Button:
    button = Button(tr("Step {n}", n=place), kind="link", run=run)
    button.setStyleSheet(f"color: {theme.colours.text}; font-weight: 600; text-align: left;")
    button.setCursor(Qt.CursorShape.PointingHandCursor)
    return button


def _same_order(before: Workflow, after: Workflow) -> bool:
    return [step.id for step in before.steps] == [step.id for step in after.steps]
