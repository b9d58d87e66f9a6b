"""The ladder page as a person uses it: look on any picture, one rung alone, what if, take what makes it stronger."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest
from helpers.noted_bundle import noted_bundle
from PySide6.QtCore import QMimeData, QPoint, Qt, QUrl
from PySide6.QtGui import QDropEvent
from PySide6.QtWidgets import QAbstractButton, QWidget
from pytestqt.qtbot import QtBot

from studio.engine.bundle import load_bundle
from studio.engine.model.anchor import Anchor
from studio.engine.model.resolution import Refusal, Resolution, Rung
from studio.engine.vision.frame import Frame
from studio.engine.whatif import COUNTED, NOTHING, Kind, Outcome, Robustness
from studio.graphview.layout import robust
from studio.ui.editing.pictures import DraftPictures
from studio.ui.ladder.panels import Tried
from studio.ui.pages.ladder import LadderPage
from studio.ui.services.robustness import (
    RobustnessCache,
    RobustnessQueue,
    key_of,
    known_strengths,
    robustness_cache,
)
from studio.ui.shell.window import Window
from studio.ui.widgets.marks import MarkKind

LONG = 30_000
Opened = Callable[..., LadderPage]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The bundle of the drawn form."""
    return noted_bundle(tmp_path_factory.mktemp("ladder"))


@pytest.fixture
def opened(window: Window, made: Path, own_home: Path, qtbot: QtBot) -> Opened:
    """Shows a step of a copy of the bundle. `tried`: as if all screens had been tried before."""

    def open_it(step: str = "step_002", *, tried: bool = True) -> LadderPage:
        target = own_home / "library" / "workflows" / "notes" / "v1"
        if not target.exists():
            shutil.copytree(made, target)
        document = window.studio.open_bundle(target)
        if tried:
            pictures = DraftPictures.of(document)
            for each in document.workflow.steps:
                robustness_cache().put(key_of(each, pictures) or "", all_right())
        window.go("ladder", step=step)
        page = window.page
        assert isinstance(page, LadderPage)
        qtbot.waitUntil(lambda: page.seen is not None and page.seen.whole, timeout=LONG)
        return page

    yield open_it  # type: ignore[misc]
    for each in window._made.values():
        each.close_down()


def all_right(**other: Outcome) -> Robustness:
    outcomes = {kind: Outcome.RIGHT if kind in COUNTED else Outcome.STOPS for kind in Kind}
    told = {**outcomes, **{Kind(name): outcome for name, outcome in other.items()}}
    return Robustness(told, dict.fromkeys(Kind, "template"), "2026-11-30T09:12:00+00:00")


def target_of(page: LadderPage) -> Anchor:
    assert page.step is not None
    assert page.step.anchor is not None
    return page.step.anchor


def looked(page: LadderPage, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: not page.is_looking, timeout=LONG)


def kinds_of_marks(page: LadderPage) -> set[MarkKind]:
    return {item.mark.kind for item in page.view._marks}


def test_every_rung_says_what_it_found_and_alone_shows_its_own_evidence(opened: Opened, qtbot: QtBot) -> None:
    page = opened()
    looked(page, qtbot)
    assert page.seen is not None
    answer = page.seen.ladder.answer
    assert isinstance(answer, Resolution)
    x, y = answer.point
    assert page.banner.title.text() == f"Would click at ({x}, {y})"
    rungs = {card.attempt.rung: card for card in page.rungs.cards}
    assert {Rung.STRUCTURAL, Rung.TEMPLATE, Rung.OCR, Rung.GEOMETRY} <= set(rungs)
    assert "needs 0.97" in rungs[Rung.TEMPLATE].accessibleName()
    assert f"Would act at ({x}, {y})" in rungs[Rung.OCR].accessibleName()
    assert MarkKind.LANDMARK in kinds_of_marks(page)
    rungs[Rung.OCR].setFocus()
    qtbot.keyClick(rungs[Rung.OCR], Qt.Key.Key_Return)
    assert page.rungs.chosen is Rung.OCR
    assert MarkKind.LANDMARK not in kinds_of_marks(page)
    assert any("Save note" in item.mark.label for item in page.view._marks)
    qtbot.keyClick(page, Qt.Key.Key_Escape)
    assert page.rungs.chosen is None
    assert MarkKind.LANDMARK in kinds_of_marks(page)
    page.tools._boxes["landmarks"].click()
    assert MarkKind.LANDMARK not in kinds_of_marks(page)
    page.tools._boxes["search"].click()
    assert MarkKind.SEARCH in kinds_of_marks(page)


