"""Versions of a workflow: what each is, where it came from, how two of them differ."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QHeaderView,
    QMenu,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
)

from studio.engine.bundle import load_bundle
from studio.engine.editing import Difference, Speech, differences
from studio.engine.model.workflow import Workflow
from studio.engine.peek import peek, text_of
from studio.ui.services.background import Background
from studio.ui.services.library import version_number, versions_of
from studio.ui.services.when import when
from studio.ui.theme import theme
from studio.ui.told import told
from studio.ui.widgets.basics import Button, row, text
from studio.ui.widgets.workflow_graph import called
from studio.ui.words import tr


@dataclass(frozen=True)
class Version:
    """One version on disk: its number, when it was made, its digest and that of the version it follows."""

    dir: Path
    number: int
    created_at: str
    digest: str
    parent: str | None


def versions(bundle: Path) -> tuple[Version, ...]:
    """All versions of a bundle, oldest first, read from their manifests alone."""
    return tuple(_version(path) for path in versions_of(bundle))


def lineage(found: Sequence[Version], of: Path) -> tuple[Version, ...]:
    """The version and those that it came from, oldest first."""
    by_digest = {version.digest: version for version in found if version.digest}
    chain: list[Version] = [version for version in found if version.dir.resolve() == of.resolve()]
    while chain and (parent := by_digest.get(chain[-1].parent or "")) is not None and parent not in chain:
        chain.append(parent)
    return tuple(reversed(chain))


def _version(path: Path) -> Version:
    told = peek(path / "manifest.json")
    return Version(
        path,
        version_number(path),
        text_of(told, "created_at"),
        text_of(told, "content_digest"),
        text_of(told, "parent_digest") or None,
    )


class VersionButton(Button):
    """Says which version is open; its menu opens another one or compares with it."""

    def __init__(self, open_version: Callable[[Path], object], compare: Callable[[Version], object]) -> None:
        super().__init__("", "history")
        self._open, self._compare = open_version, compare
        self._work: Background[tuple[Version, ...]] = Background(self)
        self._menu = QMenu(self)
        self.setMenu(self._menu)
        self.setStyleSheet(f"padding: 2px {theme.px(8)}px;")

    def show_version(self, of: Path) -> None:
        """Another version is open."""
        self.show_word(tr("Version {n}", n=version_number(of)))
        self._work.start(lambda: versions(of), lambda found: self._took(found, of), lambda _: None)

    def _took(self, found: Sequence[Version], of: Path) -> None:
        self._menu.clear()
        for version in reversed(found):
            action = self._menu.addAction(_said(version, found))
            action.setCheckable(True)
            action.setChecked(version.dir.resolve() == of.resolve())
            action.triggered.connect(lambda _=False, v=version: self._open(v.dir))
        others = [version for version in found if version.dir.resolve() != of.resolve()]
        if others:
            self._menu.addSection(tr("Compare"))
        for version in reversed(others):
            action = self._menu.addAction(tr("What changed against version {n}…", n=version.number))
            action.triggered.connect(lambda _=False, v=version: self._compare(v))
        chain = lineage(found, of)
        said = " › ".join(str(version.number) for version in chain)
        self.setToolTip(tr("Versions {chain}", chain=said) if len(chain) > 1 else tr("The first version"))


def _said(version: Version, found: Sequence[Version]) -> str:
    parent = next((v for v in found if v.digest and v.digest == version.parent), None)
    parts = [tr("Version {n}", n=version.number), when(version.created_at)]
    parts.append(tr("made from version {n}", n=parent.number) if parent else "")
    return "  ·  ".join(part for part in parts if part)


class CompareDialog(QDialog):
    """What leads from one version to the other, in words."""

    def __init__(self, other: Version, now: Workflow, number: int, parent: VersionButton) -> None:
        super().__init__(parent.window())
        self._number, self._other = number, other
        self.setWindowTitle(tr("What changed"))
        self.table = QTableWidget(0, 4)
        self.table.setAccessibleName(tr("What changed"))
        self._said = text(tr("Reading version {n}…", n=other.number), "second")
        self._work: Background[tuple[tuple[Difference, ...], Workflow]] = Background(self)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 16, 20, 16)
        layout.setSpacing(10)
        layout.addWidget(text(tr("From version {a} to version {b}", a=other.number, b=number), "section"))
        layout.addWidget(self._said)
        layout.addWidget(self.table, 1)
        layout.addWidget(row(None, Button(tr("Close"), run=self.accept)))
        self._prepare()
        self.resize(theme.px(860), theme.px(480))
        self._work.start(lambda: _compared(other.dir, now), self._took, lambda why: self._said.setText(told(str(why))))

    def _prepare(self) -> None:
        self.table.setHorizontalHeaderLabels([tr("Step"), tr("What"), tr("Before"), tr("Now")])
        self.table.verticalHeader().hide()
        self.table.setShowGrid(False)
        self.table.setWordWrap(True)
        self.table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.table.setTabKeyNavigation(False)
        head = self.table.horizontalHeader()
        head.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft)
        for column, mode in enumerate(("ResizeToContents", "ResizeToContents", "Stretch", "Stretch")):
            head.setSectionResizeMode(column, QHeaderView.ResizeMode[mode])

    def _took(self, answer: tuple[tuple[Difference, ...], Workflow]) -> None:
        found, now = answer
        places = {step.id: str(n) for n, step in enumerate(now.steps, 1)}
        count = len(found)
        self._said.setText(
            tr("Both do the same.") if not found else tr("1 change") if count == 1 else tr("{n} changes", n=count)
        )
        self.table.setRowCount(count)
        for at, each in enumerate(found):
            cells = (places.get(each.step_id or "", "–" if each.step_id else ""), each.what, each.before, each.after)
            for column, said in enumerate(cells):
                self.table.setItem(at, column, QTableWidgetItem(said))
        self.table.resizeRowsToContents()


def _compared(other: Path, now: Workflow) -> tuple[tuple[Difference, ...], Workflow]:
    return differences(called(load_bundle(other).workflow), called(now), Speech(tr, told)), now
