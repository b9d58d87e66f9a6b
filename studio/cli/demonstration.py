"""The whole loop on the practice clinic: record once, compile, replay, replay otherwise, drift, heal, replay healed."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from studio.cli.exit_codes import DONE, HALTED
from studio.cli.output import say, short
from studio.cli.replaying import Request, perform
from studio.cli.run_output import View, step_heads, step_line
from studio.cli.run_surface import SurfaceChoice
from studio.demo.mockmed import serve
from studio.engine.bundle import load_bundle
from studio.engine.compiler import compile_recording
from studio.engine.errors import AlreadyThere
from studio.engine.model.events import Event
from studio.engine.model.heals import Decision, Heal
from studio.engine.model.results import RunReport
from studio.engine.report.words import ICONS, OUTCOMES, count, duration
from studio.engine.review import decisions as heal_decisions
from studio.engine.rights import make_private
from studio.recorder.triage import record_triage_demo

NOTE = "Referral reviewed; patient feels well, call back in two weeks."
OTHER_NOTE = "Blood pressure slightly raised today; second visit booked."
DRIFT = "theme,move,rename"
_CASES = {
    "baseline": "as recorded",
    "other-note": "with another note",
    "drift": f"the program has changed ({DRIFT})",
    "healed": "the new version, in the changed program",
}
"""What each replay is about."""


class Quiet:
    """Shows nothing while a replay goes: its table comes afterwards."""

    def event(self, event: Event) -> None:
        """Keep still."""

    def finished(self, report: RunReport, run_dir: Path) -> None:
        """Keep still."""


@dataclass(frozen=True)
class Stage:
    """Where the demonstration takes place."""

    url: str
    out: Path
    headless: bool
    view: View

    def replay(self, case: str, bundle: str, drift: str = "", note: str | None = None) -> RunReport:
        """One replay of `bundle` as `runs/<case>`, told with its table."""
        request = Request(
            workflow=load_bundle(self.out / bundle).workflow,
            bundle_dir=self.out / bundle,
            surface=SurfaceChoice("web", f"{self.url}?drift={drift}" if drift else self.url, headless=self.headless),
            params={"note": note} if note else {},
            secrets={},
            confirmed=frozenset(),
            run_dir=self.out / "runs" / case,
            save_healed_to=None,
            structure=True,
        )
        say(f"\nReplay “{case}”: {_CASES[case]} …")
        report = perform(request, self.view, commands_on_stdin=False)
        _tell(report)
        return report


def demonstrate(out: Path | None, *, headless: bool) -> int:
    """Walk the loop; 0 where every replay passed. Raises AlreadyThere where `out` holds something."""
    folder = _folder(out)
    hidden = headless or not _has_display()
    with serve() as clinic:
        say(f"The practice clinic runs at {clinic.url}" + (" (no window: headless)." if hidden else "."))
        stage = Stage(clinic.url, folder, hidden, Quiet())
        _record_and_compile(stage)
        reports = [stage.replay("baseline", "bundle"), stage.replay("other-note", "bundle", note=OTHER_NOTE)]
        drifted = stage.replay("drift", "bundle", DRIFT)
        _review(stage, drifted)
        reports += [drifted, stage.replay("healed", "bundle-v2", DRIFT)]
    say(f"\nReport with pictures: {folder / 'runs' / 'drift' / 'report.html'}")
    say(f"Everything of this demonstration: {folder}")
    if hidden:
        say(f"On a desktop the window shows it: studio {folder / 'runs' / 'drift'}")
    else:
        say("The window opens on the changed run: look at its heals, or close it.")
        _show_in_window(folder / "runs" / "drift")
    return DONE if all(r.succeeded for r in reports) else HALTED


def _show_in_window(run_dir: Path) -> None:
    """Open the window beside this process, which ends: neither waits for the other."""
    nowhere = subprocess.DEVNULL
    subprocess.Popen(
        [sys.executable, "-m", "studio", str(run_dir)],
        stdin=nowhere,
        stdout=nowhere,
        stderr=nowhere,
        start_new_session=True,
    )


def _folder(out: Path | None) -> Path:
    folder = out or Path("runs") / f"demo-{datetime.now(UTC):%Y%m%dT%H%M%SZ}"
    if folder.exists() and any(folder.iterdir()):
        raise AlreadyThere(f"{folder} is not empty: give --out a new folder, nothing is ever overwritten.")
    make_private(folder)
    return folder


def _has_display() -> bool:
    return sys.platform in ("win32", "darwin") or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _record_and_compile(stage: Stage) -> None:
    say("\n1. Recording one referral by real mouse and keyboard …")
    recording = record_triage_demo(stage.url, stage.out / "recording", note_text=NOTE, headless=stage.headless)
    workflow = compile_recording(recording, stage.out / "bundle", name="Triage a referral")
    say(f"2. Compiled into {len(workflow.steps)} steps: {stage.out / 'bundle' / 'workflow.py'} reads them out.")


def _tell(report: RunReport) -> None:
    state, title, _ = OUTCOMES[report.outcome]
    say("  " + step_heads())
    for number, step in enumerate(report.steps, 1):
        say("  " + step_line(step, number))
    if report.halt:
        say(f"  {ICONS['halted']} {report.halt.sentence}")
    cost = f"{duration(report.total_ms)}, {count(len(report.heals), 'heal')}, {count(report.ocr_calls, 'OCR call')}"
    say(f"  {ICONS[state]} {title} ({cost}).")


def _review(stage: Stage, report: RunReport) -> None:
    """Show each heal and accept it by its own word, the irreversible one too; save them as a new version."""
    bundle, run_dir, target = stage.out / "bundle", stage.out / "runs" / "drift", stage.out / "bundle-v2"
    say("\n3. Each target was found by other evidence. Heals to review:")
    for heal in report.heals:
        say(f"  {ICONS['healed']} {_heal_line(heal)}")
    accepted = {heal.id: Decision.ACCEPTED.value for heal in report.heals}
    reviewed = heal_decisions.decide(heal_decisions.review(report, bundle, run_dir), bundle, accepted)
    heal_decisions.save(reviewed, run_dir, bundle, target)
    say(f"4. All {len(report.heals)} accepted one by one and saved as a new version: {target}")


def _heal_line(heal: Heal) -> str:
    changes = "; ".join(f"{c.what}: {c.before} → {c.after}" for c in heal.changes)
    return f"{short(heal.intent, 44):<44}  {changes}"
