from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = """
import os, sys
os.environ.pop("QT_QPA_PLATFORM_PLUGIN_PATH", None); os.environ.pop("QT_QPA_FONTDIR", None)
from studio.engine.backends import protocols
import studio.engine.vision as vision
import studio.engine.vision.ocr, studio.engine.vision.find_text
heavy = [m for m in ("onnxruntime", "rapidocr", "shapely", "PySide6") if m in sys.modules]
assert not heavy, heavy
assert callable(vision.ocr) and callable(vision.find_text), "the functions, not their modules"
assert "QT_QPA_PLATFORM_PLUGIN_PATH" not in os.environ and "QT_QPA_FONTDIR" not in os.environ
assert all(hasattr(vision, name) for name in vision.__all__)
"""

LOCAL_ONLY = """
import os, sys, tempfile
os.environ["TMPDIR"] = tempfile.tempdir = sys.argv[1]
for name in ("CI", "ORT_DISABLE_TELEMETRY", "ORT_RUNNING_UNIT_TESTS"):
    os.environ.pop(name, None)
from studio.engine.vision import warm_up
warm_up()
left = os.listdir(sys.argv[1])
assert not left, left
for number in os.listdir("/proc/self/fd"):
    path = f"/proc/self/fd/{number}"
    assert not os.path.lexists(path) or not os.readlink(path).startswith("socket:"), number
"""

WHOLE_FRAME = """
import cv2, numpy as np
from studio.engine.vision import Frame, ocr
pixels = np.full((800, 1280, 3), 255, np.uint8)
for y in range(30, 800, 30):
    for x in range(20, 1280, 210):
        cv2.putText(pixels, f"text {x} {y}", (x, y), cv2.FONT_HERSHEY_SIMPLEX, 0.5, (0, 0, 0), 1, cv2.LINE_AA)
assert len(ocr(Frame(bgr=pixels))) > 120
status = open("/proc/self/status").read()  # not ru_maxrss: a child inherits that of the process that started it
print(int(status.split("VmHWM:")[1].split()[0]) / 1024)
"""


def test_importing_is_light_and_leaves_the_environment_clean() -> None:
    subprocess.run([sys.executable, "-c", PROGRAM], check=True)


def test_the_models_report_nothing_home(tmp_path: Path) -> None:
    """From onnxruntime 1.29 on its wheels send telemetry and keep a session file unless they are told not to."""
    if not Path("/proc/self/fd").exists():
        pytest.skip("open sockets are listed on Linux only")
    subprocess.run([sys.executable, "-c", LOCAL_ONLY, str(tmp_path)], check=True)


def test_reading_a_whole_frame_stays_below_800_mb() -> None:
    done = subprocess.run([sys.executable, "-c", WHOLE_FRAME], check=True, capture_output=True, text=True)
    assert float(done.stdout) < 800
