"""The command `studio demo mockmed`: serve the practice clinic until told to stop."""

from __future__ import annotations

import argparse
import errno
import signal
import sqlite3
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import Event

from studio.demo.mockmed.server import MockMed, serve

DONE, WRONG_INPUT, ENVIRONMENT = 0, 2, 3
_SIGNALS = (signal.SIGINT, signal.SIGTERM)


def main(argv: Sequence[str]) -> int:
    """Print the address, serve until SIGINT or SIGTERM, return the exit code (2 bad file, 3 no port)."""
    options = _parser().parse_args(argv)
    try:
        clinic = serve(options.port, options.db)
    except sqlite3.Error as error:
        return _complain(f"The file {options.db} cannot be used as a database: {error}.", WRONG_INPUT)
    except OSError as error:
        return _complain(_port_sentence(options.port, error), ENVIRONMENT)
    _run(clinic)
    return DONE


def _run(clinic: MockMed) -> None:
    with clinic, _stop_signal() as stop:
        print(clinic.url, flush=True)
        # With a time limit, since Windows delivers no signal during an endless wait.
        while not stop.wait(0.5):
            pass


@contextmanager
def _stop_signal() -> Iterator[Event]:
    stop = Event()
    former = {number: signal.signal(number, lambda *_: stop.set()) for number in _SIGNALS}
    try:
        yield stop
    finally:
        for number, handler in former.items():
            signal.signal(number, handler)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="studio demo mockmed", description="Serve the practice clinic MockMed.")
    parser.add_argument("--port", type=_port, default=0, help="port to listen on (default: any free one)")
    parser.add_argument("--db", type=Path, default=None, help="SQLite file to keep (default: a temporary one)")
    return parser


def _port(text: str) -> int:
    port = int(text)
    if not 0 <= port <= 65535:
        raise argparse.ArgumentTypeError("must lie between 0 and 65535")
    return port


def _port_sentence(port: int, error: OSError) -> str:
    if error.errno == errno.EADDRINUSE:
        return f"Port {port} is in use by another program: choose another one with --port."
    return f"MockMed cannot listen on port {port}: {error.strerror or error}."


def _complain(sentence: str, code: int) -> int:
    print(sentence, file=sys.stderr)
    return code
