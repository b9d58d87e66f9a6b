"""The card of a halt: what could not be done and why, the places that look like it, and what a person may choose."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QImage, QPixmap
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QLabel, QScrollArea, QVBoxLayout, QWidget

from studio.engine.model.halts import Halt, LookAlike
from studio.engine.model.workflow import Step
from studio.ui.run.choices import Choices
from studio.ui.run.words import Offer, halt_title, not_offered
from studio.ui.theme import Tone, theme
from studio.ui.told import told
from studio.ui.widgets.basics import Button, Icon, emptied, look, row, text
from studio.ui.widgets.marks import Mark, MarkKind, point_mark
from studio.ui.words import tr

_CROP = (104, 40)


class HaltPanel(QFrame):
    """Head, evidence, choices. `chosen` is sent when a person picks one (nothing is picked at first), `folder` when
    the folder is asked for."""

    chosen = Signal()
    folder = Signal()

    def __init__(self, keys_in: QWidget) -> None:
        super().__init__()
        look(self, "surface")
        self._title, self._sentence = text("", "section", wrap=True), text("", wrap=True, selectable=True)
        self._head = QFrame()
        head = QHBoxLayout(self._head)
        head.setContentsMargins(16, 12, 14, 12)
        head.setSpacing(12)
        head.addWidget(Icon("hand", Tone.HALTED, 22), 0, Qt.AlignmentFlag.AlignTop)
        words = QVBoxLayout()
        words.addWidget(self._title)
        words.addWidget(self._sentence)
        head.addLayout(words, 1)
        self._places = PlacesTable()
        self.choices = Choices(keys_in)
        self.choices.changed.connect(self.chosen)
        self._not = text("", "note", wrap=True)
        self._arrange()
        self._recolour()
        theme.changed.connect(self._recolour)

    def _arrange(self) -> None:
        within, inside = QWidget(), QVBoxLayout()
        look(within, "clear")
        inside.setContentsMargins(0, 0, 0, 0)
        inside.setSpacing(0)
        inside.addWidget(self._head)
        inside.addWidget(self._places)
        what = row(text(tr("What you can do"), "strong"), None, margins=(16, 8, 12, 8))
        look(what, "sunken")
        inside.addWidget(what)
        inside.addWidget(self.choices)
        self._refused = row(self._not, margins=(16, 10, 14, 10))
        look(self._refused, "sunken")
        inside.addWidget(self._refused)
        inside.addStretch(1)
        within.setLayout(inside)
        scroll = QScrollArea()
        scroll.setWidget(within)
        scroll.setWidgetResizable(True)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        kept = text(tr("Everything that led here is kept with the run."), "note", wrap=True)
        foot = row(
            kept, Button(tr("Open the folder"), "folder", kind="flat", run=self.folder.emit), margins=(16, 8, 8, 8)
        )
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(scroll, 1)
        layout.addWidget(foot)

    def show_halt(self, halt: Halt, step: Step | None, offers: Sequence[Offer], *, refused: bool = True) -> None:
        """Another halt. `refused` tells also what is not offered."""
        self._title.setText(halt_title(halt.code.value))
        sentence = told(halt.sentence)
        self._sentence.setText(sentence)
        self._head.setAccessibleName(f"{self._title.text()}. {sentence}")
        self._places.show_places(halt.look_alikes, QImage())
        self.choices.offer(offers)
        self._not.setText(not_offered(halt, step) if refused else "")
        self._refused.setVisible(refused)

    def show_picture(self, halt: Halt, image: QImage) -> None:
        """The picture of the halt is there: cut the places out of it."""
        self._places.show_places(halt.look_alikes, image)

    def _recolour(self) -> None:
        self._head.setStyleSheet(f"QFrame {{ background: {theme.colours.tint(Tone.HALTED)}; border: none; }}")


class PlacesTable(QWidget):
    """The places that were considered: number, picture, what it says, how good it is."""

    def __init__(self) -> None:
        super().__init__()
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(16, 10, 14, 10)
        self._grid.setHorizontalSpacing(12)
        self._grid.setVerticalSpacing(6)
        self._grid.setColumnStretch(2, 1)
        self.hide()

    def show_places(self, places: Sequence[LookAlike], image: QImage) -> None:
        """Other places; `image` is the frame that they are on."""
        emptied(self._grid)
        self.setVisible(bool(places))
        heads = ((tr("Place"), 0, 2), (tr("It says"), 2, 1), (tr("Score"), 3, 1))
        for head, column, span in heads:
            self._grid.addWidget(text(head, "note"), 0, column, 1, span)
        for number, place in enumerate(places, start=1):
            said = tr("“{comment}”", comment=place.label) if place.label else tr("no text")
            self._grid.addWidget(text(str(number), "strong"), number, 0)
            self._grid.addWidget(_crop(place, image), number, 1)
            self._grid.addWidget(text(said, wrap=True), number, 2)
            self._grid.addWidget(text(f"{place.score:.2f}"), number, 3)


def _crop(place: LookAlike, image: QImage) -> QLabel:
    """The place with some room around it."""
    width, height = theme.px(_CROP[0]), theme.px(_CROP[1])
    label = QLabel()
    label.setFixedSize(width, height)
    look(label, "canvas")
    if not image.isNull():
        middle = place.region.center
        part = image.copy(middle.x - _CROP[0], middle.y - _CROP[1], 2 * _CROP[0], 2 * _CROP[1])
        ratio = label.devicePixelRatioF()
        pixmap = QPixmap.fromImage(
            part.scaled(
                round(width * ratio),
                round(height * ratio),
                Qt.AspectRatioMode.KeepAspectRatioByExpanding,
                Qt.TransformationMode.SmoothTransformation,
            )
        )
        pixmap.setDevicePixelRatio(ratio)
        label.setPixmap(pixmap)
    label.setAccessibleName(place.label or "")
    return label


def halt_marks(halt: Halt) -> tuple[Mark, ...]:
    """The look-alikes, numbered, and the place that would be acted on where a person is asked for it."""
    made = [
        Mark(MarkKind.ASKED, place.region, place.label or "", number=number)
        for number, place in enumerate(halt.look_alikes, start=1)
    ]
    if halt.point is not None:
        made.append(point_mark(halt.point))
    return tuple(made)
