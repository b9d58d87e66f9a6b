"""The resolution ladder: one pure function that the runner, the inspector, the benchmark and the review all call."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping

from studio.engine.model.anchor import Anchor
from studio.engine.model.geometry import Region
from studio.engine.model.halts import HaltCode
from studio.engine.model.identity import IdentityVerdict
from studio.engine.model.resolution import Candidate, Refusal, Resolution, Rung, RungAttempt, Verdict
from studio.engine.runtime.attempts import Found, RungResult, found, missed, skipped
from studio.engine.runtime.geometry import try_geometry
from studio.engine.runtime.glyphs import try_glyph
from studio.engine.runtime.greyed import greyed_out
from studio.engine.runtime.label import try_label
from studio.engine.runtime.observation import Effort, Observation, ResolveOptions, TextReader
from studio.engine.runtime.row_target import is_armed, try_label_in_row, try_picture_in_row, try_place_in_row
from studio.engine.runtime.searching import Search
from studio.engine.runtime.sign import try_sign
from studio.engine.runtime.structural import try_structural
from studio.engine.runtime.template import try_template, try_template_global
from studio.engine.runtime.told import told_otherwise

Attempt = Callable[[], RungResult]

_INSTEAD = {
    HaltCode.UNREADABLE: IdentityVerdict.UNREADABLE,
    HaltCode.IDENTITY_MISMATCH: IdentityVerdict.MISMATCH,
}


def resolve(anchor: Anchor, observation: Observation, options: ResolveOptions | None = None) -> Resolution | Refusal:
    """Find the target of `anchor` in `observation`: the first rung that names one place, or a typed refusal.

    Each rung's candidates, scores, thresholds and times (ms) stand in the trace. Rungs: structural, template,
    template_global, label (ocr), geometry, and the injected grounder; API and human stand outside of it.
    """
    options = options or ResolveOptions()
    trace: list[RungAttempt] = []
    for attempt in _rungs(anchor, observation, options):
        started = time.perf_counter()
        result = attempt()
        done = result.attempt.model_copy(update={"ms": (time.perf_counter() - started) * 1000})
        if result.found is not None and done.rung is not Rung.STRUCTURAL:
            done = told_otherwise(anchor, observation, result.found.point, done)
            done = greyed_out(anchor, observation, options, result.found.region, done)
        trace.append(done)
        if result.found is not None and done.verdict is Verdict.FOUND:
            return _resolution(done.rung, result.found, trace)
        if done.verdict is Verdict.REFUSED:
            return _refusal(done, trace)
    return _not_found(anchor, trace)


def find_element(anchor: Anchor, observation: Observation, keys: Mapping[str, bytes] | None = None) -> Region | None:
    """Where the structural rung alone finds the target in view; None where it does not. For scrolling."""
    place = try_structural(anchor, observation, keys).found
    return place.region if place else None


def find_out_of_view(
    anchor: Anchor, observation: Observation, keys: Mapping[str, bytes] | None = None
) -> Region | None:
    """Where the structural rung alone names the target, outside of the view; None where it does not. For scrolling."""
    attempt = try_structural(anchor, observation, keys).attempt
    return attempt.candidates[0].region if attempt.code is HaltCode.OUT_OF_VIEW else None


def _rungs(anchor: Anchor, observation: Observation, options: ResolveOptions) -> Iterator[Attempt]:
    yield lambda: try_structural(anchor, observation, options.keys)
    yield lambda: try_template(anchor, observation, options)
    yield lambda: try_template_global(anchor, observation, options)
    reader = TextReader(observation)
    for effort in (e for e in Effort if Effort.LOCAL <= e <= options.effort):
        search = Search(observation, reader, effort)
        yield from _text_rungs(anchor, search, options)
    if options.effort is Effort.FULL and not anchor.says_who:
        yield lambda: _try_grounder(observation, options)


def _text_rungs(anchor: Anchor, search: Search, options: ResolveOptions) -> Iterator[Attempt]:
    weak = options.weak_at(search.effort) and not (anchor.says_who or anchor.identity_template)
    if is_armed(anchor):
        yield lambda: try_label_in_row(anchor, search, options)
        if not (anchor.ocr_text or anchor.hashed_label):
            yield lambda: try_picture_in_row(anchor, search, options)
        if weak:
            yield lambda: try_place_in_row(anchor, search, options)
        return
    yield lambda: try_label(anchor, search)
    if search.effort is Effort.FULL:
        yield lambda: try_sign(anchor, search, options)
        yield lambda: try_glyph(anchor, search, options)
    if weak:
        yield lambda: try_geometry(anchor, search, options)


def _try_grounder(observation: Observation, options: ResolveOptions) -> RungResult:
    if options.grounder is None:
        return skipped(Rung.GROUNDER, "No grounder is configured.")
    answer = options.grounder.locate(observation.frame, options.intent)
    if answer is None:
        return missed(Rung.GROUNDER, "The grounder does not see it.")
    point, region, confidence = answer
    return found(Rung.GROUNDER, Found(point, region, confidence), "The grounder points there.")


def _resolution(rung: Rung, place: Found, trace: list[RungAttempt]) -> Resolution:
    return Resolution(
        rung=rung,
        point=place.point,
        region=place.region,
        confidence=round(min(max(place.confidence, 0.0), 1.0), 4),
        scale=place.scale,
        label=place.label,
        element=place.element,
        identity=place.identity,
        trace=tuple(trace),
    )


def _refusal(attempt: RungAttempt, trace: list[RungAttempt]) -> Refusal:
    return Refusal(
        code=attempt.code or HaltCode.CONTRADICTED,
        sentence=attempt.sentence,
        candidates=attempt.candidates,
        trace=tuple(trace),
    )


def _not_found(anchor: Anchor, trace: list[RungAttempt]) -> Refusal:
    """Another record in its place, or one that may be it, says more than that nothing was found."""
    instead = next((a for a in reversed(trace) if a.code in _INSTEAD), None)
    if instead is not None and instead.code is not None:
        return Refusal(
            code=instead.code,
            sentence=instead.sentence,
            candidates=instead.candidates,
            identity=_INSTEAD[instead.code],
            trace=tuple(trace),
        )
    looked_for = f"“{anchor.ocr_text}”" if anchor.ocr_text else "the target"
    candidates: tuple[Candidate, ...] = tuple(c for a in trace for c in a.candidates)[:8]
    tried = [a.sentence for a in trace if a.verdict is Verdict.MISS]
    why = f" {tried[0]}" if tried else ""
    return Refusal(
        code=HaltCode.TARGET_NOT_FOUND,
        sentence=f"Could not find {looked_for}.{why}",
        candidates=candidates,
        trace=tuple(trace),
    )
