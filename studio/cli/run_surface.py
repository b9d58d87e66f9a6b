"""What a run acts on: a page in a browser of its own, or the desktop. The bundle says which, unless the caller does."""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from studio.cli.parsing import WrongUsage

if TYPE_CHECKING:
    from studio.engine.backends.protocols import Backend
    from studio.engine.model.events import Event
    from studio.engine.model.workflow import Workflow

BACKENDS = ("web", "desktop")
_OF_WEB = {"url": "--url", "headed": "--headed", "debugging_port": "--debugging-port"}
_OF_DESKTOP = {"window": "--window", "program": "--program"}


@dataclass(frozen=True)
class SurfaceChoice:
    """Of the web `url`, `headless` and the port at which a recorder may join; of the desktop `window` (None: all of it)
    and `program` (empty: none).
    """

    backend: str
    url: str | None = None
    headless: bool = True
    window: str | None = None
    program: tuple[str, ...] = ()
    debugging_port: int | None = None


def chosen(options: argparse.Namespace, workflow: Workflow) -> SurfaceChoice:
    """The surface that the options and the bundle name together. Raises WrongUsage."""
    backend = options.backend or workflow.backend
    if backend not in BACKENDS:
        raise WrongUsage(f"{workflow.name!r} was recorded on {backend!r}, where this version cannot replay.")
    given = {"url": options.url, "headed": not options.headless, "window": options.window, "program": options.program}
    given["debugging_port"] = options.debugging_port
    foreign, kind = (_OF_DESKTOP, "the desktop") if backend == "web" else (_OF_WEB, "web pages")
    wrong = next((flag for name, flag in foreign.items() if given[name]), None)
    if wrong is not None:
        raise WrongUsage(f"{wrong} is for {kind}, and this run acts on the {backend}: leave it out.")
    if backend == "web":
        address = _address(options.url, workflow)
        return SurfaceChoice(backend, address, options.headless, debugging_port=options.debugging_port)
    return SurfaceChoice(backend, window=options.window or workflow.window, program=_words(options.program))


@contextmanager
def open_surface(
    choice: SurfaceChoice, workflow: Workflow, structure: bool, emit: Callable[[Event], None]
) -> Iterator[Backend]:
    """Open it for a run of `workflow`, closed at the end. Raises EnvironmentUnable."""
    if choice.backend == "web":
        from studio.engine.backends.web import open_web

        size, port = _logical(workflow), choice.debugging_port
        with open_web(
            choice.url, headless=choice.headless, viewport=size, scale=workflow.scale, debugging_port=port
        ) as page:
            yield page
        return
    with _desktop(choice, workflow, structure, emit) as desktop:
        yield desktop


@contextmanager
def _desktop(
    choice: SurfaceChoice, workflow: Workflow, structure: bool, emit: Callable[[Event], None]
) -> Iterator[Backend]:
    from studio.engine.backends.desktop.accessibility import why_not
    from studio.engine.backends.desktop.accessible import open_desktop
    from studio.engine.backends.desktop.launch import start_program
    from studio.engine.model.events import Warned

    if choice.program:
        start_program(choice.program)
    wanted = structure and workflow.structure
    with open_desktop(window=choice.window, place=workflow.place, structure=wanted) as desktop:
        if wanted and (reason := why_not()):
            emit(Warned(sentence=f"This run goes by pixels only. {reason}"))
        yield desktop


def _address(given: str | None, workflow: Workflow) -> str:
    url = given or workflow.app_url
    if not url:
        raise WrongUsage(f"{workflow.name!r} does not say where its program is: give --url.")
    return url


def _words(command: str | None) -> tuple[str, ...]:
    """The words of a command line as a shell takes them. Raises WrongUsage."""
    try:
        words = tuple(shlex.split(command or ""))
    except ValueError as problem:
        raise WrongUsage(f"--program cannot be read ({problem}): check its quotes.") from problem
    if command is not None and not words:
        raise WrongUsage("--program names no program.")
    return words


def _logical(workflow: Workflow) -> tuple[int, int]:
    """The recorded size of the page in logical px."""
    width, height = workflow.viewport
    return round(width / workflow.scale), round(height / workflow.scale)
