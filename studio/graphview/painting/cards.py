"""A node as a card: number, icon, title, picture, dots, badges, state. Drawn with its top left at the origin."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QImage, QPainter, QPainterPath, QPen

from studio.graphview.layout.crops import WINDOW, corners, crop_view
from studio.graphview.layout.graph import Badge, Node, NodeKind, Picture, PictureKind, Style
from studio.graphview.layout.shapes import Spot
from studio.graphview.painting.ink import Ink
from studio.graphview.painting.look import Look

_PICTURE = Spot(10, 29)


def paint_card(
    painter: QPainter, node: Node, size: tuple[float, float], look: Look, ink: Ink, picture: QImage | None
) -> None:
    """The whole card."""
    painter.setOpacity((0.55 if node.disabled else 1.0) * (0.3 if look.faded else 1.0))
    _ground(painter, node, size, look, ink)
    x = 12.0
    if node.number is not None:
        number = str(node.number)
        width = ink.metrics(bold=True).horizontalAdvance(number)
        ink.write(painter, number, max(28 - width, 9), 21, "text2", bold=True)
        x = max(36.0, 9 + width + 7)
    ink.icon(painter, node.icon, x, 8.5, 15, "text2")
    title_x = x + 21
    state = look.token is not None
    end = paint_title(painter, node, title_x, 21, size[0] - title_x - (32 if state else 12), ink)
    if node.disabled:
        painter.setPen(ink.pen("text", 1.2))
        painter.drawLine(QPointF(title_x, 16.5), QPointF(end, 16.5))
    if state and look.live is not None and look.token is not None:
        ink.icon(painter, look.live.value, size[0] - 25, 8, 16, look.token)
    if node.kind is not NodeKind.ACTION:
        end = ink.write(painter, ink.fitted(node.hint, size[0] - 24, 12), 12, 41, "text2", 12)
        _badges(painter, node, end + 12, 29.5, ink)
        return
    pictured = _picture(painter, node.picture, ink, picture)
    _evidence(painter, node, (_PICTURE.x + WINDOW[0] + 10) if pictured else 12, ink)


def paint_title(painter: QPainter, node: Node, x: float, base: float, width: float, ink: Ink, px: float = 13) -> float:
    """The title's pieces as far as they fit; returns where they end."""
    end = x + width
    for span in node.title:
        bold = span.style is not Style.PLAIN
        said = ink.fitted(span.text, end - x, px, bold=bold)
        if not said:  # too narrow even for an ellipsis
            return ink.write(painter, "…", x, base, "text", px)
        x = ink.write(painter, said, x, base, "accent" if span.style is Style.PARAM else "text", px, bold=bold)
        if said != span.text:
            break
    return x


def outline(node: Node, w: float, h: float, inset: float = 0.0) -> QPainterPath:
    """The shape of a card; where ways part its corners are cut."""
    path = QPainterPath()
    box = QRectF(inset, inset, w - 2 * inset, h - 2 * inset)
    if node.kind in (NodeKind.BRANCH, NodeKind.DECISION):
        cut = 12.0
        path.moveTo(box.left() + cut, box.top())
        for x, y in (
            (box.right() - cut, box.top()),
            (box.right(), box.top() + cut),
            (box.right(), box.bottom() - cut),
            (box.right() - cut, box.bottom()),
            (box.left() + cut, box.bottom()),
            (box.left(), box.bottom() - cut),
            (box.left(), box.top() + cut),
        ):
            path.lineTo(x, y)
        path.closeSubpath()
    else:
        path.addRoundedRect(box, 6, 6)
    return path


def _ground(painter: QPainter, node: Node, size: tuple[float, float], look: Look, ink: Ink) -> None:
    token = look.token or "border"
    width = 2.0 if look.loud else 1.0
    painter.setPen(ink.pen(token, width))
    painter.setBrush(ink.color(f"{token}_bg" if look.loud else "card"))
    painter.drawPath(outline(node, *size, width / 2))
    if node.kind in (NodeKind.SUBFLOW, NodeKind.STAGE):  # a second sheet below tells that there is more inside
        painter.setPen(ink.pen(token))
        painter.drawLine(QPointF(6, size[1] - 4), QPointF(size[0] - 6, size[1] - 4))


