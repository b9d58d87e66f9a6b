"""Checks of what every kind of work needs: the interpreter, room on the disk, fonts, reading text."""

from __future__ import annotations

import shutil
import sys
from importlib.util import find_spec
from pathlib import Path

from studio.engine.health.finding import Finding
from studio.engine.health.programs import output
from studio.engine.vision.ocr_models import model_files

_NEEDED_MB, _ROOMY_MB = 200, 2000
_FAMILIES = ("DejaVu", "Liberation", "Noto", "Arial", "Helvetica")
_SAMPLE = "Doctor"


def python() -> Finding:
    """The interpreter."""
    version = ".".join(map(str, sys.version_info[:3]))
    if (3, 11) <= sys.version_info[:2] <= (3, 12):
        return Finding("python", "ok", f"Python {version}.")
    return Finding("python", "missing", f"Python {version} is not supported.", "Install Python 3.11 or 3.12.")


def disk() -> Finding:
    """Room for recordings and runs, in the folder where the command was called."""
    free = shutil.disk_usage(Path.cwd()).free // 1_000_000
    mend = "Free some space: a recording takes a few hundred MB an hour."
    if free < _NEEDED_MB:
        return Finding("disk", "missing", f"Only {free} MB are free here.", mend)
    if free < _ROOMY_MB:
        return Finding("disk", "warning", f"{free} MB are free here.", mend)
    return Finding("disk", "ok", f"{free / 1000:.0f} GB are free here.")


def fonts() -> Finding:
    """Fonts, without which pages show boxes and no text can be read."""
    mend = "Install fonts (Debian: apt-get install fonts-dejavu-core fonts-liberation)."
    if not shutil.which("fc-list"):
        known = sys.platform != "linux"
        return Finding("fonts", "ok" if known else "warning", "Fonts of the system are used.", "" if known else mend)
    families = {line.split(",")[0].strip() for line in output(["fc-list", ":", "family"]).splitlines()}
    usual = sorted(f for f in families if f.startswith(_FAMILIES))
    if usual:
        return Finding("fonts", "ok", f"{len(families)} families, {usual[0]} among them.")
    return Finding("fonts", "warning", "None of the usual fonts is installed.", mend)


def reading() -> Finding:
    """The package that reads text from pictures, with its models: a word is drawn and read."""
    mend = "Install the program again: pip install rapidocr==3.10.0."
    spec = find_spec("rapidocr")
    if spec is None or spec.origin is None:
        return Finding("reading", "missing", "The package that reads text from pictures is not installed.", mend)
    models = [name for name in model_files() if (Path(spec.origin).parent / "models" / name).is_file()]
    if len(models) < len(model_files()):
        return Finding("reading", "missing", "The models that read text are not in their package.", mend)
    try:
        read = _read_sample()
    except Exception as error:  # whatever keeps the models from running is the answer
        return Finding("reading", "missing", f"Text cannot be read from pictures ({type(error).__name__}).", mend)
    if _SAMPLE not in read:
        return Finding("reading", "missing", f"A picture of “{_SAMPLE}” was read as “{read}”.", mend)
    return Finding("reading", "ok", f"Reads text from pictures on this machine ({len(models)} models).")


def _read_sample() -> str:
    import cv2
    import numpy as np

    from studio.engine.vision.frame import Frame
    from studio.engine.vision.ocr import ocr

    picture = np.full((64, 240, 3), 255, np.uint8)
    cv2.putText(picture, _SAMPLE, (30, 42), cv2.FONT_HERSHEY_SIMPLEX, 1.0, (0, 0, 0), 2, cv2.LINE_AA)
    return " ".join(line.text for line in ocr(Frame(bgr=picture)))
