"""A library with one workflow and a run that proposes heals, made by the real engine on the drawn form."""

from __future__ import annotations

from pathlib import Path

from helpers.drawn_form import Control, DrawnForm
from helpers.notes_run import Notes

from studio.engine.bundle import save_bundle
from studio.engine.model.geometry import Region
from studio.engine.model.results import Outcome, RunReport
from studio.engine.review import remember_source
from studio.engine.runtime import Replayer


def recorded_form() -> DrawnForm:
    """The form as it is recorded: two more buttons than the usual one."""
    return DrawnForm(more=[_button("Check", 240), _button("Print", 300)])


def changed_form() -> DrawnForm:
    """The same program a version later: all has moved 40 px down, “Check” is called otherwise and stays."""
    form = DrawnForm(more=[_button("Check", 240), _button("Print", 340)])
    for control in (form.note, form.save, form.cancel):
        control.place = control.place.moved(0, 40)
    form.more[0].said = "Verify"
    form.more[0].place = form.more[0].place.moved(0, 40)
    return form


def _button(said: str, y: int) -> Control:
    return Control(said, Region(60, y, 110, 32), identifier=said.lower())


def make_library(root: Path) -> Path:
    """`root` as a library: workflows/notes/v1 and a run of it, whose folder is given back."""
    run = root / "runs" / "notes" / "20260720-161218"
    recorded = recorded_form()
    notes = Notes(root / "made", form=recorded)
    steps = (
        *notes.steps[:2],
        notes.click("step_003", recorded.more[0]),
        notes.click("step_004", recorded.more[1]),
        notes.steps[2],
    )
    notes.assets |= {f"frames/{s.id}_before.png": recorded.frame() for s in steps}
    seen = (s.model_copy(update={"before_frame": f"frames/{s.id}_before.png"}) for s in steps)
    bundle = save_bundle(notes.workflow(*seen), notes.assets, root / "workflows" / "notes" / "v1")
    play(bundle, run)
    return run


def play(bundle: Path, run: Path) -> RunReport:
    """A run of the bundle on the changed program."""
    remember_source(run, bundle)
    report = Replayer(changed_form(), emit=lambda _: None).run(bundle_dir=bundle, run_dir=run)
    assert report.outcome is Outcome.PASSED, report.halt
    return report
