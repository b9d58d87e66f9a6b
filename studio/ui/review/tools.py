"""The tool bar of the Heals page: five ways to look, zoom, what the way needs, and the counts."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QFont, QFontMetrics
from PySide6.QtWidgets import QButtonGroup, QComboBox, QHBoxLayout, QSizePolicy, QSlider, QWidget

from studio.ui.review.board import ACCEPTED, OPEN, REJECTED, Board
from studio.ui.review.modes import MODE_WORDS, Mode
from studio.ui.theme import Tone, theme
from studio.ui.widgets.basics import Button, Chip, key_cap, text
from studio.ui.widgets.tool_row import least_of
from studio.ui.words import tr

_ZOOMS = (25, 50, 75, 100, 150, 200, 400)


class ReviewTools(QWidget):
    """`mode_chosen`, `tied` (whether both sides move together), `fitted`, `zoom_chosen` (px per px), `slid` (tolerance
    or opacity)."""

    mode_chosen = Signal(object)
    tied = Signal(bool)
    fitted = Signal()
    zoom_chosen = Signal(float)
    slid = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self._modes = QButtonGroup(self)
        self._speaks = False
        self._roomy = True
        self._widths: dict[Mode, int] = {}
        self._buttons = {mode: self._mode_button(mode, n) for n, mode in enumerate(Mode, 1)}
        self.tie = Button(tr("Zoom and pan together"), "link", kind="flat", tip=tr("Zoom and pan together"))
        self.tie.setCheckable(True)
        self.tie.setChecked(True)
        self.tie.toggled.connect(self.tied)
        self._fit = Button(tr("Fit"), "fit", kind="flat", run=self.fitted.emit, tip=tr("Fit the target (F)"))
        self._fit_key = key_cap("F")
        self._fit_key.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Maximum)
        self.zoom = self._zoom_box()
        self.slider = self._slider()
        self._slider_word, self._said = text("", "note"), text("", "note")
        self.chips = {
            ACCEPTED: Chip("", Tone.PASSED),
            REJECTED: Chip("", Tone.FAILED),
            OPEN: Chip("", Tone.UNKNOWN),
        }
        self._arrange()
        self.show_mode(Mode.SIDE)

    def _arrange(self) -> None:
        layout = QHBoxLayout(self)
        layout.setContentsMargins(12, 0, 16, 0)
        layout.setSpacing(0)
        for button in self._buttons.values():
            layout.addWidget(button)
        layout.addSpacing(10)
        for part in (self.tie, self._fit, self._fit_key):
            layout.addWidget(part)
        layout.addSpacing(6)
        layout.addWidget(self.zoom)
        layout.addSpacing(10)
        for more in (self._slider_word, self.slider, self._said):
            layout.addWidget(more)
            layout.addSpacing(6)
        layout.addStretch(1)
        for chip in self.chips.values():
            layout.addSpacing(8)
            layout.addWidget(chip)

    def _mode_button(self, mode: Mode, number: int) -> Button:
        word = tr(MODE_WORDS[mode])
        button = Button(word, mode.value, kind="segment", tip=f"{word} ({number})")
        button.setCheckable(True)
        button.ensurePolished()
        bold = QFont(button.font())
        bold.setBold(True)
        self._widths[mode] = QFontMetrics(bold).horizontalAdvance(word) + theme.px(52)
        button.clicked.connect(lambda: self.mode_chosen.emit(mode))
        self._modes.addButton(button)
        return button

    def _zoom_box(self) -> QComboBox:
        box = QComboBox()
        box.setAccessibleName(tr("Zoom"))
        for percent in _ZOOMS:
            box.addItem(f"{percent} %", percent / 100)
        box.setPlaceholderText("–")
        box.setFixedWidth(theme.px(84))
        box.activated.connect(lambda at: self.zoom_chosen.emit(box.itemData(at)))
        return box

    def _slider(self) -> QSlider:
        slider = QSlider(Qt.Orientation.Horizontal)
        slider.setFixedWidth(theme.px(110))
        slider.valueChanged.connect(self.slid)
        return slider

    # What is shown

    def show_mode(self, mode: Mode, value: int = 0) -> None:
        """The way that is on, with the value of its slider (tolerance or opacity)."""
        self._buttons[mode].setChecked(True)
        self.tie.setVisible(mode is Mode.SIDE)
        slides = mode in (Mode.ONION, Mode.DIFFERENCE)
        self.slider.setVisible(slides)
        self._slider_word.setVisible(slides)
        self._speaks = mode not in (Mode.SIDE, Mode.DIFFERENCE)
        self._said.setVisible(self._speaks and self._roomy)
        word = tr("Tolerance") if mode is Mode.DIFFERENCE else tr("Opacity")
        self._slider_word.setText(word)
        self.slider.setAccessibleName(word)
        with QSignalBlocker(self.slider):
            self.slider.setRange(0, 128 if mode is Mode.DIFFERENCE else 100)
            self.slider.setValue(value)

    def show_value(self, value: int) -> None:
        """The value that keys chose."""
        with QSignalBlocker(self.slider):
            self.slider.setValue(value)

    def say(self, said: str) -> None:
        """What the way of looking shows, in words."""
        self._said.setText(said)

    def show_zoom(self, zoom: float) -> None:
        """The zoom that is on, whoever chose it."""
        self.zoom.setCurrentIndex(-1)
        self.zoom.setPlaceholderText(f"{round(zoom * 100)} %")

    def show_counts(self, board: Board) -> None:
        """How many are accepted, rejected, open."""
        words = {ACCEPTED: tr("{n} accepted"), REJECTED: tr("{n} rejected"), OPEN: tr("{n} open")}
        tones = {ACCEPTED: Tone.PASSED, REJECTED: Tone.FAILED, OPEN: Tone.UNKNOWN}
        for decision, chip in self.chips.items():
            n = board.count(decision)
            tone = tones[decision] if n or decision == OPEN else Tone.NEUTRAL
            icon = {ACCEPTED: "check", REJECTED: "cross", OPEN: "unknown"}[decision]
            chip.show_state(words[decision].format(n=n), tone, icon)

    def shorten(self, room: int) -> None:
        """Where it is narrow, icons do without words."""
        for self._roomy in (True, False):
            self._show_words()
            if least_of(self) <= room:
                break

    def _show_words(self) -> None:
        roomy = self._roomy
        self._said.setVisible(self._speaks and roomy)
        for mode, button in self._buttons.items():
            button.setText(f" {tr(MODE_WORDS[mode])}" if roomy else "")
            button.setMinimumWidth(self._widths[mode] if roomy else 0)
        self.tie.setText(f" {tr('Zoom and pan together')}" if roomy else "")
        self._fit.setText(f" {tr('Fit')}" if roomy else "")
