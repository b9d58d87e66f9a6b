"""Each drift of MockDesk shows on its screen, and in the control that it is about. Drawn without a display."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QRect
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication, QLineEdit, QPushButton, QTableView, QWidget

from studio.demo.mockdesk.look import dress
from studio.demo.mockdesk.options import DRIFTS, parse
from studio.demo.mockdesk.store import Store
from studio.demo.mockdesk.window import Desk


@dataclass
class Seen:
    """What a desk showed: two pages as pictures, buttons' words, parts' places, record numbers, what is not spoken."""

    pictures: list[QImage]
    words: dict[str, str]
    places: dict[str, QRect]
    numbers: list[str]
    row_px: int
    mute: list[str]

    @property
    def ground(self) -> int:
        """How light its corner is, 0 to 255."""
        return self.pictures[0].pixelColor(3, 3).lightness()


@pytest.fixture(scope="module")
def see(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[str], Seen]]:
    """Shows a desk with a command line, looks, and closes it."""
    folder = tmp_path_factory.mktemp("desk")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("QT_QPA_PLATFORM", "offscreen")
        there = QApplication.instance()
        app = there if isinstance(there, QApplication) else QApplication(["mockdesk"])

    def look(line: str) -> Seen:
        options = parse(line.split())
        dress(app, options)
        store = Store(folder / "desk.db")
        desk = Desk(store, options)
        desk.show()
        try:
            return seen(desk)
        finally:
            desk.close()
            desk.deleteLater()
            QCoreApplication.sendPostedEvents(desk, QEvent.Type.DeferredDelete)
            store.close()

    yield look
    app.setStyleSheet("")


@pytest.fixture(scope="module")
def usual(see: Callable[[str], Seen]) -> Seen:
    return see("")


def seen(desk: Desk) -> Seen:
    pictures = [picture(desk, page) for page in (0, 1)]
    table = desk.findChild(QTableView, "patients")
    assert isinstance(table, QTableView)
    model = table.model()
    named = {part.objectName(): part for part in desk.findChildren(QWidget) if part.objectName()}
    mute = [n for n, f in named.items() if isinstance(f, QLineEdit) and n[:3] != "qt_" and not f.accessibleName()]
    return Seen(
        pictures,
        {name: part.text() for name, part in named.items() if isinstance(part, QPushButton)},
        {name: QRect(part.mapTo(desk, QPoint(0, 0)), part.size()) for name, part in named.items()},
        [str(model.index(row, 2).data()) for row in range(model.rowCount())],
        table.rowHeight(0),
        mute,
    )


def picture(desk: Desk, page: int) -> QImage:
    desk.tabs.setCurrentIndex(page)
    QApplication.processEvents()
    return desk.grab().toImage()


CHANGED: dict[str, Callable[[Seen, Seen], bool]] = {
    "theme": lambda old, new: new.ground < 80 < old.ground,
    "font": lambda old, new: new.row_px > old.row_px,
    "moved": lambda old, new: (
        new.places["save"].y() < 250 < 500 < old.places["save"].y() and new.places["reason"].x() > 500
    ),
    "renamed": lambda old, new: (old.words["save"], new.words["save"]) == ("&Save", "&Store"),
    "duplicate": lambda old, new: new.words["save_2"] == new.words["save"] and "save_2" not in old.words,
    "deleted": lambda old, new: "save" in old.words and not any("Save" in text for text in new.words.values()),
    "swap": lambda old, new: (
        old.places["save"].x() < old.places["cancel"].x() and new.places["save"].x() > new.places["cancel"].x()
    ),
    "rows": lambda old, new: len(new.numbers) == 71 and new.numbers[7:] == old.numbers,
    "density": lambda old, new: new.row_px < old.row_px,
}


@pytest.mark.parametrize("drift", DRIFTS)
def test_each_drift_shows(see: Callable[[str], Seen], usual: Seen, drift: str) -> None:
    drifted = see(f"--drift {drift}")
    assert drifted.pictures != usual.pictures
    assert CHANGED[drift](usual, drifted)


def test_the_same_command_line_shows_the_same_picture(see: Callable[[str], Seen], usual: Seen) -> None:
    again, shuffled = see(""), see("--seed 3")
    assert again.pictures == usual.pictures
    assert sorted(shuffled.numbers) == sorted(usual.numbers)
    assert shuffled.numbers != usual.numbers


def test_every_field_and_button_is_spoken(usual: Seen) -> None:
    assert {"search", "reason", "attachment", "clerk"} <= usual.places.keys()
    assert usual.mute == []
    assert [name for name, text in usual.words.items() if not text] == []
