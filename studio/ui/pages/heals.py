"""Heals: what a run proposes, looked at in pictures, decided by one key each, saved as a new version."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QStackedWidget, QVBoxLayout, QWidget

from studio.engine.model.heals import Heal
from studio.ui.editing.notice import Notice
from studio.ui.pages.heals_words import REPEATING, actions_of, explains, nothing_to_review
from studio.ui.review.board import ACCEPTED, OPEN, REJECTED, Board
from studio.ui.review.choosing import FilterMenu, RunsButton
from studio.ui.review.desk import Desk
from studio.ui.review.grouping import grouped
from studio.ui.review.layout import ReviewBody
from studio.ui.review.modes import Mode
from studio.ui.review.opening import Opened, RunChoice, choices, open_run, save_next
from studio.ui.review.pictures import PictureStore
from studio.ui.review.thumbs import Thumbs
from studio.ui.review.tools import ReviewTools
from studio.ui.services.background import Background
from studio.ui.services.library import version_number
from studio.ui.services.when import when
from studio.ui.studio import Studio
from studio.ui.theme import Tone
from studio.ui.widgets.basics import Button
from studio.ui.widgets.page import Page
from studio.ui.words import tr

_AHEAD = (1, 2, -1)
Read = tuple[tuple[RunChoice, ...], Opened | None]


class HealsPage(Page):
    """Reads off the GUI thread, shows decisions at once, and keeps them on disk beside that, in order."""

    def __init__(self, studio: Studio) -> None:
        super().__init__(studio, tr("Heals"))
        self.opened: Opened | None = None
        self.board: Board | None = None
        self.desk: Desk | None = None
        self.pictures: PictureStore | None = None
        self._thumbs: Thumbs | None = None
        self._comments: dict[str, str] = {}
        self._saves = False
        self._reading: Background[Read] = Background(self)
        self._saving: Background[Path] = Background(self)
        self.tools, self.notice = ReviewTools(), Notice()
        self.body = ReviewBody(FilterMenu(self.show_only, self))
        self.primary = Button(tr("Save"), "save", kind="primary", run=self.next_thing)
        self.runs = RunsButton(lambda run: self.enter(run=run))
        self.head.add_action(self.runs)
        self.head.add_action(self.primary)
        self._stack = QStackedWidget()
        self._arrange()
        self._listen()
        self.actions_here = actions_of(self)
        self.setFocusProxy(self.body.list)

    def _arrange(self) -> None:
        self._empty = QVBoxLayout()
        self._empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        alone, holder = QWidget(), QWidget()
        alone.setLayout(self._empty)
        column = QVBoxLayout(holder)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.notice)
        column.addWidget(self.body, 1)
        self._stack.addWidget(alone)
        self._stack.addWidget(holder)
        self.add_tools(self.tools)
        self.set_body(self._stack)
        self._show_empty(None)

    def _listen(self) -> None:
        body, tools = self.body, self.tools
        body.list.chosen.connect(self._show_heal)
        body.decide.decided.connect(self.decide)
        body.decide.commented.connect(self.keep_comment)
        body.compare.zoomed.connect(tools.show_zoom)
        body.compare.described.connect(self._described)
        tools.mode_chosen.connect(self.show_mode)
        tools.fitted.connect(body.compare.fit)
        tools.zoom_chosen.connect(body.compare.set_zoom)
        tools.tied.connect(self._tie)
        tools.slid.connect(self._slide)
        QApplication.instance().focusChanged.connect(self._sync_keys)  # type: ignore[union-attr]

    # Reading

    def enter(self, run: Path | None = None, **_asked: Any) -> None:
        """Show the heals of a run; of none, the last one looked at, or the newest with open heals."""
        library, recents = self.studio.library, self.studio.settings.value.recents
        wanted = run or (self.opened.run_dir if self.opened else None)
        if self.board is not None and self.body.compare.mode is Mode.BLINK:
            self.body.compare.overlay.show_mode(Mode.BLINK)

        def read() -> Read:
            found = choices(library, recents)
            chosen = wanted or next((c.entry.dir for c in found if c.open), found[0].entry.dir if found else None)
            return found, open_run(chosen, library) if chosen else None

        self._reading.start(read, self._took, self._could_not)

    def leave(self) -> bool:
        """Nothing is unsaved here: each word is kept when it is said."""
        self.body.compare.overlay.rest()
        return True

    def close_down(self) -> None:
        """Keep what was said a moment ago."""
        self.leave()
        if self.desk is not None:
            self.desk.finish()

    def _could_not(self, problem: Exception) -> None:
        self.opened = self.board = None
        self._show_empty(str(problem))

    def _took(self, read: Read) -> None:
        found, opened = read
        if opened is None or not opened.review.heals:
            self.opened = self.board = None
            self._show_empty(None)
            return
        self.runs.show_choices(found, opened.run_dir)
        same = self.opened is not None and self.board is not None and self.opened.run_dir == opened.run_dir
        self.opened = opened
        if same and self.board is not None and not (self.desk and self.desk.busy):
            self.board.take(opened.review)
        else:
            self._begin(opened)
        self._show_all()

    def _begin(self, opened: Opened) -> None:
        """A run that was not under review a moment ago."""
        groups = grouped(opened.review.heals, opened.darker)
        self.board = Board(opened.review, groups, self.studio.person)
        if self.desk is not None:
            self.desk.finish()
        self.desk = Desk(opened.review, opened.bundle, self) if opened.bundle else None
        if self.desk is not None:
            self.desk.kept.connect(self._kept)
            self.desk.failed.connect(self._not_kept)
        self.pictures = PictureStore(opened.run_dir, opened.bundle, self)
        self.pictures.ready.connect(self._pictures_ready)
        self._thumbs = Thumbs(opened.run_dir, self)
        self._thumbs.changed.connect(self.body.list.viewport().update)
        self._comments.clear()
        self.notice.hide()

    # Showing

    def _show_empty(self, problem: str | None) -> None:
        while self._empty.count():
            item = self._empty.takeAt(0)
            widget = item.widget() if item else None
            if widget is not None:
                widget.deleteLater()
        self._empty.addWidget(nothing_to_review(self.studio, problem))
        self._stack.setCurrentIndex(0)
        self.tools.hide()
        self.primary.hide()
        self.head.say(tr("Heals"), "", "")
        self._sync_keys()

    def _show_all(self) -> None:
        assert self.board is not None
        assert self.opened is not None
        assert self._thumbs is not None
        self._stack.setCurrentIndex(1)
        self.tools.show()
        self.primary.show()
        current = self.body.list.current
        self.body.list.show_board(self.board, self.opened.number, self._thumbs)
        first = next((i for i in self.board.order if self.board.review.decision(i) == OPEN), "")
        chosen = current if current in self.board.order else first or next(iter(self.board.order), "")
        self.body.list.choose(chosen)
        self._show_heal(chosen)
        if self.opened.problem:
            offers = ((tr("Run it again"), self.run_again),) if self.opened.can_run else ()
            self.notice.say(self.opened.problem, Tone.HALTED, *offers)
        self._refresh()

    def _refresh(self) -> None:
        """What was decided changed: counts, rows, head, buttons."""
        if self.board is None or self.opened is None:
            return
        board, opened = self.board, self.opened
        self.body.list.refresh()
        self.tools.show_counts(board)
        heals, causes = len(board.review.heals), len(board.groups)
        said = tr("{n} heals, 1 cause", n=heals) if causes == 1 else tr("{n} heals, {c} causes", n=heals, c=causes)
        self.body.summary.setText(said if heals != 1 else tr("1 heal"))
        against = tr("against version {n}", n=opened.version) if opened.bundle else ""
        parts = (board.review.report.workflow, tr("run of {when}", when=when(board.review.report.started_at)), against)
        word, sentence, can = explains(opened, board)
        self.head.say(tr("Heals"), " · ".join(p for p in parts if p), sentence)
        self.primary.show_word(word, "run" if self._made() else "save")
        self.primary.setEnabled(can and not self._saves)
        made = self._made()
        self.body.decide.show_versions(opened, board.count(ACCEPTED), made.dir.name if made else "")
        self._offer()
        if (heal := self.current) is not None:
            self.body.decide.show_decision(board.review.decision(heal.id))
            self.body.evidence.show_heal(heal, opened, board.review)

    def _offer(self) -> None:
        """Let only that be done which can be done now."""
        self.body.decide.show_can_decide(self.opened is not None and not self.opened.problem and bool(self.current))
        self._sync_keys()

    def _made(self) -> Any:
        """The version that holds what is accepted now, where there is one."""
        if self.opened is None or self.board is None:
            return None
        saved = self.board.review.saved_as()
        return next((v for v in self.opened.followers if saved is not None and v.dir.name == saved.version), None)

    @property
    def current(self) -> Heal | None:
        """The heal that is shown."""
        heal_id = self.body.list.current
        return self.board.review.heal(heal_id) if self.board is not None and heal_id else None

    def can_decide(self) -> bool:
        """Whether a word can be said now: only of a heal whose pictures are on the screen."""
        heal = self.current
        seen = heal is not None and self.body.compare.shown == heal.id
        return seen and self.opened is not None and not self.opened.problem

    def _show_heal(self, heal_id: str) -> None:
        """Another heal is the current one."""
        if self.board is None or self.opened is None or self.pictures is None:
            return
        if not heal_id:
            self.body.compare.show_nothing()
            self.body.evidence.show_nothing()
            return
        heal = self.board.review.heal(heal_id)
        number = self.opened.number(heal)
        self.body.step_number.setText(tr("Step {n}", n=number) if number else "")
        self.body.step.setText(heal.intent)
        self.body.step.setToolTip(heal.intent)
        self.body.decide.comment.setText(self._comments.pop(heal_id, ""))
        self.body.decide.show_decision(self.board.review.decision(heal_id))
        self.body.evidence.show_heal(heal, self.opened, self.board.review)
        if self.pictures.of(heal) is not None:
            self._pictures_ready(heal_id)
        else:
            self.body.compare.show_nothing()
            self._offer()
        around = [self.board.next(heal_id, by) for by in _AHEAD]
        self.pictures.read_ahead([self.board.review.heal(i) for i in dict.fromkeys(around) if i != heal_id])

    def _pictures_ready(self, heal_id: str) -> None:
        if self.current is None or self.current.id != heal_id or self.pictures is None or self.opened is None:
            return
        pictures = self.pictures.of(self.current)
        if pictures is not None:
            recorded = when(self.opened.versions[0].created_at) if self.opened.versions else ""
            seen = tr("run of {when}", when=when(self.opened.review.report.started_at))
            self.body.compare.show_heal(self.current, pictures, recorded, seen)
            self._offer()

    # Looking

    def show_mode(self, mode: Mode) -> None:
        """Another way to look."""
        compare = self.body.compare
        compare.show_mode(mode)
        self.tools.show_mode(mode, compare.tolerance if mode is Mode.DIFFERENCE else compare.overlay.opacity)
        self._sync_keys()

    def _described(self, said: str) -> None:
        self.tools.say(said)
        if self.body.compare.mode is Mode.ONION:
            self.tools.show_value(self.body.compare.overlay.opacity)

    def _tie(self, together: bool) -> None:
        self.body.compare.tied = together
        if together:
            self.body.compare.fit()

    def _slide(self, value: int) -> None:
        compare = self.body.compare
        if compare.mode is Mode.DIFFERENCE:
            compare.show_tolerance(value)
        elif compare.mode is Mode.ONION:
            compare.overlay.change_opacity(value - compare.overlay.opacity)

    def show_only(self, which: str) -> None:
        """Filter the list."""
        if self.board is not None:
            self.board.filter = which
            self._show_all()

    def go_by(self, by: int) -> None:
        """The next heal, or the one before."""
        if self.board is not None and self.current is not None:
            self._keep_typed()
            self.body.list.choose(self.board.next(self.current.id, by))

    def _keep_typed(self) -> None:
        """A comment that was begun waits at its heal."""
        if self.current is not None and (typed := self.body.decide.comment.text()):
            self._comments[self.current.id] = typed

    # Deciding

    def decide(self, decision: str) -> None:
        """Accept or reject the current heal, and go on to the next open one."""
        if not self.can_decide() or self.board is None or self.current is None:
            return
        heal_id = self.current.id
        self._say(self.board.decide([heal_id], decision, self._comment()))
        self.body.list.choose(self.board.next_open(heal_id))

    def accept_group(self) -> None:
        """Accept the open ones of this group; what cannot be undone is left out, and that is said."""
        if not self.can_decide() or self.board is None or self.current is None:
            return
        heal_id = self.current.id
        group = self.board.group_of(heal_id)
        self._say(self.board.accept_group(heal_id, self._comment()))
        left = sum(h.irreversible and self.board.review.decision(h.id) == OPEN for h in group.heals)
        if left:
            self.studio.say(tr("{n} cannot be undone: decide it by itself.", n=left), Tone.HEALED)
        self.body.list.choose(self.board.next_open(heal_id))

    def reject(self) -> None:
        """Reject the current heal."""
        self.decide(REJECTED)

    def accept(self) -> None:
        """Accept the current heal."""
        self.decide(ACCEPTED)

    def keep_comment(self) -> None:
        """Enter in the comment: keep it, and leave the decision as it is."""
        said = self._comment()
        if said and self.can_decide() and self.board is not None and self.current is not None:
            self._say(self.board.comment(self.current.id, said))
        self.body.list.setFocus()

    def undo(self) -> None:
        """Take back the last decision of this window."""
        if self.board is not None and self.board.can_undo and self.can_decide():
            self._again(self.board.undo())

    def redo(self) -> None:
        """Decide again what was taken back."""
        if self.board is not None and self.board.can_redo and self.can_decide():
            self._again(self.board.redo())

    def _again(self, words: Any) -> None:
        self._say(words)
        self.body.list.choose(words[0].heal)

    def _comment(self) -> str:
        said = self.body.decide.comment.text().strip()
        self.body.decide.comment.clear()
        return said

    def _say(self, words: Any) -> None:
        if words and self.desk is not None:
            self.desk.say(words)
        self._refresh()

    def _kept(self, review: Any) -> None:
        if self.board is not None:
            self.board.take(review)
            self._refresh()
        if self._saves:
            self._save_now()

    def _not_kept(self, sentence: str) -> None:
        """What was shown as decided is not: read what stands on disk."""
        self._saves = False
        if self.board is not None:
            self.board.forget_last()
        self.enter()
        self.notice.say(tr("This was not kept: {why}", why=sentence), Tone.FAILED)

    # Saving

    def can_save(self) -> bool:
        """Whether there is a version to be made."""
        return (
            self.opened is not None
            and self.board is not None
            and not self.opened.problem
            and not self._saves
            and self.board.count(ACCEPTED) > 0
            and self._made() is None
        )

    def next_thing(self) -> None:
        """Save, or run what was saved."""
        made = self._made()
        if made is not None:
            self._open(made.dir, "run")
        else:
            self.save()

    def save(self) -> None:
        """Make a new version of what is accepted, once all that was said is on disk."""
        if not self.can_save():
            return
        self._saves = True
        self.primary.setEnabled(False)
        self.studio.say(tr("Saving…"), Tone.RUNNING)
        if self.desk is None or not self.desk.busy:
            self._save_now()

    def _save_now(self) -> None:
        assert self.opened is not None
        assert self.opened.bundle is not None
        assert self.board is not None
        review, run, bundle = self.board.review, self.opened.run_dir, self.opened.bundle.resolve()
        person = self.studio.person
        self._saving.start(lambda: save_next(review, run, bundle, person), self._saved, self._not_saved)

    def _saved(self, version: Path) -> None:
        self._saves = False
        assert self.board is not None
        number, heals = version_number(version), self.board.count(ACCEPTED)
        said = (
            tr("Saved as version {n} with 1 heal.", n=number)
            if heals == 1
            else tr("Saved as version {n} with {h} heals.", n=number, h=heals)
        )
        self.studio.settings.remember(version.resolve())
        self.studio.say(said, Tone.PASSED)
        self.notice.say(said, Tone.PASSED, (tr("Look at it"), lambda: self._open(version, "workflow")))
        self.studio.library_changed.emit()
        self.enter()

    def _not_saved(self, problem: Exception) -> None:
        self._saves = False
        self.enter()
        self.studio.say(tr("Not saved."), Tone.FAILED)
        self.notice.say(tr("Not saved: {why}", why=problem), Tone.FAILED)

    def run_again(self) -> None:
        """The mend for a bundle that has changed: run it as it is now."""
        if self.opened is not None and self.opened.bundle is not None:
            self._open(self.opened.bundle, "run")

    def _open(self, bundle: Path, page: str) -> None:
        try:
            self.studio.open_bundle(bundle)
        except ValueError as problem:
            self.notice.say(str(problem), Tone.FAILED)
            return
        self.studio.go(page)

    # Keys

    def _sync_keys(self, *_: object) -> None:
        """A key whose action cannot be done now is left to whatever has the focus."""
        for action, key in zip(self.actions_here, self.actions(), strict=False):
            key.setEnabled(action.enabled())
            key.setAutoRepeat(action.id in REPEATING)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape leaves the comment."""
        if event.key() == Qt.Key.Key_Escape and self.body.decide.comment.hasFocus():
            self.body.list.setFocus()
            return
        super().keyPressEvent(event)
