"""Reading a run directory: its report.json, and only those files that really lie inside it."""

from __future__ import annotations

from pathlib import Path

from pydantic import ValidationError

from studio.engine.errors import BadInput, NewerVersion
from studio.engine.limits import MAX_REPORT_BYTES
from studio.engine.model.results import REPORT_VERSION, RunReport
from studio.engine.peek import inside
from studio.engine.untrusted import parse_object, read_given

__all__ = ["inside", "load_run"]


def load_run(run_dir: Path) -> RunReport:
    """The report of a run. Raises BadInput where the folder holds none that can be read."""
    path = run_dir / "report.json"
    if not path.is_file():
        raise BadInput(f"{run_dir} is not a run: it has no report.json. Give the folder that a replay wrote.")
    try:
        data = read_given(path, "the folder that a replay wrote", limit=MAX_REPORT_BYTES, error=BadInput)
        told = parse_object(data, f"{path} cannot be read: it", BadInput)
        _refuse_newer(path, told.get("version"))
        return RunReport.model_validate(told)
    except ValidationError as error:
        raise BadInput(f"{path} cannot be read: {_first_line(error)}. Replay again to get a whole report.") from error


def _refuse_newer(path: Path, version: object) -> None:
    """A newer report may have fields that we do not know: say so instead of calling it broken."""
    if isinstance(version, int) and version > REPORT_VERSION:
        raise NewerVersion(f"{path} was written by a newer program (version {version}): update Waymark Studio.")


def _first_line(error: ValidationError) -> str:
    first = error.errors()[0]
    where = ".".join(str(part) for part in first["loc"])
    return f"{where}: {first['msg']}" if where else str(first["msg"])
