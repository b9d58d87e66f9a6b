"""Pictures in, facts out: frames, matching, text, hashes, settling.

Importing this loads OpenCV and nothing heavier; the OCR models load when they are first used.
`ocr` and `find_text` are functions here: their modules are imported first, so that the names stay bound.
"""

from __future__ import annotations

import os
from pathlib import Path

import cv2  # noqa: F401  (first, so that its variables can be dropped)

for _name in ("QT_QPA_PLATFORM_PLUGIN_PATH", "QT_QPA_FONTDIR"):
    if "cv2" in Path(os.environ.get(_name, "")).parts:  # OpenCV's wheel points Qt at plugins that we do not ship
        del os.environ[_name]

from studio.engine.vision.controls import Control, find_control  # noqa: E402
from studio.engine.vision.diff import change_fraction, changed_regions, largest_change  # noqa: E402
from studio.engine.vision.find_text import (  # noqa: E402  (after ocr)
    AmbiguousOcrMatchError,
    ContradictoryOcrEvidenceError,
    OcrResolutionRefused,
    find_text,
    find_text_candidates,
    text_candidates,
)
from studio.engine.vision.frame import Frame, Pixels, UnreadableFrame  # noqa: E402
from studio.engine.vision.hashing import phash, phash_distance, phash_png  # noqa: E402
from studio.engine.vision.look import is_dimmed, look_difference  # noqa: E402
from studio.engine.vision.match import Match, find_template, template_peaks  # noqa: E402
from studio.engine.vision.ocr import OcrLine, OcrStats, OcrWord, ocr, ocr_stats, warm_up  # noqa: E402
from studio.engine.vision.settle import wait_settled  # noqa: E402
from studio.engine.vision.similarity import (  # noqa: E402
    Similarity,
    estimate_similarity,
    similarity_from_texts,
)

__all__ = [
    "AmbiguousOcrMatchError",
    "ContradictoryOcrEvidenceError",
    "Control",
    "Frame",
    "Match",
    "OcrLine",
    "OcrResolutionRefused",
    "OcrStats",
    "OcrWord",
    "Pixels",
    "Similarity",
    "UnreadableFrame",
    "change_fraction",
    "changed_regions",
    "estimate_similarity",
    "find_control",
    "find_template",
    "find_text",
    "find_text_candidates",
    "is_dimmed",
    "largest_change",
    "look_difference",
    "ocr",
    "ocr_stats",
    "phash",
    "phash_distance",
    "phash_png",
    "similarity_from_texts",
    "template_peaks",
    "text_candidates",
    "wait_settled",
    "warm_up",
]
