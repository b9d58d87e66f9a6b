"""Beside the form: the screen on which the run begins, as it was recorded, with the first target marked."""

from __future__ import annotations

from functools import partial

from PySide6.QtGui import QImage
from PySide6.QtWidgets import QVBoxLayout, QWidget

from studio.engine.bundle import Bundle
from studio.engine.errors import BadInput
from studio.engine.model.workflow import Risk
from studio.ui.document import Document
from studio.ui.services.background import Background
from studio.ui.theme import Tone, theme
from studio.ui.told import intent_words, told
from studio.ui.widgets.basics import Icon, look, row, text
from studio.ui.widgets.frame_view import FrameView
from studio.ui.widgets.marks import MarkKind, marks_of
from studio.ui.widgets.page import panel_head
from studio.ui.widgets.png_image import png_image
from studio.ui.words import tr


class StartPicture(QWidget):
    """The first frame, and what to know before the run."""

    def __init__(self) -> None:
        super().__init__()
        look(self, "surface")
        self._view = FrameView(tr("The screen on which the run begins"))
        self._work: Background[QImage] = Background(self)
        self._first, self._undo, self._record = (
            text("", "strong", wrap=True),
            text("", wrap=True),
            text("", "second", wrap=True),
        )
        self._undo_row = row(Icon("shield", "text", 16), self._undo)
        self._record_row = row(Icon("unknown", Tone.UNKNOWN, 16), self._record)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(panel_head(tr("It begins here"), text(tr("as recorded"), "note"), None))
        inside = QVBoxLayout()
        inside.setContentsMargins(16, 12, 16, 16)
        inside.setSpacing(10)
        inside.addWidget(self._first)
        inside.addWidget(self._view, 1)
        inside.addWidget(self._undo_row)
        inside.addWidget(self._record_row)
        layout.addLayout(inside, 1)
        self.setMinimumWidth(theme.px(260))

    def show_start(self, document: Document) -> None:
        """Another workflow."""
        workflow, bundle = document.bundle.workflow, document.bundle
        first = next((s for s in workflow.steps if not s.disabled), workflow.steps[0])
        self._first.setText(tr("Step 1: {intent}", intent=intent_words(first.intent)))
        final = [n for n, s in enumerate(workflow.steps, start=1) if s.risk is Risk.IRREVERSIBLE and not s.disabled]
        said = ", ".join(str(n) for n in final)
        self._undo.setText(tr("Step {n} cannot be undone. It goes on by itself only where the evidence fits.", n=said))
        self._undo_row.setVisible(bool(final))
        checked = any(s.effects for s in workflow.steps)
        self._record.setText(tr("No record check: at best “passed on screen”."))
        self._record_row.setVisible(not checked)
        path = first.before_frame
        marks = [m for m in marks_of(first.anchor) if m.kind in (MarkKind.TARGET, MarkKind.POINT)]
        if path and path in bundle.hashes:
            done = partial(self._view.show_picture, marks=marks)
            self._work.start(lambda: _image(bundle, path), done, self._not_read)
        else:
            self._view.show_picture(None)

    def _not_read(self, problem: Exception) -> None:
        """The bundle was deleted or changed while it is open."""
        if not isinstance(problem, BadInput):
            raise problem
        self._view.show_picture(None)
        self._first.setText(told(str(problem)))


def _image(bundle: Bundle, path: str) -> QImage:
    return png_image(bundle.asset_bytes(path))