def test_altered_screens_are_tried_counted_kept_and_shown(opened: Opened, qtbot: QtBot) -> None:
    page = opened(tried=False)
    known = page.trials.key
    assert known is not None
    qtbot.waitUntil(lambda: page.trials.known.is_whole and not page.trials.is_offering, timeout=60_000)
    found = page.trials.known
    assert (found.right, found.of) == (5, 5)
    assert found.outcomes[Kind.GONE] is Outcome.STOPS
    words = {kind: card.words for kind, card in page.what_if.cards.items()}
    assert words[Kind.DARK].startswith("Dark theme: right place, by ")
    assert words[Kind.GONE] == "Target gone: stops, as it must"
    assert all(not card._image.isNull() for card in page.what_if.cards.values())
    kept = json.loads(robustness_cache().file.read_text())
    assert kept["steps"][known]["outcomes"]["dark"] == "right"
    assert RobustnessCache(robustness_cache().file).get(known) == found
    assert page._document is not None
    pictures = DraftPictures.of(page._document)
    assert known_strengths(page._document.workflow.steps, pictures) == {"step_002": robust(5, 5)}
    qtbot.keyClick(page, Qt.Key.Key_3)
    assert page.what_if.cards[Kind.MOVED].isChecked()
    qtbot.waitUntil(lambda: page.seen is not None and page.seen.simulated is not None, timeout=LONG)
    qtbot.waitUntil(lambda: page.seen is not None and page.seen.simulated.kind is Kind.MOVED, timeout=LONG)  # type: ignore[union-attr]
    assert page.seen is not None
    answer = page.seen.ladder.answer
    assert isinstance(answer, Resolution)
    assert answer.point.y == target_of(page).click_point.y + 40


def test_any_picture_can_be_looked_on_and_a_stop_says_why(opened: Opened, tmp_path: Path, qtbot: QtBot) -> None:
    page = opened()
    looked(page, qtbot)
    anchor = target_of(page)
    frame = page.pictures[page.pictures.before_of("step_002") or ""]
    pixels = np.roll(frame.bgr, 50, axis=0)
    moved, blank, broken = tmp_path / "moved.png", tmp_path / "blank.png", tmp_path / "broken.png"
    moved.write_bytes(Frame(bgr=pixels).png)
    cv2.imwrite(str(blank), np.full((600, 800, 3), 255, np.uint8))
    broken.write_bytes(b"no picture")
    drop(page, moved)
    assert page.tools.segments["file"].isChecked()
    qtbot.waitUntil(lambda: not page.is_looking and page.banner.title.text() != "Looking…", timeout=LONG)
    assert page.seen is not None
    assert isinstance(page.seen.ladder.answer, Resolution)
    assert page.seen.ladder.answer.point == anchor.click_point.moved(0, 50)
    assert not any(card.isChecked() for card in page.what_if.cards.values())
    page.look_on_file(blank)
    looked(page, qtbot)
    assert isinstance(page.seen.ladder.answer, Refusal)
    assert page.banner.title.text() == "Would stop: Not found"
    page.look_on_file(broken)
    looked(page, qtbot)
    assert "broken.png is no picture that can be read" in page.banner.sentence.text()
    assert page.rungs.cards == []
    qtbot.keyClick(page, Qt.Key.Key_R)
    assert page.look.where == "recorded"
    looked(page, qtbot)
    assert page.banner.title.text().startswith("Would click at")


