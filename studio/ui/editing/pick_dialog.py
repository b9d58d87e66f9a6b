"""Pointing at something on a recorded screen: a large picture, a rectangle, and what can be read in it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QTimer
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QDialog, QDoubleSpinBox, QLineEdit, QVBoxLayout, QWidget

from studio.engine.editing import CannotEdit, read_text
from studio.engine.model.geometry import Region
from studio.engine.vision.frame import Frame
from studio.ui.editing.region_view import RegionView
from studio.ui.services.background import Background
from studio.ui.theme import theme
from studio.ui.told import told
from studio.ui.widgets.basics import Button, row, text
from studio.ui.widgets.marks import Mark
from studio.ui.widgets.png_image import png_image
from studio.ui.words import tr

_READ_AFTER_MS = 250


@dataclass(frozen=True)
class Pick:
    """What a person pointed at. `text` is what is read there, or was typed; `seconds` how long to wait."""

    region: Region | None
    text: str = ""
    seconds: float = 0.0


@dataclass(frozen=True)
class PickRequest:
    """What is asked for. `frame` gives the picture (in any thread). `reads`: the text in the rectangle counts, and a
    person may correct it. `seconds` is a time to wait, where one is asked for. `start` is a rectangle to begin with.
    """

    title: str
    sentence: str
    word: str
    frame: Callable[[], Frame]
    marks: Sequence[Mark] = ()
    start: Region | None = None
    focus: Region | None = None
    reads: bool = False
    text: str = ""
    seconds: float | None = None


class PickDialog(QDialog):
    """Asks for a place on a frame. The picture and what is read on it come from the background."""

    def __init__(self, parent: QWidget | None, request: PickRequest) -> None:
        super().__init__(parent)
        self.setWindowTitle(request.title)
        self._request = request
        self._frame: Frame | None = None
        self.view = RegionView(request.title)
        self._seconds = QDoubleSpinBox()
        self.field = QLineEdit(request.text)
        self._said = text(tr("Loading the picture…"), "note")
        self.taken = Button(request.word, "check", kind="primary", run=self.accept)
        self._reading: Background[tuple[str, Region]] = Background(self)
        self._loading: Background[tuple[Frame, QImage]] = Background(self)
        self._soon = QTimer(self, singleShot=True, interval=_READ_AFTER_MS)
        self._soon.timeout.connect(self._read)
        self._arrange()
        self.view.drawn.connect(self._drawn)
        self.field.textChanged.connect(lambda _: self._judge())
        self._loading.start(lambda: _loaded(request.frame), self._took, lambda problem: self._tell(told(str(problem))))
        self._judge()

    @property
    def pick(self) -> Pick:
        """What was pointed at."""
        return Pick(self.view.region, " ".join(self.field.text().split()), self._seconds.value())

    def ask(self) -> Pick | None:
        """Show it and wait; None where nothing was chosen."""
        return self.pick if self.exec() == QDialog.DialogCode.Accepted else None

    def _arrange(self) -> None:
        request, layout = self._request, QVBoxLayout(self)
        layout.setContentsMargins(20, 16, 20, 16)
        layout.setSpacing(10)
        layout.addWidget(text(request.title, "section"))
        layout.addWidget(text(request.sentence, "second", wrap=True))
        layout.addWidget(self.view, 1)
        keys = tr(
            "Drag a rectangle. Keys: arrows move it, Shift with arrows sizes it, Ctrl by one pixel, + and − zoom."
        )
        layout.addWidget(text(keys, "note", wrap=True))
        if request.reads:
            self.field.setAccessibleName(tr("Text"))
            self.field.setPlaceholderText(tr("What is written there; you can correct it"))
            layout.addWidget(row(text(tr("Text"), "strong"), self.field, self._said))
        else:
            layout.addWidget(self._said)
        waits: list[QWidget | int | None] = []
        if request.seconds is not None:
            self._seconds.setRange(0, 600)
            self._seconds.setDecimals(1)
            self._seconds.setSuffix(" s")
            self._seconds.setValue(request.seconds)
            self._seconds.setAccessibleName(tr("Wait up to"))
            waits = [text(tr("Wait up to"), "strong"), self._seconds]
        layout.addWidget(row(*waits, None, Button(tr("Cancel"), run=self.reject), self.taken))
        self.taken.setDefault(True)  # only now: a button remembers it only inside its dialog
        screen = self.screen().availableSize()
        self.resize(min(theme.px(1100), screen.width() - 40), min(theme.px(760), screen.height() - 60))
        self.view.setFocus()

    def _took(self, loaded: tuple[Frame, QImage]) -> None:
        self._frame, image = loaded
        self.view.show_picture(image, self._request.marks)
        self.view.focus_on(self._request.focus, 160)
        self._tell("")
        if self._request.start is not None:
            self.view.show_region(self._request.start)

    def _drawn(self, _region: Region | None) -> None:
        if self._request.reads:
            self._soon.start()
        self._judge()

    def _read(self) -> None:
        frame, region = self._frame, self.view.region
        if frame is None or region is None:
            return
        self._tell(tr("Reading…"))
        self._reading.start(lambda: read_text(frame, region), self._heard, self._unread)

    def _heard(self, found: tuple[str, Region]) -> None:
        self._tell("")
        self.field.setText(found[0])

    def _unread(self, problem: Exception) -> None:
        known = isinstance(problem, CannotEdit)
        self._tell(tr("Nothing can be read there.") if known else told(str(problem)))

    def _tell(self, said: str) -> None:
        self._said.setText(said)
        self._judge()

    def _judge(self) -> None:
        """It can be taken once there is a rectangle; a text that was typed counts as well where texts count."""
        there = self.view.region is not None
        typed = self._request.reads and bool(self.field.text().strip())
        self.taken.setEnabled(typed if self._request.reads else there)


def _loaded(source: Callable[[], Frame]) -> tuple[Frame, QImage]:
    frame = source()
    return frame, png_image(frame.png)
