"""Whether bytes are a whole PNG picture of a sensible size, told without decoding it (about 0.1 ms)."""

from __future__ import annotations

import struct
import zlib

from studio.engine.limits import MAX_PIXELS

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_DEPTHS = {0: (1, 2, 4, 8, 16), 2: (8, 16), 3: (1, 2, 4, 8), 4: (8, 16), 6: (8, 16)}
"""Bits a sample by kind of colour (PNG specification, 11.2.2)."""


class NotPng(ValueError):
    """The bytes are not a whole PNG, or too large a picture. `str()` says which, as the end of a sentence."""


def png_size(data: bytes) -> tuple[int, int]:
    """Width and height in px of a PNG whose head says nothing impossible and whose chunks are all there and undamaged.

    Raises NotPng.
    """
    size = claimed_size(data)
    kinds = _chunk_kinds(data)
    _refuse_impossible(data[24:29], kinds)
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


def decodable_size(data: bytes) -> tuple[int, int]:
    """`claimed_size`, where all parts of the picture are as long as they say: a decoder makes room for what they claim
    (2 GB) before it looks for it. Raises NotPng."""
    size, at = claimed_size(data), len(_SIGNATURE)
    kind = b""
    while kind != b"IEND":
        length, kind = int.from_bytes(data[at : at + 4], "big"), data[at + 4 : at + 8]
        at += 12 + length
        if at > len(data):
            raise NotPng("is a cut PNG picture")
    return size


def _refuse_impossible(head: bytes, kinds: list[bytes]) -> None:
    """Raise NotPng where no decoder takes it: an unknown colour, depth or packing, colours without a palette."""
    depth, colour, packing, filtering, interlacing = head
    known = depth in _DEPTHS.get(colour, ()) and packing == filtering == 0 and interlacing in (0, 1)
    pixels_at = kinds.index(b"IDAT") if b"IDAT" in kinds else len(kinds)
    if not known or (colour == 3 and b"PLTE" not in kinds[:pixels_at]):
        raise NotPng("is a damaged PNG picture")


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
