"""The inspector: everything that is known of one step, and how to change it."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QScrollArea, QSizePolicy, QSplitter, QVBoxLayout, QWidget

from studio.engine.editing import place_of
from studio.engine.model.workflow import Step
from studio.ui.editing.editor import Editor
from studio.ui.editing.frame_editor import FrameEditor
from studio.ui.editing.inspector_frames import StepFrames
from studio.ui.editing.inspector_ladder import LadderSection
from studio.ui.editing.inspector_outcome import CheckSection, RecordSection, RiskSection
from studio.ui.editing.inspector_target import IdentitySection, TargetSection
from studio.ui.editing.inspector_value import NoteSection, ValueSection
from studio.ui.editing.pictures import DraftPictures
from studio.ui.editing.section import Section, Shown, TellsOfStep, small
from studio.ui.theme import theme
from studio.ui.told import intent_words
from studio.ui.widgets.basics import Chip, look, row, text
from studio.ui.widgets.top_column import TopColumn
from studio.ui.words import tr


class Inspector(QFrame):
    """Shows one step. `walked` asks for the step before (-1) or after (1); `ladder_asked` for the ladder page."""

    walked = Signal(int)
    ladder_asked = Signal()
    not_found = Signal(str, str)

    def __init__(self) -> None:
        super().__init__()
        look(self, "surface")
        self._title, self._name = text("", "section"), text("")
        self._name.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self._title.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Preferred)
        self._disabled = Chip(tr("Disabled"))
        before = small("chevron_up", tr("Step before"), lambda: self.walked.emit(-1))
        after = small("chevron_down", tr("Step after"), lambda: self.walked.emit(1))
        self._head = row(self._title, self._name, self._disabled, before, after, margins=(16, 0, 12, 0))
        look(self._head, "panel-head")
        self._head.setFixedHeight(theme.px(34))
        self.frames = StepFrames()
        self.ladder = LadderSection()
        self.ladder.hovered.connect(self.frames.show_attempt)
        self.ladder.opened.connect(self.ladder_asked)
        self.ladder.judged.connect(self.not_found)
        self._sections: tuple[Section, ...] = ()
        self._tellers: tuple[TellsOfStep, ...] = ()
        self._inner = TopColumn()
        self._inner.setContentsMargins(0, 0, 0, 12)
        self._inner.setSpacing(0)
        self._inner.addWidget(self.ladder)
        self._arrange()
        self.setMinimumWidth(theme.px(330))

    def _arrange(self) -> None:
        holder, self._scroll, split = QWidget(), QScrollArea(), QSplitter(Qt.Orientation.Vertical)
        look(holder, "surface")
        holder.setLayout(self._inner)
        self._scroll.setWidget(holder)
        self._scroll.setWidgetResizable(True)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        split.addWidget(self.frames)
        split.addWidget(self._scroll)
        split.setSizes([theme.px(260), theme.px(480)])
        split.setChildrenCollapsible(False)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self._head)
        layout.addWidget(split, 1)

    def use(self, editor: Editor, frame_editor: FrameEditor) -> None:
        """Edit by these from now on."""
        for section in self._sections:
            self._inner.removeWidget(section)
            section.hide()
            section.deleteLater()
        self._sections = self._tellers = (
            TargetSection(editor, frame_editor),
            ValueSection(editor),
            IdentitySection(editor, frame_editor),
            CheckSection(editor, frame_editor),
            RecordSection(),
            RiskSection(editor),
            NoteSection(editor),
        )
        for section in self._sections:
            self._inner.addWidget(section)

    def show_step(self, step: Step | None, pictures: DraftPictures | None) -> None:
        """Show another step, or the same one after an edit; None where nothing is chosen."""
        self._disabled.setVisible(step is not None and step.disabled)
        if step is None or pictures is None:
            self._title.setText(tr("No step is chosen"))
            self._name.setText("")
            self.frames.show_step(None, None)
            self.ladder.hide()
            for section in self._sections:
                section.hide()
            return
        number = place_of(pictures.workflow, step.id) + 1
        self._title.setText(tr("Step {n}", n=number))
        self._name.setText(intent_words(step.intent))
        self._name.setToolTip(intent_words(step.intent))
        self.setAccessibleName(tr("Step {n}: {what}", n=number, what=intent_words(step.intent)))
        self.frames.show_step(step, pictures)
        held = self._held()
        self.ladder.show()
        self.ladder.show_step(step, pictures)
        for teller in self._tellers:
            teller.show_step(Shown(step, pictures.workflow))
        self._give_back(held)

    def _held(self) -> str:
        """The name of the control in a section that has the focus: an edit makes all of them anew."""
        focused = self.focusWidget()
        inside = focused is not None and any(section.isAncestorOf(focused) for section in self._sections)
        return focused.accessibleName() if inside and focused is not None and focused.hasFocus() else ""

    def _give_back(self, name: str) -> None:
        for section in self._sections if name else ():
            for child in section.findChildren(QWidget):
                if child.accessibleName() == name and child.focusPolicy() is not Qt.FocusPolicy.NoFocus:
                    child.setFocus(Qt.FocusReason.OtherFocusReason)
                    return
