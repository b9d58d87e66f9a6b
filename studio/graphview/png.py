"""A graph as a PNG: `python -m studio.graphview.png` reads what to draw from stdin and writes the picture to stdout.

Standard input holds one JSON object: `workflow` (as in workflow.json), and optionally `pictures` (step id to the path
of the crop), `dark`, `one_line`, `scale`. No display is needed.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping
from math import sqrt
from typing import Any

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QRectF
from PySide6.QtGui import QImage, QImageReader, QImageWriter, QPainter
from PySide6.QtWidgets import QApplication

from studio.engine.model.workflow import Workflow
from studio.graphview.layout import graph_model, planned
from studio.graphview.layout.colors import DARK, LIGHT, GraphColors
from studio.graphview.layout.plan import Plan
from studio.graphview.painting.chips import Level
from studio.graphview.pictures import windowed
from studio.graphview.scene import GraphScene

MOST_PIXELS = 64_000_000
"""A larger graph is drawn smaller."""


def graph_image(plan: Plan, pictures: Mapping[str, QImage], colors: GraphColors = LIGHT, scale: float = 2.0) -> QImage:
    """The whole graph as an image, `scale` px for one px of the layout where that fits into 64 megapixels."""
    w, h = max(plan.layout.w, 1.0), max(plan.layout.h, 1.0)
    scale = min(scale, sqrt(MOST_PIXELS / (w * h)), 30_000 / max(w, h))
    image = QImage(max(round(w * scale), 1), max(round(h * scale), 1), QImage.Format.Format_RGB32)
    scene = GraphScene()
    scene.set_colors(colors)
    scene.set_plan(plan)
    scene.shelf.put(
        {
            node.step_id: windowed(pictures[node.step_id], node.picture)
            for node in plan.model.nodes
            if node.step_id is not None and node.step_id in pictures and node.picture.path
        }
    )
    painter = QPainter(image)
    painter.scale(scale, scale)
    scene.render_plainly(painter, QRectF(0, 0, w, h), Level.CARD if scale > 0.5 else Level.CHIP)
    painter.end()
    scene.shelf.close()
    return image


def png_bytes(image: QImage) -> bytes:
    """The image as a PNG file."""
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    QImageWriter(buffer, QByteArray(b"png")).write(image)
    return bytes(data.data())


def draw(request: str) -> bytes:
    """The PNG that a request asks for. Needs a QApplication."""
    data: dict[str, Any] = json.loads(request)
    sections = () if data.get("one_line") else None
    plan = planned(graph_model(Workflow.model_validate(data["workflow"]), sections=sections))
    pictures = {step: QImageReader(path, QByteArray(b"png")).read() for step, path in data.get("pictures", {}).items()}
    shown = {step: image for step, image in pictures.items() if not image.isNull()}
    return png_bytes(graph_image(plan, shown, DARK if data.get("dark") else LIGHT, float(data.get("scale", 2.0))))


if __name__ == "__main__":
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    application = QApplication([])
    sys.stdout.buffer.write(draw(sys.stdin.read()))
