"""Heals: what a run proposes, looked at in pictures, decided by one key each, saved as a new version."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QStackedWidget, QVBoxLayout, QWidget

from studio.engine.errors import BadInput
from studio.engine.model.heals import Heal
from studio.engine.review import Word
from studio.ui.editing.notice import Notice
from studio.ui.pages.heals_words import REPEATING, actions_of, explains, nothing_to_review, saved_words, summary
from studio.ui.review.board import ACCEPTED, OPEN, REJECTED
from studio.ui.review.choosing import FilterMenu, RunsButton
from studio.ui.review.layout import ReviewBody
from studio.ui.review.looking import Looking
from studio.ui.review.opening import Opened, RunChoice, choices, newest, open_run
from studio.ui.review.session import Session
from studio.ui.review.tools import ReviewTools
from studio.ui.services.background import Background
from studio.ui.services.when import when
from studio.ui.studio import Studio
from studio.ui.theme import Tone
from studio.ui.told import intent_words, told
from studio.ui.widgets.basics import Button, emptied
from studio.ui.widgets.page import Page
from studio.ui.words import tr

_AHEAD = (1, 2, -1)


class HealsPage(Page):
    """Reads off the GUI thread and shows one session; a decision is shown at once and written beside that."""

    def __init__(self, studio: Studio) -> None:
        super().__init__(studio, tr("Heals"))
        self.session: Session | None = None
        self._comments: dict[str, str] = {}
        self._reading: Background[Opened | None] = Background(self)
        self._listing: Background[tuple[RunChoice, ...]] = Background(self)
        self.tools, self.notice = ReviewTools(), Notice()
        self.body = ReviewBody(FilterMenu(self.show_only, self))
        self.looking = Looking(self.body.compare, self.tools)
        self.primary = Button(tr("Save"), "save", kind="primary", run=self.next_thing)
        self.runs = RunsButton(lambda run: self.enter(run=run))
        self.head.add_action(self.runs)
        self.head.add_action(self.primary)
        self._stack = QStackedWidget()
        self._arrange()
        self.body.list.chosen.connect(self._show_heal)
        self.body.decide.decided.connect(self.decide)
        self.body.decide.commented.connect(self.keep_comment)
        self.looking.changed.connect(self._sync_keys)
        QApplication.instance().focusChanged.connect(self._sync_keys)  # type: ignore[union-attr]
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

    # Reading

    def enter(self, run: Path | None = None, **_asked: Any) -> None:
        """Show the heals of a run; of none, the last one looked at, or the newest with open heals."""
        library, recents = self.studio.library, self.studio.settings.value.recents
        wanted = run or (self.session.opened.run_dir if self.session else None)
        self.looking.wake()

        def read() -> Opened | None:
            chosen = wanted or newest(choices(library, recents))
            return open_run(chosen, library) if chosen else None

        self._reading.start(read, self._took, self._could_not)
        self._listing.start(lambda: choices(library, recents), self._listed, lambda _: None)

    def leave(self) -> bool:
        """Nothing is unsaved here: each word is kept when it is said."""
        self.looking.rest()
        return True

    def close_down(self) -> None:
        """Keep what was said a moment ago."""
        self.leave()
        self._end_session()

    def _end_session(self) -> None:
        if self.session is not None:
            self.session.finish()
            self.session.deleteLater()
        self.session = None

    def _could_not(self, problem: Exception) -> None:
        self._end_session()
        self._show_empty(told(str(problem)))

    def _listed(self, found: tuple[RunChoice, ...]) -> None:
        self.runs.show_choices(found)

    def _took(self, opened: Opened | None) -> None:
        if opened is None or not opened.review.heals:
            self._end_session()
            self._show_empty(None)
            return
        if self.session is not None and self.session.opened.run_dir == opened.run_dir:
            self.session.take(opened)
        else:
            self._begin(opened)
        self.runs.show_current(opened.run_dir)
        self._show_all()

    def _begin(self, opened: Opened) -> None:
        """A run that was not under review a moment ago."""
        self._end_session()
        session = Session(opened, self.studio.person, self)
        session.changed.connect(self._refresh)
        session.not_kept.connect(self._not_kept)
        session.saved.connect(self._saved)
        session.not_saved.connect(self._not_saved)
        session.pictures.ready.connect(self._pictures_ready)
        session.thumbs.changed.connect(self.body.list.viewport().update)
        self.session = session
        self._comments.clear()
        self.notice.hide()

    # Showing

    def _show_empty(self, problem: str | None) -> None:
        emptied(self._empty)
        self._empty.addWidget(nothing_to_review(self.studio, problem))
        self._stack.setCurrentIndex(0)
        self.tools.hide()
        self.primary.hide()
        self.head.say(tr("Heals"), "", "")
        self._sync_keys()

    def _show_all(self) -> None:
        session, rows = self.session, self.body.list
        if session is None:
            return
        self._stack.setCurrentIndex(1)
        self.tools.show()
        self.primary.show()
        current, order = rows.current, session.board.order
        rows.show_board(session.board, session.opened.number, session.thumbs)
        first = next((i for i in order if session.board.review.decision(i) == OPEN), next(iter(order), ""))
        chosen = current if current in order else first
        rows.choose(chosen)
        self._show_heal(chosen)
        if session.opened.problem:
            offers = ((tr("Run it again"), self.run_again),) if session.opened.can_run else ()
            self.notice.say(session.opened.problem, Tone.HALTED, *offers)
        self._refresh()

    def _refresh(self) -> None:
        """What was decided changed: counts, rows, head, buttons."""
        session = self.session
        if session is None:
            return
        opened, board = session.opened, session.board
        self.body.list.refresh()
        self.tools.show_counts(board)
        self.body.summary.setText(summary(board))
        against = tr("against version {n}", n=opened.version) if opened.bundle else ""
        parts = (board.review.report.workflow, tr("run of {when}", when=when(board.review.report.started_at)), against)
        word, sentence, can = explains(opened, board)
        made = session.made
        self.head.say(tr("Heals"), " · ".join(p for p in parts if p), sentence)
        self.primary.show_word(word, "run" if made else "save")
        self.primary.setEnabled(can and not session.saving)
        self.body.decide.show_versions(opened, board.count(ACCEPTED), made.dir.name if made else "")
        if (heal := self.current) is not None:
            self.body.decide.show_decision(board.review.decision(heal.id))
            self.body.evidence.show_heal(heal, opened, board.review)
        self._offer()

    def _offer(self) -> None:
        """Let only that be done which can be done now."""
        may = self.session is not None and self.session.decidable and self.current is not None
        self.body.decide.show_can_decide(may)
        self._sync_keys()

    @property
    def current(self) -> Heal | None:
        """The heal that is shown."""
        return self.session.heal(self.body.list.current) if self.session is not None else None

    def can_decide(self) -> bool:
        """Whether a word can be said now: only of a heal whose pictures are on the screen."""
        heal = self.current
        seen = heal is not None and self.body.compare.shown == heal.id
        return seen and self.session is not None and self.session.decidable

    def _show_heal(self, heal_id: str) -> None:
        """Another heal is the current one."""
        session, heal = self.session, self.session.heal(heal_id) if self.session else None
        if session is None or heal is None:
            self.body.compare.show_nothing()
            self.body.evidence.show_nothing()
            return
        self.body.show_step(session.opened.number(heal), intent_words(heal.intent))
        self.body.decide.comment.setText(self._comments.pop(heal_id, ""))
        self.body.decide.show_decision(session.board.review.decision(heal_id))
        self.body.evidence.show_heal(heal, session.opened, session.board.review)
        if session.pictures.of(heal) is not None:
            self._pictures_ready(heal_id)
        else:
            self.body.compare.show_nothing()
            self._offer()
        around = dict.fromkeys(session.board.next(heal_id, by) for by in _AHEAD)
        session.pictures.read_ahead([h for i in around if i != heal_id and (h := session.heal(i))])

    def _pictures_ready(self, heal_id: str) -> None:
        session, heal = self.session, self.current
        if session is None or heal is None or heal.id != heal_id:
            return
        pictures = session.pictures.of(heal)
        if pictures is not None:
            recorded = when(session.opened.versions[0].created_at) if session.opened.versions else ""
            seen = tr("run of {when}", when=when(session.opened.review.report.started_at))
            self.body.compare.show_heal(heal, pictures, recorded, seen)
            self._offer()

    def show_only(self, which: str) -> None:
        """Filter the list."""
        if self.session is not None:
            self.session.board.filter = which
            self._show_all()

    def go_by(self, by: int) -> None:
        """The next heal, or the one before; a comment that was begun waits at its heal."""
        if self.session is not None and self.current is not None:
            if typed := self.body.decide.comment.text():
                self._comments[self.current.id] = typed
            self.body.list.choose(self.session.board.next(self.current.id, by))

    # Deciding

    def accept(self) -> None:
        """Accept the current heal."""
        self.decide(ACCEPTED)

    def reject(self) -> None:
        """Reject the current heal."""
        self.decide(REJECTED)

    def decide(self, decision: str) -> None:
        """Accept or reject the current heal, and go on to the next open one."""
        if self.session is not None and self.current is not None and self.can_decide():
            heal_id = self.current.id
            self.session.decide(heal_id, decision, self._comment())
            self.body.list.choose(self.session.board.next_open(heal_id))

    def accept_group(self) -> None:
        """Accept the open ones of this group; what cannot be undone is left out, and that is said."""
        if self.session is not None and self.current is not None and self.can_decide():
            heal_id = self.current.id
            left = self.session.accept_group(heal_id, self._comment())
            if left:
                self.studio.say(tr("{n} cannot be undone: decide it by itself.", n=left), Tone.HEALED)
            self.body.list.choose(self.session.board.next_open(heal_id))

    def keep_comment(self) -> None:
        """Enter in the comment: keep it, and leave the decision as it is."""
        if self.session is not None and self.current is not None and self.can_decide() and (said := self._comment()):
            self.session.say(self.session.board.comment(self.current.id, said))
        self.body.list.setFocus()

    def undo(self) -> None:
        """Take back the last decision of this window."""
        if self.session is not None and self.session.board.can_undo and self.can_decide():
            self._again(self.session.board.undo())

    def redo(self) -> None:
        """Decide again what was taken back."""
        if self.session is not None and self.session.board.can_redo and self.can_decide():
            self._again(self.session.board.redo())

    def _again(self, words: Sequence[Word]) -> None:
        if self.session is not None:
            self.session.say(words)
            self.body.list.choose(words[0].heal)

    def _comment(self) -> str:
        said = self.body.decide.comment.text().strip()
        self.body.decide.comment.clear()
        return said

    def _not_kept(self, why: str) -> None:
        """What was shown as decided is not: read what stands on disk."""
        self.enter()
        self.notice.say(tr("This was not kept: {why}", why=told(why)), Tone.FAILED)

    # Saving

    def can_save(self) -> bool:
        """Whether there is a version to be made."""
        return self.session is not None and self.session.can_save

    def next_thing(self) -> None:
        """Save, or run what was saved."""
        made = self.session.made if self.session is not None else None
        if made is not None:
            self._open(made.dir, "run")
        else:
            self.save()

    def save(self) -> None:
        """Make a new version of what is accepted."""
        if self.session is not None and self.session.can_save:
            self.studio.say(tr("Saving…"), Tone.RUNNING)
            self.session.save()

    def _saved(self, version: Path) -> None:
        said = saved_words(version, self.session.board.count(ACCEPTED) if self.session is not None else 0)
        self.studio.settings.remember(version.resolve())
        self.studio.say(said, Tone.PASSED)
        self.notice.say(said, Tone.PASSED, (tr("Look at it"), lambda: self._open(version, "workflow")))
        self.studio.library_changed.emit()
        self.enter()

    def _not_saved(self, why: str) -> None:
        self.enter()
        self.studio.say(tr("Not saved."), Tone.FAILED)
        self.notice.say(tr("Not saved: {why}", why=why), Tone.FAILED)

    def run_again(self) -> None:
        """The mend for a bundle that has changed: run it as it is now."""
        if self.session is not None and self.session.opened.bundle is not None:
            self._open(self.session.opened.bundle, "run")

    def _open(self, bundle: Path, page: str) -> None:
        try:
            self.studio.open_bundle(bundle)
        except BadInput as problem:
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
