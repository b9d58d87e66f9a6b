"""A row of parts that wraps, and a column whose texts are never cut."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QLabel, QPushButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from studio.ui.widgets.basics import text
from studio.ui.widgets.flow import FlowLayout
from studio.ui.widgets.top_column import TopColumn


@pytest.mark.parametrize("width", [90, 150, 230, 400])
def test_the_first_stands_left_and_the_others_right_or_below(qtbot: QtBot, width: int) -> None:
    holder = QWidget()
    qtbot.addWidget(holder)
    flow = FlowLayout(holder, 8, spread=True)
    parts = [QPushButton(str(n)) for n in range(3)]
    for part in parts:
        part.setFixedSize(70, 20)
        flow.addWidget(part)
    holder.resize(width, flow.heightForWidth(width))
    flow.activate()
    assert parts[0].x() == 0
    rows: dict[int, list[QPushButton]] = {}
    for part in parts:
        rows.setdefault(part.y(), []).append(part)
    assert all(row[-1].geometry().right() + 1 == width for row in rows.values() if len(row) > 1)
    assert max(part.geometry().bottom() for part in parts) + 1 == holder.height()
    assert all(a.geometry().intersected(b.geometry()).isEmpty() for a in parts for b in parts if a is not b)


@pytest.mark.parametrize("width", [120, 300, 900])
def test_texts_of_a_column_have_the_height_that_they_need(qtbot: QtBot, width: int) -> None:
    holder, inner = QWidget(), QWidget()
    qtbot.addWidget(holder)
    column, within = TopColumn(holder), QVBoxLayout(inner)
    said = [text("Two proposed parameters of this workflow are not decided. " * n, wrap=True) for n in (1, 2, 4)]
    for label in said:
        within.addWidget(label)
    column.addWidget(inner)
    holder.resize(width, 1200)
    holder.show()
    assert [label.text() for label in said if label.height() < label.heightForWidth(label.width())] == []
    assert said[0].y() < 20
    assert isinstance(said[0], QLabel)
    assert inner.height() <= column.heightForWidth(width)
