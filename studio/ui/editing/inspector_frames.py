"""The inspector's picture: the screen before and after the step, and what is expected, with marks."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QCheckBox, QDialog, QHBoxLayout, QTabBar, QVBoxLayout, QWidget

from studio.engine.errors import BadInput
from studio.engine.model.anchor import Anchor
from studio.engine.model.geometry import Region
from studio.engine.model.resolution import RungAttempt
from studio.engine.model.workflow import CheckKind, Step
from studio.ui.editing.pictures import DraftPictures
from studio.ui.editing.section import small
from studio.ui.services.background import Background
from studio.ui.theme import theme
from studio.ui.told import intent_words, told
from studio.ui.widgets.basics import text
from studio.ui.widgets.frame_view import FrameView
from studio.ui.widgets.marks import Mark, MarkKind, marks_of, point_mark
from studio.ui.words import tr

BEFORE, AFTER, EXPECTED = range(3)
_KINDS = {
    "target": (MarkKind.TARGET, MarkKind.POINT),
    "landmarks": (MarkKind.LANDMARK,),
    "identity": (MarkKind.IDENTITY,),
    "search": (MarkKind.SEARCH,),
}


class StepFrames(QWidget):
    """Tabs, the picture, and what is marked on it. The picture stays where one looked while steps change."""

    def __init__(self) -> None:
        super().__init__()
        self.tabs = QTabBar()
        for word in (tr("Before"), tr("After"), tr("Expected")):
            self.tabs.addTab(word)
        self.tabs.setAccessibleName(tr("Which screen"))
        self.tabs.setDrawBase(False)
        self.tabs.setExpanding(False)
        self.tabs.currentChanged.connect(lambda _: self._load())
        self.view = FrameView(tr("The recorded screen"))
        self.view.setMinimumHeight(theme.px(120))
        self._nothing = text("", "second", wrap=True)
        self._nothing.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._boxes = {name: QCheckBox(word) for name, word in self._words().items()}
        for name, box in self._boxes.items():
            box.setChecked(name != "search")
            box.toggled.connect(lambda _: self._mark())
        self._work: Background[QImage] = Background(self)
        self._step: Step | None = None
        self._pictures: DraftPictures | None = None
        self._shown: tuple[str | None, int] = (None, -1)
        self._attempt: RungAttempt | None = None
        self._arrange()

    @staticmethod
    def _words() -> dict[str, str]:
        return {
            "target": tr("Target"),
            "landmarks": tr("Landmarks"),
            "identity": tr("Identity"),
            "search": tr("Search area"),
        }

    def _arrange(self) -> None:
        column, below = QVBoxLayout(self), QHBoxLayout()
        column.setContentsMargins(12, 0, 12, 6)
        column.setSpacing(6)
        column.addWidget(self.tabs)
        column.addWidget(self.view, 1)
        column.addWidget(self._nothing)
        below.setSpacing(6)
        for box in self._boxes.values():
            below.addWidget(box)
        below.addStretch(1)
        self._closer = small("zoom", tr("Look closer"), self.look_closer)
        below.addWidget(self._closer)
        column.addLayout(below)

    def show_step(self, step: Step | None, pictures: DraftPictures | None) -> None:
        """The screens of another step, or of the same one after an edit."""
        same = step is not None and self._step is not None and step.id == self._step.id
        self._step, self._pictures, self._attempt = step, pictures, None
        if not same:
            self.tabs.setCurrentIndex(BEFORE)
            self._shown = (None, -1)
        self._load()

    def show_attempt(self, attempt: RungAttempt | None) -> None:
        """Only what one rung found; None shows the usual marks again."""
        self._attempt = attempt
        if attempt is not None and self.tabs.currentIndex() != BEFORE:
            self.tabs.setCurrentIndex(BEFORE)
        self._mark()

    def look_closer(self) -> None:
        """The same picture with its marks, as large as the screen allows."""
        dialog = QDialog(self.window())
        dialog.setWindowTitle(intent_words(self._step.intent) if self._step else "")
        view = FrameView(self.view.accessibleName())
        layout = QVBoxLayout(dialog)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(view)
        view.show_picture(self.view.image, self._marks())
        size = self.window().size()
        dialog.resize(max(600, size.width() - 120), max(400, size.height() - 120))
        dialog.exec()

    def _path(self) -> str | None:
        step, pictures = self._step, self._pictures
        if step is None or pictures is None:
            return None
        return pictures.before_of(step.id) if self.tabs.currentIndex() == BEFORE else pictures.after_of(step.id)

    def _load(self) -> None:
        self._work.forget()  # a picture that is still on its way is not the one that is wanted now
        path, pictures = self._path(), self._pictures
        if pictures is None or path is None:
            self._shown = (None, -1)
            self._say_nothing()
            return
        self._nothing.hide()
        self.view.show()
        if self._shown == (path, id(pictures.bundle)):
            self._aim()
            return
        self._work.start(
            lambda: pictures.image(path), lambda image: self._took((path, id(pictures.bundle)), image), self._not_read
        )

    def _took(self, shown: tuple[str, int], image: QImage) -> None:
        self._shown = shown
        self.view.show_picture(image)
        self._aim()

    def _not_read(self, problem: Exception) -> None:
        """The bundle was deleted or changed while it is open."""
        if not isinstance(problem, BadInput):
            raise problem
        self._shown = (None, -1)
        self._say_instead(told(str(problem)))

    def _say_nothing(self) -> None:
        step = self._step
        if step is None:
            said = ""
        elif self.tabs.currentIndex() == BEFORE:
            said = tr("This workflow came without the picture of this screen.")
        else:
            said = tr("The recording ended with this step: there is no picture of what came after it.")
        self._say_instead(said)

    def _say_instead(self, said: str) -> None:
        self._nothing.setText(said)
        self._nothing.show()
        self.view.show_picture(None)
        self.view.hide()

    def _aim(self) -> None:
        """Look at what matters on this picture."""
        self._mark()
        regions = [mark.region for mark in self._marks()]
        whole: Region | None = None
        for region in regions:
            whole = region if whole is None else whole.union(region)
        if whole is not None and whole.area > 0.3 * self.view.image.width() * self.view.image.height():
            whole = regions[0]
        self.view.focus_on(whole, 90)

    def _mark(self) -> None:
        self.view.set_marks(self._marks())
        for box in self._boxes.values():
            box.setEnabled(self.tabs.currentIndex() == BEFORE and self._anchor is not None)

    @property
    def _anchor(self) -> Anchor | None:
        return self._step.anchor if self._step else None

    def _marks(self) -> list[Mark]:
        if self._step is None or self._shown[0] is None:
            return []
        if self._attempt is not None:
            return attempt_marks(self._attempt)
        index = self.tabs.currentIndex()
        if index == EXPECTED:
            return expected_marks(self._step)
        if index == AFTER or self._anchor is None:
            return []
        anchor = self._anchor
        marks = [_quiet(mark) for mark in marks_of(anchor, label=tr("target"))]
        if self._step.end_anchor is not None:
            marks += [_quiet(mark) for mark in marks_of(self._step.end_anchor, label=tr("end"))]
        marks.append(Mark(MarkKind.SEARCH, anchor.region.padded(anchor.search_pad).clamped(self._size)))
        wanted = {kind for name, box in self._boxes.items() if box.isChecked() for kind in _KINDS[name]}
        return [mark for mark in marks if mark.kind in wanted]

    @property
    def _size(self) -> tuple[int, int]:
        return self.view.image.width(), self.view.image.height()


def _quiet(mark: Mark) -> Mark:
    """Without words where they would cover what is looked at: a landmark stands there already."""
    return replace(mark, label="") if mark.kind is MarkKind.LANDMARK else mark


def attempt_marks(attempt: RungAttempt) -> list[Mark]:
    """What one rung found: the best place as the target, the others numbered."""
    if not attempt.candidates:
        return []
    best, *others = attempt.candidates
    marks = [Mark(MarkKind.TARGET, best.region, f"{best.score:.2f}"), point_mark(best.point)]
    return marks + [Mark(MarkKind.LOOKALIKE, c.region, number=n) for n, c in enumerate(others[:8], 2)]


def expected_marks(step: Step) -> list[Mark]:
    """The places of the checks on the screen after the step."""
    words = {CheckKind.TEXT_ABSENT: tr("must be gone"), CheckKind.REGION_STABLE: tr("as recorded")}
    return [
        Mark(MarkKind.IDENTITY, check.region, check.text or words.get(check.kind, ""))
        for check in step.expect
        if check.region is not None
    ]
