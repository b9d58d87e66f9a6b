"""The Heals page, worked by keys: what is decided is on disk at once, and only what was accepted is saved."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from helpers.healed_notes import make_library, play
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from studio.engine.bundle import load_bundle, read_decisions, save_bundle
from studio.engine.report import load_run
from studio.engine.review import decide, review
from studio.ui.pages.heals import HealsPage
from studio.ui.review.difference import difference
from studio.ui.review.modes import Mode
from studio.ui.review.pictures import PictureStore
from studio.ui.shell.window import Window

FIELD, CHECK, PRINT, SAVE = (f"step_00{n}-heal" for n in (0, 3, 4, 2))
Opener = Callable[..., HealsPage]


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A library that tests copy: the engine makes it once."""
    root = tmp_path_factory.mktemp("heals")
    make_library(root)
    return root


@pytest.fixture
def library(made: Path, own_home: Path) -> Path:
    """A library of the test's own, in which the run knows its bundle by its contents."""
    root = Path(shutil.copytree(made, own_home / "library"))
    (root / "runs" / "notes" / "20260720-161218" / "source.json").unlink()
    return root


@pytest.fixture
def opened(window: Window, qtbot: QtBot, library: Path) -> Opener:
    """Opens the page on a run and waits until the first pictures are there."""

    def open_page(in_window: Window = window, **asked: Path) -> HealsPage:
        in_window.go("heals", **asked)
        page = in_window.page
        assert isinstance(page, HealsPage)
        qtbot.waitUntil(lambda: page.session is not None and not page.body.compare.after.is_empty)
        return page

    assert library.is_dir()
    return open_page


def press(qtbot: QtBot, page: HealsPage, key: Qt.Key, shift: bool = False, control: bool = False) -> None:
    qtbot.waitUntil(lambda: page.session is None or page.current is None or page.body.compare.shown == page.current.id)
    none, modifiers = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier
    held = (modifiers.ShiftModifier if shift else none) | (modifiers.ControlModifier if control else none)
    qtbot.keyClick(page.body.list, key, held)


def settled(qtbot: QtBot, page: HealsPage) -> None:
    qtbot.waitUntil(lambda: page.session is not None and not page.session.busy and not page._reading.busy)


def said(library: Path) -> list[tuple[str, str]]:
    records = read_decisions(library / "workflows" / "notes" / "v1")
    return [(r["heal"], r["decision"]) for r in records if r["kind"] == "heal"]


def words(page: HealsPage) -> str:
    return "\n".join(label.text() for label in page.findChildren(QLabel) if label.isVisible())


def test_review_by_keys_alone_saves_what_was_accepted_and_nothing_else(
    opened: Opener, qtbot: QtBot, library: Path, window: Window
) -> None:
    window.studio.settings.change(reviewer="ana")
    page = opened()
    assert [(g.title, [h.id for h in heals]) for g, heals in page.session.board.shown] == [  # type: ignore[union-attr]
        ("Moved 40 px down", [FIELD, PRINT, SAVE]),
        ("Renamed", [CHECK]),
    ]
    assert not page.primary.isEnabled()
    press(qtbot, page, Qt.Key.Key_A, shift=True)
    settled(qtbot, page)
    assert said(library) == [(FIELD, "accepted"), (PRINT, "accepted")]
    assert page.current is not None
    assert page.current.id == SAVE
    assert "Cannot be undone" in words(page)
    press(qtbot, page, Qt.Key.Key_A)
    assert page.current.id == CHECK
    press(qtbot, page, Qt.Key.Key_Z, control=True)
    assert page.current.id == SAVE
    press(qtbot, page, Qt.Key.Key_J)
    press(qtbot, page, Qt.Key.Key_C)
    assert page.body.decide.comment.hasFocus()
    page.body.decide.comment.setText("another button")
    qtbot.keyClick(page.body.decide.comment, Qt.Key.Key_Escape)
    press(qtbot, page, Qt.Key.Key_R)
    settled(qtbot, page)
    assert said(library)[2:] == [(SAVE, "accepted"), (SAVE, "open"), (CHECK, "rejected")]
    assert [page.tools.chips[d].text() for d in ("accepted", "rejected", "open")] == [
        "2 accepted",
        "1 rejected",
        "1 open",
    ]
    assert page.current.id == SAVE
    press(qtbot, page, Qt.Key.Key_S, control=True)
    version = library / "workflows" / "notes" / "v2"
    qtbot.waitUntil(lambda: page.primary.text().strip() == "Run version 2")
    before, after = load_bundle(version.with_name("v1")).workflow, load_bundle(version)
    changed = [s.id for s in before.steps if s.anchor != after.workflow.step(s.id).anchor]
    assert changed == ["step_000", "step_004"]
    assert after.workflow.parent_digest == load_bundle(version.with_name("v1")).digest
    records = read_decisions(version.with_name("v1"))
    assert {r["by"] for r in records} == {"ana"}
    assert next(r["comment"] for r in records if r["heal"] == CHECK) == "another button"
    press(qtbot, page, Qt.Key.Key_S, control=True)
    assert not version.with_name("v3").exists()


