"""`studio record --backend web`: record what a person does in a browser, one of our own or one that is open already."""

from __future__ import annotations

import argparse
import contextlib
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING

from pydantic import ValidationError

from studio.cli.exit_codes import DONE
from studio.cli.output import complain, print_json, say, short
from studio.cli.signals import signals_call

if TYPE_CHECKING:
    from studio.engine.model.events import Event
    from studio.recorder.web import WebRecorder

_HELP = (
    "Recording. Do it once, then close the browser, press Ctrl+C here or Ctrl+Alt+F in the page. Ctrl+Alt+P pauses, "
    "Ctrl+Alt+U takes the last action back, Ctrl+Alt+S makes the next text a secret, Ctrl+Alt+V a parameter, "
    "Ctrl+Alt+N marks a note."
)


def run(options: argparse.Namespace) -> int:
    """Record until told to finish; the exit code."""
    from studio.engine.backends.web.browser import VIEWPORT
    from studio.engine.report.words import count
    from studio.recorder import web

    view = _View(events=options.events, as_json=options.json)
    recorder = web.WebRecorder(options.out, emit=view.event, asks=options.asks)
    with contextlib.ExitStack() as stack:
        stack.enter_context(signals_call(_finishing(recorder)))
        headless = options.headless or not web.has_display()
        if options.cdp:
            browser: str | web.Wire = web.endpoint_of(options.cdp)
            viewport = None
        else:
            browser = stack.enter_context(web.own_browser(headless=headless))
            viewport = VIEWPORT if headless else None
        if options.events:
            _listen(recorder, view)
        path = recorder.record(browser, url=options.url, viewport=viewport)
    if options.json:
        print_json({"ok": True, "recording": str(path), "actions": view.actions, "not_recorded": view.missed})
    elif not options.events:
        missed = f" {count(len(view.missed), 'thing')} could not be recorded." if view.missed else ""
        say(f"{path} holds {count(view.actions, 'action')}.{missed}")
    return DONE


class _View:
    """Shows what is recorded: as a stream, or in words."""

    def __init__(self, *, events: bool, as_json: bool) -> None:
        self._events = events
        self._words = not events and not as_json
        self.actions = 0
        self.missed: list[str] = []

    def event(self, event: Event) -> None:
        """One event of the recorder."""
        from studio.engine.model import events

        if isinstance(event, events.ActionRecorded):
            self.actions += 1
        elif isinstance(event, events.Undone):
            self.actions -= 1
        elif isinstance(event, events.NotRecorded):
            self.missed.append(event.sentence)
        if self._events:
            say(event.model_dump_json())
        elif self._words:
            self._in_words(event)

    def _in_words(self, event: Event) -> None:
        from studio.engine.model import events
        from studio.recorder.desktop.output import keyed

        if isinstance(event, events.Ready):
            say(_HELP)
        elif isinstance(event, events.ActionRecorded):
            say(f"  {self.actions:3}  {_told(event.event)}")
        elif isinstance(event, events.NotRecorded | events.Warned):
            complain(f"  !    {event.sentence}")
        elif isinstance(event, events.HotKeyPressed):
            say(f"       {keyed(event)}")
        elif isinstance(event, events.Undone):
            say("       The last action was taken back.")
        elif isinstance(event, events.Paused | events.Resumed):
            say(f"       {event.type.capitalize()}.")


def _told(event: dict[str, object]) -> str:
    element = event.get("element")
    name = element.get("name") or element.get("label") or "" if isinstance(element, dict) else ""
    what = "a secret" if event.get("secret") else event.get("text") or event.get("key") or ""
    param = f"= {event['param']}" if event.get("param") else ""
    return short(" ".join(str(word) for word in (event["kind"], repr(what) if what else "", name, param) if word), 100)


def _listen(recorder: WebRecorder, view: _View) -> None:
    """Commands on stdin, in a thread of their own; the end of stdin changes nothing."""
    thread = threading.Thread(target=_read, args=(recorder, view), name="commands", daemon=True)
    thread.start()


def _read(recorder: WebRecorder, view: _View) -> None:
    from studio.engine.model.events import Command, Warned
    from studio.engine.streams import lines_of_stdin

    for line in lines_of_stdin():
        if not line.strip():
            continue
        try:
            recorder.command(Command.model_validate_json(line))
        except ValidationError:
            view.event(Warned(sentence="A line on stdin is no command and was left out."))


def _finishing(recorder: WebRecorder) -> Callable[[], None]:
    """Finishes the recording; called a second time, ends the program at once."""
    asked = threading.Event()

    def finish() -> None:
        if asked.is_set():
            raise KeyboardInterrupt
        asked.set()
        recorder.finish()

    return finish
