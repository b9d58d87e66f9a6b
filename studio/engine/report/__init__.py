"""Reports of runs for people: REPORT.md and one self-contained report.html."""

from studio.engine.report.render import render_run_report
from studio.engine.report.run_dir import load_run

__all__ = ["load_run", "render_run_report"]
