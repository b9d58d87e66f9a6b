"""All that can be done on the Workflow page, as actions: shortcuts, palette, tool bar and menu come from them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from studio.engine.editing import is_linear, place_of
from studio.engine.model.workflow import ActionKind, Step
from studio.engine.policy import Finding, Mend
from studio.graphview.actions import NodeAction
from studio.graphview.layout.graph import Node
from studio.ui.editing.editor import Editor
from studio.ui.editing.frame_editor import FrameEditor
from studio.ui.editing.tools import Tools
from studio.ui.record.again import Again
from studio.ui.services.library import version_number
from studio.ui.shell.actions import Action
from studio.ui.shell.scrubbing import copy_without_identities
from studio.ui.theme import Tone
from studio.ui.words import tr

if TYPE_CHECKING:
    from studio.ui.pages.workflow import WorkflowPage


class Commands:
    """The actions of one page. `general` and `of_step` are those of the tool bar, `of_whole` those of its menu,
    `actions` all of them."""

    def __init__(self, page: WorkflowPage) -> None:
        self._page = page
        self._after_save: Callable[[], object] | None = None
        self._found: tuple[str, ...] = ()
        self.fit = Action("workflow.fit", tr("Show the whole graph"), page.graph.fit, ("F",), self._open, "fit")
        self.general = self._general()
        self.of_step = self._of_step()
        self.more = self._more()
        self.of_whole = self._of_whole()
        self.actions = [*self.general, *self._whole(), *self.of_whole, self.fit, *self.of_step, *self.more]
        self.by_id = {action.id: action for action in self.actions}

    # Whether

    def _open(self) -> bool:
        return self._page.document is not None

    def _edited(self) -> bool:
        return self._page.document is not None and self._page.document.is_edited

    def _step(self) -> bool:
        return self._page.current is not None

    def _target(self) -> bool:
        step = self._page.current
        return step is not None and step.anchor is not None

    def _typed(self) -> bool:
        step = self._page.current
        kinds = (ActionKind.TYPE, ActionKind.SELECT)
        return step is not None and step.action in kinds and step.param is None and not step.secret

    def _some(self) -> bool:
        return bool(self._page.chosen)

    def _record(self) -> bool:
        return self._step() and has_page("record")

    def _record_on(self) -> bool:
        document = self._page.document
        return self._record() and document is not None and is_linear(document.workflow)

    def _to(self, page: str, when: Callable[[], bool]) -> Callable[[], bool]:
        return lambda: when() and has_page(page)

    # What

    def _general(self) -> list[Action]:
        stack = self._stack
        return [
            Action("workflow.undo", tr("Undo"), lambda: stack("undo"), ("Ctrl+Z",), self._can_undo, "undo"),
            Action(
                "workflow.redo", tr("Redo"), lambda: stack("redo"), ("Ctrl+Y", "Ctrl+Shift+Z"), self._can_redo, "redo"
            ),
        ]

    def _whole(self) -> list[Action]:
        page = self._page
        return [
            Action("workflow.save", tr("Save a new version"), page.save, ("Ctrl+S",), self._edited, "save"),
            Action("workflow.run", tr("Run…"), self.run, ("F5",), self._to("run", self._open), "run"),
            Action("workflow.find", tr("Find a step"), self._find, ("Ctrl+F", "/"), self._open, "search"),
            Action("workflow.line", tr("Stages or one line"), self._turn, ("T",), self._open, "workflow"),
        ]

    def _of_whole(self) -> list[Action]:
        params, show = self._to("parameters", self._open), partial(self._page.go_quietly, "parameters")
        return [
            Action("workflow.parameters", tr("Parameters"), show, ("P",), params, "parameter"),
            Action("workflow.scrub", tr("Copy without identities…"), self._scrub, (), self._open, "lock"),
        ]

    def _of_step(self) -> list[Action]:
        runs, ladder = self._to("run", self._step), self._to("ladder", self._step)
        return [
            Action("step.run_from", tr("Run from here"), self._run_from, ("Ctrl+F5",), runs, "run"),
            Action("step.breakpoint", tr("Breakpoint"), self._breakpoint, ("B",), self._step, "dot"),
            Action("step.disable", tr("Disable"), self._disable, ("D",), self._some, "gone"),
            Action("step.comment", tr("Comment"), self._edit("comment"), ("C",), self._step, "comment"),
            Action("step.ladder", tr("Ladder"), self.ladder, ("L",), ladder, "structure"),
        ]

    def _more(self) -> list[Action]:
        step, target, frames = self._step, self._target, self._frame
        return [
            Action("step.run_to", tr("Run to here"), self._run_to, ("Ctrl+Shift+F5",), self._to("run", step), "step"),
            Action("step.rename", tr("Rename…"), self._edit("rename"), ("F2",), step, "edit"),
            Action("step.delete", tr("Delete"), self._delete, ("Del",), self._some, "trash"),
            Action("step.up", tr("Move up"), partial(self._move, -1), ("Alt+Up",), step, "chevron_up"),
            Action("step.down", tr("Move down"), partial(self._move, 1), ("Alt+Down",), step, "chevron_down"),
            Action("step.next", tr("Next step"), partial(self.walk, 1), ("J",), self._open, "chevron_down"),
            Action("step.before", tr("Step before"), partial(self.walk, -1), ("K",), self._open, "chevron_up"),
            Action("step.target", tr("Re-crop the target…"), frames("set_target"), ("R",), step, "crop"),
            Action("step.label", tr("Choose the label…"), frames("set_label"), (), target, "label"),
            Action("step.landmark", tr("Add a landmark…"), frames("add_landmark"), ("M",), target, "landmarks"),
            Action("step.proof", tr("Prove the record…"), frames("prove_row"), ("I",), target, "identity"),
            Action("step.again", tr("Record this step again…"), self._again(), ("Ctrl+R",), self._record, "record"),
            Action(
                "step.again_from",
                tr("Record again from here…"),
                self._again(and_after=True),
                ("Ctrl+Shift+R",),
                self._record_on,
                "record",
            ),
            Action("step.shows", tr("Must show…"), self._expect(present=True), ("E",), step, "check"),
            Action("step.gone", tr("Must be gone…"), self._expect(present=False), (), step, "none"),
            Action("step.wait", tr("Wait before…"), frames("insert_wait"), ("W",), step, "clock"),
            Action("step.risk", tr("Risk…"), self._edit("set_risk"), (), step, "shield"),
            Action("step.param", tr("Make it a parameter…"), self._edit("make_param"), (), self._typed, "parameter"),
            Action("step.secret", tr("Make it a secret…"), self._edit("make_secret"), (), self._typed, "lock"),
            Action("step.redact", tr("Paint over…"), frames("redact"), (), step, "redact"),
            Action("stage.split", tr("Begin a stage here…"), self._split, (), self._can_split, "split"),
            Action("stage.join", tr("Join with the stage before"), self._join, (), self._can_join, "merge"),
            Action("stage.rename", tr("Rename its stage…"), self._rename_stage, (), self._staged, "edit"),
        ]

    # Running

    def run(self, **asked: str) -> None:
        """Show the Run page; where there are unsaved edits, ask first which version is meant."""
        page, document = self._page, self._page.document
        if document is None or not has_page("run"):
            return
        if not document.is_edited:
            page.go_quietly("run", **asked)
            return
        number = version_number(document.bundle.dir)
        choices = (tr("Save and run"), tr("Run version {n} without them", n=number), tr("Stay here"))
        sentence = tr("A run does what is saved, and some edits are not.")
        answer = page.studio.ask(tr("Not saved"), sentence, choices, safe=2)
        if answer == 0:
            self._after_save = lambda: page.go_quietly("run", **asked)
            page.save()
        elif answer == 1:
            document.keep_safe()
            page.go_quietly("run", **asked)

    def after_save(self) -> None:
        """Do what was to be done once the version was saved."""
        todo, self._after_save = self._after_save, None
        if todo is not None:
            todo()

    def forget_after_save(self) -> None:
        """It was not saved."""
        self._after_save = None

    def _scrub(self) -> None:
        """Offer a copy that names nobody; of what is saved."""
        page, document = self._page, self._page.document
        assert document is not None
        if document.is_edited:
            page.notice.say(tr("Save the edits first: the copy is made of what is saved."), Tone.HALTED)
        else:
            copy_without_identities(page.studio, document.bundle.dir)

    def _run_from(self) -> None:
        self.run(from_step=self._now.id)

    def _run_to(self) -> None:
        self.run(to_step=self._now.id)

    def _again(self, *, and_after: bool = False) -> Callable[[], object]:
        def run() -> None:
            document = self._page.document
            assert document is not None
            self._page.go_quietly("record", again=Again(document, self._now.id, and_after))

        return run

    def _breakpoint(self) -> None:
        document = self._page.document
        assert document is not None
        document.toggle_breakpoint(self._now.id)

    # Looking

    def ladder(self) -> None:
        """Show the ladder of the chosen step."""
        if self._step() and has_page("ladder"):
            self._page.go_quietly("ladder", step=self._now.id)

    def walk(self, by: int) -> None:
        """To the step before or after."""
        graph = self._page.graph
        nodes = [key for key in graph.plan.walk if graph.plan.model.by_id[key].step_id]
        if not nodes:
            return
        here = nodes.index(graph.current) if graph.current in nodes else -1 if by > 0 else 1
        graph.go_to(nodes[min(max(here + by, 0), len(nodes) - 1)])

    def search(self, said: str) -> None:
        """Fade what is not meant, and go to the first that is."""
        self._found = self._page.graph.search(said)
        count = len(self._found)
        self._page.tools.found.setText(tr("{n} found", n=count) if said.strip() else "")
        if self._found and self._page.graph.current not in self._found:
            self._page.graph.go_to(self._found[0])

    def search_on(self) -> None:
        """To the next that is meant, and round again after the last."""
        found, graph = self._found, self._page.graph
        if found:
            here = found.index(graph.current) if graph.current in found else -1
            graph.go_to(found[(here + 1) % len(found)])

    def _find(self) -> None:
        self._page.tools.field.setFocus()
        self._page.tools.field.selectAll()

    def _turn(self) -> None:
        self._page.tools.show_line(one_line=not self._page.graph.one_line)

    def word_of_step(self) -> str:
        """Which step the commands are for."""
        document, step, chosen = self._page.document, self._page.current, self._page.chosen
        if document is None or step is None:
            return ""
        if len(chosen) > 1:
            return tr("{n} steps", n=len(chosen))
        return tr("Step {n}", n=place_of(document.workflow, step.id) + 1)

    def reword(self, tools: Tools) -> None:
        """Say what a press would do now: disable or enable, set or clear."""
        page, document = self._page, self._page.document
        off = bool(page.chosen) and document is not None and all(document.step(s).disabled for s in page.chosen)
        stops = document is not None and page.current is not None and page.current.id in document.breakpoints
        words = {
            "step.disable": tr("Enable") if off else tr("Disable"),
            "step.breakpoint": tr("Clear breakpoint") if stops else tr("Breakpoint"),
        }
        for each in tools.of_step:
            if each.action_of.id in words:
                each.say(words[each.action_of.id])
        tools.refresh()

    # Editing

    @property
    def _now(self) -> Step:
        step = self._page.current
        assert step is not None
        return step

    @property
    def _editor(self) -> Editor:
        assert self._page.editor is not None
        return self._page.editor

    def _edit(self, what: str) -> Callable[[], object]:
        return lambda: getattr(self._editor, what)(self._now.id)

    def _frame(self, what: str) -> Callable[[], object]:
        def run() -> None:
            editor: FrameEditor | None = self._page.frame_editor
            getattr(editor, what)(self._now.id)

        return run

    def _expect(self, *, present: bool) -> Callable[[], object]:
        def run() -> None:
            assert self._page.frame_editor is not None
            self._page.frame_editor.expect(self._now.id, present=present)

        return run

    def _stack(self, way: str) -> None:
        document = self._page.document
        if document is not None:
            getattr(document.stack, way)()

    def _can_undo(self) -> bool:
        return self._page.document is not None and self._page.document.stack.canUndo()

    def _can_redo(self) -> bool:
        return self._page.document is not None and self._page.document.stack.canRedo()

    def _disable(self) -> None:
        self._editor.toggle_disabled(self._page.chosen)

    def _delete(self) -> None:
        self._editor.delete(self._page.chosen)

    def _move(self, by: int) -> None:
        self._editor.move(self._now.id, by)

    def mend(self, finding: Finding) -> None:
        """Do what a finding offers."""
        page, frames, step = self._page, self._page.frame_editor, finding.step_id or ""
        if page.editor is None or frames is None or finding.mend is None:
            return
        if step:
            page.graph.select_step(step)
        editor = page.editor
        mends: dict[Mend, Callable[[], object]] = {
            Mend.ADD_CHECK: lambda: frames.expect(step, present=True),
            Mend.ADD_LANDMARK: lambda: frames.add_landmark(step),
            Mend.SET_TARGET: lambda: frames.set_target(step),
            Mend.PROVE_ROW: lambda: frames.prove_row(step),
            Mend.DROP_PARAM: lambda: editor.drop_param(finding.subject),
            Mend.NAME_SECRET: lambda: editor.name_secret(step),
            Mend.REVIEW: lambda: page.go_quietly("heals"),
            Mend.SET_RISK: lambda: editor.set_risk(step),
            Mend.SEAL: lambda: page.go_quietly("run"),
            Mend.SIGN: page.judge.sign,
        }
        mends[finding.mend]()

    # Stages

    def _section(self) -> str:
        """The stage that the current node belongs to."""
        node = self._page.graph.current
        sections = self._page.graph.plan.model.sections
        return next((section.id for section in sections if node in section.nodes), "")

    def _staged(self) -> bool:
        return self._step() and bool(self._section())

    def _can_join(self) -> bool:
        stages = self._page.stages
        return self._staged() and bool(stages) and stages[0].first != self._section()

    def _can_split(self) -> bool:
        node = self._page.graph.plan.model.by_id.get(self._page.graph.current or "")
        starts = {stage.first for stage in self._page.stages}
        return self._step() and node is not None and node.parent is None and node.id not in starts

    def _split(self) -> None:
        self._editor.split_stage(self._page.stages, self._page.graph.current or "")

    def _join(self) -> None:
        self._editor.merge_stage(self._page.stages, self._section())

    def _rename_stage(self) -> None:
        self._editor.rename_stage(self._page.stages, self._section())


def node_actions(commands: Commands) -> list[NodeAction]:
    """The same for the graph's menu; what cannot be done with the chosen step is greyed."""
    chosen = [a for a in (*commands.of_step, *commands.more) if a.id not in ("step.next", "step.before")]

    def fits(action: Action) -> Callable[[Sequence[Node]], bool]:
        return lambda _: action.enabled()

    return [NodeAction(a.id, a.word, a.keys[0] if a.keys else "", fits(a)) for a in chosen]


def has_page(key: str) -> bool:
    """Whether the window has that page."""
    from studio.ui.pages import PAGES

    return any(entry.key == key for entry in PAGES)
