"""A workflow on the drawn form, compiled by the real passes and saved as a real bundle, and its runs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from helpers.drawn_form import Control, DrawnForm
from helpers.steps import step, workflow

from studio.engine.bundle import save_bundle
from studio.engine.compiler.targets import draft_anchor
from studio.engine.model.events import Event, runner_event
from studio.engine.model.halts import Choice
from studio.engine.model.results import RunReport
from studio.engine.model.workflow import ActionKind, CheckKind, Postcondition, Risk, Step, Workflow
from studio.engine.runtime import Replayer, RunControl
from studio.engine.vision.frame import Frame

ADDED = Postcondition(kind=CheckKind.ROWS_ADDED, text="Notes", timeout_s=0)


class Notes:
    """The bundle of one recorded note, in `folder`."""

    def __init__(self, folder: Path, *, form: DrawnForm | None = None) -> None:
        self.folder = folder
        self.assets: dict[str, Frame | bytes] = {}
        self.events: list[Event] = []
        self.control = RunControl()
        self._recorded = form or DrawnForm()

    def click(self, step_id: str, target: Control, **more: Any) -> Step:
        """A click step, as the compiler makes it from the recorded form."""
        form = self._recorded
        snapshot, frame = form.snapshot(), form.frame()
        at = target.place.moved(0, -form.offset).center
        draft = draft_anchor(frame, at, step_id=step_id, snapshot=snapshot)
        for role, path in (("template", draft.anchor.template), ("identifier", draft.anchor.identifier_crop)):
            if path and role in draft.crops:
                self.assets[path] = draft.crops[role]
        return step(step_id, intent=f"click “{target.said}”", anchor=draft.anchor, **more)

    @property
    def steps(self) -> tuple[Step, ...]:
        """Click the field, type, save."""
        form = self._recorded
        return (
            self.click("step_000", form.note),
            step("step_001", ActionKind.TYPE, param="note", field_label="Note"),
            self.click("step_002", form.save, risk=Risk.IRREVERSIBLE, expect=(ADDED,)),
        )

    def bundle(self, *steps: Step, **more: Any) -> Path:
        """The saved bundle."""
        flow = self.workflow(*steps, **more)
        target = self.folder / "bundle"
        return target if target.exists() else save_bundle(flow, self.assets, target)

    def workflow(self, *steps: Step, **more: Any) -> Workflow:
        """The workflow of `steps`, by default all three."""
        return workflow(*(steps or self.steps), params={"note": "hello"}, structure=True, **more)

    def run(self, form: Any, *steps: Step, **more: Any) -> RunReport:
        """Replay on `form`. `more` goes to the replayer (structure, confirmed) or to its run (params, worklists)."""
        settings = {k: more.pop(k) for k in ("structure", "confirmed", "allow_unreviewed", "uncertain") if k in more}
        bundle = more.pop("bundle_dir", None) or self.bundle(*steps)
        replayer = Replayer(form, emit=self.emitted, control=self.control, **settings)
        return replayer.run(bundle_dir=bundle, run_dir=self.folder / "run", **more)

    def emitted(self, event: Event) -> None:
        """Keep the event; a test may watch by overriding."""
        self.events.append(event)

    def answering(self, *choices: Choice) -> None:
        """Answer the halts to come with `choices`, one after the other, then close the input."""
        self.control = RunControl(answers_possible=True)
        left = list(choices)
        keep = self.emitted

        def watch(event: Event) -> None:
            keep(event)
            if event.type == "halted":  # type: ignore[attr-defined]
                if left:
                    self.control.answer(event.halt.id, left.pop(0))  # type: ignore[attr-defined]
                else:
                    self.control.close_input()

        self.emitted = watch  # type: ignore[method-assign]

    @property
    def kinds(self) -> list[str]:
        """The types of all events, in order."""
        return [str(getattr(e, "type", "")) for e in self.events]

    def logged(self) -> list[Event]:
        """The events on disk, each valid by its own type."""
        lines = (self.folder / "run" / "events.jsonl").read_text(encoding="utf-8").splitlines()
        return [runner_event.validate_python(json.loads(line)) for line in lines]

    def on_disk(self) -> RunReport:
        """The report as it stands on disk now."""
        return RunReport.model_validate_json((self.folder / "run" / "report.json").read_bytes())
