"""Before a run: its values, where it acts, where it begins and pauses; and what stands in its way."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QFrame, QGridLayout, QLineEdit, QScrollArea, QVBoxLayout, QWidget

from studio.engine.model.workflow import Workflow
from studio.engine.secrets import SecretStore, owner_of, reveal
from studio.ui.run.fields import FieldRow
from studio.ui.run.form import Kind, Speed, Wanted, Where, fields_of, problems_of
from studio.ui.run.kept_secrets import Kept, KeptSecrets
from studio.ui.run.readiness import Mend, Notice
from studio.ui.theme import Tone, theme
from studio.ui.told import intent_words
from studio.ui.widgets.basics import Button, Icon, column, emptied, look, row, text
from studio.ui.widgets.top_column import TopColumn
from studio.ui.words import tr


class NoticeCard(QFrame):
    """What is in the way and its mend. `mended` tells that a person pressed the button."""

    mended = Signal(object)

    def __init__(self, notice: Notice) -> None:
        super().__init__()
        look(self, "card")
        self.notice = notice
        tone = Tone.FAILED if notice.blocks else Tone.HEALED
        parts: list[QWidget | int | None] = [
            row(Icon("problem", tone, 18), text(notice.title, "section"), None),
            text(notice.why, "second", wrap=True),
        ]
        if notice.mend is not Mend.NONE:
            parts.append(row(Button(notice.word, "wrench", run=lambda: self.mended.emit(notice.mend)), None))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 12, 16, 12)
        layout.addWidget(column(*parts, spacing=8))
        self.setAccessibleName(f"{notice.title}. {notice.why}")


class RunForm(QScrollArea):
    """The whole form. `edited` is sent on every change, `mend` when a notice's button is pressed."""

    edited = Signal()
    mend = Signal(object)

    def __init__(self, environment: Mapping[str, str], store: SecretStore | None = None) -> None:
        super().__init__()
        self._environment = environment
        self.secrets = KeptSecrets(self, store)
        self.secrets.known.connect(self._offer_keyring)
        self._workflow: Workflow | None = None
        self.rows: list[FieldRow] = []
        self._where: _WhereCard | None = None
        self._pace: _PaceCard | None = None
        self._page = QWidget()
        look(self._page, "clear")
        self._column = TopColumn(self._page)
        self._column.setContentsMargins(20, 16, 20, 16)
        self._column.setSpacing(12)
        self.setWidget(self._page)
        self.setWidgetResizable(True)
        self.setMinimumWidth(theme.px(420))
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def show_workflow(self, workflow: Workflow, notices: list[Notice]) -> None:
        """The form of a workflow. What was typed before for a field of the same name is kept, secrets are not."""
        kept = {r.field.name: r.value for r in self.rows if r.field.kind is not Kind.SECRET}
        self._workflow = workflow
        self._clear()
        for notice in notices:
            told = NoticeCard(notice)
            told.mended.connect(self.mend)
            told.setMaximumWidth(theme.px(760))
            self._column.addWidget(told)
        self.rows = [FieldRow(field) for field in fields_of(workflow, self._environment)]
        for each in self.rows:
            each.set_value(kept.get(each.field.name, ""))
            each.edited.connect(self._edited)
            each.unlock.connect(self._unlock)
        self._where, self._pace = _WhereCard(workflow), _PaceCard(workflow)
        for card in (self._values_card(), self._where, self._pace):
            card.setMaximumWidth(theme.px(760))
            self._column.addWidget(card)
        if workflow.secret_params:
            self.secrets.look(workflow.secret_params, owner_of(workflow))

    def fill(self, values: Mapping[str, str], start_at: str | None, to_step: str | None) -> None:
        """Values and places that another page asked for."""
        for each in self.rows:
            if each.field.name in values and each.field.kind is not Kind.SECRET:
                each.set_value(values[each.field.name])
        if self._pace is not None:
            self._pace.choose(start_at, to_step)

    def wanted(self, breakpoints: frozenset[str], speed: Speed) -> Wanted:
        """What the form says now."""
        assert self._where is not None
        assert self._pace is not None
        secret = [r for r in self.rows if r.field.kind is Kind.SECRET]
        plain = [r for r in self.rows if r.field.kind is not Kind.SECRET]
        return Wanted(
            {r.field.name: r.value for r in plain},
            {r.field.name: r.value for r in secret if r.value},
            self._where.where(),
            frozenset(r.field.name for r in secret if r.remember),
            self._pace.start_at,
            breakpoints | ({self._pace.to_step} if self._pace.to_step else frozenset()),
            speed,
        )

    def check(self, wanted: Wanted, *, tell: bool = True) -> str:
        """The first thing that is wrong, shown at its field, which takes the focus; empty where nothing is."""
        assert self._workflow is not None
        problems = problems_of(self._workflow, tuple(r.field for r in self.rows), wanted)
        for each in self.rows:
            each.show_problem(problems.get(each.field.name, ""))
        first = next((r for r in self.rows if r.field.name in problems), None)
        if first is not None and tell:
            first.take_focus()
            self.ensureWidgetVisible(first)
        return next(iter(problems.values()), "")

    def remember(self, wanted: Wanted) -> None:
        """Keep in the keyring what a person ticked."""
        assert self._workflow is not None
        reveal(wanted.secrets.values())
        self.secrets.keep({name: wanted.secrets[name] for name in wanted.remembered}, owner_of(self._workflow))

    def _offer_keyring(self, kept: Kept) -> None:
        for each in self.rows:
            if each.field.kind is Kind.SECRET:
                each.offer_keyring(usable=kept.usable, kept=each.field.name in kept.names, locked=kept.locked)

    def _unlock(self) -> None:
        """A person wants the keyring open: the system asks for its password."""
        assert self._workflow is not None
        self.secrets.look(self._workflow.secret_params, owner_of(self._workflow), unlock=True)

    def forget_secrets(self) -> None:
        """What was handed over is not kept here."""
        for each in self.rows:
            each.forget()

    def _edited(self) -> None:
        sender = self.sender()
        if isinstance(sender, FieldRow):
            sender.show_problem("")
        self.edited.emit()

    def _values_card(self) -> QFrame:
        card, layout = _card(tr("Values of this run"))
        if not self.rows:
            layout.addWidget(text(tr("This workflow asks for no value: each run does the same."), "second", wrap=True))
        for each in self.rows:
            layout.addWidget(each)
        return card

    def _clear(self) -> None:
        emptied(self._column)


