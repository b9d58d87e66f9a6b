"""A list in memory that is worked by arrow keys: it draws which row is marked, and tells its structure or nothing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from helpers.drawing import Canvas
from helpers.drawn_form import DrawnForm
from helpers.elements import element

from studio.engine.model.structure import Element, StructureSnapshot
from studio.engine.vision.frame import Frame

TASKS = ("Order paint", "Call the sailmaker", "Renew the licence", "Check the engine", "Book the crane")
Look = Literal["inverse", "coloured", "lit"]
_TOP, _STEP = 100, 26


@dataclass
class DrawnList(DrawnForm):
    """`done` are the rows that Enter was pressed on. `tells`: rows have their accessibility data."""

    tasks: tuple[str, ...] = TASKS
    look: Look = "inverse"
    numbered: bool = False
    tells: bool = False
    dark: bool = False
    at: int = 0
    clock: int = 0

    def __post_init__(self) -> None:
        self.done: list[str] = []

    def frame(self) -> Frame:
        canvas = Canvas()
        canvas.write("Tasks", 60, 60, size=0.6)
        canvas.write(f"12:00:{self.clock:02d}", 600, 20, size=0.6)
        for n, task in enumerate(self.tasks):
            y = _TOP + _STEP * n
            canvas.write(f"{n + 1}. {task}" if self.numbered else task, 60, y, size=0.6)
            if n == self.at:
                self._mark(canvas, y)
        return canvas.inverted if self.dark else canvas.frame

    def _mark(self, canvas: Canvas, y: int) -> None:
        row = canvas.pixels[y - 4 : y + _STEP - 6, 54:400]
        if self.look == "inverse":
            row[:] = 255 - row
        elif self.look == "lit":
            row[row.min(axis=2) > 200] = (250, 220, 190)
        else:
            row[..., 2] = np.maximum(row[..., 2], 200)

    def snapshot(self) -> StructureSnapshot:
        rows = [self._row(n, task) for n, task in enumerate(self.tasks)] if self.tells else []
        return StructureSnapshot(url="", title="Tasks", elements=tuple(rows))

    def _row(self, n: int, task: str) -> Element:
        return element(task, (60, _TOP + _STEP * n), role="treeitem", tag="", selected=n == self.at)

    def press(self, key: str) -> None:
        super().press(key)
        self.clock += 1
        moves = {"ArrowDown": 1, "ArrowUp": -1, "Home": -99, "End": 99}
        self.at = min(max(self.at + moves.get(key, 0), 0), len(self.tasks) - 1)
        if key == "Enter":
            self.done.append(self.tasks[self.at])
