"""A proposal as a card: one line while it is decided or waits, open while it is being decided."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QButtonGroup, QFrame, QHBoxLayout, QLabel, QLineEdit, QRadioButton, QVBoxLayout, QWidget

from studio.engine.model.params import ProposalDecision
from studio.ui.params.model import Deciding, Word, dots, field_of, kind_of
from studio.ui.params.picture import FieldPicture
from studio.ui.theme import Tone, theme
from studio.ui.widgets.basics import Button, Chip, Icon, column, key_cap, look, restyle, row, text
from studio.ui.widgets.flow import FlowLayout
from studio.ui.words import tr

Pictures = tuple[QImage, QImage]
PARAMETER, SECRET, CONSTANT = ProposalDecision.PARAMETER, ProposalDecision.SECRET, ProposalDecision.CONSTANT


@dataclass(frozen=True)
class Does:
    """What the cards ask of the page."""

    open: Callable[[str], object]
    confirm: Callable[[], object]
    skip: Callable[[], object]
    back: Callable[[], object]


class LineCard(QFrame):
    """Picture, name, a few facts, and the way to open it."""

    def __init__(self, deciding: Deciding, step_id: str, pictures: Pictures | None, does: Does) -> None:
        super().__init__()
        look(self, "card")
        word, proposal = deciding.word(step_id), deciding.proposal(step_id)
        picture = FieldPicture(110, 40)
        picture.setFixedWidth(theme.px(110))
        if pictures is not None:
            picture.show_field(*pictures, field_of(deciding.workflow, step_id))
        name = word.name if word and word.decision is not CONSTANT else proposal.name
        title = [text(name, "strong"), *([Chip(*_chip(word))] if word else []), None]
        facts = tr(
            "Step {n} · {kind} · “{label}” · {dots}",
            n=deciding.number(step_id),
            kind=kind_of(deciding.step(step_id)),
            label=proposal.field_label,
            dots=dots(deciding.value(step_id)),
        )
        opener = Button(tr("Change") if word else tr("Decide"), run=lambda: does.open(step_id))
        opener.setAccessibleName(f"{opener.text().strip()}: {name}")
        state = [Chip(tr("Decided"), Tone.PASSED)] if word else [text(tr("suggested: Parameter"), "note")]
        layout = QHBoxLayout(self)
        layout.setContentsMargins(12, 8, 12, 8)
        layout.setSpacing(12)
        layout.addWidget(picture)
        layout.addWidget(column(row(*title), text(facts, "note", wrap=True), spacing=2), 1)
        for part in (*state, opener):
            layout.addWidget(part)


class OpenCard(QFrame):
    """The one that is being decided. Enter confirms it; holding the reveal key shows value and picture together."""

    def __init__(self, deciding: Deciding, step_id: str, pictures: Pictures | None, does: Does) -> None:
        super().__init__()
        look(self, "card")
        self.setProperty("current", "true")
        self.step_id = step_id
        self._deciding, self._does = deciding, does
        word, proposal = deciding.word(step_id), deciding.proposal(step_id)
        self.picture = FieldPicture(190, 130)
        if pictures is not None:
            self.picture.show_field(*pictures, field_of(deciding.workflow, step_id))
        self.value, self.problem = text("", wrap=True), text("", "note", wrap=True)
        self.name = QLineEdit(word.name if word else proposal.name)
        self.name.setAccessibleName(tr("Name"))
        self.name.setMaxLength(40)
        self.name.textChanged.connect(lambda _: self._check())
        self.name.returnPressed.connect(does.confirm)
        self.hold = Button(tr("Hold to reveal"), "eye")
        self.hold.pressed.connect(lambda: self.reveal(True))
        self.hold.released.connect(lambda: self.reveal(False))
        self.group = QButtonGroup(self)
        self.confirm = Button(tr("Confirm and go on"), "check", run=does.confirm)
        self._arrange(len(deciding.proposals))
        self.choose(word.decision if word else PARAMETER)
        self.reveal(False)
        restyle(self)

    @property
    def decision(self) -> ProposalDecision:
        """What is chosen."""
        return (PARAMETER, SECRET, CONSTANT)[max(self.group.checkedId(), 0)]

    @property
    def word(self) -> Word:
        """What would be confirmed."""
        return Word(self.decision, self.name.text().strip())

    def choose(self, decision: ProposalDecision) -> None:
        """Choose one of the three; what is picked on the screen can be no secret."""
        if decision is SECRET and self._deciding.picks(self.step_id):
            return
        self.group.button((PARAMETER, SECRET, CONSTANT).index(decision)).setChecked(True)

    def reveal(self, on: bool) -> None:
        """Show the value in word and picture, or cover both. A secret is never shown."""
        shown = on and self.decision is not SECRET
        self.picture.reveal(shown)
        value = self._deciding.value(self.step_id)
        self.value.setText(value if shown else dots(value))
        self.value.setAccessibleName(value if shown else tr("Value, masked"))

    @property
    def wrong(self) -> str:
        """Why it cannot be confirmed; empty where it can."""
        keeps = self.decision is CONSTANT
        return "" if keeps else self._deciding.wrong_with(self.step_id, self.word.name)

    def _check(self) -> None:
        wrong = self.wrong
        self.problem.setText(wrong)
        self.problem.setVisible(bool(wrong))
        self.name.setProperty("wrong", "true" if wrong else "false")
        restyle(self.name)
        self.name.setEnabled(self.decision is not CONSTANT)
        self.confirm.setEnabled(not wrong)

    def _chosen(self) -> None:
        self.hold.setEnabled(self.decision is not SECRET)
        self.reveal(False)
        self._check()

    def _arrange(self, count: int) -> None:
        place = [p.step_id for p in self._deciding.proposals].index(self.step_id) + 1
        head = row(
            Icon("parameter", "accent", 18),
            text(tr("Does this value differ from run to run?"), "section"),
            None,
            text(tr("{n} of {count}", n=place, count=count), "note"),
        )
        across = QWidget()
        layout = QHBoxLayout(across)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(20)
        layout.addWidget(self._seen(), 2, Qt.AlignmentFlag.AlignTop)
        layout.addWidget(self._asked(), 3)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(16, 12, 16, 14)
        outer.setSpacing(10)
        outer.addWidget(head)
        outer.addWidget(across)

    def _seen(self) -> QWidget:
        deciding, step_id = self._deciding, self.step_id
        label, number = deciding.proposal(step_id).field_label, deciding.number(step_id)
        where = tr("Step {n}. Field: “{label}”", n=number, label=label)
        if deciding.picks(step_id):
            where = tr("Step {n}. Picked in: “{label}”", n=number, label=label)
        elif not label:
            where = tr("Step {n}. A field without a name", n=number)
        parts: list[QWidget] = [self.picture, text(where, "note", wrap=True)]
        uses = deciding.uses(step_id)
        if uses:
            parts.append(text(tr("Also seen in"), "strong"))
            parts += [row(Icon(icon), text(said, wrap=True), None) for icon, said in uses]
        return column(*parts, spacing=6)

    def _asked(self) -> QWidget:
        masked = QFrame()
        look(masked, "sunken")
        inner = QHBoxLayout(masked)
        inner.setContentsMargins(10, 3, 4, 3)
        inner.addWidget(self.value, 1)
        for part in (self.hold, key_cap("Space")):
            inner.addWidget(part)
        kind = text(kind_of(self._deciding.step(self.step_id)))
        names = row(self.name, text(tr("Kind"), "second"), kind, spacing=10)
        buttons = QWidget()
        flow = FlowLayout(buttons, spacing=12)
        for button, key in (
            (self.confirm, "Return"),
            (Button(tr("Skip"), run=self._does.skip), "J"),
            (Button(tr("Back"), run=self._does.back), "K"),
        ):
            flow.addWidget(row(button, key_cap(key), spacing=6))
        return column(
            text(tr("Value that you showed"), "strong"),
            masked,
            _label(tr("Name"), self.name),
            names,
            self.problem,
            text(tr("What is it?"), "strong"),
            self._choices(),
            buttons,
            spacing=6,
        )

    def _choices(self) -> QWidget:
        words = (
            (tr("Parameter"), tr("asked for at each run")),
            (tr("Secret"), tr("as above, and never shown or kept")),
            (tr("Keep as it is"), tr("always types what you showed")),
        )
        rows: list[QWidget | int | None] = []
        for number, (word, means) in enumerate(words):
            button = QRadioButton(word)
            button.setAccessibleDescription(means)
            button.toggled.connect(lambda on: self._chosen() if on else None)
            self.group.addButton(button, number)
            button.setEnabled(number != 1 or not self._deciding.picks(self.step_id))
            rows.append(_choice(button, means, number + 1))
        return column(*rows, spacing=2)


def _choice(button: QRadioButton, means: str, number: int) -> QWidget:
    """The button, what it means in as many lines as it needs, and its key."""
    holder = QWidget()
    layout = QHBoxLayout(holder)
    layout.setContentsMargins(0, 0, 0, 0)
    layout.addWidget(button)
    layout.addWidget(text(means, "second", wrap=True), 1)
    layout.addWidget(key_cap(str(number)))
    return holder


def _label(word: str, buddy: QWidget) -> QLabel:
    label = text(word, "strong")
    label.setBuddy(buddy)
    return label


def _chip(word: Word) -> tuple[str, Tone, str]:
    return {
        PARAMETER: (tr("Parameter"), Tone.RUNNING, "parameter"),
        SECRET: (tr("Secret"), Tone.NEUTRAL, "lock"),
        CONSTANT: (tr("Keep as it is"), Tone.NEUTRAL, "type"),
    }[word.decision]