def drop(page: LadderPage, path: Path) -> None:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path))])
    buttons, keys = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    page.dropEvent(QDropEvent(QPoint(5, 5), Qt.DropAction.CopyAction, data, buttons, keys))


def test_pictures_of_runs_are_offered_and_asked_for_by_other_pages(
    opened: Opened, window: Window, own_home: Path, qtbot: QtBot
) -> None:
    page = opened()
    assert not page.tools.segments["run"].isEnabled()
    run = own_home / "library" / "runs" / "notes" / "20261130-091200"
    (run / "steps").mkdir(parents=True)
    frame = page.pictures[page.pictures.before_of("step_002") or ""]
    (run / "steps" / "2_before.png").write_bytes(frame.png)
    result = {"step_id": "step_002", "intent": "", "action": "click", "ok": True, "before": "steps/2_before.png"}
    away = {**result, "step_id": "step_003", "before": "../../../config/settings.json"}
    report = {"run_id": "r", "workflow": "notes", "outcome": "passed", "finished_at": "", "steps": [result, away]}
    (run / "report.json").write_text(json.dumps({**report, "started_at": "2026-11-30T09:12:00+00:00"}))
    page.show_step("step_002")
    qtbot.waitUntil(lambda: page.tools.segments["run"].isEnabled())
    (offered,) = page.tools.runs.actions()
    assert offered.text().endswith("Passed on screen · before")
    offered.trigger()
    looked(page, qtbot)
    assert page.look.where == "run"
    assert page.banner.title.text().startswith("Would click at")
    page.show_step("step_003")
    qtbot.waitUntil(lambda: not page.tools.segments["run"].isEnabled())
    window.go("home")
    window.go("ladder", step="step_002", frame=run / "steps" / "2_before.png")
    assert page.tools.segments["run"].isChecked()
    looked(page, qtbot)


