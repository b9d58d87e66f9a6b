"""The tool bar of the ladder page: where it looks, what is drawn, how near."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QButtonGroup, QCheckBox, QHBoxLayout, QMenu, QWidget

from studio.ui.editing.tools import ActionButton
from studio.ui.ladder.evidence import Layers
from studio.ui.ladder.seen import FILE, RECORDED, RUN, SCREEN, RunPicture
from studio.ui.shell.actions import Action
from studio.ui.theme import theme
from studio.ui.widgets.basics import Button, text
from studio.ui.widgets.tool_row import least_of
from studio.ui.words import tr

_ZOOMS = (50, 75, 100, 150, 200)


class LadderTools(QWidget):
    """`run_chosen` carries the picture of a run and its title; `layers_changed` what is to be drawn."""

    run_chosen = Signal(object, str)
    layers_changed = Signal(object)
    zoomed = Signal(float)

    def __init__(self, back: Action, fit: Action, looks: Mapping[str, Callable[[], object]]) -> None:
        super().__init__()
        self._back, self._fit = ActionButton(back), ActionButton(fit, word=tr("Fit"))
        self._look_on = text(tr("Look on"), "note")
        self._words = {
            RECORDED: (tr("Recorded picture"), tr("Recorded")),
            RUN: (tr("A run’s picture"), tr("A run")),
            FILE: (tr("Picture file…"), tr("File…")),
            SCREEN: (tr("Screen now"), tr("Screen")),
        }
        self.segments = {
            where: Button(words[0], "chevron_down" if where == RUN else None, kind="segment", run=looks.get(where))
            for where, words in self._words.items()
        }
        self._group = QButtonGroup(self)
        for button in self.segments.values():
            button.setCheckable(True)
            self._group.addButton(button)
        self.runs = QMenu(self.segments[RUN])
        self.segments[RUN].clicked.connect(self._open_runs)
        self._boxes = {
            "landmarks": _box(tr("Landmarks"), True),
            "alike": _box(tr("Look-alikes"), True),
            "search": _box(tr("Search area"), False),
        }
        for box in self._boxes.values():
            box.toggled.connect(lambda _: self.layers_changed.emit(self.layers))
        self._zoom = Button("100 %", kind="flat")
        self._zoom.setAccessibleName(tr("Zoom"))
        menu = QMenu(self._zoom)
        for percent in _ZOOMS:
            menu.addAction(f"{percent} %", partial(self.zoomed.emit, percent / 100))
        self._zoom.setMenu(menu)
        self._fill()
        self.show_where(RECORDED)
        self.show_runs(())

    @property
    def layers(self) -> Layers:
        """What is ticked."""
        return Layers(**{name: box.isChecked() for name, box in self._boxes.items()})

    def show_where(self, where: str) -> None:
        """Which picture is looked on."""
        self._where = where
        self.segments[where].setChecked(True)

    def allow(self, where: str, allowed: bool, why: str = "") -> None:
        """Whether that can be looked on, and if not, why."""
        self.segments[where].setEnabled(allowed)
        self.segments[where].setToolTip(why)

    def show_runs(self, pictures: Sequence[RunPicture]) -> None:
        """The runs that have pictures of this step."""
        self.runs.clear()
        for each in pictures:
            for word, path in ((tr("before"), each.before), (tr("after"), each.after)):
                if path is not None:
                    said = f"{each.title} · {word}"
                    self.runs.addAction(said, partial(self.run_chosen.emit, path, said))
        self.allow(RUN, bool(pictures), "" if pictures else tr("No run of this workflow has come to this step yet."))

    def show_zoom(self, zoom: float) -> None:
        """How near it is."""
        self._zoom.setText(f"{round(zoom * 100)} %")

    def shorten(self, room: int) -> None:
        """Words that tell least go first where it is narrow."""
        for wide in (True, False):
            self._say(wide)
            self._look_on.setVisible(wide)
            self._back.show_room(2 if wide else 0)
            self._fit.show_room(2 if wide else 0)
            if least_of(self) <= room:
                break

    def _say(self, wide: bool) -> None:
        """Whole words where there is room. A chosen one is bold: it needs more than Qt thinks."""
        for where, (whole, short) in self._words.items():
            button = self.segments[where]
            button.setMinimumWidth(0)
            button.show_word(whole if wide else short)
            button.setAccessibleName(whole)
            button.setMinimumWidth(button.sizeHint().width() + theme.px(18))

    def _open_runs(self) -> None:
        self.show_where(self._where)
        button = self.segments[RUN]
        self.runs.popup(button.mapToGlobal(button.rect().bottomLeft()))

    def _fill(self) -> None:
        across = QHBoxLayout(self)
        across.setContentsMargins(12, 0, 12, 0)
        across.setSpacing(6)
        across.addWidget(self._back)
        across.addWidget(self._look_on)
        group = QHBoxLayout()
        group.setSpacing(0)
        for button in self.segments.values():
            group.addWidget(button)
        across.addLayout(group)
        across.addStretch(1)
        for box in self._boxes.values():
            across.addWidget(box)
        across.addWidget(self._fit)
        across.addWidget(self._zoom)


def _box(word: str, ticked: bool) -> QCheckBox:
    made = QCheckBox(word)
    made.setAccessibleName(word)
    made.setChecked(ticked)
    return made
