"""The inspector's sections on what is typed, and on what people wrote about the step."""

from __future__ import annotations

from studio.engine.model.workflow import ActionKind, Step
from studio.ui.editing.editor import Editor
from studio.ui.editing.section import Link, Section, Shown
from studio.ui.editing.step_words import value_sentence
from studio.ui.words import tr


class ValueSection(Section):
    """What is typed or chosen: always the same, given by each run, or a secret."""

    def __init__(self, editor: Editor) -> None:
        super().__init__(tr("Value"))
        self._editor = editor

    def show_step(self, shown: Shown) -> None:
        """Another step."""
        step = shown.step
        typed = step.action in (ActionKind.TYPE, ActionKind.SELECT)
        self.setVisible(typed or bool(step.key))
        if not typed and not step.key:
            return
        self.begin(*(self._links(step) if typed else ()))
        icon = "lock" if step.secret else "parameter" if step.param else "key" if step.key else "type"
        self.say(value_sentence(step, shown.workflow), "", icon, "accent" if step.param else "text2")
        if step.field_label:
            self.say(tr("Goes into the field “{label}”", label=step.field_label), "note")

    def _links(self, step: Step) -> list[Link]:
        editor, key = self._editor, step.id
        links: list[Link] = []
        if step.secret:
            return links
        if step.param is None:
            links.append((tr("Parameter…"), lambda: editor.make_param(key)))
        else:
            links.append((tr("Keep as recorded"), lambda: editor.make_constant(key)))
        if step.action is ActionKind.TYPE:
            links.append((tr("Secret…"), lambda: editor.make_secret(key)))
        return links


class NoteSection(Section):
    """A person's note."""

    def __init__(self, editor: Editor) -> None:
        super().__init__(tr("Comment"))
        self._editor = editor

    def show_step(self, shown: Shown) -> None:
        """Another step."""
        step = shown.step
        rename: Link = (tr("Rename…"), lambda: self._editor.rename(step.id))
        self.begin(rename, (tr("Change…") if step.comment else tr("Add…"), lambda: self._editor.comment(step.id)))
        self.say(step.comment or tr("None"), "" if step.comment else "second")
