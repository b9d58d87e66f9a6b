"""`./dev bench safety [PART …] [--sample] [--json FILE]`: what must never happen, counted over many tries.

A part is a module of this package with `run(sample: bool) -> list[Row]`: the long form, or a sample of it.
"""

from __future__ import annotations

import argparse
import json
import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from tests.bench.table import Row, print_table

sys.path.append(str(Path(__file__).parents[2]))  # the helpers of the tests know each other by short names

PARTS = ("identity", "hazards", "flips", "fuzz", "kill", "shown")


def main(arguments: list[str]) -> int:
    """Run the named parts (or all), print one table, and return 1 where a target is missed."""
    parser = argparse.ArgumentParser(prog="./dev bench safety")
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"of {', '.join(PARTS)}; all where none is named")
    parser.add_argument("--sample", action="store_true", help="the short form that the tests run")
    parser.add_argument("--json", type=Path, metavar="FILE", help="keep the figures there")
    options = parser.parse_args(arguments)
    if unknown := set(options.parts) - set(PARTS):
        parser.error(f"there is no part {sorted(unknown)[0]!r}")
    rows = [row for part in options.parts or PARTS for row in _run(part, options.sample)]
    print_table(rows)
    if options.json:
        options.json.write_text(json.dumps([row.__dict__ for row in rows], indent=1))
    return 0 if all(row.reached for row in rows) else 1


def _run(part: str, sample: bool) -> list[Row]:
    name = f"{__name__}.{part}"
    if find_spec(name) is None:
        print(f"{part}: not there yet, passed over")
        return []
    rows: list[Row] = import_module(name).run(sample)
    return rows
