"""What a step shows on its card."""

from __future__ import annotations

from studio.engine.model.anchor import Anchor, TargetKind
from studio.engine.model.workflow import POINTED, ActionKind, Risk, Step
from studio.engine.saying import Say, english
from studio.graphview.layout.describing import described
from studio.graphview.layout.graph import Badge, Node, NodeKind, Picture, PictureKind, Span, Strength, Style
from studio.graphview.layout.notes import NO_NOTES, StepNotes
from studio.graphview.layout.shapes import Box
from studio.graphview.layout.words import spans

HIDDEN = "••••"
"""Stands for every secret: neither its letters nor its length are told."""


def card(
    node_id: str,
    step: Step,
    number: int,
    parent: str | None,
    notes: StepNotes = NO_NOTES,
    *,
    unreviewed: bool = False,
    say: Say = english,
) -> Node:
    """The node of one step."""
    made = Node(
        id=node_id,
        kind=NodeKind.ACTION,
        title=_title(step, say),
        icon=step.action.value,
        step_id=step.id,
        number=number,
        hint=_hint(step, say),
        picture=picture(step, say),
        strength=notes.strength or ways(step.anchor, say),
        badges=tuple(_badges(step, notes, unreviewed=unreviewed)),
        problems=notes.problems,
        comment=notes.comment,
        disabled=notes.disabled,
        parent=parent,
        short=short(step, say),
    )
    return described(made, say)


def short(step: Step, say: Say = english) -> str:
    """What a step is about in a word or two: target, parameter, key."""
    if step.action is ActionKind.SCROLL:
        return _direction(step, say)
    if step.action in (ActionKind.TYPE, ActionKind.SELECT, ActionKind.UPLOAD) and (value := _value(step)):
        return value
    if step.key:
        return step.key
    if step.anchor is not None and step.anchor.ocr_text:
        return step.anchor.ocr_text
    text = "".join(span.text for span in spans(step.intent))
    return text.split(" ", 1)[-1]


def _title(step: Step, say: Say) -> tuple[Span, ...]:
    """The intent in pieces; of a key the key itself is strong."""
    if step.key and step.intent.endswith(f" {step.key}"):
        return (*spans(step.intent.removesuffix(step.key)), Span(" "), Span(step.key, Style.STRONG))
    return spans(step.intent) or (Span(say(step.action.value.replace("_", " ")), Style.STRONG),)


def ways(anchor: Anchor | None, say: Say = english) -> Strength | None:
    """How many independent ways lead to the target: structure, picture, label, landmarks."""
    if anchor is None:
        return None
    there = (anchor.structural is not None, bool(anchor.template), bool(anchor.ocr_text), len(anchor.landmarks) > 1)
    return Strength(sum(there), len(there), say("{n} of {all} ways to find it", n=sum(there), all=len(there)))


def picture(step: Step, say: Say = english) -> Picture:
    """The crop of the target, or what is typed, pressed or scrolled."""
    anchor = step.anchor
    if anchor is not None and anchor.template:
        x, y = anchor.region.x, anchor.region.y
        inner = Box(anchor.target.x - x, anchor.target.y - y, anchor.target.w, anchor.target.h)
        labelled = anchor.kind in (TargetKind.INPUT, TargetKind.BOX)
        return Picture(PictureKind.CROP, "", anchor.template, (anchor.region.w, anchor.region.h), inner, labelled)
    if step.action in (ActionKind.TYPE, ActionKind.SELECT, ActionKind.UPLOAD):
        return Picture(PictureKind.FIELD, _value(step))
    if step.action is ActionKind.KEY:
        return Picture(PictureKind.KEY, step.key or say("key"))
    if step.action is ActionKind.SCROLL:
        return Picture(PictureKind.SCROLL, _direction(step, say))
    return Picture(PictureKind.NONE)


def _value(step: Step) -> str:
    if step.secret:
        return HIDDEN
    return f"⟨{step.param}⟩" if step.param else step.text or ""


def _direction(step: Step, say: Say) -> str:
    dx, dy = step.scroll_dx or 0, step.scroll_dy or 0
    if abs(dx) > abs(dy):
        return say("right") if dx > 0 else say("left")
    return say("down") if dy >= 0 else say("up")


def _hint(step: Step, say: Say) -> str:
    if step.anchor is not None:
        return ""
    if step.action is ActionKind.TYPE:
        return say("focused field")
    if step.action is ActionKind.SCROLL:
        return say("until in view")
    if step.action is ActionKind.WAIT:
        return say("until it shows")
    return say("place only") if step.action in POINTED else say("no target")


def _badges(step: Step, notes: StepNotes, *, unreviewed: bool) -> list[Badge]:
    said = {
        Badge.IDENTITY: bool(step.identity_armed),
        Badge.IRREVERSIBLE: step.risk is Risk.IRREVERSIBLE,
        Badge.SECRET: step.secret,
        Badge.PARAMETER: bool(step.param or step.identity_param) and not step.secret,
        Badge.RECORD: bool(step.effects),
        Badge.UNREVIEWED: unreviewed,
        Badge.COMMENT: bool(notes.comment),
        Badge.PROBLEM: bool(notes.problems),
    }
    return [badge for badge, holds in said.items() if holds]
