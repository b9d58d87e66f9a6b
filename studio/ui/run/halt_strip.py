"""On the Result page of a halted run: the picture of the halt with its marks, and the sentence."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtGui import QImage
from PySide6.QtWidgets import QFrame, QHBoxLayout

from studio.engine.model.halts import Halt
from studio.ui.run.halt_panel import PlacesTable, halt_marks
from studio.ui.run.words import halt_title
from studio.ui.services.background import Background
from studio.ui.theme import theme
from studio.ui.told import told
from studio.ui.widgets.basics import column, look, row, text
from studio.ui.widgets.frame_view import FrameView
from studio.ui.widgets.outcome import halt_chip
from studio.ui.widgets.png_image import png_inside
from studio.ui.words import tr


class HaltStrip(QFrame):
    """Hidden where the run did not halt."""

    def __init__(self) -> None:
        super().__init__()
        look(self, "card")
        self._work: Background[QImage] = Background(self)
        self._view = FrameView(tr("The screen where the run halted"))
        self._view.setFixedHeight(theme.px(240))
        self._title, self._sentence = text("", "section", wrap=True), text("", wrap=True, selectable=True)
        self._places = PlacesTable()
        self._chip = halt_chip("")
        layout = QHBoxLayout(self)
        layout.setContentsMargins(14, 12, 14, 12)
        layout.setSpacing(14)
        layout.addWidget(self._view, 3)
        words = column(row(self._chip, None), self._title, self._sentence, self._places, None, spacing=8)
        layout.addWidget(words, 2)
        self.hide()

    def show_halt(self, run_dir: Path, halt: Halt | None) -> None:
        """The halt of another run."""
        self.setVisible(halt is not None)
        if halt is None:
            return
        made = halt_chip(halt.code.value)
        self._chip.show_state(made.text(), made.tone)
        made.deleteLater()
        self._title.setText(halt_title(halt.code.value))
        self._sentence.setText(told(halt.sentence))
        self._places.show_places(halt.look_alikes, QImage())
        self._view.show_picture(None)
        if halt.picture:
            self._work.start(lambda: png_inside(run_dir, halt.picture), lambda image: self._took(halt, image))

    def _took(self, halt: Halt, image: QImage) -> None:
        self._view.show_picture(image, halt_marks(halt))
        self._places.show_places(halt.look_alikes, image)
