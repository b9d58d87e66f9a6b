"""`studio record --backend desktop`: watch what a person does on this desktop until it is finished."""

from __future__ import annotations

import argparse
import sys
import threading
from collections.abc import Iterable

from pydantic import ValidationError

from studio.cli.exit_codes import DONE, UNABLE
from studio.cli.output import complain, print_json, say
from studio.cli.signals import signals_call
from studio.engine.backends.desktop.monitors import monitor_of
from studio.engine.model.events import Command, Event, Warned
from studio.engine.recording import RecordingWriter
from studio.engine.report.words import count
from studio.engine.streams import lines_of_stdin
from studio.recorder.desktop.hot_keys import hot_keys
from studio.recorder.desktop.output import EventLines, Output, Words
from studio.recorder.desktop.parts import DesktopOptions, Parts, open_parts
from studio.recorder.desktop.scope import lasting_window
from studio.recorder.desktop.session import DesktopSession


class _OnlyFaults:
    """Says on stderr what a person must know, and nothing else."""

    def tell(self, event: Event) -> None:
        """Warnings only."""
        if isinstance(event, Warned):
            complain(event.sentence)


def run(options: argparse.Namespace) -> int:
    """Record until it is finished. Raises EnvironmentUnable, BadInput, CannotWrite."""
    keys, excluded = hot_keys(options.hotkey or ()), tuple(options.exclude_pid or ())
    wanted = DesktopOptions(options.out, keys, options.window, excluded, asks=options.asks)
    output = _output(options)
    parts = open_parts(wanted)
    with parts.stack, _writer(wanted, parts) as writer:
        session = DesktopSession(parts, writer, output)
        with signals_call(lambda: session.command(Command(command="finish"))):
            if options.events:
                listen(lines_of_stdin(), session, output)
            elif not options.json:
                say(f"Do what is to be recorded. {wanted.hot_keys.sentence()}; Control+C here finishes too.")
            folder = session.run()
    actions = len(writer.events)
    if options.json:
        print_json({"ok": session.fault is None, "recording": str(options.out), "actions": actions})
    elif not options.events and folder is not None:
        say(f"{folder} holds {count(actions, 'action')}.")
    return DONE if session.fault is None else UNABLE


def listen(lines: Iterable[str | bytes], session: DesktopSession, output: Output) -> threading.Thread:
    """Read commands in a thread of their own until the lines end, which changes nothing."""
    thread = threading.Thread(target=_read, args=(lines, session, output), name="commands", daemon=True)
    thread.start()
    return thread


def _read(lines: Iterable[str | bytes], session: DesktopSession, output: Output) -> None:
    for line in lines:
        if not line.strip():
            continue
        try:
            session.command(Command.model_validate_json(line))
        except ValidationError:
            output.tell(Warned(sentence="A line on stdin is no command and was left out."))


def _output(options: argparse.Namespace) -> Output:
    if options.events:
        return EventLines()
    return _OnlyFaults() if options.json else Words(sys.stdout)


def _writer(options: DesktopOptions, parts: Parts) -> RecordingWriter:
    region = parts.region
    return RecordingWriter(
        options.out,
        app_url=None,
        viewport=(region.w, region.h),
        scale=monitor_of(parts.monitors, parts.target_region).scale,
        backend="desktop",
        window=lasting_window(options.window, parts.scope.target),
        origin=(region.x, region.y),
    )
