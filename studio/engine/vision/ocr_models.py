"""The two networks of PP-OCRv6 (small) as files of the installed package rapidocr, which is never imported.

They are run directly: the package's own wrapper upscales small crops, distorts sizes and skips detection on wide
strips (docs: platform notes, field report 56), and fetches models over the network. Here the detector sees screen
pixels one to one, and a file with another digest than the pinned one is refused.
"""

from __future__ import annotations

import hashlib
import os
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from studio.engine.vision.frame import Pixels

if TYPE_CHECKING:
    from onnxruntime import InferenceSession  # type: ignore[import-untyped]

GRID = 32
"""The detector takes sides that are multiples of this, px."""
BAND_AREA = 1_100_000
"""Largest picture the detector gets at once, px. A taller one goes in bands, so that memory stays bounded."""
BAND_OVERLAP = 64
"""Rows that two bands share, px: more than a line of text."""
LINE_HEIGHT = 48
"""Height to which the recogniser's input is scaled, px."""

_PACKAGE = "rapidocr"
_DETECTOR = "PP-OCRv6_det_small.onnx"
_RECOGNISER = "PP-OCRv6_rec_small.onnx"
_SHA256 = {
    _DETECTOR: "090f04abcd9d9a7498bc4ebf677e4cb9bdce1fe4197ddb7e529f1ef44e1ff94f",
    _RECOGNISER: "6f327246b50388f3c176ae304bd95767ea6dc0c9ae92153ef8cbe210b3c14884",
}
"""All thresholds were measured with these: another model reads other texts, and checks of bundles would change."""
_WHITE_BORDER = cv2.BORDER_REPLICATE


class OcrUnavailable(RuntimeError):
    """The OCR models are not installed, or are not the pinned ones."""


class Glyphs(NamedTuple):
    """What the recogniser read: characters, where each fired (0..1 of the picture's width), mean confidence."""

    chars: str
    at: tuple[float, ...]
    confidence: float


class OcrModels:
    """Detector and recogniser, one thread each, without a memory arena. Not thread safe: callers hold a lock."""

    def __init__(self) -> None:
        self._detector = _session(_DETECTOR)
        self._recogniser = _session(_RECOGNISER)
        listed = self._recogniser.get_modelmeta().custom_metadata_map["character"].splitlines()
        self._alphabet = ["", *listed, " "]
        self.detector_sizes: list[tuple[int, int]] = []
        """Width and height of what the detector got in the last call, one entry per band."""

    def text_map(self, bgr: Pixels) -> NDArray[np.float32]:
        """Probability (0..1) of text for each pixel of a BGR picture, same height and width."""
        height, width = bgr.shape[:2]
        self.detector_sizes = []
        rows = max(GRID * 4, BAND_AREA // max(width, 1) // GRID * GRID)
        if height <= rows:
            return self._detect(bgr)
        whole = np.zeros((height, width), np.float32)
        for top in range(0, height - BAND_OVERLAP, rows - BAND_OVERLAP):
            part = self._detect(bgr[top : top + rows])
            skip = BAND_OVERLAP // 2 if top else 0
            whole[top + skip : top + len(part)] = part[skip:]
        return whole

    def _detect(self, bgr: Pixels) -> NDArray[np.float32]:
        height, width = bgr.shape[:2]
        padded = pad_to_grid(bgr)
        self.detector_sizes.append((padded.shape[1], padded.shape[0]))
        answer = self._detector.run(None, {self._detector.get_inputs()[0].name: _blob(padded)})
        probability: NDArray[np.float32] = np.asarray(answer[0])[0, 0, :height, :width]
        return probability

    def read(self, bgr: Pixels) -> Glyphs:
        """The characters of one line of text."""
        height, width = bgr.shape[:2]
        scaled = max(1, round(width * LINE_HEIGHT / height))
        canvas = np.zeros((1, 3, LINE_HEIGHT, max(scaled, LINE_HEIGHT)), np.float32)
        method = cv2.INTER_AREA if height > LINE_HEIGHT else cv2.INTER_LINEAR
        canvas[..., :scaled] = _blob(cv2.resize(bgr, (scaled, LINE_HEIGHT), interpolation=method))
        answer = self._recogniser.run(None, {self._recogniser.get_inputs()[0].name: canvas})
        return self._decode(np.asarray(answer[0])[0], canvas.shape[3] / scaled)

    def _decode(self, steps: NDArray[np.float32], stretch: float) -> Glyphs:
        """CTC: a class counts where it differs from the step before; class 0 is blank."""
        best = steps.argmax(axis=1)
        fresh = best != 0
        fresh[1:] &= best[1:] != best[:-1]
        where = np.flatnonzero(fresh)
        chars = "".join(self._alphabet[i] for i in best[where])
        at = tuple(float((i + 0.5) / len(best) * stretch) for i in where)
        confidence = float(steps[where, best[where]].mean()) if len(where) else 0.0
        return Glyphs(chars, at, confidence)


def pad_to_grid(bgr: Pixels) -> Pixels:
    """`bgr` grown right and down to multiples of 32 px, at least 64 × 64, by repeating its last row and column."""
    height, width = bgr.shape[:2]
    right = max(2 * GRID, -(-width // GRID) * GRID) - width
    down = max(2 * GRID, -(-height // GRID) * GRID) - height
    if right == 0 and down == 0:
        return bgr
    return cv2.copyMakeBorder(bgr, 0, down, 0, right, _WHITE_BORDER)  # type: ignore[return-value]


def _blob(bgr: object) -> NDArray[np.float32]:
    """1 × 3 × height × width with values -1..1."""
    blob: NDArray[np.float32] = cv2.dnn.blobFromImage(bgr, 1 / 127.5, mean=(127.5, 127.5, 127.5))  # type: ignore
    return blob


def _session(name: str) -> InferenceSession:
    _keep_local()
    from onnxruntime import InferenceSession, SessionOptions  # a quarter of a second: only when OCR is used

    options = SessionOptions()
    options.log_severity_level = 4
    options.enable_cpu_mem_arena = False
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    return InferenceSession(model_bytes(name), sess_options=options, providers=["CPUExecutionProvider"])


def _keep_local() -> None:
    """Forbid onnxruntime to report home, before it is loaded: from 1.29 on its wheels do so unless told not to.

    With the variable set at loading it makes no uploader, no identifier and no file (its pull request 27379).
    """
    os.environ["ORT_DISABLE_TELEMETRY"] = "1"


def model_files() -> tuple[str, ...]:
    """The names of the files that reading needs."""
    return tuple(_SHA256)


def model_bytes(name: str) -> bytes:
    """The pinned model of that name. Raises OcrUnavailable where it is missing or another one."""
    spec = find_spec(_PACKAGE)
    for folder in (spec.submodule_search_locations or []) if spec else []:
        path = Path(folder) / "models" / name
        if path.is_file():
            return _pinned(name, path.read_bytes())
    raise OcrUnavailable(f"The OCR model {name} is missing: install the package rapidocr 3.10.0.")


def _pinned(name: str, data: bytes) -> bytes:
    if hashlib.sha256(data).hexdigest() != _SHA256[name]:
        raise OcrUnavailable(f"The OCR model {name} is another one than expected: install the package rapidocr 3.10.0.")
    return data
