"""Performs one action on the surface. Whatever happens, no button and no key stays down."""

from __future__ import annotations

from contextlib import nullcontext

from studio.engine.backends.protocols import (
    Backend,
    DialogSink,
    PageSwitcher,
    SelectSink,
    TextInserter,
    UploadSink,
    Waypoint,
)
from studio.engine.model.geometry import Point
from studio.engine.model.workflow import ActionKind, Step
from studio.engine.runtime.values import keys_of


class Unsupported(Exception):
    """This surface cannot perform that kind of action."""


def perform(
    backend: Backend, step: Step, point: Point | None, end: Point | None, text: str, path: tuple[Waypoint, ...] = ()
) -> None:
    """Send the input of `step`, a drag along `path`. Raises Unsupported, SurfaceLost."""
    try:
        _prepare(backend, step)
        with backend.holding(step.modifiers) if step.modifiers else nullcontext():
            _act(backend, step, point, end, text, path)
    except BaseException:
        backend.release_all()
        raise


def _act(
    backend: Backend, step: Step, point: Point | None, end: Point | None, text: str, path: tuple[Waypoint, ...]
) -> None:
    if step.action in (ActionKind.TYPE, ActionKind.KEY):
        _keyboard(backend, step, text)
    elif step.action is ActionKind.SWITCH_SURFACE:
        _switch(backend, step)
    elif step.action is ActionKind.DRAG:
        _drag(backend, step, point, end, path)
    elif step.action is not ActionKind.WAIT:
        _pointer(backend, step, point, text)


def _prepare(backend: Backend, step: Step) -> None:
    """Dialogs that the step brings up are answered as they were, and only those."""
    if isinstance(backend, DialogSink):
        backend.expect_dialogs(step.answers or ())
    elif step.answers:
        raise Unsupported(f"“{step.intent}” brings up a dialog, and this surface cannot answer it.")


def _switch(backend: Backend, step: Step) -> None:
    if not isinstance(backend, PageSwitcher):
        raise Unsupported("This surface has one page only.")
    try:
        backend.switch_surface(step.text or "")
    except LookupError as problem:
        raise Unsupported(str(problem)) from problem


def _keyboard(backend: Backend, step: Step, text: str) -> None:
    if step.action is ActionKind.KEY:
        try:
            backend.press(step.key or "")
        except LookupError as problem:
            raise Unsupported(str(problem)) from problem
    elif step.pasted and isinstance(backend, TextInserter):
        backend.insert_text(text)
    else:
        backend.type_text(keys_of(step, text))


def _drag(backend: Backend, step: Step, point: Point | None, end: Point | None, path: tuple[Waypoint, ...]) -> None:
    if point is None or end is None:
        raise Unsupported(f"“{step.intent}” needs a place to act on and has none.")
    if path:
        backend.drag(point, end, path)
    else:
        backend.drag(point, end)


def _pointer(backend: Backend, step: Step, point: Point | None, text: str) -> None:
    if point is None:
        raise Unsupported(f"“{step.intent}” needs a place to act on and has none.")
    if step.action is ActionKind.CLICK:
        backend.click(point)
    elif step.action is ActionKind.DOUBLE_CLICK:
        backend.click(point, count=2)
    elif step.action is ActionKind.RIGHT_CLICK:
        backend.click(point, button="right")
    elif step.action is ActionKind.HOVER:
        backend.move(point)
    else:
        _rarer(backend, step, point, text)


def _rarer(backend: Backend, step: Step, point: Point, text: str) -> None:
    if step.action is ActionKind.SELECT and isinstance(backend, SelectSink):
        _choose(backend, point, text)
    elif step.action is ActionKind.UPLOAD and isinstance(backend, UploadSink):
        _upload(backend, point, text)
    else:
        raise Unsupported(f"This surface cannot do “{step.action.value}” yet.")


def _choose(backend: SelectSink, point: Point, label: str) -> None:
    try:
        backend.choose_option(point, label)
    except LookupError as problem:
        raise Unsupported(str(problem)) from problem


def _upload(backend: UploadSink, point: Point, path: str) -> None:
    try:
        backend.upload(point, path)
    except LookupError as problem:
        raise Unsupported(str(problem)) from problem
