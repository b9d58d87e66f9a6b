"""What makes two proposals the same: then a person's no to one of them is a no to the other, in any later run."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

from studio.engine.errors import BadInput
from studio.engine.limits import MAX_PICTURE_BYTES
from studio.engine.model.heals import Heal
from studio.engine.report.run_dir import inside
from studio.engine.untrusted import read_given

_WHERE_AND_WHAT = {"structural", "region", "click_point", "ocr_text", "kind", "control", "label_region"}


def fingerprint(heal: Heal, run_dir: Path | None = None) -> str:
    """SHA-256 of the step, of what its anchor would say of the target itself, and of its new pictures.

    Texts around the target are left out: they hold the record of the day. Without `run_dir` pictures are, too.
    """
    after = heal.after.model_dump(mode="json", include=_WHERE_AND_WHAT)
    pictures = {path: _digest(run_dir, file) for path, file in sorted(heal.assets.items())}
    said = json.dumps([heal.step_id, after, pictures], sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(said.encode()).hexdigest()


def _digest(run_dir: Path | None, file: str) -> str:
    """SHA-256 of a picture of the run; empty where it cannot be read."""
    found = inside(run_dir, file) if run_dir is not None else None
    if found is None:
        return ""
    try:
        data = read_given(found, "a picture", limit=MAX_PICTURE_BYTES, error=BadInput)
    except BadInput:
        return ""
    return hashlib.sha256(data).hexdigest()
