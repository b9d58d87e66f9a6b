"""The strip of altered screens: a picture of each, what the step does there, one of them shown above."""

from __future__ import annotations

from collections.abc import Mapping

import cv2
import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFocusEvent, QImage, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QHBoxLayout, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

from studio.engine.model.geometry import Point
from studio.engine.vision.frame import Frame
from studio.engine.whatif import Kind, Robustness, simulate
from studio.ui.editing.pictures import DraftPictures
from studio.ui.ladder.seen import KINDS, outcome_words
from studio.ui.theme import Tone, icon_pixmap, theme
from studio.ui.theme.colours import MARK_TARGET
from studio.ui.widgets.basics import colour_of, look, text
from studio.ui.words import tr

_WIDTH, _PICTURE, _WORDS = 118, 70, 66
_SMALL = 360
"""Width of a small picture in px: sharp at 200 %."""


class Small:
    """A small picture and where the target is in it (0 to 1), made in a thread, shown in the window."""

    def __init__(self, frame: Frame, at: Point | None) -> None:
        width, height = frame.size
        scale = _SMALL / max(width, 1)
        made = cv2.resize(frame.bgr, (_SMALL, max(round(height * scale), 1)), interpolation=cv2.INTER_AREA)
        self._pixels = np.ascontiguousarray(made)
        self.at = (at.x / width, at.y / height) if at is not None else None

    def image(self) -> QImage:
        """As Qt shows it. On the GUI thread."""
        height, width = self._pixels.shape[:2]
        return QImage(self._pixels.tobytes(), width, height, 3 * width, QImage.Format.Format_BGR888)


def small_pictures(step_id: str, pictures: DraftPictures) -> dict[Kind, Small]:
    """A small picture of each altered screen. In a thread: 0.3 s."""
    before, anchor = pictures.before_of(step_id), pictures.workflow.step(step_id).anchor
    if before is None or anchor is None:
        return {}
    frame = pictures[before]
    made = {kind: simulate(frame, anchor, kind) for kind in Kind}
    return {k: Small(s.frame, s.expected.center if s.expected else None) for k, s in made.items() if s is not None}


