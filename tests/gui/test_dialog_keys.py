"""Enter in a dialog does what its main button says, never Cancel; where nothing can be taken it does nothing."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog
from pytestqt.qtbot import QtBot

from studio.ui.editing.forms import LineForm
from studio.ui.record.forms import CompileForm
from studio.ui.record.note_box import note_box

ENTER = Qt.Key.Key_Return


def opened(qtbot: QtBot, dialog: QDialog) -> QDialog:
    qtbot.addWidget(dialog)
    dialog.show()
    qtbot.waitExposed(dialog)
    return dialog


def test_enter_in_a_form_takes_what_was_entered(qtbot: QtBot) -> None:
    line = LineForm(None, "A secret", "Each run asks for it.", "Keep", "Name", "note")
    for form in (line, CompileForm(None, "Refer", blacked=0, secrets=0)):
        opened(qtbot, form)
        qtbot.keyClick(form.field, ENTER)
        assert form.result() == QDialog.DialogCode.Accepted


def test_enter_with_nothing_to_take_leaves_the_form_open(qtbot: QtBot) -> None:
    form = LineForm(None, "A secret", "Each run asks for it.", "Keep", "Name")
    opened(qtbot, form)
    qtbot.keyClick(form.field, ENTER)
    assert form.isVisible()
    qtbot.keyClick(form.field, Qt.Key.Key_Escape)
    assert not form.isVisible()


def test_enter_keeps_a_note(qtbot: QtBot) -> None:
    kept: list[str] = []
    box = note_box(kept.append)
    opened(qtbot, box)
    box.field.setText("as agreed")
    qtbot.keyClick(box.field, ENTER)
    assert kept == ["as agreed"]
