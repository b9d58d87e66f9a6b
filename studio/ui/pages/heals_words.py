"""What the Heals page says and which keys it has."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QAbstractButton, QApplication, QLineEdit

from studio.ui.review.board import ACCEPTED, Board
from studio.ui.review.modes import MODE_WORDS, Mode
from studio.ui.review.opening import Opened
from studio.ui.services.library import version_number
from studio.ui.shell.actions import Action
from studio.ui.studio import Studio
from studio.ui.widgets.basics import Button
from studio.ui.widgets.page import EmptyState
from studio.ui.words import tr

if TYPE_CHECKING:
    from studio.ui.pages.heals import HealsPage


REPEATING = frozenset({f"heals.{n}" for n in ("next", "back", "left", "right", "fine_left", "fine_right")})
"""Actions that a key that is held down does again and again. It never decides: each decision is a press of its own."""


def explains(opened: Opened, board: Board) -> tuple[str, str, bool]:
    """The primary action's word, what it will do in a sentence, and whether it can be done."""
    accepted, made = board.count(ACCEPTED), opened.made_of(board.review)
    number = opened.next_number
    if made is not None:
        number = version_number(made.dir.resolve())
        sentence = tr("Version {n} has what you accepted.\nA run shows whether it works.", n=number)
        return tr("Run version {n}", n=number), sentence, True
    word = tr("Save as version {n}", n=number) if number else tr("Save")
    if opened.problem:
        return word, tr("Nothing can be saved here:\nsee why below."), False
    if not accepted:
        return word, tr("Accept at least one heal;\nonly what you accept is saved."), False
    heals = tr("the heal that you accepted") if accepted == 1 else tr("the {n} heals that you accepted", n=accepted)
    others = [version_number(v.dir.resolve()) for v in opened.followers]
    stays = tr("Version {v} stays, and nothing is replayed.", v=opened.version)
    if others:
        stays = tr("Version {o} also follows version {v} and stays as it is.", o=others[-1], v=opened.version)
    return word, tr("Makes version {n} with {heals}.", n=number, heals=heals) + "\n" + stays, True


def summary(board: Board) -> str:
    """How many heals of how many causes."""
    heals, causes = len(board.review.heals), len(board.groups)
    if heals == 1:
        return tr("1 heal")
    return tr("{n} heals, 1 cause", n=heals) if causes == 1 else tr("{n} heals, {c} causes", n=heals, c=causes)


def saved_words(version: Path, heals: int) -> str:
    """What was saved."""
    number = version_number(version)
    if heals == 1:
        return tr("Saved as version {n} with 1 heal.", n=number)
    return tr("Saved as version {n} with {h} heals.", n=number, h=heals)


def nothing_to_review(studio: Studio, problem: str | None) -> EmptyState:
    """Why the page is empty, and what could be done next."""
    home = Button(tr("Choose a workflow"), "home", run=lambda: studio.go("home"))
    if problem is not None:
        return EmptyState("problem", tr("These heals cannot be shown"), problem, home)
    why = tr(
        "A run proposes a heal when it finds a target in a new way: it moved, was renamed, or looks different. "
        "No run has proposed any yet."
    )
    again = Button(tr("Run a workflow"), "run", run=lambda: studio.go("run" if studio.document else "home"))
    return EmptyState("heals", tr("No heals to review"), why, again, home)


def actions_of(page: HealsPage) -> list[Action]:
    """All commands of the page; each is asked whether it can be done."""

    def can() -> bool:
        return page.can_decide()

    def undo() -> bool:
        return can() and page.session is not None and page.session.board.can_undo

    def redo() -> bool:
        return can() and page.session is not None and page.session.board.can_redo

    def there() -> bool:
        return page.current is not None

    compare = page.body.compare
    made = [
        Action("heals.accept", tr("Accept"), page.accept, ("A",), can, "check"),
        Action("heals.reject", tr("Reject"), page.reject, ("R",), can, "cross"),
        Action("heals.group", tr("Accept group"), page.accept_group, ("Shift+A",), can, "check"),
        Action("heals.next", tr("Next heal"), partial(page.go_by, 1), ("J",), there, "chevron_down"),
        Action("heals.back", tr("Back to the heal before"), partial(page.go_by, -1), ("K",), there, "chevron_up"),
        Action("heals.comment", tr("Comment"), page.body.decide.comment.setFocus, ("C",), can, "comment"),
        Action("heals.undo", tr("Undo the last decision"), page.undo, ("Ctrl+Z",), undo, "undo"),
        Action("heals.redo", tr("Decide it again"), page.redo, ("Ctrl+Shift+Z", "Ctrl+Y"), redo, "redo"),
        Action("heals.save", tr("Save a new version"), page.save, ("Ctrl+S",), page.can_save, "save"),
        Action("heals.fit", tr("Fit the target"), compare.fit, ("F",), there, "fit"),
        Action("heals.filter", tr("Which heals are shown"), page.body.filter.showMenu, ("Ctrl+F",), there, "filter"),
    ]
    made += [
        Action(
            f"heals.{mode}", tr(MODE_WORDS[mode]), partial(page.looking.show_mode, mode), (str(n),), there, mode.value
        )
        for n, mode in enumerate(Mode, 1)
    ]
    return made + _looking(page)


def _looking(page: HealsPage) -> list[Action]:
    """Keys that only some ways of looking have; elsewhere they belong to what has the focus."""
    compare = page.body.compare

    def slides() -> bool:
        moves = compare.mode in (Mode.SWIPE, Mode.ONION)
        return moves and page.current is not None and not isinstance(QApplication.focusWidget(), QLineEdit)

    def blinks() -> bool:
        return compare.mode is Mode.BLINK and not isinstance(QApplication.focusWidget(), QAbstractButton | QLineEdit)

    left, right = tr("Line left, less of after"), tr("Line right, more of after")
    fine_left, fine_right = tr("Line left by 1 px, opacity by 1 %"), tr("Line right by 1 px, opacity by 1 %")
    return [
        Action("heals.left", left, partial(compare.nudge, -1), ("Left",), slides, "chevron_left"),
        Action("heals.right", right, partial(compare.nudge, 1), ("Right",), slides, "chevron_right"),
        Action(
            "heals.fine_left", fine_left, partial(compare.nudge, -1, fine=True), ("Shift+Left",), slides, hidden=True
        ),
        Action(
            "heals.fine_right", fine_right, partial(compare.nudge, 1, fine=True), ("Shift+Right",), slides, hidden=True
        ),
        Action("heals.hold", tr("Hold the blinking"), compare.overlay.hold, ("Space",), blinks, "pause"),
    ]
