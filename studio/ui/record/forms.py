"""Small questions of the Clean up page."""

from __future__ import annotations

from PySide6.QtWidgets import QCheckBox, QLineEdit, QWidget

from studio.ui.editing.forms import Form
from studio.ui.widgets.basics import text
from studio.ui.words import tr

_SHOWN = 24


class CompileForm(Form):
    """Asks for the name, and says what is final."""

    def __init__(self, parent: QWidget | None, name: str, *, blacked: int, secrets: int) -> None:
        sentence = tr("The workflow gets its first version. The recording itself stays as it is.")
        super().__init__(parent, tr("Compile"), sentence, tr("Compile"))
        self.field = QLineEdit(name)
        self.field.selectAll()
        self.add(tr("Name of the workflow"), self.field)
        self.field.textChanged.connect(lambda said: self.taken.setEnabled(bool(said.strip())))
        self.taken.setEnabled(bool(name.strip()))
        self._delete = QCheckBox(tr("Delete the recording afterwards, which still shows it"))
        if blacked or secrets:
            self.fields.addRow(text(_final(blacked, secrets), "second", wrap=True))
            self.fields.addRow(self._delete)
        self.field.setFocus()

    @property
    def name(self) -> str:
        """What it is called."""
        return " ".join(self.field.text().split())

    @property
    def deletes(self) -> bool:
        """Whether the recording that still shows what was hidden is to go."""
        return self._delete.isChecked()


def _final(blacked: int, secrets: int) -> str:
    parts = []
    if blacked:
        parts.append(tr("1 place is blacked out") if blacked == 1 else tr("{n} places are blacked out", n=blacked))
    if secrets:
        parts.append(tr("1 text becomes a secret") if secrets == 1 else tr("{n} texts become secrets", n=secrets))
    said = tr(" and ").join(parts)
    return tr("{what}: in the workflow and in its copy of the recording this is final.", what=said)


def splits_of(said: str) -> tuple[int, ...]:
    """Where a text may be split: before each word, or between any two letters where it is one word."""
    words = tuple(n for n in range(1, len(said)) if said[n - 1].isspace() and not said[n].isspace())
    return words or tuple(range(1, len(said)))


def split_words(said: str, at: int) -> str:
    """A split as a person reads it."""
    first, second = said[:at], said[at:]
    first = first if len(first) <= _SHOWN else f"…{first[-_SHOWN:]}"
    return f"“{first}” ❘ “{second[:_SHOWN]}{'…' if len(second) > _SHOWN else ''}”"