class ScreenCard(QAbstractButton):
    """One altered screen as a button: picture, name, what the step does there."""

    def __init__(self, kind: Kind) -> None:
        super().__init__()
        self.kind = kind
        self._image = QImage()
        self._at: tuple[float, float] | None = None
        self._told: tuple[Tone, str, str, str] | None = None
        self._trying = False
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        theme.changed.connect(self.update)
        self._name()

    def sizeHint(self) -> QSize:
        """A picture and three lines."""
        return QSize(theme.px(_WIDTH), theme.px(_PICTURE + _WORDS))

    def minimumSizeHint(self) -> QSize:
        """Not narrower than its words."""
        return QSize(theme.px(_WIDTH), theme.px(_PICTURE + _WORDS))

    def show_small(self, small: Small | None) -> None:
        """Another picture."""
        self._image = small.image() if small else QImage()
        self._at = small.at if small else None
        self.update()

    def show_told(self, told: tuple[Tone, str, str, str] | None, *, trying: bool = False) -> None:
        """What the step does there; None where that was not tried."""
        self._told, self._trying = told, trying
        self._name()
        self.update()

    @property
    def words(self) -> str:
        """The name and what is said of it."""
        detail = f": {self._told[2]}, {self._told[3]}" if self._told else f": {self._waiting}"
        return tr(KINDS[self.kind][0]) + detail

    @property
    def _waiting(self) -> str:
        return tr("trying…") if self._trying else tr("not tried yet")

    def _name(self) -> None:
        self.setAccessibleName(self.words)
        self.setToolTip(self.words)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Come into view where the strip is scrolled."""
        super().focusInEvent(event)
        parent = self.parentWidget()
        while parent is not None and not isinstance(parent, QScrollArea):
            parent = parent.parentWidget()
        if isinstance(parent, QScrollArea):
            parent.ensureWidgetVisible(self, 8, 0)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Border, picture with a ring at the target, words."""
        painter = QPainter(self)
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
        colours, wide = theme.colours, self.isChecked() or self.hasFocus()
        card = QPainterPath()
        card.addRoundedRect(QRectF(self.rect()).adjusted(1.5, 1.5, -1.5, -1.5), 7, 7)
        painter.fillPath(card, QColor(colours.accent_bg if self.isChecked() else colours.surface))
        painter.save()
        painter.setClipPath(card)
        self._paint_picture(painter)
        painter.restore()
        pen = QPen(QColor(colours.accent if wide else colours.border), 2 if wide else 1)
        if self.hasFocus() and not self.isChecked():
            pen.setStyle(Qt.PenStyle.DashLine)
        painter.strokePath(card, pen)
        self._paint_words(painter)

    def _paint_picture(self, painter: QPainter) -> None:
        area = QRectF(0, 0, self.width(), theme.px(_PICTURE))
        painter.fillRect(area, QColor(theme.colours.sunken))
        if self._image.isNull():
            middle = area.center() - QPointF(theme.px(10), theme.px(10))
            name = icon_pixmap(KINDS[self.kind][1], theme.colours.text2, theme.px(20), self.devicePixelRatioF())
            painter.drawPixmap(middle, name)
            return
        share = self._image.width() / area.width()
        wanted = area.height() * share
        top = 0.0
        if self._at is not None:
            top = min(max(self._at[1] * self._image.height() - wanted / 2, 0), max(self._image.height() - wanted, 0))
        painter.drawImage(area, self._image, QRectF(0, top, self._image.width(), wanted))
        if self._at is not None:
            at = QPointF(self._at[0] * area.width(), (self._at[1] * self._image.height() - top) / share)
            for colour, width in (("white", 5.0), (MARK_TARGET, 2.5)):
                painter.setPen(QPen(QColor(colour), width))
                painter.drawEllipse(at, theme.px(6), theme.px(6))

    def _paint_words(self, painter: QPainter) -> None:
        left, top, step = theme.px(9), theme.px(_PICTURE + 5), theme.px(19)
        self._line(painter, left, top, KINDS[self.kind][1], "text2", tr(KINDS[self.kind][0]), "text")
        if self._told is None:
            self._line(painter, left, top + step, "", "text2", self._waiting, "text2")
            return
        tone, icon_name, word, detail = self._told
        self._line(painter, left, top + step, icon_name, tone, word, tone, bold=True)
        self._line(painter, left, top + 2 * step, "", "text2", detail, "text2")

    def _line(
        self,
        painter: QPainter,
        left: int,
        top: int,
        icon_name: str,
        tint: str | Tone,
        said: str,
        ink: str | Tone,
        *,
        bold: bool = False,
    ) -> None:
        font = self.font()
        font.setPixelSize(theme.px(12))
        font.setBold(bold)
        painter.setFont(font)
        painter.setPen(QColor(colour_of(ink)))
        size = theme.px(14)
        if icon_name:
            painter.drawPixmap(left, top + 2, icon_pixmap(icon_name, colour_of(tint), size, self.devicePixelRatioF()))
        start = left + (size + theme.px(5) if icon_name else 0)
        room = self.width() - start - theme.px(4)
        shown = painter.fontMetrics().elidedText(said, Qt.TextElideMode.ElideRight, room)
        painter.drawText(QRectF(start, top, room, theme.px(18)), Qt.AlignmentFlag.AlignVCenter, shown)


class WhatIf(QWidget):
    """The strip. `chosen` carries the kind of a screen that a person wants to see above."""

    chosen = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        look(self, "surface")
        self.setAccessibleName(tr("What if"))
        self.cards = {kind: ScreenCard(kind) for kind in KINDS}
        across, holder = QHBoxLayout(), QWidget()
        across.setContentsMargins(0, 0, 0, 0)
        across.setSpacing(8)
        for kind, card in self.cards.items():
            card.clicked.connect(lambda _=False, kind=kind: self.chosen.emit(kind))
            across.addWidget(card)
        holder.setLayout(across)
        look(holder, "clear")
        self._scroll = QScrollArea()
        self._scroll.setAccessibleName(tr("What if"))
        self._scroll.setWidget(holder)
        self._scroll.setWidgetResizable(True)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._scroll.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroll.setFixedHeight(theme.px(_PICTURE + _WORDS + 14))
        said = tr("the screen were different? Each is tried on the recorded picture with the same code as a run.")
        self._said = text(said, "note", wrap=True)
        self._said.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        down = QVBoxLayout(self)
        down.setContentsMargins(14, 8, 12, 8)
        down.setSpacing(6)
        head = QHBoxLayout()
        head.setSpacing(10)
        head.addWidget(text(tr("What if"), "strong"))
        head.addWidget(self._said, 1)
        down.addLayout(head)
        down.addWidget(self._scroll)

    def show_known(self, known: Robustness, trying: Kind | None = None) -> None:
        """What is known of each screen, and which is being tried."""
        for kind, card in self.cards.items():
            outcome = known.outcomes.get(kind)
            told = outcome_words(kind, outcome, known.hows.get(kind, "")) if outcome else None
            card.show_told(told, trying=kind is trying)

    def show_small(self, made: Mapping[Kind, Small]) -> None:
        """The pictures."""
        for kind, card in self.cards.items():
            card.show_small(made.get(kind))

    def show_chosen(self, kind: Kind | None) -> None:
        """Which one is shown above; None where another picture is."""
        for each, card in self.cards.items():
            card.setChecked(each is kind)
