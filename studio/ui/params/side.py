"""Right of the cards: what will change once it is applied, and how a run will then ask."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget

from studio.engine.model.params import ProposalDecision
from studio.ui.params.model import Deciding, Word, dots
from studio.ui.theme import Tone, theme
from studio.ui.widgets.basics import Icon, column, line, look, row, text
from studio.ui.widgets.page import panel_head
from studio.ui.words import tr


class ChangePanel(QScrollArea):
    """Follows the decisions."""

    def __init__(self) -> None:
        super().__init__()
        self.setWidgetResizable(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFixedWidth(theme.px(330))

    def show_deciding(self, deciding: Deciding, current: str) -> None:
        """Other decisions."""
        holder = QWidget()
        look(holder, "surface")
        layout = QVBoxLayout(holder)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(panel_head(tr("What will change"), None))
        for proposal in deciding.proposals:
            layout.addWidget(_change(deciding, proposal.step_id))
            layout.addWidget(line())
        if deciding.names_a_record(current):
            layout.addWidget(column(_why(deciding, current), margins=(12, 12, 12, 12)))
        layout.addStretch(1)
        layout.addWidget(_form(deciding))
        self.setWidget(holder)


def _change(deciding: Deciding, step_id: str) -> QWidget:
    word, name = deciding.word(step_id), deciding.proposal(step_id).name
    was = tr("was “{dots}”", dots=dots(deciding.value(step_id)))
    if word is None:
        said, note = tr("Type ⟨{name}⟩", name=name), tr("{was} · open", was=was)
    elif word.decision is ProposalDecision.CONSTANT:
        said, note = tr("Types what you showed"), tr("nothing changes")
    elif word.decision is ProposalDecision.SECRET:
        said, note = tr("Type ⟨{name}⟩", name=word.name), tr("secret · kept nowhere from then on")
    else:
        said, note = tr("Type ⟨{name}⟩", name=word.name), was
    number = text(str(deciding.number(step_id)), "second")
    number.setFixedWidth(theme.px(22))
    number.setAlignment(Qt.AlignmentFlag.AlignRight)
    words = column(text(said, "strong" if word else "", wrap=True), text(note, "note", wrap=True), spacing=2)
    return row(number, Icon("type"), words, spacing=10, margins=(12, 8, 12, 8))


def _why(deciding: Deciding, step_id: str) -> QFrame:
    card = QFrame()
    look(card, "card")
    name = deciding.proposal(step_id).name
    layout = QVBoxLayout(card)
    layout.setContentsMargins(12, 10, 12, 10)
    layout.addWidget(row(Icon("hand", Tone.HALTED), text(tr("Why {name} matters", name=name), "strong"), None))
    said = tr(
        "It names the record that is opened. If it stays as it is, only this one can ever be opened: any other row"
        " halts with “wrong record”. As a parameter, each run brings its own proof."
    )
    layout.addWidget(text(said, "second", wrap=True))
    return card


def _form(deciding: Deciding) -> QWidget:
    asked: list[tuple[str, str]] = [
        (name, tr("asked, never shown") if name in deciding.workflow.secret_params else "")
        for name in deciding.workflow.param_specs or deciding.workflow.params
    ]
    asked += [line_ for p in deciding.proposals if (line_ := _line(p.name, deciding.word(p.step_id))) is not None]
    rows = [row(text(name, "strong"), None, text(said, "note")) for name, said in asked]
    nothing = [text(tr("Nothing is asked: every run types the same."), "second", wrap=True)]
    return column(text(tr("How a run will ask"), "section"), *(rows or nothing), spacing=8, margins=(16, 12, 16, 16))


def _line(name: str, word: Word | None) -> tuple[str, str] | None:
    if word is None:
        return name, tr("not decided")
    if word.decision is ProposalDecision.CONSTANT:
        return None
    return word.name, tr("asked, never shown") if word.decision is ProposalDecision.SECRET else ""
