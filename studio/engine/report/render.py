"""Writes the report of a run into its directory."""

from __future__ import annotations

from pathlib import Path

from studio.engine.files import write_atomically
from studio.engine.report.markdown import markdown
from studio.engine.report.page import page
from studio.engine.report.run_dir import load_run

TEXT, PAGE = "REPORT.md", "report.html"


def render_run_report(run_dir: Path) -> Path:
    """Write REPORT.md and the self-contained report.html from report.json; returns the path of REPORT.md.

    Pictures are those regular files of the run that report.json names; nothing is drawn that was not kept.
    Raises BadInput where there is no report to read, CannotWrite.
    """
    run_dir = Path(run_dir)
    report = load_run(run_dir)
    write_atomically(run_dir / TEXT, markdown(report, run_dir).encode())
    write_atomically(run_dir / PAGE, page(report, run_dir).encode())
    return run_dir / TEXT
