"""Pictures of a draft, read off the GUI thread: a value that a thread can keep while the document goes on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from PySide6.QtGui import QImage

from studio.engine.bundle import Bundle
from studio.engine.model.workflow import Workflow
from studio.engine.vision.frame import Frame
from studio.ui.document import Document
from studio.ui.widgets.png_image import png_image


@dataclass(frozen=True)
class DraftPictures(Mapping[str, Frame]):
    """All pictures of a draft by path; frames of the bundle are read when asked for. Safe in any thread."""

    workflow: Workflow
    bundle: Bundle
    drafts: Mapping[str, Frame]
    _kept: dict[str, Frame] = field(default_factory=dict, compare=False)

    @classmethod
    def of(cls, document: Document) -> DraftPictures:
        """The pictures of the document as it is now."""
        return cls(document.workflow, document.bundle, dict(document.pictures))

    def __getitem__(self, path: str) -> Frame:
        if path in self.drafts:
            return self.drafts[path]
        if path not in self.bundle.hashes:
            raise KeyError(path)
        if path not in self._kept:
            self._kept[path] = Frame(png=self.bundle.asset_bytes(path), scale=self.workflow.scale)
        return self._kept[path]

    def __iter__(self) -> Iterator[str]:
        return iter({*self.drafts, *self.bundle.asset_paths})

    def __len__(self) -> int:
        return len({*self.drafts, *self.bundle.asset_paths})

    def image(self, path: str | None) -> QImage:
        """The picture at a path; null where there is none."""
        return png_image(self[path].png) if path is not None and path in self else QImage()

    def __contains__(self, path: object) -> bool:
        return path in self.drafts or path in self.bundle.hashes

    def before_of(self, step_id: str) -> str | None:
        """The path of the screen before a step."""
        path = self.workflow.step(step_id).before_frame
        return path if path is not None and path in self else None

    def after_of(self, step_id: str) -> str | None:
        """The path of the screen after a step: the one before the next step that was recorded with another one."""
        steps = self.workflow.steps
        at = next(n for n, step in enumerate(steps) if step.id == step_id)
        following = [step for step in steps[at + 1 :] if step.before_frame]
        return self.before_of(following[0].id) if following else None
