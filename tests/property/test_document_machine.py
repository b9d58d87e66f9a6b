"""A person edits at random, undoes, redoes, saves, crashes and comes back: the document never lies and never breaks."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

import pytest
from helpers.noted_bundle import noted_bundle
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from studio.engine import editing
from studio.engine.bundle import load_bundle
from studio.engine.bundle.validate import validate_workflow
from studio.engine.editing import CannotEdit
from studio.engine.model.workflow import Risk, Workflow
from studio.ui.document import Document

pytestmark = pytest.mark.usefixtures("qapp")
_MADE: list[Path] = []


@pytest.fixture(scope="module", autouse=True)
def bundle(tmp_path_factory: pytest.TempPathFactory) -> None:
    """One bundle that each example begins with."""
    _MADE[:] = [noted_bundle(tmp_path_factory.mktemp("machine"))]


class DocumentMachine(RuleBasedStateMachine):
    """Beside the document a plain list of workflows and a place in it: what undo and redo must show."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp(dir=_MADE[0].parent))
        self.documents: list[Document] = []
        self.refused: list[str] = []
        shutil.copytree(_MADE[0], self.folder / "v1")
        self.document = self._opened(self.folder / "v1")
        self.past: list[Workflow] = [self.document.workflow]
        self.at = 0

    def _opened(self, where: Path) -> Document:
        self.documents.append(Document(load_bundle(where), self.folder / "recovery" / f"{where.name}.json"))
        return self.documents[-1]

    @initialize()
    def begin(self) -> None:
        assert not self.document.recoverable

    def _edit(self, change: object) -> None:
        try:
            made = self.document.edit("edit", change)  # type: ignore[arg-type]
        except CannotEdit as why:
            self.refused.append(str(why))
            return
        if made:
            self.past = [*self.past[: self.at + 1], self.document.workflow]
            self.at += 1

    def _id(self, pick: int) -> str:
        steps = self.document.workflow.steps
        return steps[pick % len(steps)].id

    @rule(pick=st.integers(0, 9), name=st.text(max_size=12))
    def rename(self, pick: int, name: str) -> None:
        self._edit(lambda w: editing.rename(w, self._id(pick), name))

    @rule(pick=st.integers(0, 9), by=st.sampled_from([-1, 1]))
    def move(self, pick: int, by: int) -> None:
        self._edit(lambda w: editing.move(w, self._id(pick), by))

    @rule(picks=st.sets(st.integers(0, 9), min_size=1, max_size=3))
    def delete(self, picks: set[int]) -> None:
        self._edit(lambda w: editing.delete(w, {self._id(p) for p in picks}))

    @rule(picks=st.sets(st.integers(0, 9), min_size=1, max_size=3), on=st.booleans())
    def disable(self, picks: set[int], on: bool) -> None:
        change = editing.enable if on else editing.disable
        self._edit(lambda w: change(w, sorted({self._id(p) for p in picks})))

    @rule(pick=st.integers(0, 9), text=st.sampled_from(["Saved", "hello", "", "Note saved"]), present=st.booleans())
    def expect(self, pick: int, text: str, present: bool) -> None:
        self._edit(lambda w: editing.expect_text(w, self._id(pick), text, None, present=present))

    @rule(pick=st.integers(0, 9))
    def wait(self, pick: int) -> None:
        self._edit(lambda w: editing.insert_wait(w, self._id(pick), "Ready", None)[0])

    @rule(pick=st.integers(0, 9), irreversible=st.booleans())
    def risk(self, pick: int, irreversible: bool) -> None:
        chosen = Risk.IRREVERSIBLE if irreversible else Risk.REVERSIBLE
        self._edit(lambda w: editing.set_risk(w, self._id(pick), chosen, "so it is"))

    @rule(pick=st.integers(0, 9), secret=st.booleans())
    def value(self, pick: int, secret: bool) -> None:
        if secret:
            self._edit(lambda w: editing.make_secret(w, self._id(pick), editing.free_name(w, "pin")))
        else:
            self._edit(lambda w: editing.make_constant(w, self._id(pick)))

    @rule()
    def undo(self) -> None:
        self.document.stack.undo()
        self.at = max(self.at - 1, 0)

    @rule()
    def redo(self) -> None:
        self.document.stack.redo()
        self.at = min(self.at + 1, len(self.past) - 1)

    @rule()
    @precondition(lambda self: self.document.is_edited)
    def save(self) -> None:
        before = self.document.bundle
        path = self.document.save()
        assert load_bundle(path).workflow.parent_digest == before.digest
        assert load_bundle(before.dir).digest == before.digest
        assert load_bundle(path).workflow == self.document.workflow
        self.document.keep_recovery_in(self.folder / "recovery" / f"{path.name}.json")
        self.past, self.at = [self.document.workflow], 0

    @rule()
    def crash(self) -> None:
        """All that was kept comes back, as one undo step; where nothing was unsaved, nothing is offered."""
        kept, edited = self.document.workflow, self.document.is_edited
        self.document.keep_safe()
        self.document = self._opened(self.document.bundle.dir)
        changed = kept != self.document.workflow
        assert self.document.recoverable == (edited and changed)
        self.past, self.at = [self.document.workflow], 0
        if self.document.recover():
            assert self.document.workflow == kept
            self.past, self.at = [*self.past, kept], 1

    @invariant()
    def each_refusal_is_a_sentence(self) -> None:
        assert [s for s in self.refused if not (s[:1].isupper() or s[:1] in "“⟨") or not s.endswith(".")] == []

    @invariant()
    def it_shows_what_was_done(self) -> None:
        assert self.document.workflow == self.past[self.at]

    @invariant()
    def it_can_always_be_saved_and_run(self) -> None:
        workflow = self.document.workflow
        problems = validate_workflow(workflow, {*self.document.bundle.hashes, *self.document.pictures})
        assert [p.sentence for p in problems if not p.warning] == []
        assert any(not step.disabled for step in workflow.steps)

    def teardown(self) -> None:
        for document in self.documents:
            document.forget_recovery()
        shutil.rmtree(self.folder)


TestDocument = DocumentMachine.TestCase
TestDocument.settings = settings(
    max_examples=15, stateful_step_count=25, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
