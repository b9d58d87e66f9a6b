"""Home's cards: a workflow with the picture of its last screen, and the strip that offers the practice clinic."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QContextMenuEvent, QImage, QKeyEvent, QMouseEvent, QPainter, QPainterPath, QPaintEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QMenu, QSizePolicy, QVBoxLayout, QWidget

from studio.ui.services.background import Background
from studio.ui.services.overview import Card
from studio.ui.services.when import when
from studio.ui.shell.scrubbing import copy_without_identities
from studio.ui.shell.sharing import share
from studio.ui.studio import Studio
from studio.ui.theme import Tone, theme
from studio.ui.widgets.basics import Button, Chip, Icon, column, look, restyle, row, text
from studio.ui.widgets.flow import FlowLayout
from studio.ui.widgets.outcome import outcome_chip
from studio.ui.widgets.png_image import png_image
from studio.ui.words import tr

_WIDTH, _PICTURE = 292, 164


class Thumbnail(QWidget):
    """The upper part of a frame, scaled to the width; loaded off the GUI thread."""

    def __init__(self, picture: object, height: int = _PICTURE) -> None:
        super().__init__()
        self._image = QImage()
        self._height = height
        self.setFixedHeight(theme.px(height))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._work: Background[QImage] = Background(self)
        if picture is not None:
            self._work.start(lambda: _small(str(picture)), self._took, lambda _: None)

    def _took(self, image: QImage) -> None:
        self._image = image
        self.update()

    def sizeHint(self) -> QSize:
        """As wide as there is room."""
        return QSize(theme.px(_WIDTH), theme.px(self._height))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """The picture from its top, or an empty ground."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        path = QPainterPath()
        path.addRoundedRect(QRectF(1, 1, self.width() - 2, self.height() + 8), 7, 7)
        painter.setClipPath(path)
        painter.fillRect(self.rect(), QColor(theme.colours.canvas))
        if self._image.isNull():
            return
        share = self._image.width() / max(self.width(), 1)
        painter.drawImage(QRectF(self.rect()), self._image, QRectF(0, 0, self._image.width(), self.height() * share))


def _small(path: str) -> QImage:
    return png_image(path).scaledToWidth(720, Qt.TransformationMode.SmoothTransformation)


class WorkflowCard(QFrame):
    """Enter or a click opens it; the menu has what else can be done."""

    def __init__(self, card: Card, studio: Studio) -> None:
        super().__init__()
        self.card, self._studio = card, studio
        look(self, "card")
        self.setFixedWidth(theme.px(_WIDTH))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAccessibleName(f"{card.name}. {facts(card)}")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(1, 1, 1, 1)
        layout.setSpacing(0)
        layout.addWidget(Thumbnail(card.picture))
        layout.addWidget(self._words())

    def _words(self) -> QWidget:
        words = QWidget()
        inner = QVBoxLayout(words)
        inner.setContentsMargins(12, 10, 12, 10)
        inner.setSpacing(6)
        inner.addWidget(text(self.card.name, "section"))
        inner.addWidget(text(self.card.problem or facts(self.card), "note"))
        last = self.card.last
        chip = outcome_chip(last.outcome, last.heals) if last else Chip(tr("Not run yet"), Tone.UNKNOWN)
        inner.addWidget(row(chip, None, text(when(last.started_at) if last else "", "note")))
        return words

    def open(self) -> None:
        """Show the workflow."""
        self._studio.open_soon(self.card.bundle, lambda: self._studio.go("workflow"))

    def _run(self) -> None:
        self._studio.open_soon(self.card.bundle, lambda: self._studio.go("run"))

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Open, run, show the folder."""
        self._menu().exec(event.globalPos())

    def _menu(self) -> QMenu:
        menu = QMenu(self)
        menu.addAction(tr("Open"), self.open)
        menu.addAction(tr("Run…"), self._run)
        menu.addAction(tr("Share…"), lambda: share(self._studio, self.card.bundle, self.card.name))
        menu.addAction(tr("Copy without identities…"), lambda: copy_without_identities(self._studio, self.card.bundle))
        menu.addAction(tr("Show the folder"), lambda: show_folder(str(self.card.bundle)))
        return menu

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """A click opens."""
        if event.button() is Qt.MouseButton.LeftButton and self.rect().contains(event.position().toPoint()):
            self.open()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter and space open; Shift+F10 and the menu key show the menu (Qt makes that event)."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self.open()
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: object) -> None:
        """The focus ring."""
        self._mark(True)
        super().focusInEvent(event)  # type: ignore[arg-type]

    def focusOutEvent(self, event: object) -> None:
        """No ring any more."""
        self._mark(False)
        super().focusOutEvent(event)  # type: ignore[arg-type]

    def _mark(self, on: bool) -> None:
        self.setProperty("current", "true" if on else "false")
        restyle(self)


def facts(card: Card) -> str:
    """Version, steps and parameters of a card in words."""
    parts = [
        tr("Version {n}", n=card.version),
        tr("{n} steps", n=card.steps),
        tr("{n} parameters", n=card.params) if card.params != 1 else tr("1 parameter"),
    ]
    return " · ".join(parts)


class CardGrid(QWidget):
    """Cards in rows, as many as fit."""

    def __init__(self, cards: Sequence[Card], studio: Studio) -> None:
        super().__init__()
        flow = FlowLayout(self, spacing=16)
        for card in cards:
            flow.addWidget(WorkflowCard(card, studio))


def tip_strip(start: Callable[[], object], hide: Callable[[], object]) -> QFrame:
    """Offers the practice clinic to those who are new; closed, it never comes back."""
    strip = QFrame()
    look(strip, "card")
    layout = QHBoxLayout(strip)
    layout.setContentsMargins(16, 8, 8, 8)
    layout.setSpacing(10)
    layout.addWidget(Icon("flag", "accent", 18))
    said = text(tr("A small program comes with Waymark. Takes 2 minutes."), "second", wrap=True)
    first = text(tr("First time here? Try the practice clinic."), "strong", wrap=True)
    layout.addWidget(column(first, said, spacing=2), 1)
    layout.addWidget(Button(tr("Start"), "run", run=start))
    layout.addWidget(Button("", "cross", kind="flat", run=hide, tip=tr("Hide this tip")))
    return strip


def show_folder(path: str) -> None:
    """Open a folder in the system's own file manager."""
    from PySide6.QtCore import QUrl
    from PySide6.QtGui import QDesktopServices

    QDesktopServices.openUrl(QUrl.fromLocalFile(path))
