"""The About tab: versions, what stays on this computer, and whose work is in it."""

from __future__ import annotations

import platform
import re
from importlib.metadata import PackageNotFoundError, metadata, requires

from PySide6.QtCore import Qt, qVersion
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFrame, QGridLayout, QScrollArea, QVBoxLayout, QWidget

from studio import __version__
from studio.ui.pages.home_cards import show_folder
from studio.ui.studio import Studio
from studio.ui.theme import Tone
from studio.ui.widgets.basics import Button, Icon, column, look, row, text
from studio.ui.widgets.top_column import TopColumn
from studio.ui.words import tr

_OWN = "waymark-studio"


def versions() -> tuple[tuple[str, str], ...]:
    """What runs here, for a message to somebody who helps."""
    return (
        ("Waymark Studio", __version__),
        ("Python", platform.python_version()),
        ("Qt", str(qVersion())),
        (tr("System"), f"{platform.system()} {platform.release()}"),
    )


def used_packages() -> tuple[tuple[str, str, str], ...]:
    """Name, version and licence of each package that Waymark rests on."""
    try:
        wanted = requires(_OWN) or []
    except PackageNotFoundError:
        wanted = []
    names = sorted({re.split(r"[\s<>=!;\[(]", w)[0] for w in wanted if "extra ==" not in w}, key=str.lower)
    return tuple(found for name in names if (found := _package(name)) is not None)


def _package(name: str) -> tuple[str, str, str] | None:
    try:
        told = metadata(name)
    except PackageNotFoundError:
        return None
    classified = _classified(told.get_all("Classifier") or [])
    named = [told[field] for field in ("License-Expression", "License") if field in told]
    said = (named[0] if "License-Expression" in told else classified) or (named or ["?"])[0]
    return name, told["Version"], said.strip().splitlines()[0][:80]


def _classified(classifiers: list[str]) -> str:
    found = [c.rpartition(" :: ")[2] for c in classifiers if c.startswith("License :: ")]
    return ", ".join(found)


class AboutTab(QScrollArea):
    """Read once; nothing of it changes while the window is open."""

    def __init__(self, studio: Studio) -> None:
        super().__init__()
        self._studio = studio
        holder = QWidget()
        look(holder, "clear")
        layout = TopColumn(holder)
        layout.setContentsMargins(20, 16, 20, 16)
        layout.setSpacing(12)
        for part in (self._versions(), self._local(), _packages()):
            layout.addWidget(part)
        self.setWidget(holder)
        self.setWidgetResizable(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def copy(self) -> None:
        """The versions as text."""
        QGuiApplication.clipboard().setText("\n".join(f"{name} {version}" for name, version in versions()))
        self._studio.say(tr("Copied"), Tone.PASSED)

    def _versions(self) -> QFrame:
        copying = Button(tr("Copy as text"), "note", run=self.copy)
        return _card(
            "Waymark Studio",
            _table(versions()),
            row(copying, None),
        )

    def _local(self) -> QFrame:
        library, settings = str(self._studio.library.root), str(self._studio.settings.file.parent)
        said = tr(
            "Local only: nothing leaves this computer. No account, no telemetry, no update check, no model in the"
            " cloud. Only the program that you automate is ever reached."
        )
        shown = ((tr("Library"), library), (tr("Settings are kept in"), settings))
        return _card(
            tr("Your data"),
            row(Icon("lock", Tone.PASSED), text(said, wrap=True), spacing=10),
            _table(shown),
            row(
                Button(tr("Show the library"), "folder", run=lambda: show_folder(library)),
                Button(tr("Show the settings"), "gear", run=lambda: show_folder(settings)),
                None,
            ),
        )


def _packages() -> QFrame:
    said = tr("Waymark Studio is under the MIT licence. It rests on the work of others:")
    used = [(f"{name} {version}", licence) for name, version, licence in used_packages()]
    return _card(tr("Licences"), text(said, wrap=True), _table(used))


def _table(rows: list[tuple[str, str]] | tuple[tuple[str, str], ...]) -> QWidget:
    holder = QWidget()
    grid = QGridLayout(holder)
    grid.setContentsMargins(0, 0, 0, 0)
    grid.setHorizontalSpacing(24)
    grid.setVerticalSpacing(6)
    grid.setColumnStretch(1, 1)
    for number, (left, right) in enumerate(rows):
        grid.addWidget(text(left, "second"), number, 0)
        grid.addWidget(text(right, selectable=True), number, 1)
    return holder


def _card(title: str, *parts: QWidget) -> QFrame:
    card = QFrame()
    look(card, "card")
    layout = QVBoxLayout(card)
    layout.setContentsMargins(16, 14, 16, 14)
    layout.addWidget(column(text(title, "section"), *parts, spacing=10))
    return card
