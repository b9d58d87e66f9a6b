"""The drift benchmark: what a program recorded once does when the interface has changed (see docs/drift.md).

`./dev bench drift [--sample] [--json] [--kinds …] [--arms …] [--pages …] [--jobs N]
[--calibration | --checks]`
"""

from __future__ import annotations

import argparse
import json
import signal
import sys
import time

ARMS = ("structure", "vision")


def main(arguments: list[str]) -> int:
    """Draw what is missing, run all cases, print one table; 1 where one acted wrongly, 3 without a browser, 130 where
    it was stopped: then the table holds what was done until then."""
    from studio.engine.backends.protocols import EnvironmentUnable
    from tests.bench.drift import running
    from tests.bench.drift.album import write_album
    from tests.bench.drift.calibration import calibration, print_calibration
    from tests.bench.drift.judging import WRONG
    from tests.bench.drift.store import FOLDER
    from tests.bench.drift.table import figures, print_figures, shown

    options = _parsed(arguments)
    started, stopped = time.monotonic(), False
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        if options.checks:
            return _checks(options)
        cases = running.run_all(options)
    except EnvironmentUnable as error:
        print(error, file=sys.stderr)
        return 3
    except running.Stopped as early:
        cases, stopped = early.cases, True
    told = figures(cases)
    told |= {"calibration": calibration(cases, options)} if options.calibration and not stopped else {}
    album = FOLDER / f"failures-{'-'.join(options.arms)}.html"
    pictured = write_album(cases, album)
    if options.json:
        print(json.dumps(told))
    else:
        print_figures(told)
        print_calibration(told.get("calibration", {}))
        took = f"{time.monotonic() - started:.0f} s"
        print(f"\n{len(shown(cases))} cases in {took}; {pictured} failures with pictures: {album}")
    return 130 if stopped else 1 if any(case.verdict == WRONG for case in cases) else 0


def _checks(options: argparse.Namespace) -> int:
    """Ask the steps' own checks in place of the ladder; 1 where one let a run go on after what was not done."""
    from tests.bench.drift.checks import check_figures, print_checks, run_checks, went_wrong

    asked = run_checks(options)
    told = check_figures(asked)
    if options.json:
        print(json.dumps({"checks": told}))
    else:
        print_checks(told, asked)
    return 1 if any(went_wrong(one) for one in asked) else 0


def _parsed(arguments: list[str]) -> argparse.Namespace:
    from tests.bench.drift.corpus import DESKTOP, FAMILIES, PAGES
    from tests.bench.drift.running import SAMPLED

    kinds = tuple(kind for family in FAMILIES.values() for kind in family)
    parser = argparse.ArgumentParser(prog="./dev bench drift")
    parser.add_argument("--sample", action="store_true", help="the quick form: as --every 24")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="only one look in N")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    parser.add_argument("--kinds", nargs="+", metavar="KIND", help="kinds or families of drift")
    parser.add_argument("--arms", nargs="+", choices=ARMS, default=ARMS)
    parser.add_argument("--pages", nargs="+", choices=(*PAGES, *DESKTOP), default=(*PAGES, *DESKTOP), metavar="PAGE")
    parser.add_argument("--redraw", action="store_true", help="draw all anew (after changes of resources/web)")
    parser.add_argument("--calibration", action="store_true", help="also whether the dots on cards tell what happens")
    parser.add_argument("--checks", action="store_true", help="only what the steps' checks say once something was done")
    parser.add_argument("--jobs", type=int, default=2, metavar="N", help="processes (2)")
    options = parser.parse_args(arguments)
    wanted = [kind for name in options.kinds or FAMILIES for kind in FAMILIES.get(name, (name,))]
    if unknown := set(wanted) - set(kinds):
        parser.error(f"there is no kind {sorted(unknown)[0]!r}; the kinds are: {', '.join(kinds)}")
    options.kinds, options.every = tuple(wanted), SAMPLED if options.sample else max(options.every, 1)
    return options
