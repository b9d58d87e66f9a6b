"""A tool bar that does not fit: its last tools are in a menu, work from there, and come back when there is room."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLineEdit, QMenu, QWidget
from pytestqt.qtbot import QtBot

from studio.ui.shell.actions import Action
from studio.ui.widgets.basics import Button, text
from studio.ui.widgets.tool_row import ToolRow

WIDE, NARROW = 1400, 420


class Bar(QWidget):
    """Five buttons, a field, a box, a label."""

    def __init__(self) -> None:
        super().__init__()
        self.pressed: list[str] = []
        layout = QHBoxLayout(self)
        self.buttons = [Button(f"Tool number {n}", run=lambda n=n: self.pressed.append(str(n))) for n in range(5)]
        self.field, self.box, self.label = QLineEdit(), QComboBox(), text("said at the end")
        self.field.setMinimumWidth(120)
        self.box.setAccessibleName("Zoom")
        self.box.addItems(["50 %", "100 %"])
        self.box.activated.connect(lambda at: self.pressed.append(self.box.itemText(at)))
        self.buttons[4].setCheckable(True)
        self.buttons[3].setEnabled(False)
        for part in (self.buttons[0], self.field, *self.buttons[1:], self.box, self.label):
            layout.addWidget(part)


@pytest.fixture
def row(qtbot: QtBot) -> ToolRow:
    made = ToolRow(Bar())
    qtbot.addWidget(made)
    made.resize(WIDE, 60)
    made.show()
    qtbot.waitExposed(made)
    return made


def bar_of(row: ToolRow) -> Bar:
    assert isinstance(row._tools, Bar)
    return row._tools


def entries(row: ToolRow) -> dict[str, object]:
    row.menu.aboutToShow.emit()
    return {entry.text(): entry for entry in row.menu.actions()}


def test_what_does_not_fit_is_in_the_menu_and_comes_back(row: ToolRow, qtbot: QtBot) -> None:
    bar = bar_of(row)
    qtbot.wait(20)
    assert not row.more.isVisible()
    row.resize(NARROW, 60)
    qtbot.waitUntil(row.more.isVisible)
    assert bar.buttons[0].isVisible()
    assert bar.field.isVisible()
    assert row.more.focusPolicy() & Qt.FocusPolicy.TabFocus
    assert row.more.geometry().right() <= row.width()
    shown = [b for b in bar.buttons if b.isVisible()]
    assert all(b.width() >= b.minimumSizeHint().width() for b in shown)
    told = entries(row)
    assert [*told] == [b.text() for b in bar.buttons if b not in shown] + ["Zoom"]
    assert told["Tool number 4"].isCheckable()  # type: ignore[attr-defined]
    assert not told["Tool number 3"].isEnabled()  # type: ignore[attr-defined]
    told["Tool number 4"].trigger()  # type: ignore[attr-defined]
    zoom = told["Zoom"].menu()  # type: ignore[attr-defined]
    assert isinstance(zoom, QMenu)
    zoom.actions()[1].trigger()
    assert bar.pressed == ["4", "100 %"]
    assert bar.buttons[4].isChecked()
    row.resize(WIDE, 60)
    qtbot.waitUntil(lambda: not row.more.isVisible())
    assert all(b.isVisible() for b in (*bar.buttons, bar.box, bar.label))


def test_longer_words_are_noticed_and_a_hidden_bar_takes_no_room(row: ToolRow, qtbot: QtBot) -> None:
    bar = bar_of(row)
    bar.buttons[0].setText("A tool with a word so long that nothing else " * 4)
    qtbot.waitUntil(row.more.isVisible)
    bar.hide()
    assert not row.isVisible()
    bar.show()
    assert row.isVisible()


def test_it_rests_once_it_fits(row: ToolRow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    fits: list[int] = []
    usual = row.fit
    monkeypatch.setattr(row, "fit", lambda: (fits.append(1), usual()))
    row._soon.timeout.disconnect()
    row._soon.timeout.connect(lambda: row.fit())
    row.resize(NARROW, 60)
    qtbot.waitUntil(row.more.isVisible)
    qtbot.wait(100)
    assert 0 < len(fits) < 8


def test_a_bar_that_is_hidden_from_the_start_stays_hidden(qtbot: QtBot) -> None:
    bar = Bar()
    bar.hide()
    made = ToolRow(bar)
    qtbot.addWidget(made)
    assert made.isHidden()


def test_what_a_bar_offers_is_always_in_the_menu_after_what_does_not_fit(qtbot: QtBot) -> None:
    bar = Bar()
    may: list[bool] = [True]
    bar.offered = [  # type: ignore[attr-defined]
        Action("copy", "Copy", lambda: bar.pressed.append("copy")),
        Action("never", "Never", lambda: bar.pressed.append("never"), enabled=lambda: not may[0]),
    ]
    made = ToolRow(bar)
    qtbot.addWidget(made)
    made.resize(WIDE, 60)
    made.show()
    qtbot.waitExposed(made)
    told = entries(made)
    assert made.more.isVisible()
    assert [*told] == ["Copy", "Never"]
    assert not told["Never"].isEnabled()  # type: ignore[attr-defined]
    told["Copy"].trigger()  # type: ignore[attr-defined]
    assert bar.pressed == ["copy"]
    made.resize(NARROW, 60)
    qtbot.waitUntil(lambda: [*entries(made)][:1] != ["Copy"])
    assert [*entries(made)][-3:] == ["", "Copy", "Never"]
    assert made.more.geometry().right() <= made.width()
    qtbot.waitUntil(lambda: all(b.width() >= b.minimumSizeHint().width() for b in bar.buttons if b.isVisible()))
