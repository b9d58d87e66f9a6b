"""A run directory made by hand: a heal, a halt with look-alikes, absent pictures, texts that must be escaped."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np

from studio.engine.model.anchor import Anchor
from studio.engine.model.geometry import Point, Region
from studio.engine.model.halts import Choice, Halt, HaltCode, LookAlike
from studio.engine.model.heals import Heal, HealCause, HealChange
from studio.engine.model.resolution import Candidate, Rung, RungAttempt, Verdict
from studio.engine.model.results import CheckResult, CheckVerdict, Outcome, PhaseTimes, RunReport, StepResult

EVIL = "<script>alert('x')</script> & \"quotes\" | [link](http://example.com)"
BUTTONS = {
    "Open": Region(900, 180, 90, 32),
    "New Encounter": Region(80, 120, 160, 40),
    "Save": Region(80, 640, 140, 40),
}


def screen(*, dark: bool = False, shift: int = 0) -> bytes:
    """A drawn page as PNG: a title, a table and some buttons."""
    ground, ink = ((30, 26, 24), (235, 230, 228)) if dark else ((250, 248, 246), (40, 34, 30))
    pixels = np.full((800, 1280, 3), ground, np.uint8)
    cv2.rectangle(pixels, (0, 0), (1280, 56), (110, 100, 10), -1)
    _write(pixels, "Practice clinic", (24, 38), (255, 255, 255))
    for row in range(9):
        _write(pixels, f"Sample patient {row + 1}, referral {1000 + row * 7}", (300, 200 + row * 44), ink)
        cv2.line(pixels, (280, 216 + row * 44), (1010, 216 + row * 44), (200, 196, 190), 1)
    for label, box in BUTTONS.items():
        top_left, bottom_right = (box.x, box.y + shift), (box.right, box.bottom + shift)
        cv2.rectangle(pixels, top_left, bottom_right, (180, 90, 40), -1)
        _write(pixels, label, (box.x + 12, box.y + shift + 25), (255, 255, 255))
    return cv2.imencode(".png", pixels)[1].tobytes()


def _write(pixels: np.ndarray, words: str, at: tuple[int, int], colour: tuple[int, int, int]) -> None:
    cv2.putText(pixels, words, at, cv2.FONT_HERSHEY_SIMPLEX, 0.6, colour, 1, cv2.LINE_AA)


def _attempts(found: Rung, region: Region) -> tuple[RungAttempt, ...]:
    there = Candidate(point=region.center, region=region, score=0.97, label="Open")
    other = Candidate(point=Point(300, 300), region=Region(260, 284, 90, 32), score=0.41, note="further away")
    missed = RungAttempt(
        rung=Rung.TEMPLATE,
        verdict=Verdict.MISS,
        candidates=(other,),
        threshold=0.985,
        sentence="Nothing near the recorded place looks like it.",
        ms=2.4,
    )
    hit = RungAttempt(rung=found, verdict=Verdict.FOUND, candidates=(there, other), threshold=0.85, ms=212)
    return (hit,) if found is Rung.STRUCTURAL else (missed, hit)


def _step(number: int, intent: str, rung: Rung | None, region: Region | None, **more: object) -> StepResult:
    step_id = f"step_{number:03d}"
    return StepResult(
        step_id=step_id,
        intent=intent,
        action="click",
        **{
            "ok": True,
            "rung": rung,
            "confidence": 0.97 if rung else None,
            "region": region,
            "point": region.center if region else None,
            "trace": _attempts(rung, region) if rung and region else (),
            "times": PhaseTimes(find=12.0 * (number + 1), act=31, settle=90, verify=44 * (3 - number % 3)),
            "before": f"steps/{step_id}_before.png",
            "after": f"steps/{step_id}_after.png",
            "checks": (
                CheckResult(
                    kind="text_present",
                    verdict=CheckVerdict.PASSED,
                    expected="“Encounters” on the screen",
                    seen="“Encounters”",
                    means="structure",
                    ms=4,
                ),
            ),
            **more,
        },
    )


def _heal(region: Region) -> Heal:
    before = Anchor(region=region, click_point=region.center, ocr_text="Open")
    moved = region.moved(0, 40)
    return Heal(
        id="step_002-heal",
        step_id="step_002",
        intent="Click “New Encounter”",
        irreversible=True,
        cause=HealCause.RENAMED,
        rung="ocr",
        confidence=0.97,
        before=before,
        after=before.model_copy(update={"region": moved, "click_point": moved.center, "ocr_text": EVIL}),
        changes=(HealChange(what="label", before="New Encounter", after=EVIL),),
        frame_before="heals/step_002/frame_before.png",
        frame_after="heals/step_002/frame.png",
        trace=_attempts(Rung.OCR, moved),
    )


def _halt() -> Halt:
    places = [LookAlike(point=b.center, region=b, score=0.99, label=label) for label, b in BUTTONS.items()]
    return Halt(
        id="h1",
        code=HaltCode.AMBIGUOUS,
        step_id="step_004",
        sentence="Could not tell which “Save” is meant: three places look like it. Choose one, or do it by hand.",
        look_alikes=tuple(places),
        picture="steps/step_004_before.png",
        choices=(Choice.RETRY, Choice.DONE_BY_HAND, Choice.STOP),
    )


def report(*, halted: bool = True) -> RunReport:
    """The report of the made-up run."""
    open_, new, save = BUTTONS["Open"], BUTTONS["New Encounter"], BUTTONS["Save"]
    steps = [
        _step(0, "Click “Open” in the row of Sample patient 1", Rung.STRUCTURAL, open_, identity="match"),
        _step(1, EVIL, None, None, checks=()),
        _step(2, "Click “New Encounter”", Rung.OCR, new, healed=True),
        _step(3, "Type ⟨note⟩", Rung.GEOMETRY, new, before="../outside.png", after="steps/gone.png"),
    ]
    if halted:
        steps.append(_step(4, "Click “Save”", None, None, ok=False, checks=(), after=None))
    else:
        unknown = CheckResult(kind="unknowable", verdict=CheckVerdict.UNKNOWN, expected="a saved encounter")
        steps.append(_step(4, "Click “Save”", Rung.TEMPLATE, save, checks=(unknown,)))
    return RunReport(
        run_id="run-1",
        workflow="Triage a referral",
        bundle_digest="ab" * 32,
        outcome=Outcome.HALTED if halted else Outcome.PASSED,
        started_at="2026-07-20T16:12:18+00:00",
        finished_at="2026-07-20T16:12:24+00:00",
        total_ms=5432,
        surface="web",
        structure=True,
        params={"note": EVIL, "visit": "Triage"},
        defaulted_params=("visit",),
        steps=tuple(steps),
        heals=(_heal(new),),
        halt=_halt() if halted else None,
        ocr_calls=3,
        frames=21,
    )


def make_run(folder: Path, *, halted: bool = True) -> Path:
    """Write the run directory and return it."""
    made = report(halted=halted)
    (folder / "steps").mkdir(parents=True)
    (folder / "heals" / "step_002").mkdir(parents=True)
    light, dark = screen(), screen(dark=True, shift=40)
    for step in made.steps:
        for name in (f"steps/{step.step_id}_before.png", f"steps/{step.step_id}_after.png"):
            (folder / name).write_bytes(light)
    (folder / "heals/step_002/frame_before.png").write_bytes(light)
    (folder / "heals/step_002/frame.png").write_bytes(dark)
    (folder / "report.json").write_text(made.model_dump_json())
    (folder.parent / "outside.png").write_bytes(light)
    return folder
