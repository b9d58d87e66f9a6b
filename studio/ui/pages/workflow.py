"""The Workflow page: the program graph, what is known of each step, and all edits."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QHideEvent, QResizeEvent
from PySide6.QtWidgets import QSplitter, QStackedWidget, QVBoxLayout, QWidget

from studio.engine.bundle import Bundle
from studio.engine.errors import BadInput, CannotWrite
from studio.engine.model.anchor import Anchor
from studio.engine.model.workflow import Stage, Step
from studio.engine.policy import Finding
from studio.graphview.layout import Strength
from studio.ui.document import Document
from studio.ui.editing.editor import Editor
from studio.ui.editing.frame_editor import FrameEditor
from studio.ui.editing.inspector import Inspector
from studio.ui.editing.judge import Judge
from studio.ui.editing.notes import notes_on
from studio.ui.editing.notice import Notice
from studio.ui.editing.pictures import DraftPictures
from studio.ui.editing.problems import Problems
from studio.ui.editing.tools import Tools
from studio.ui.editing.trust_chip import TrustChip
from studio.ui.editing.versions import CompareDialog, Version, VersionButton
from studio.ui.pages.workflow_commands import Commands, node_actions
from studio.ui.services.background import Background
from studio.ui.services.library import RunEntry, version_number
from studio.ui.services.robustness import RobustnessQueue, known_strengths
from studio.ui.studio import Studio
from studio.ui.theme import Tone, theme
from studio.ui.told import told
from studio.ui.widgets.basics import Button, Chip
from studio.ui.widgets.outcome import OUTCOMES
from studio.ui.widgets.page import EmptyState, Page
from studio.ui.widgets.top_column import TopColumn
from studio.ui.widgets.workflow_graph import WorkflowGraph
from studio.ui.words import inside, tr


class WorkflowPage(Page):
    """Shows the document. All that can be done is in `workflow_commands`; here the parts are held together."""

    def __init__(self, studio: Studio) -> None:
        super().__init__(studio, tr("Workflow"))
        self.editor: Editor | None = None
        self.frame_editor: FrameEditor | None = None
        self._document: Document | None = None
        self._not_found: dict[str, tuple[Anchor | None, str]] = {}
        self._kept_at = -1
        self._quietly = False
        self.graph, self.inspector, self.problems = WorkflowGraph(), Inspector(), Problems()
        self.notice = Notice()
        self.commands = Commands(self)
        self.actions_here = self.commands.actions
        self.tools = Tools(self.commands.general, self.commands.of_step, self.commands.fit, self.commands.of_whole)
        self._saving: Background[Bundle] = Background(self)
        self._runs: Background[tuple[RunEntry, ...]] = Background(self)
        self._robustness = RobustnessQueue(self)
        self._unsaved = Chip(tr("Not saved"), Tone.HEALED, "edit")
        self.version, self.trust = VersionButton(self.open_version, self.compare), TrustChip()
        self.judge = Judge(studio, self.problems.bar, self.trust)
        self._fill_head()
        self._stack = QStackedWidget()
        self._stack.addWidget(self._arranged())
        self._stack.addWidget(self._empty())
        self.set_body(self._stack)
        self._connect()
        studio.document_changed.connect(self._take_document)
        self._take_document()

    # What pages do

    def enter(self, **asked: Any) -> None:
        """Show the document; `step` is gone to."""
        self._quietly = False
        if self.studio.document is not self._document:
            self._take_document()
        elif self._document is not None and self._strengths != self._known_strengths():
            self._show_graph()
        self._read_last_run()
        if asked.get("step"):
            self.graph.select_step(str(asked["step"]))
            self._wanted = "" if self.current is not None and self.current.id == asked["step"] else str(asked["step"])
        if asked.get("policy"):
            self.judge.choose(str(asked["policy"]))
        if asked.get("said"):
            self.notice.say(str(asked["said"]), Tone.HEALED)
        if self._document is not None:
            self.graph.setFocus()

    def leave(self) -> bool:
        """Ask what becomes of unsaved edits, once for each state of them."""
        if self._saving.busy:
            self.notice.say(tr("A version is being saved: one moment."), Tone.RUNNING)
            return False
        document = self._document
        if document is None or not document.is_edited or self._quietly or self._kept_at == document.stack.index():
            return True
        sentence = tr("“{name}” has edits that are not saved.", name=document.workflow.name)
        choices = (tr("Save a new version"), tr("Keep them unsaved"), tr("Stay here"))
        answer = self.studio.ask(tr("Not saved"), sentence, choices, safe=2)
        if answer == 0:
            return self._save_now(document)
        if answer == 1:
            self._kept_at = document.stack.index()
            document.keep_safe()
        return answer == 1

    def hideEvent(self, event: QHideEvent) -> None:
        """No step is tried for a page that is not seen."""
        super().hideEvent(event)
        self._robustness.stop()

    def close_down(self) -> None:
        """Stop the graph's own workers."""
        self._robustness.stop()
        self.graph.close_workers()

    def go_quietly(self, page: str, **asked: Any) -> None:
        """Show a page that works on the same document: nothing is asked."""
        self._quietly = True
        self.studio.go(page, **asked)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Where it is narrow, the name of the workflow comes before the words on what a run does."""
        super().resizeEvent(event)
        self.head.explains.setVisible(self.width() >= theme.px(1080))

    # What is shown

    @property
    def document(self) -> Document | None:
        """What is open here."""
        return self._document

    @property
    def chosen(self) -> tuple[str, ...]:
        """The chosen steps, in the order of the workflow."""
        if self._document is None:
            return ()
        ids = {node.step_id for node in self.graph.selected_nodes}
        return tuple(step.id for step in self._document.workflow.steps if step.id in ids)

    @property
    def current(self) -> Step | None:
        """The step that the inspector shows."""
        node = self.graph.plan.model.by_id.get(self.graph.current or "") if self.graph.selection else None
        step_id = node.step_id if node else None
        steps = self._document.workflow.steps if self._document else ()
        return next((step for step in steps if step.id == step_id), None)

    @property
    def stages(self) -> tuple[Stage, ...]:
        """Stages as they are drawn."""
        return tuple(Stage(first=section.id, title=section.title) for section in self.graph.plan.model.sections)

    def _take_document(self) -> None:
        document = self.studio.document
        if document is self._document and document is not None:
            return
        self._document, self._kept_at, self._not_found = document, -1, {}
        self._stack.setCurrentIndex(0 if document else 1)
        self.tools.setVisible(document is not None)
        self.notice.hide()
        if document is None:
            self._show_nothing()
            return
        self.editor = Editor(document, self)
        self.frame_editor = FrameEditor(self.editor, self)
        self.editor.refused.connect(lambda said: self.notice.say(said, Tone.HALTED))
        self.editor.noted.connect(lambda said: self.notice.say(said, Tone.HEALED))
        self.editor.chosen.connect(self._go_when_shown)
        self.frame_editor.busy.connect(self._busy)
        self.inspector.use(self.editor, self.frame_editor)
        document.changed.connect(self._changed)
        document.stack.indexChanged.connect(self._counted)
        document.breakpoints_changed.connect(self._mark_breakpoints)
        document.saved.connect(self._saved)
        self.graph.open_subflows = frozenset()
        self.graph.select(())
        self._changed()
        self._show_version()
        self._offer_recovery(document)
        self._read_last_run()

    def _changed(self) -> None:
        """The document shows another draft."""
        document = self._document
        sender = self.sender()
        if document is None or (isinstance(sender, Document) and sender is not document):
            return
        workflow, pictures = document.workflow, DraftPictures.of(document)
        first, self._shown_of = self._shown_of is not document, document
        found = self.judge.findings(document, pictures.keys(), self._still_not_found(document))
        self._found = found
        self._show_graph()
        self.problems.show_findings(found, workflow)
        if first:
            self._give_room()
        self._show_unsaved()
        self._say_head()
        self._show_step()

    _found: tuple[Finding, ...] = ()
    _strengths: Mapping[str, Strength] = {}

    def _show_graph(self) -> None:
        """The graph with what is known of its steps: problems, comments, how many altered screens they stand."""
        document = self._document
        if document is not None:
            steps, pictures = document.workflow.steps, DraftPictures.of(document)
            self._strengths = known_strengths(steps, pictures)
            notes = notes_on(steps, self._found, self._strengths)
            self.graph.show_workflow(document.workflow, document.bundle, notes, document.pictures)

    _shown_of: Document | None = None

    def _give_room(self) -> None:
        """The problems take as much as they need, up to four rows; a person may change it."""
        height, wanted = max(self._down.height(), theme.px(400)), self.problems.wanted_height
        self._down.setSizes([height - wanted, wanted])

    def _show_step(self) -> None:
        step, document = self.current, self._document
        pictures = DraftPictures.of(document) if document else None
        self.inspector.show_step(step, pictures)
        if step is not None and pictures is not None and self.isVisible():
            self._robustness.want((step,), pictures)
        self.tools.show_step(self.commands.word_of_step())
        self.commands.reword(self.tools)

    def _say_head(self) -> None:
        assert self._document is not None
        workflow = self._document.workflow
        steps, params = len(workflow.steps), len({*workflow.param_specs, *workflow.params, *workflow.secret_params})
        said = [tr("1 step") if steps == 1 else tr("{n} steps", n=steps)]
        said += [tr("1 parameter") if params == 1 else tr("{n} parameters", n=params)] if params else []
        said += [self._last_run] if self._last_run else []
        ask = (
            tr("Asks for the values, then does the {n} steps.", n=steps)
            if params
            else tr("Does all {n} steps.", n=steps)
        )
        stops = tr("Stops before anything that it is not sure of.")
        self.head.say(workflow.name, " · ".join(said), f"{ask}\n{stops}")

    _last_run = ""

    def _read_last_run(self) -> None:
        document = self._document
        if document is not None:
            library, folder = self.studio.library, document.bundle.dir
            self._runs.start(lambda: library.runs_of(folder, limit=1), self._took_runs, lambda _: None)

    def _took_runs(self, found: tuple[RunEntry, ...]) -> None:
        word = tr(OUTCOMES.get(found[0].outcome, ("Unknown", Tone.UNKNOWN))[0]) if found else ""
        self._last_run = tr("last run: {outcome}", outcome=inside(word)) if found else tr("not run yet")
        if self._document is not None:
            self._say_head()

    def _show_version(self) -> None:
        assert self._document is not None
        self.version.show_version(self._document.bundle.dir)
        for part in (self.version, self._run):
            part.show()
        self._show_unsaved()

    def _counted(self) -> None:
        """The undo stack counts an edit only after the draft has changed."""
        self._show_unsaved()
        self.tools.refresh()

    def _show_unsaved(self) -> None:
        edited = self._document is not None and self._document.is_edited
        self._unsaved.setVisible(edited)
        self._save.setVisible(edited)

    def _show_nothing(self) -> None:
        self.head.say(tr("Workflow"), "", "")
        self._last_run = ""
        for part in (self.version, self.trust, self._unsaved, self._save, self._run):
            part.hide()

    def _known_strengths(self) -> dict[str, Strength]:
        assert self._document is not None
        return known_strengths(self._document.workflow.steps, DraftPictures.of(self._document))

    def _still_not_found(self, document: Document) -> Mapping[str, str]:
        """What was not found on its own picture, as long as its anchor is still the same."""
        anchors = {step.id: step.anchor for step in document.workflow.steps}
        return {key: why for key, (anchor, why) in self._not_found.items() if why and anchors.get(key) == anchor}

    def _judged(self, step_id: str, problem: str) -> None:
        step = self.current
        if step is None or step.id != step_id or self._document is None:
            return
        known = self._not_found.get(step_id, (None, ""))[1]
        self._not_found[step_id] = (step.anchor, problem)
        if known != problem:
            self._changed()

    # Saving

    def save(self) -> None:
        """Write a new version, off the GUI thread."""
        document = self._document
        if document is None or not document.is_edited or self._saving.busy:
            return
        self.setEnabled(False)
        self.studio.say(tr("Saving…"), Tone.RUNNING)
        self._saving.start(document.prepare_save(), lambda bundle: self._wrote(document, bundle), self._not_written)

    def _wrote(self, document: Document, bundle: Bundle) -> None:
        self.setEnabled(True)
        document.go_on_with(bundle)

    def _not_written(self, problem: Exception) -> None:
        self.setEnabled(True)
        self.studio.say("")
        known = isinstance(problem, BadInput | CannotWrite | OSError)
        said = told(str(problem))
        self.notice.say(said if known else tr("It could not be saved: {problem}", problem=said), Tone.FAILED)
        self.commands.forget_after_save()

    def _save_now(self, document: Document) -> bool:
        QGuiApplication.setOverrideCursor(Qt.CursorShape.WaitCursor)
        try:
            document.save()
        except (BadInput, OSError) as problem:
            self.notice.say(str(problem), Tone.FAILED)
            return False
        finally:
            QGuiApplication.restoreOverrideCursor()
        return True

    def _saved(self, path: Path) -> None:
        number = version_number(path)
        self.notice.hide()
        self._not_found = {}
        self._show_version()
        self.studio.say(tr("Saved as version {n}.", n=number), Tone.PASSED)
        self.commands.after_save()

    def open_version(self, folder: Path) -> None:
        """Open another version, unless unsaved edits keep this one."""
        if self._document is None or folder.resolve() == self._document.bundle.dir.resolve() or not self.leave():
            return
        try:
            self.studio.open_bundle(folder)
        except BadInput as problem:
            self.notice.say(str(problem), Tone.FAILED)

    def compare(self, other: Version) -> None:
        """Show what changed against another version."""
        if self._document is not None:
            number = version_number(self._document.bundle.dir)
            CompareDialog(other, self._document.workflow, number, self.version).exec()

    def _offer_recovery(self, document: Document) -> None:
        if not document.recoverable:
            return
        said = tr("Edits of this version were not saved when the window was last closed.")
        recover: tuple[str, Any] = (tr("Recover the edits"), lambda: self._recover(document))
        self.notice.say(said, Tone.HEALED, recover, (tr("Discard them"), lambda: self._discard(document)))

    def _recover(self, document: Document) -> None:
        self.notice.hide()
        if document.recover():
            self.studio.say(tr("The edits are back. They are not saved yet."), Tone.HEALED)

    def _discard(self, document: Document) -> None:
        document.discard_left()
        self.notice.hide()

    # How it is put together

    def _fill_head(self) -> None:
        self._save = Button(tr("Save"), "save", run=self.save, tip=tr("Save a new version (Ctrl+S)"))
        self._run = Button(tr("Run…"), "run", kind="primary", run=self.commands.run)
        self._run.setToolTip("F5")
        self.head.add_chip(self.version)
        self.head.add_chip(self.trust)
        self.head.add_chip(self._unsaved)
        self.head.add_action(self._save)
        self.head.add_action(self._run)
        self._unsaved.hide()
        self._save.hide()

    def _arranged(self) -> QWidget:
        holder, column = QWidget(), QVBoxLayout()
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.notice)
        self._down, across = QSplitter(Qt.Orientation.Vertical), QSplitter(Qt.Orientation.Horizontal)
        self._down.addWidget(self.graph)
        self._down.addWidget(self.problems)
        self._down.setStretchFactor(0, 1)
        self._down.setCollapsible(0, False)
        across.addWidget(self._down)
        across.addWidget(self.inspector)
        across.setStretchFactor(0, 1)
        across.setCollapsible(0, False)
        across.setSizes([theme.px(890), theme.px(470)])
        self._down.setSizes([theme.px(600), self.problems.wanted_height + theme.px(70)])
        self.graph.setMinimumSize(theme.px(260), theme.px(160))
        column.addWidget(across, 1)
        holder.setLayout(column)
        self.add_tools(self.tools)
        return holder

    def _empty(self) -> QWidget:
        holder, column = QWidget(), TopColumn()
        column.setContentsMargins(20, 20, 20, 20)
        column.addWidget(
            EmptyState(
                "workflow",
                tr("No workflow is open"),
                tr("Open one from Home, or record the work once: Waymark makes a workflow of it."),
                Button(tr("Go to Home"), "home", run=lambda: self.studio.go("home")),
                Button(tr("Record a workflow"), "record", run=lambda: self.studio.go("record")),
            )
        )
        holder.setLayout(column)
        return holder

    def _connect(self) -> None:
        self.graph.selectionChanged.connect(lambda _: self._show_step())
        self.graph.opened.connect(lambda _: self.commands.ladder())
        self.graph.zoomChanged.connect(self.tools.show_zoom)
        self.graph.shown.connect(self._graph_shown)
        self.graph.set_actions(node_actions(self.commands))
        self.graph.asked.connect(lambda key, _: self.commands.by_id[key].perform())
        self.tools.zoomed.connect(self.graph.set_zoom)
        self.tools.arranged.connect(self._arrange_graph)
        self.tools.field.textChanged.connect(self.commands.search)
        self.tools.field.returnPressed.connect(self.commands.search_on)
        self.inspector.walked.connect(self.commands.walk)
        self.inspector.ladder_asked.connect(self.commands.ladder)
        self.inspector.not_found.connect(self._judged)
        self.problems.step_chosen.connect(self.graph.select_step)
        self.problems.mend_asked.connect(self.commands.mend)
        self.judge.changed.connect(self._changed)
        self.judge.said.connect(self.notice.say)
        self._robustness.found.connect(lambda _: self._show_graph())

    def _arrange_graph(self, one_line: bool) -> None:
        self.graph.one_line = one_line
        self.graph.lay_out()

    def _graph_shown(self) -> None:
        self._mark_breakpoints()
        if self._wanted:
            self.graph.select_step(self._wanted)
            self._wanted = ""
        elif not self.graph.selection and self.graph.plan.walk and self.current is None:
            self.graph.select(self.graph.plan.walk[:1])
        self._show_step()

    _wanted = ""

    def _go_when_shown(self, step_id: str) -> None:
        """The step may come into the graph with the next plan only."""
        self._wanted = step_id

    def _mark_breakpoints(self) -> None:
        if self._document is not None:
            self.graph.set_breakpoints(self._document.breakpoints)

    def _busy(self, said: str) -> None:
        if said:
            self.notice.say(said, Tone.RUNNING)
        else:
            self.notice.hide()
