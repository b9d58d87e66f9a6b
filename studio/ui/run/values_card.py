"""The values that a run goes with; secrets are never shown."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QWidget

from studio.engine.model.workflow import Workflow
from studio.ui.run.form import Wanted, given
from studio.ui.widgets.basics import Icon, emptied, look, row, text
from studio.ui.widgets.yielding import YieldingLabel
from studio.ui.words import tr

_MOST = 26


class ValuesCard(QWidget):
    """Name and value, one a row."""

    def __init__(self) -> None:
        super().__init__()
        look(self, "surface")
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(16, 10, 12, 12)
        self._grid.setHorizontalSpacing(14)
        self._grid.setVerticalSpacing(5)
        self._grid.setColumnStretch(1, 1)
        self._grid.setAlignment(Qt.AlignmentFlag.AlignTop)

    def show_values(self, workflow: Workflow, wanted: Wanted) -> None:
        """The values of another run."""
        emptied(self._grid)
        self._grid.addWidget(text(tr("With these values"), "strong"), 0, 0, 1, 2)
        values = {**workflow.params, **given(wanted.values)}
        for name, value in values.items():
            if name not in workflow.secret_params:
                self._add(name, _one_line(value))
        for name in workflow.secret_params:
            self._add(name, row(Icon("lock", "text2", 13), text("••••", "second"), None))
        if self._grid.rowCount() == 1:
            self._grid.addWidget(text(tr("No values: each run does the same."), "note", wrap=True), 1, 0, 1, 2)

    def _add(self, name: str, value: QWidget) -> None:
        place = self._grid.rowCount()
        self._grid.addWidget(text(name, "second"), place, 0, Qt.AlignmentFlag.AlignTop)
        self._grid.addWidget(value, place, 1)


def _one_line(value: str) -> YieldingLabel:
    """A value on one line; all of it as a tip and for screen readers."""
    line = " ".join(value.split())
    label = YieldingLabel(line if len(line) <= _MOST else line[: _MOST - 1] + "…", least=20)
    label.setToolTip(value)
    label.setAccessibleName(value)
    return label
