"""Whether bytes are a whole PNG picture of a sensible size, told without decoding it (about 0.1 ms)."""

from __future__ import annotations

import struct
import zlib

from studio.engine.limits import MAX_PIXELS

_SIGNATURE = b"\x89PNG\r\n\x1a\n"


class NotPng(ValueError):
    """The bytes are not a whole PNG, or too large a picture. `str()` says which, as the end of a sentence."""


def png_size(data: bytes) -> tuple[int, int]:
    """Width and height in px of a PNG whose chunks are all there and undamaged. Raises NotPng."""
    size = claimed_size(data)
    kinds = _chunk_kinds(data)
    if kinds[-1] != b"IEND" or b"IDAT" not in kinds:
        raise NotPng("is a cut PNG picture")
    return size


def claimed_size(data: bytes) -> tuple[int, int]:
    """Width and height in px that the head of a PNG claims, which decide what decoding it takes. Raises NotPng."""
    if not data.startswith(_SIGNATURE):
        raise NotPng("is not a PNG picture")
    if len(data) < 33 or data[12:16] != b"IHDR":
        raise NotPng("is a cut PNG picture")
    width, height = struct.unpack(">II", data[16:24])
    if width == 0 or height == 0:
        raise NotPng("is an empty picture")
    if width * height > MAX_PIXELS:
        raise NotPng(f"claims {width} × {height} px, more than the {MAX_PIXELS // 1_000_000} million that are read")
    return width, height


def _chunk_kinds(data: bytes) -> list[bytes]:
    """Names of all chunks in order, each with its checksum verified; nothing may follow the last."""
    kinds, at = [], len(_SIGNATURE)
    while at < len(data):
        length = int.from_bytes(data[at : at + 4], "big")
        end = at + 8 + length
        if end + 4 > len(data):
            raise NotPng("is a cut PNG picture")
        if zlib.crc32(memoryview(data)[at + 4 : end]) != int.from_bytes(data[end : end + 4], "big"):
            raise NotPng("is a damaged PNG picture")
        kinds.append(data[at + 4 : at + 8])
        at = end + 4
    return kinds