def test_what_was_rejected_is_shown_as_rejected_by_whom_in_the_next_run(
    opened: Opener, qtbot: QtBot, library: Path
) -> None:
    bundle, first = library / "workflows" / "notes" / "v1", library / "runs" / "notes" / "20260720-161218"
    decide(review(load_run(first), bundle, first), bundle, {CHECK: "rejected"}, by="ana", comment="wrong one")
    second = library / "runs" / "notes" / "20260721-090000"
    play(bundle, second)
    page = opened(run=second)
    qtbot.waitUntil(page.runs.isVisible)
    assert [a.isChecked() for a in page.runs.menu().actions()] == [True, False]
    assert "3 open" in page.runs.menu().actions()[0].text()
    page.runs.menu().removeAction(page.runs.menu().actions()[0])  # none is touched that is not in the menu
    page.runs.show_current(library / "runs")
    assert [x.isChecked() for x in page.runs.menu().actions()] == [False]
    page.body.list.choose(CHECK)
    qtbot.waitUntil(lambda: "Rejected before" in words(page))
    assert "“wrong one”" in words(page)
    assert "ana, " in words(page)
    assert page.tools.chips["open"].text() == "3 open"
    press(qtbot, page, Qt.Key.Key_A)
    settled(qtbot, page)
    assert review(load_run(second), bundle, second).decision(CHECK) == "accepted"
    press(qtbot, page, Qt.Key.Key_Z, control=True)
    settled(qtbot, page)
    assert review(load_run(second), bundle, second).decision(CHECK) == "rejected"
    assert review(load_run(first), bundle, first).decision(CHECK) == "rejected"


def test_a_bundle_that_changed_is_refused_with_its_mend(opened: Opener, qtbot: QtBot, library: Path) -> None:
    bundle = library / "workflows" / "notes" / "v1"
    old = load_bundle(bundle)
    assets = {path: old.asset_bytes(path) for path in old.asset_paths}
    shutil.rmtree(bundle)
    save_bundle(old.workflow.model_copy(update={"name": "Other", "manifest": None}), assets, bundle)
    run = library / "runs" / "notes" / "20260720-161218"
    (run / "source.json").write_text(json.dumps({"v": 1, "bundle": str(bundle)}))
    page = opened(run=run)
    assert "has changed since this run" in page.notice.sentence
    assert [b.text() for b in page.notice.offers] == ["Run it again"]
    for key in (Qt.Key.Key_A, Qt.Key.Key_R):
        press(qtbot, page, key)
    press(qtbot, page, Qt.Key.Key_A, shift=True)
    assert read_decisions(bundle) == ()
    assert not page.primary.isEnabled()
    assert not page.body.decide.accept.isEnabled()


def test_two_windows_on_one_run_see_each_others_words_and_never_save_over_each_other(
    opened: Opener, qtbot: QtBot, library: Path, window: Window
) -> None:
    other = Window(window.studio.settings)
    qtbot.addWidget(other)
    other.show()
    mine, theirs = opened(), opened(other)
    mine.accept()
    qtbot.waitUntil(mine.can_decide)
    settled(qtbot, mine)
    theirs.body.list.choose(PRINT)
    qtbot.waitUntil(theirs.can_decide)
    theirs.accept()
    settled(qtbot, theirs)
    assert theirs.tools.chips["accepted"].text() == "2 accepted"
    mine.save()
    qtbot.waitUntil(lambda: "decided otherwise" in mine.notice.sentence)
    assert not (library / "workflows" / "notes" / "v2").exists()
    qtbot.waitUntil(lambda: mine.tools.chips["accepted"].text() == "2 accepted")
    mine.save()
    qtbot.waitUntil(lambda: mine.primary.text().strip() == "Run version 2")
    first = load_bundle(library / "workflows" / "notes" / "v2")
    theirs.body.list.choose(SAVE)
    qtbot.waitUntil(theirs.can_decide)
    theirs.accept()
    settled(qtbot, theirs)
    theirs.save()
    qtbot.waitUntil(lambda: theirs.primary.text().strip() == "Run version 3")
    third = load_bundle(library / "workflows" / "notes" / "v3")
    assert load_bundle(library / "workflows" / "notes" / "v2").digest == first.digest
    assert third.workflow.parent_digest == first.workflow.parent_digest
    assert third.workflow.step("step_002").anchor != first.workflow.step("step_002").anchor