def test_what_makes_it_stronger_is_taken_as_one_undo_step(
    opened: Opened, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    page = opened()
    assert page._document is not None
    bare = target_of(page).model_copy(update={"landmarks": ()})
    weak = all_right(row_added=Outcome.STOPS)
    monkeypatch.setattr("studio.ui.ladder.trials.tried_with", lambda offer, *_more: gained(offer.text))
    page._document.edit_step("bare", "step_002", anchor=bare)
    qtbot.waitUntil(lambda: page.trials.key is not None and page._shown_step == page.step)
    robustness_cache().put(page.trials.key or "", weak)
    page.trials.show_step(page.step, page.pictures)  # type: ignore[arg-type]
    qtbot.waitUntil(lambda: not page.trials.is_offering and bool(page.stronger.offers), timeout=LONG)
    assert [t.offer.text for t in page.stronger.offers] == [t for t in offered_texts(page) if t != "Cancel"]
    use = next(b for b in page.stronger.findChildren(QAbstractButton) if b.accessibleName().startswith("Use it"))
    qtbot.mouseClick(use, Qt.MouseButton.LeftButton)
    taken = page._document.step("step_002").anchor
    assert taken is not None
    assert [mark.ocr_text for mark in taken.landmarks] == [page_text(use)]
    qtbot.keyClick(page, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert page._document.step("step_002").anchor == bare


def gained(text: str) -> Robustness:
    """Every offer but one helps: that one would act on a wrong place."""
    return all_right(zoom=Outcome.WRONG) if text == "Cancel" else all_right()


def offered_texts(page: LadderPage) -> list[str]:
    return [tried.offer.text for tried in page.trials.offered]


def page_text(button: QAbstractButton) -> str:
    return button.accessibleName().split("“")[1].split("”")[0]


def test_an_offer_with_a_wrong_place_never_helps() -> None:
    before = all_right(zoom=Outcome.STOPS, moved=Outcome.STOPS)
    better = Tried(None, all_right(moved=Outcome.STOPS))  # type: ignore[arg-type]
    assert better.helps(before)
    assert better.gains(before) == (Kind.ZOOM,)
    assert not Tried(None, all_right(moved=Outcome.WRONG)).helps(before)  # type: ignore[arg-type]
    assert not Tried(None, before).helps(before)  # type: ignore[arg-type]


def test_keys_walk_over_steps_with_targets_and_back_to_the_workflow(
    opened: Opened, window: Window, qtbot: QtBot
) -> None:
    page = opened("step_000")
    assert "step 1" in page.head.subtitle.text()
    qtbot.keyClick(page, Qt.Key.Key_J)
    assert page.step is not None
    assert page.step.id == "step_002", "step 2 types and looks for no target"
    qtbot.keyClick(page, Qt.Key.Key_K)
    assert page.step.id == "step_000"
    looked(page, qtbot)
    qtbot.keyClick(page, Qt.Key.Key_Escape)
    assert window.page is not page


def test_without_a_display_the_screen_is_refused_with_a_reason(
    opened: Opened, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    page = opened()
    qtbot.waitUntil(lambda: page.screen_now.problem is not None)
    assert page.screen_now.problem
    assert not page._now.isEnabled()
    assert page._now.toolTip() == page.screen_now.problem
    assert not page.tools.segments["screen"].isEnabled()


def test_without_a_step_or_a_picture_it_says_what_to_do(
    window: Window, made: Path, own_home: Path, qtbot: QtBot
) -> None:
    window.go("ladder")
    page = window.page
    assert isinstance(page, LadderPage)
    assert page._stack.currentIndex() == 1
    assert [a.id for a in page.actions_here if a.enabled()] == ["ladder.back"]
    target = own_home / "library" / "workflows" / "notes" / "v1"
    shutil.copytree(made, target)
    document = window.studio.open_bundle(target)
    document.edit_step("bare", "step_002", before_frame=None)
    window.go("ladder", step="step_002")
    assert page.banner.title.text() == "Not looked for"
    assert not page.what_if.isVisible()
    assert page.robustness.isVisible()
    page.close_down()


def test_every_control_has_a_name_and_it_fits_a_small_window(opened: Opened, window: Window, qtbot: QtBot) -> None:
    page = opened()
    window.resize(1024, 640)
    qtbot.waitUntil(lambda: window.width() == 1024)
    controls = [w for w in page.findChildren(QWidget) if w.isVisible() and w.focusPolicy() & Qt.FocusPolicy.TabFocus]
    assert [type(w).__name__ for w in controls if isinstance(w, QAbstractButton) and not w.accessibleName()] == []
    assert page.tools.layout().sizeHint().width() <= page.width()


def test_the_cache_forgets_what_it_cannot_read_and_what_another_version_wrote(tmp_path: Path) -> None:
    file = tmp_path / "robustness.json"
    cache = RobustnessCache(file)
    cache.put("a", all_right())
    cache.save()
    assert RobustnessCache(file).get("a") == all_right()
    for told in ("{", '{"v": 0, "steps": {}}', '{"v": 1, "steps": {"a": {"outcomes": {"dark": "maybe"}}}}'):
        file.write_text(told)
        assert RobustnessCache(file).get("a") == NOTHING


def test_the_queue_tries_what_is_not_known_yet(window: Window, made: Path, qtbot: QtBot) -> None:
    bundle = load_bundle(made)
    pictures = DraftPictures(bundle.workflow, bundle, {})
    steps = [s for s in bundle.workflow.steps if s.anchor is not None]
    for step in steps[1:]:
        robustness_cache().put(key_of(step, pictures) or "", all_right())
    queue = RobustnessQueue(window)
    queue._soon.setInterval(0)
    told: list[str] = []
    queue.found.connect(told.append)
    queue.want(bundle.workflow.steps, pictures)
    assert queue.left == 1
    qtbot.waitUntil(lambda: bool(told), timeout=60_000)
    assert told == [steps[0].id]
    assert known_strengths(steps, pictures)[steps[0].id] == robust(5, 5)
    queue.stop()
