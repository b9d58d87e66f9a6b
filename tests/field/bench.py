"""`./dev bench field`: the product on real programs, one row for each program, arm and run (docs/field.md).

--program P[,P]   only these       --arm structure|vision   only this arm    --runs NAME,…  only these runs
--batch N         only this batch  --person   only the person and the program, without the product
--json            rows as JSON     --keep DIR  recordings, bundles, runs     --out FILE.jsonl  add the rows to it
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from importlib import import_module
from pathlib import Path
from typing import Any

from tests.field import cache, product
from tests.field.model import RIGHT, Drift, Program, Running, Store, Values
from tests.field.programs import load, names

ARMS = ("structure", "vision")
VERDICTS = ("right", "halted needlessly", "halted rightly", "asked", "WRONG", "error")
Row = dict[str, Any]


def main(arguments: list[str]) -> int:
    """Run what is asked for. Returns 1 if anything was WRONG (with --person: if anything is not right)."""
    options = _parsed(arguments)
    rows: list[Row] = []
    for name in options.program.split(",") if options.program else names():
        if options.batch in (0, load(name).batch):
            rows += Field(load(name), options).run()
    if options.json:
        print(json.dumps(rows, ensure_ascii=False))
    elif rows:
        print("\n" + ", ".join(f"{verdict}: {sum(r['verdict'] == verdict for r in rows)}" for verdict in VERDICTS))
        print(f"asked: {sum(r['asked'] for r in rows)} times, answered: {sum(len(r['answers']) for r in rows)}")
    return int(any(r["verdict"] not in ("right",) if options.person else r["verdict"] == "WRONG" for r in rows))


class Field:
    """One program: its rows are collected and shown as they come."""

    def __init__(self, program: Program, options: argparse.Namespace) -> None:
        self.program, self.options = program, options
        self.side = import_module(f"tests.field.{program.kind}_side")
        self.keep = _fresh(options.keep / program.name)
        self.rows: list[Row] = []
        self.commit = _commit()
        self.home = Path()

    def run(self) -> list[Row]:
        """Record, compile and replay on all runs, in both arms. What breaks the harness ends this program."""
        try:
            self.home = cache.ready(self.program)
            self._person() if self.options.person else self._product()
        except Exception as error:  # one program must not end the others
            self.row("-", "(harness)", RIGHT, "error", repr(error)[-900:])
        return self.rows

    def row(self, arm: str, run: str, want: str, verdict: str, why: str = "", seconds: float = 0, **more: Any) -> None:
        """Note one verdict and print it."""
        more = {"answers": [], "asked": 0, **more}
        fields = {
            "program": self.program.name,
            "kind": self.program.kind,
            "batch": self.program.batch,
            "arm": arm,
            "run": run,
        }
        why = " ".join(why.split())
        self.rows.append(
            {
                **fields,
                "want": want,
                "verdict": verdict,
                "why": why,
                "seconds": round(seconds, 1),
                **more,
                "commit": self.commit,
            }
        )
        line = f"{self.program.name:18} {arm:9} {run:18} want {want:15} {verdict:17} {seconds:5.0f} s"
        print(f"{line}  {'' if verdict == 'right' else why[:400]}".rstrip(), file=sys.stderr, flush=True)
        if self.options.out:
            with self.options.out.open("a", encoding="utf-8") as out:
                out.write(json.dumps(self.rows[-1], ensure_ascii=False) + "\n")

    def _start(self, name: str, drift: str) -> Running:
        workdir = self.keep / "work" / name.replace("/", "_")
        cache.fresh(self.home, workdir)
        return self.program.start(self.home, workdir, drift)

    def _person(self) -> None:
        """All sets of values by hand, and every drift started."""
        program = self.program
        for name, values in (
            ("recorded", program.recorded),
            ("other values", program.other),
            ("other entry", program.entry),
        ):
            if self._wanted(name):
                self._by_hand(name, values)
        for drift in program.drifts:
            if self._wanted(drift.name):
                self._by_hand(drift.name, program.recorded, drift, only_start=drift.want != RIGHT or program.by_layout)

    def _by_hand(self, name: str, values: Values, drift: Drift | None = None, only_start: bool = False) -> None:
        running, began = self._start(name, drift.name if drift else ""), time.monotonic()
        try:
            before = self.program.oracle(running)
            trouble = "" if only_start else self.side.work(self.program, running, values, None)[0]
            time.sleep(self.program.pause)
            now, wanted = self.program.oracle(running), self.program.expected(before, values)
        finally:
            running.stop()
        if only_start:
            wanted = before
        why = trouble or ("" if now == wanted else f"stored: {difference(now, wanted)}")
        self.row("person", name, RIGHT, "error" if why else "right", why, time.monotonic() - began)

    def _product(self) -> None:
        if not self._record():
            return
        for arm in [self.options.arm] if self.options.arm else ARMS:
            made = product.compiled(self.keep, self.program.name, arm, self.program.recorded, self.program.secrets)
            if made.bundle is None:
                self.row(arm, "(compile)", RIGHT, "error", made.said)
                continue
            for run, values, drift in self._runs():
                try:
                    self._replay(arm, run, values, drift, made, made.bundle)
                except Exception as error:  # a program that did not start must not end the other runs
                    self.row(arm, run, drift.want if drift else RIGHT, "error", f"harness: {error!r}"[-900:])

    def _runs(self) -> list[tuple[str, Values, Drift | None]]:
        program = self.program
        runs: list[tuple[str, Values, Drift | None]] = [
            ("same", program.recorded, None),
            ("other values", program.other, None),
            ("other entry", program.entry, None),
        ]
        runs += [(drift.name, program.recorded, drift) for drift in program.drifts]
        return [run for run in runs if self._wanted(run[0])]

    def _wanted(self, run: str) -> bool:
        return not self.options.runs or run in self.options.runs.split(",")

    def _record(self) -> bool:
        """The person does it, recorded. Returns whether there is a recording of a job well done."""
        running, said = self._start("record", ""), ["not started"]

        def start(where: list[str], env: dict[str, str]) -> product.Recorder:
            recorder = product.Recorder(where, self.keep / "rec", env)
            said[:] = [""]
            recorder_said.append(recorder)
            return recorder

        recorder_said: list[product.Recorder] = []
        try:
            before = self.program.oracle(running)
            trouble, code = self.side.work(self.program, running, self.program.recorded, start)
            time.sleep(self.program.pause)
            now, wanted = self.program.oracle(running), self.program.expected(before, self.program.recorded)
        finally:
            running.stop()
        words = "".join(recorder_said[0].said) if recorder_said else ""
        (self.keep / "record.txt").write_text(words)
        if trouble or now != wanted:
            self.row("-", "(person)", RIGHT, "error", trouble or f"stored while recording: {difference(now, wanted)}")
        elif code != 0:
            self.row("-", "(record)", RIGHT, "error", f"exit {code}: {words[-500:]}")
        return not trouble and now == wanted and code == 0

    def _replay(
        self, arm: str, run: str, values: Values, drift: Drift | None, made: product.Compiled, bundle: Path
    ) -> None:
        program, want, known = self.program, drift.want if drift else RIGHT, made.parameters
        missing = [key for key, value in values.items() if value != program.recorded[key] and key not in known]
        if missing:
            why = f"no parameter is proposed for {', '.join(missing)}"
            return self.row(arm, run, want, "halted needlessly", why, code="no_parameter")
        given = {name: values[key] for key, name in known.items()}
        running, began = self._start(f"{arm} {run}", drift.name if drift else ""), time.monotonic()
        try:
            before = program.oracle(running)
            wanted = program.expected(before, values)
            where, env = self.side.where(running)
            env = {**env, **(drift.env if drift else {}), **made.secrets}
            run_dir = self.keep / f"run {arm} {run}"
            code, operator, errors = product.replay(
                bundle, run_dir, where, given, arm, env, lambda: program.oracle(running) == wanted, program.patience
            )
            took = time.monotonic() - began
            time.sleep(program.pause)
            now = program.oracle(running)
        finally:
            running.stop()
        clean = now == wanted or program.on_the_way(before, now, values)
        verdict = judged(code, now == wanted, clean, want, operator.already_there)
        halt = operator.last_halt
        why = halt.get("sentence") or ("it said that it was done" if code == 0 else f"exit {code}: {errors}")
        why += "" if now == wanted else f" | stored: {difference(now, wanted)}" if verdict in ("WRONG", "error") else ""
        why += " (all was done)" if now == wanted and verdict != "right" else ""
        more = {
            "answers": operator.answers,
            "asked": operator.already_there,
            "code": halt.get("code", ""),
            "step": halt.get("step_id", ""),
        }
        self.row(arm, run, want, verdict, why, took, **more)
        return None


def judged(code: int | None, done: bool, clean: bool, want: str, already_there: int) -> str:
    """The verdict on one replay, by its exit code and the store.

    `done`: all is as it must be; `clean`: nothing false is there.
    """
    if not clean or (code == 0 and not done):
        return "WRONG"
    if code == 0:
        return "right"
    if code == 1:
        return "halted rightly" if want != RIGHT else "asked" if already_there else "halted needlessly"
    return "error"


def difference(now: Store, wanted: Store) -> str:
    """Where two stores differ, short."""
    found: list[str] = []

    def look(path: str, one: Any, two: Any) -> None:
        if one == two:
            return
        if isinstance(one, dict) and isinstance(two, dict):
            for key in sorted({*one, *two}, key=str):
                look(f"{path}/{key}", one.get(key), two.get(key))
        else:
            found.append(f"{path}: is {one!r}, wanted {two!r}"[:500])

    look("", now, wanted)
    return "; ".join(found)[:1500]


def _fresh(folder: Path) -> Path:
    """An empty folder; one that is there already is kept beside it."""
    if folder.exists():
        folder.rename(folder.with_name(f"{folder.name}.{time.strftime('%Y%m%d-%H%M%S')}"))
    folder.mkdir(parents=True)
    return folder


def _commit() -> str:
    """The product's and the field's commit: one tree."""
    asked = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], cwd=product.ROOT, capture_output=True, text=True, check=False
    )
    return asked.stdout.strip()


def _parsed(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="./dev bench field", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--program", default="")
    parser.add_argument("--arm", choices=ARMS)
    parser.add_argument("--runs", default="")
    parser.add_argument("--batch", type=int, default=0)
    parser.add_argument("--person", action="store_true")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--keep", type=Path, default=None)
    parser.add_argument("--out", type=Path, default=None)
    options = parser.parse_args(arguments)
    options.keep = (options.keep or Path(tempfile.mkdtemp(prefix="field-"))).absolute()
    return options