def test_saving_waits_for_what_was_said_and_takes_the_next_number_where_one_was_taken_meanwhile(
    opened: Opener, qtbot: QtBot, library: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = opened()
    bundle = library / "workflows" / "notes" / "v1"
    shutil.copytree(bundle, bundle.with_name("v2"))
    numbers = iter(("v2", "v3"))
    monkeypatch.setattr("studio.ui.review.opening.next_version_dir", lambda b: b.with_name(next(numbers, "v4")))
    held = page.session._desk._lock  # type: ignore[union-attr]
    with held:
        page.accept()
        page.save()
        qtbot.wait(150)
        assert not bundle.with_name("v3").exists()
    qtbot.waitUntil(lambda: page.primary.text().strip() == "Run version 3")
    changed = load_bundle(bundle.with_name("v3")).workflow.step("step_000").anchor
    assert changed == page.session.board.review.heal(FIELD).after  # type: ignore[union-attr]
    assert load_bundle(bundle.with_name("v2")).digest == load_bundle(bundle).digest


def test_five_ways_to_look_each_with_its_keys(opened: Opener, qtbot: QtBot) -> None:
    page = opened()
    compare, overlay = page.body.compare, page.body.compare.overlay
    compare.before.zoom_by(1.5)
    assert compare.after.zoom == pytest.approx(compare.before.zoom)
    press(qtbot, page, Qt.Key.Key_F)
    fitted = compare.before.zoom
    press(qtbot, page, Qt.Key.Key_2)
    assert (compare.mode, overlay.isVisible()) == (Mode.SWIPE, True)
    line = overlay.line
    press(qtbot, page, Qt.Key.Key_Right, shift=True)
    assert overlay.line == line + 1
    press(qtbot, page, Qt.Key.Key_Left)
    assert overlay.line < line - 5
    labels = [m.label for m in (i.mark for i in overlay._marks) if m.label]
    assert labels == ["recorded", "this run: 40 px down"]
    press(qtbot, page, Qt.Key.Key_3)
    press(qtbot, page, Qt.Key.Key_Right)
    assert (overlay.opacity, page.tools.slider.value()) == (60, 60)
    page.tools.slider.setValue(25)
    assert overlay.opacity == 25
    press(qtbot, page, Qt.Key.Key_4)
    press(qtbot, page, Qt.Key.Key_Space)
    held = overlay.shows_after
    overlay._blink()
    assert overlay.holds
    assert overlay.shows_after is held
    press(qtbot, page, Qt.Key.Key_Space)
    overlay._blink()
    assert overlay.shows_after is not held
    press(qtbot, page, Qt.Key.Key_5)
    qtbot.waitUntil(lambda: not compare.differing.is_empty)
    press(qtbot, page, Qt.Key.Key_1)
    assert compare.before.zoom == pytest.approx(fitted, rel=0.2)
    page.leave()
    assert not overlay._timer.isActive()


def test_the_difference_is_where_the_pixels_differ_by_more_than_the_tolerance(opened: Opener) -> None:
    page = opened()
    assert page.session is not None
    assert page.current is not None
    pictures = page.session.pictures.of(page.current)
    assert pictures is not None
    same, none = difference(pictures.after, pictures.after, 0)
    image, share = difference(pictures.before, pictures.after, 24)
    assert (same.size(), none) == (pictures.after.size(), 0.0)
    assert 0 < share < 0.2
    assert difference(pictures.before, pictures.after, 255)[1] == 0.0
    edge = page.current.after.target
    magenta = {image.pixelColor(x, y).name() for x in range(edge.x, edge.right) for y in (edge.bottom - 1, edge.bottom)}
    assert "#a01a7d" in magenta
    taller = pictures.after.copy(0, 0, pictures.after.width(), pictures.after.height() + 60)
    assert difference(pictures.after, taller, 255)[1] == pytest.approx(60 / taller.height())


def test_the_pictures_of_the_neighbours_are_there_before_they_are_asked_for(opened: Opener, qtbot: QtBot) -> None:
    page = opened()
    assert page.session is not None
    following = page.session.board.review.heal(page.session.board.next(page.body.list.current))
    store: PictureStore | None = page.session.pictures
    assert store is not None
    qtbot.waitUntil(lambda: following.id in store._kept)
    press(qtbot, page, Qt.Key.Key_J)
    assert page.current == following
    assert page.body.compare._heal == following


def test_nothing_is_decided_that_is_not_on_the_screen(opened: Opener, qtbot: QtBot, library: Path) -> None:
    page = opened()
    page.body.compare.show_nothing()
    page.accept()
    page.reject()
    page.accept_group()
    assert said(library) == []
    repeating = {key.text() for key in page.actions() if key.autoRepeat()}
    assert "Next heal" in repeating
    assert not repeating & {"Accept", "Reject", "Accept group", "Save a new version", "Undo the last decision"}


def test_the_filter_shows_only_what_is_asked_for_and_a_run_that_is_gone_is_said(
    opened: Opener, qtbot: QtBot, library: Path, window: Window
) -> None:
    page = opened()
    press(qtbot, page, Qt.Key.Key_R)
    settled(qtbot, page)
    page.show_only("rejected")
    assert page.session is not None
    assert page.session.board.order == (FIELD,)
    page.show_only("irreversible")
    assert page.session.board.order == (SAVE,)
    page.show_only("accepted")
    assert page.current is None
    assert not page.can_decide()
    page.show_only("all")
    shutil.rmtree(library / "workflows")
    opened(window, run=library / "runs" / "notes" / "20260720-161218")
    qtbot.waitUntil(lambda: "not where it was" in page.notice.sentence)
    shutil.rmtree(library / "runs")
    page.enter()
    qtbot.waitUntil(lambda: "These heals cannot be shown" in words(page))