class _WhereCard(QFrame):
    """Where the run acts: an address and a browser, or a window and a program."""

    def __init__(self, workflow: Workflow) -> None:
        super().__init__()
        self._workflow = workflow
        layout = _into(self, tr("Where it runs"))
        grid = QGridLayout()
        grid.setHorizontalSpacing(12)
        grid.setVerticalSpacing(8)
        layout.addLayout(grid)
        self._url, self._window, self._program = QLineEdit(), QLineEdit(), QLineEdit()
        if workflow.backend == "web":
            _line(grid, tr("Address"), self._url, workflow.app_url or "https://…")
        else:
            _line(grid, tr("Window"), self._window, workflow.window or tr("the whole screen"))
            _line(grid, tr("Start first"), self._program, tr("nothing: the program is open already"))
        self._shown = QCheckBox(tr("Show the browser too"))
        self._structure = QCheckBox(tr("Use what the program tells of itself, besides its picture"))
        self._structure.setChecked(workflow.structure)
        if workflow.backend == "web":
            layout.addWidget(self._shown)
        if workflow.structure:
            layout.addWidget(self._structure)
        else:
            layout.addWidget(text(tr("It was recorded by pictures alone and runs that way."), "note"))

    def where(self) -> Where:
        """What is chosen."""
        return Where(
            self._workflow.backend,
            self._url.text().strip(),
            self._window.text(),
            self._program.text().strip(),
            self._shown.isChecked(),
            self._structure.isChecked() or not self._workflow.structure,
        )


class _PaceCard(QFrame):
    """Where it begins and where it pauses first."""

    def __init__(self, workflow: Workflow) -> None:
        super().__init__()
        layout = _into(self, tr("From where to where"))
        grid = QGridLayout()
        grid.setHorizontalSpacing(12)
        grid.setVerticalSpacing(8)
        self._from, self._to = QComboBox(), QComboBox()
        self._from.addItem(tr("The start"), None)
        self._to.addItem(tr("The end"), None)
        for number, step in enumerate(workflow.steps, start=1):
            if number > 1:
                self._from.addItem(tr("Step {n}: {intent}", n=number, intent=intent_words(step.intent)), step.id)
            self._to.addItem(tr("Pause before step {n}: {intent}", n=number, intent=intent_words(step.intent)), step.id)
        for number, (said, box) in enumerate(((tr("Begin at"), self._from), (tr("Run to"), self._to))):
            label = text(said, "second")
            label.setBuddy(box)
            box.setAccessibleName(said)
            box.setMinimumContentsLength(20)
            box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
            grid.addWidget(label, number, 0)
            grid.addWidget(box, number, 1)
        grid.setColumnStretch(1, 1)
        layout.addLayout(grid)
        where = tr("Beginning later leaves steps out: the program must already stand where they lead.")
        self._note = text(where, "note", wrap=True)
        layout.addWidget(self._note)
        self._from.currentIndexChanged.connect(lambda n: self._note.setVisible(n > 0))
        self._note.setVisible(False)

    def choose(self, start_at: str | None, to_step: str | None) -> None:
        """Choose both."""
        self._from.setCurrentIndex(max(self._from.findData(start_at), 0) if start_at else 0)
        self._to.setCurrentIndex(max(self._to.findData(to_step), 0) if to_step else 0)

    @property
    def start_at(self) -> str | None:
        """The first step, None from the start."""
        return self._from.currentData() or None

    @property
    def to_step(self) -> str | None:
        """Before which step to pause, None for none."""
        return self._to.currentData() or None


def _card(title: str) -> tuple[QFrame, QVBoxLayout]:
    card = QFrame()
    return card, _into(card, title)


def _into(card: QFrame, title: str) -> QVBoxLayout:
    look(card, "card")
    layout = QVBoxLayout(card)
    layout.setContentsMargins(16, 12, 16, 14)
    layout.setSpacing(12)
    layout.addWidget(text(title, "section"))
    return layout


def _line(grid: QGridLayout, said: str, edit: QLineEdit, placeholder: str) -> None:
    label, place = text(said, "second"), grid.rowCount()
    edit.setPlaceholderText(placeholder)
    edit.setAccessibleName(said)
    label.setBuddy(edit)
    grid.addWidget(label, place, 0)
    grid.addWidget(edit, place, 1)
    grid.setColumnStretch(1, 1)
