"""Every control of every page with a workflow and a run open: it has a name, Tab reaches it, the window holds it."""

from __future__ import annotations

import re
import shutil
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from helpers.form_recording import form_recording
from helpers.halted_page import halted_page
from helpers.healed_notes import make_library
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QFont, QKeySequence
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractScrollArea,
    QApplication,
    QLabel,
    QScrollArea,
    QSizePolicy,
    QTableView,
    QWidget,
)
from pytestqt.qtbot import QtBot

from studio.engine.health import Finding
from studio.ui.pages import PAGES
from studio.ui.pages.record import RecordPage
from studio.ui.record.preflight_panel import Examiner
from studio.ui.services.background import Background
from studio.ui.services.doctor import Doctor
from studio.ui.services.settings import SettingsStore
from studio.ui.shell.window import Window
from studio.ui.theme import theme
from studio.ui.told import told
from studio.ui.widgets.basics import Chip
from studio.ui.widgets.page import EmptyState, Page
from studio.ui.widgets.yielding import YieldingLabel
from studio.ui.words import language, languages, tr, use_language

SMALLEST = (1024, 640)
CALM_MS, CALM_TURNS = 15, 3
SAME_WORDS = ("Start", "note", "Scroll Left", "Scroll Right")
"""What is said so in German too, what the workflow itself calls something, and what Qt translates where its own table
is loaded."""
NO_DISPLAY = "There is no display on which a window could be shown."
STRIPS = ("What if",)
"""Areas that are scrolled to the right by intent."""


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A library with a workflow, a run with heals, and a recording."""
    root = tmp_path_factory.mktemp("controls")
    make_library(root)
    form_recording(root / "recordings" / "20260708-164800-a-note")
    return root


@pytest.fixture
def restored(qapp: QApplication) -> Iterator[None]:
    """Language and font as they were."""
    font = QFont(qapp.font())
    yield
    qapp.sendPostedEvents(None, QEvent.Type.DeferredDelete)  # the closed window need not be dressed anew
    use_language("en")
    qapp.setFont(font)
    theme.install(qapp, "light")
    theme.unit = 1.0


@pytest.fixture(autouse=True)
def nobody_examines(monkeypatch: pytest.MonkeyPatch) -> None:
    """What this machine can do is not asked here: that would start browsers and a doctor."""
    monkeypatch.setattr(Doctor, "look", lambda *_: None)
    monkeypatch.setattr(Examiner, "start", lambda *_, **_more: None)


def full_window(qtbot: QtBot, made: Path, home: Path) -> Window:
    """A small window in which a workflow is open."""
    library = Path(shutil.copytree(made, home / "library"))
    window = Window(SettingsStore())
    window.ask = lambda *_asked, **_named: 0  # type: ignore[method-assign]
    qtbot.addWidget(window)
    window.resize(*SMALLEST)
    window.studio.open_bundle(library / "workflows" / "notes" / "v1")
    window.go("home")
    window.show()
    qtbot.waitExposed(window)
    return window


def pages(window: Window, qtbot: QtBot) -> Iterator[tuple[str, Page]]:
    """Each page with what belongs on it."""
    library = window.studio.library
    run = next((library.root / "runs" / "notes").iterdir())
    asked: dict[str, dict[str, Any]] = {
        "result": {"run": run},
        "heals": {"run": run},
        "cleanup": {"recording": library.recordings()[0]},
        "ladder": {"step": "step_000"},
    }
    for entry in PAGES:
        window.go(entry.key, **asked.get(entry.key, {}))
        settle(window, qtbot)
        page = window.page
        assert page is not None, entry.key
        yield entry.key, page
    halted = halted_page(window)
    settle(window, qtbot)
    yield "a run that halted", halted


def settle(window: Window, qtbot: QtBot) -> None:
    """Until nothing is awaited from another thread and no part has moved for some turns of the event loop."""
    calm, before = 0, None
    for _ in range(500):
        qtbot.wait(CALM_MS)
        awaited = any(work.busy for work in window.findChildren(Background))
        places = [] if awaited else [(id(w), w.geometry()) for w in window.findChildren(QWidget) if w.isVisible()]
        calm = calm + 1 if places and places == before else 0
        before = places
        if calm == CALM_TURNS:
            return
    raise AssertionError("the page does not come to rest")


def shown(page: Page) -> list[QWidget]:
    return [w for w in page.findChildren(QWidget) if w.isVisibleTo(page)]


def test_controls_are_named_reachable_and_no_key_means_two_things(qtbot: QtBot, made: Path, own_home: Path) -> None:
    window = full_window(qtbot, made, own_home)
    everywhere = [QKeySequence(k).toString() for a in window.actions_everywhere for k in a.keys]
    wrong: list[str] = []
    for key, page in pages(window, qtbot):
        wrong += [f"{key}: {said}" for said in (*faults_of_keys(page, everywhere), *faults_of_focus(window, page))]
    assert not wrong, "\n".join(wrong)


def faults_of_keys(page: Page, everywhere: list[str]) -> list[str]:
    own = [QKeySequence(k).toString() for a in page.actions_here for k in a.keys]
    twice = [f"{k} means two things" for k, n in Counter([*own, *everywhere]).items() if n > 1]
    ids = Counter(a.id for a in page.actions_here)
    same = [f"two actions {i}" for i, n in ids.items() if n > 1]
    return (
        twice
        + same
        + [f"{a.id} is unsure" for a in page.actions_here if not (isinstance(a.enabled(), bool) and a.word)]
    )


def faults_of_focus(window: Window, page: Page) -> list[str]:
    reached = chain_of(window)
    takes = [w for w in shown(page) if w.focusPolicy() & Qt.FocusPolicy.TabFocus and w.isEnabled()]
    nameless = [f"{where_is(w, page)} has no name" for w in takes if not name_of(w)]
    return nameless + [f"{where_is(w, page)} is not reached" for w in takes if w not in reached]


def where_is(widget: QWidget, page: Page) -> str:
    names, parent = [type(widget).__name__], widget.parentWidget()
    while parent is not None and parent is not page:
        names.append(type(parent).__name__)
        parent = parent.parentWidget()
    return f"{' in '.join(names[:4])} “{name_of(widget)}”"


def name_of(widget: QWidget) -> str:
    said = widget.accessibleName() or (widget.text() if isinstance(widget, QAbstractButton) else "")
    outer = widget.parentWidget()
    views = isinstance(outer, QAbstractScrollArea) and outer.viewport() is widget
    inner = views or widget.objectName() == "qt_spinbox_lineedit"  # Qt's own: it is told as what it is in
    return said or (outer.accessibleName() if outer is not None and inner else "")


def chain_of(window: Window) -> set[QWidget]:
    """All that Tab comes by."""
    found: set[QWidget] = {window}
    widget = window.nextInFocusChain()
    while widget is not None and widget not in found:
        found.add(widget)
        widget = widget.nextInFocusChain()
    return found


@pytest.mark.parametrize("code", languages())
@pytest.mark.parametrize("scale", [1, 2])
def test_nothing_is_wider_than_a_small_window(
    restored: None, qtbot: QtBot, qapp: QApplication, made: Path, own_home: Path, code: str, scale: int
) -> None:
    use_language(code)
    font = QFont(qapp.font())
    font.setPixelSize(font.pixelSize() * scale)
    qapp.setFont(font)
    theme.install(qapp, "light")
    window = full_window(qtbot, made, own_home)
    wide = []
    for key, page in pages(window, qtbot):
        found = faults_of_room(window, page, scale)
        for _ in range(40):  # a page that reads its files off this thread may be half laid out on a busy machine
            if not found:
                break
            qtbot.wait(50)
            found = faults_of_room(window, page, scale)
        wide += [f"{key}: {said}" for said in found]
        if window.width() > SMALLEST[0]:
            wide.append(f"{key}: the window became {window.width()} px wide")
            window.resize(*SMALLEST)
    assert not wide, "\n".join(wide)


def test_no_sentence_stays_english_in_the_german_window(
    restored: None, qtbot: QtBot, made: Path, own_home: Path
) -> None:
    use_language("de")
    window, left = full_window(qtbot, made, own_home), []
    for key, page in pages(window, qtbot):
        if isinstance(page, RecordPage):
            page.examiner.found["session"] = Finding("session", "missing", NO_DISPLAY)
            page.refresh()
        left += [f"{key}: {said}" for widget in (page, *page.findChildren(QWidget)) for said in english(widget)]
    assert not left, "\n".join(left)


def english(widget: QWidget) -> Iterator[str]:
    """What it says or tells a screen reader in words that have German ones."""
    own = widget.text() if isinstance(widget, QLabel | QAbstractButton) else ""
    listed = listed_in(widget) if isinstance(widget, QAbstractItemView) else ()
    for said in (own, widget.toolTip(), widget.accessibleName(), widget.accessibleDescription(), *listed):
        if said not in SAME_WORDS and (told(said) != said or english_of_ours().fullmatch(said)):
            yield f"{type(widget).__name__} {said!r}"


@cache
def english_of_ours() -> re.Pattern[str]:
    """All that the window says where it speaks English and says otherwise in German, with any values."""
    said = [text for text, german in language("de").items() if text != german and re.search(r"[a-z]{3}", bare_of(text))]
    return re.compile("|".join(re.sub(r"\\{\w+\\}", ".+", re.escape(text)) for text in said))


def bare_of(text: str) -> str:
    """The text without the names of its values."""
    return re.sub(r"\{\w+\}", "", text)


def listed_in(view: QAbstractItemView) -> Iterator[str]:
    """What its rows say and tell."""
    model, roles = view.model(), (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole)
    for row in range(model.rowCount() if model is not None else 0):
        for column in range(model.columnCount() if isinstance(view, QTableView) else 1):
            said = (model.data(model.index(row, column), role) for role in roles)
            yield from (text for text in said if isinstance(text, str))


def faults_of_room(window: Window, page: Page, scale: int) -> list[str]:
    """What a person would miss: controls beside the window, texts that end too early, parts to be scrolled to."""
    wide = [*sideways(page)] if scale == 1 else []
    return [*outside(window, page), *cut_texts(page), *wide]


def cut_texts(page: Page) -> list[str]:
    """Texts of which a part is not painted, other than those that end in “…” and tell the rest in their tip."""
    found = []
    for label in shown(page):
        if not isinstance(label, QLabel) or isinstance(label, YieldingLabel | Chip) or not label.text().strip():
            continue
        said, room = f"{where_is(label, page)} “{label.text()[:40]}”", label.size()
        ignored = label.sizePolicy().horizontalPolicy() is QSizePolicy.Policy.Ignored
        if label.wordWrap() and room.height() < label.heightForWidth(room.width()) - 1:
            found.append(f"{said} is {room.height()} px high, not {label.heightForWidth(room.width())}")
        elif not label.wordWrap() and not ignored and room.width() < label.sizeHint().width() - 2:
            found.append(f"{said} is {room.width()} px wide, not {label.sizeHint().width()}")
    return found


def sideways(page: Page) -> Iterator[str]:
    """Parts that have to be scrolled to the right, though not meant as a strip."""
    for area in page.findChildren(QScrollArea):
        hidden = area.isVisibleTo(page) and area.horizontalScrollBar().maximum() > 0
        if hidden and area.accessibleName() not in map(tr, STRIPS):
            yield f"{where_is(area, page)} has {area.horizontalScrollBar().maximum()} px more to its right"


def outside(window: Window, page: Page) -> list[str]:
    """Controls of which a part lies beside the window, other than in what scrolls sideways by intent."""
    found = []
    for widget in shown(page):
        if not widget.focusPolicy() & Qt.FocusPolicy.TabFocus or scrolls_sideways(widget, page):
            continue
        right = widget.mapTo(window, QPoint(widget.width(), 0)).x()
        if page.head.isAncestorOf(widget) and widget.visibleRegion().isEmpty():
            found.append(f"{where_is(widget, page)} is not seen")
        if right > window.width() + 1:
            found.append(f"{where_is(widget, page)} ends at {right}")
        if isinstance(widget, QAbstractButton) and widget.width() < widget.minimumSizeHint().width() - 2:
            found.append(f"{where_is(widget, page)} is cut")
    return found


def scrolls_sideways(widget: QWidget, page: Page) -> bool:
    """Whether what it is in can be scrolled to it from left to right."""
    parent = widget.parentWidget()
    while parent is not None and parent is not page:
        if isinstance(parent, QScrollArea) and parent.horizontalScrollBar().maximum() > 0:
            return parent.horizontalScrollBarPolicy() is not Qt.ScrollBarPolicy.ScrollBarAlwaysOff
        parent = parent.parentWidget()
    return False


def test_words_of_an_empty_page_are_not_cut(window: Window, qtbot: QtBot) -> None:
    settle(window, qtbot)
    page = window.page
    assert page is not None
    states = [w for w in shown(page) if isinstance(w, EmptyState)]
    labels = [label for state in states for label in state.findChildren(QLabel) if label.wordWrap()]
    assert labels
    assert [said.text() for said in labels if said.height() < said.heightForWidth(said.width())] == []
