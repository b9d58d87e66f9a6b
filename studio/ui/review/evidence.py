"""What speaks for a heal and against it, in rows for a person; and what accepting it would change. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from studio.engine.model.anchor import Anchor
from studio.engine.model.geometry import Region
from studio.engine.model.heals import Heal
from studio.engine.model.identity import IdentityVerdict
from studio.engine.model.resolution import Candidate, RungAttempt, Verdict
from studio.engine.model.results import CheckResult, CheckVerdict, StepResult
from studio.engine.model.workflow import CheckKind
from studio.ui.review.grouping import shift, shift_words
from studio.ui.run.words import expected_words
from studio.ui.theme import Tone
from studio.ui.told import told
from studio.ui.widgets.ladder_rows import numbers, rung_word
from studio.ui.words import tr


@dataclass(frozen=True)
class Row:
    """One line of evidence. `label` is empty where it goes on with the line above; `icon` and `tone` say what it is
    worth, `verdict` says the same in a word for those who hear it."""

    label: str
    said: str
    icon: str
    tone: Tone
    verdict: str


@dataclass(frozen=True)
class Change:
    """One trait of the anchor: `kept` ones stay as they are."""

    what: str
    how: str
    kept: bool = False


def evidence(heal: Heal, step: StepResult | None) -> tuple[Row, ...]:
    """All rows, strongest question first: how it was found, what else it could be, whether it worked."""
    rows = [*_found(heal), *_not_by(heal), _runner_up(heal), _identity(heal), *_afterwards(step)]
    if step is not None and step.confirmed_by_person:
        rows.append(Row(tr("In the run"), tr("a person confirmed this place"), "person", Tone.PASSED, tr("confirmed")))
    return tuple(rows)


def _good(label: str, said: str) -> Row:
    return Row(label, said, "check", Tone.PASSED, tr("speaks for it"))


def _unknown(label: str, said: str) -> Row:
    return Row(label, said, "unknown", Tone.UNKNOWN, tr("cannot say"))


def _bad(label: str, said: str) -> Row:
    return Row(label, said, "cross", Tone.UNKNOWN, tr("did not find it"))


def _winner(heal: Heal) -> RungAttempt | None:
    found = [a for a in heal.trace if a.verdict is Verdict.FOUND]
    return next((a for a in reversed(found) if a.rung.value == heal.rung), found[-1] if found else None)


def _found(heal: Heal) -> Iterator[Row]:
    label, winner = tr("Found by"), _winner(heal)
    best = winner.candidates[0] if winner and winner.candidates else None
    score = numbers(best.score if best else heal.confidence, winner.threshold if winner else None)
    yield _good(label, f"{rung_word(heal.rung)} {score}")
    if winner is not None and winner.sentence:
        yield _good("", told(winner.sentence))
    if best is not None and abs(heal.confidence - best.score) > 0.005:
        said = tr("all evidence together: {score}", score=f"{heal.confidence:.2f}")
        yield (_good if heal.confidence >= 0.95 else _unknown)("", said)


def _not_by(heal: Heal) -> Iterator[Row]:
    label = tr("Not by")
    for attempt in heal.trace:
        if attempt.verdict in (Verdict.MISS, Verdict.REFUSED):
            best = attempt.candidates[0].score if attempt.candidates else None
            said = f"{rung_word(attempt.rung.value)} {numbers(best, attempt.threshold)}".strip()
            yield _bad(label, f"{said}. {told(attempt.sentence)}" if attempt.sentence else said)
            label = ""


def _runner_up(heal: Heal) -> Row:
    label, winner = tr("Runner-up"), _winner(heal)
    others = winner.candidates[1:] if winner else ()
    if winner is None:
        return _unknown(label, tr("not kept"))
    if not others:
        return _good(label, tr("none: it is there once"))
    return _unknown(label, _place_of(others[0]))


def _place_of(candidate: Candidate) -> str:
    named = tr("“{label}” ", label=candidate.label) if candidate.label else ""
    at = tr("at {x}, {y}", x=candidate.point.x, y=candidate.point.y)
    return f"{candidate.score:.2f} {named}{at}"


def _identity(heal: Heal) -> Row:
    if heal.identity == IdentityVerdict.MATCH:
        who = heal.before.context_text or ", ".join(heal.before.row_texts)
        return _good(tr("Identity"), tr("the same row: {who}", who=who) if who else tr("the same row"))
    if heal.identity == IdentityVerdict.UNREADABLE:
        said = tr("reads the same; letters that look alike were not told apart")
        return _unknown(tr("Identity"), said)
    return Row(tr("Identity"), tr("no row here to tell apart"), "none", Tone.UNKNOWN, tr("not asked"))


_CHECKS = {
    CheckVerdict.PASSED: ("check", Tone.PASSED, "held"),
    CheckVerdict.FAILED: ("cross", Tone.FAILED, "failed"),
    CheckVerdict.UNKNOWN: ("unknown", Tone.UNKNOWN, "could not be made"),
}


def _afterwards(step: StepResult | None) -> Iterator[Row]:
    label = tr("Afterwards")
    if step is None or not step.checks:
        yield _unknown(label, tr("nothing is checked after this step"))
        return
    for check in step.checks:
        icon, tone, verdict = _CHECKS[check.verdict]
        yield Row(label, _check_words(check), icon, tone, tr(verdict))
        label = ""


_TEXTS = frozenset({CheckKind.TEXT_PRESENT.value, CheckKind.TEXT_ADDED.value})


def _check_words(check: CheckResult) -> str:
    held = check.verdict is CheckVerdict.PASSED
    if not check.expected:
        return tr("the check held") if held else tr("the check did not hold")
    if check.kind not in _TEXTS:
        return expected_words(check)
    if held:
        return tr("“{text}” was there", text=check.expected)
    if check.verdict is CheckVerdict.FAILED:
        return tr("“{text}” was not there", text=check.expected)
    return tr("whether “{text}” was there is not known", text=check.expected)


def changes(heal: Heal) -> tuple[Change, ...]:
    """What accepting it would change, then in one line what stays."""
    before, after = heal.before, heal.after
    told = [*_pictures(heal), *_words(before, after), *_places(heal), *_around(before, after)]
    changed = [c for c in told if not c.kept]
    kept = [c.what for c in told if c.kept]
    checks = Change(", ".join([*kept, tr("Checks")]), tr("as they are"), kept=True)
    return (*changed, checks)


def _pictures(heal: Heal) -> Iterator[Change]:
    yield Change(tr("Picture of the target"), tr("new crop"), kept=heal.after.template not in heal.assets)


def _words(before: Anchor, after: Anchor) -> Iterator[Change]:
    then, now = _label(before), _label(after)
    yield Change(tr("Label"), f"{then or '–'} → {now or '–'}", kept=then == now)
    if before.structural != after.structural:
        yield Change(tr("How the program calls it"), _traits(before, after))


def _label(anchor: Anchor) -> str:
    return anchor.ocr_text or (anchor.structural.name if anchor.structural else "") or ""


def _traits(before: Anchor, after: Anchor) -> str:
    then = before.structural.model_dump() if before.structural else {}
    now = after.structural.model_dump() if after.structural else {}
    names = [name.replace("_", " ") for name in now or then if then.get(name) != now.get(name)]
    return ", ".join(names[:3]) + ("…" if len(names) > 3 else "")


def _places(heal: Heal) -> Iterator[Change]:
    before, after = heal.before, heal.after
    then, now = before.click_point, after.click_point
    moved = shift_words(*shift(heal))
    how = f"({then.x}, {then.y}) → ({now.x}, {now.y})" if moved or then != now else _size(before.target, after.target)
    yield Change(tr("Place"), how, kept=before.target == after.target and then == now)


def _size(then: Region, now: Region) -> str:
    return f"{then.w}×{then.h} → {now.w}×{now.h}"


def _around(before: Anchor, after: Anchor) -> Iterator[Change]:
    then, now = [m.ocr_text for m in before.landmarks], [m.ocr_text for m in after.landmarks]
    if then == now and before.landmarks != after.landmarks:
        yield Change(tr("Landmarks"), tr("other distances"))
        return
    yield Change(tr("Landmarks"), tr("{then} → {now}", then=len(then), now=len(now)), kept=then == now)