def _evidence(painter: QPainter, node: Node, left: float, ink: Ink) -> None:
    """Dots or a hint, and badges below."""
    if node.strength is not None:
        for n in range(node.strength.of):
            tally(painter, QPointF(left + 4.5 + 12 * n, 39), ink, node.strength.tried, n < node.strength.reached)
    elif node.hint:
        ink.write(painter, node.hint, left, 43, "text2", 12)
    _badges(painter, node, left - 1, 49.5, ink)


def tally(painter: QPainter, middle: QPointF, ink: Ink, tried: bool, full: bool) -> None:
    """One of so many: a dot for a screen that was tried, a square for a way that is known."""
    half = 4.2 if full else 3.6
    painter.setPen(Qt.PenStyle.NoPen if full else ink.pen("strong", 1.2))
    painter.setBrush(ink.color("accent") if full else Qt.BrushStyle.NoBrush)
    if tried:
        painter.drawEllipse(middle, half, half)
    else:
        painter.drawRect(QRectF(middle.x() - half + 0.5, middle.y() - half + 0.5, 2 * half - 1, 2 * half - 1))


def _badges(painter: QPainter, node: Node, left: float, top: float, ink: Ink) -> None:
    for n, badge in enumerate(node.badges):
        token = "healed" if badge in (Badge.PROBLEM, Badge.UNREVIEWED) else "text2"
        ink.icon(painter, badge.value, left + 21 * n, top, 15, token)


def _picture(painter: QPainter, picture: Picture, ink: Ink, image: QImage | None) -> bool:
    """What stands left on the card; False where nothing does."""
    x, y = _PICTURE
    w, _h = WINDOW
    if picture.kind is PictureKind.CROP:
        _crop(painter, picture, ink, image)
    elif picture.kind is PictureKind.FIELD:
        painter.setPen(ink.pen("strong"))
        painter.setBrush(ink.color("card"))
        painter.drawRoundedRect(QRectF(x + 0.5, y + 4.5, w - 1, 27), 3, 3)
        painter.fillRect(QRectF(x + 1, y + 30, w - 2, 1.5), ink.color("accent"))
        token = "accent" if picture.text.startswith("⟨") else "text"
        ink.write(painter, ink.fitted(picture.text, w - 16, 12), x + 8, y + 22, token, 12)
    elif picture.kind is PictureKind.KEY:
        said = ink.fitted(picture.text, w - 24, 13)
        wide = min(max(44.0, ink.metrics(13).horizontalAdvance(said) + 26), w)
        painter.setPen(ink.pen("strong"))
        painter.setBrush(ink.color("group"))
        painter.drawRoundedRect(QRectF(x + 0.5, y + 4.5, wide - 1, 27), 4, 4)
        ink.write(painter, said, x + (wide - ink.metrics(13).horizontalAdvance(said)) / 2, y + 22.5, "text2")
    elif picture.kind is PictureKind.SCROLL:
        ink.icon(painter, "scroll", x + 4, y + 6, 24, "text2")
        ink.write(painter, picture.text, x + 36, y + 22.5, "text2", 12)
    else:
        return False
    return True


def _crop(painter: QPainter, picture: Picture, ink: Ink, image: QImage | None) -> None:
    """The window onto the target with its mark; paper until the picture has come."""
    x, y = _PICTURE
    frame = QRectF(x, y, *WINDOW)
    painter.fillRect(frame, ink.color("paper" if image is not None else "canvas"))
    if image is not None:
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.drawImage(frame, image)
        path = QPainterPath()
        for line in corners(crop_view(picture).mark):
            path.moveTo(x + line[0].x, y + line[0].y)
            for spot in line[1:]:
                path.lineTo(x + spot.x, y + spot.y)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for token, width in (("halo", 5.0), ("target", 2.5)):
            pen = QPen(ink.color(token), width)
            pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
            painter.setPen(pen)
            painter.drawPath(path)
    painter.setPen(ink.pen("border"))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRoundedRect(frame, 3, 3)
