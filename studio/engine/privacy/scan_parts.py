"""What a file consists of, for a search: bytes in parts, pictures, and what lies packed or embedded in it."""

from __future__ import annotations

import base64
import binascii
import bz2
import gzip
import io
import lzma
import re
import struct
import zipfile
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import IO, Any

from studio.engine.limits import MAX_ENTRIES, MAX_PICTURE_BYTES, MAX_RATIO, MAX_TOTAL_BYTES
from studio.engine.privacy.scan_bytes import OVERLAP

PART = 8_000_000
_NESTED = 3
_PNG, _JPEG = b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff"
_EMBEDDED = re.compile(rb"data:image/(?:png|jpe?g);base64,([A-Za-z0-9+/=]{40,})")
_PACKED_TEXT = 4_000_000
_PACKED_CHUNKS = (b"zTXt", b"iTXt", b"iCCP")
_PACKERS: dict[bytes, Callable[[IO[bytes]], Any]] = {
    b"\x1f\x8b\x08": gzip.open,
    b"BZh": bz2.open,
    b"\xfd7zXZ\0": lzma.open,
}


@dataclass(frozen=True)
class Part:
    """A piece of a file: `start` is where it begins (byte) in what `inside` names (an entry, a chunk; empty: the file).

    `picture` parts are whole pictures, to be read by OCR; of them the bytes say nothing. With `problem` nothing of it
    could be searched.
    """

    data: bytes
    start: int = 0
    inside: str = ""
    picture: bool = False
    problem: str = ""


def parts_of(file: IO[bytes], inside: str = "", depth: int = 0) -> Iterator[Part]:
    """All parts of an open file. Raises OSError."""
    head = file.read(8)
    file.seek(0)
    if head.startswith((_PNG, _JPEG)):
        yield from _picture(file.read(MAX_PICTURE_BYTES + 1), inside)
    elif head.startswith(b"PK\x03\x04"):
        yield from _bytes(file, inside)
        yield from _entries(file, inside, depth)
    else:
        yield from _bytes(file, inside)
        for magic, opened in _PACKERS.items():
            if head.startswith(magic):
                yield from _unpacked(file, opened, f"{inside}unpacked: ", depth)


def _bytes(file: IO[bytes], inside: str) -> Iterator[Part]:
    start, kept = 0, b""
    file.seek(0)
    while data := file.read(PART):
        whole = kept + data
        yield Part(_EMBEDDED.sub(_blank, whole), start - len(kept), inside)
        for number, match in enumerate(_EMBEDDED.finditer(whole)):
            yield from _embedded(match[1], f"{inside}picture {number + 1} at byte {start - len(kept) + match.start()}")
        start += len(data)
        kept = whole[-OVERLAP:]


def _blank(found: re.Match[bytes]) -> bytes:
    """A picture that is searched by itself: its letters mean nothing, and a short value stands among them by chance."""
    head = found.start(1) - found.start()
    return found[0][:head] + b"." * (len(found[0]) - head)


def _embedded(coded: bytes, inside: str) -> Iterator[Part]:
    """A picture of a page; one that goes on beyond this part of the file cannot be decoded and is told."""
    try:
        yield from _picture(base64.b64decode(coded, validate=True), f"{inside}: ")
    except binascii.Error:
        yield Part(b"", inside=inside, problem="a picture in it is cut")


def _picture(data: bytes, inside: str) -> Iterator[Part]:
    if len(data) > MAX_PICTURE_BYTES:
        yield Part(b"", inside=inside, problem="the picture is too large")
        return
    if data.startswith(_PNG):
        yield from _png_chunks(data, inside)
    else:
        for name, start, body in _jpeg_segments(data):
            yield Part(body, start, f"{inside}{name}: ")
    yield Part(data, inside=inside, picture=True)


def _png_chunks(data: bytes, inside: str) -> Iterator[Part]:
    """All chunks but the pixels, unpacked where they are packed; what follows the last one, too."""
    at, moves = len(_PNG), False
    while at + 12 <= len(data):
        length, kind = int.from_bytes(data[at : at + 4], "big"), data[at + 4 : at + 8]
        if not kind.isalpha():
            break
        body = data[at + 8 : at + 8 + length]
        if kind != b"IDAT":
            yield Part(body, at, f"{inside}{kind.decode()}: ")
            if kind in _PACKED_CHUNKS:
                yield from _inflated(body, at, f"{inside}{kind.decode()}: ")
        moves = moves or kind == b"fdAT"
        at += 12 + length
        if kind == b"IEND":
            break
    if moves:
        yield Part(b"", inside=inside, problem="the picture moves, and only its first frame is read")
    yield Part(data[at:], at, f"{inside}after the picture: ")


def _inflated(chunk: bytes, at: int, inside: str) -> Iterator[Part]:
    """What a packed text of a picture holds; one that is larger than is unpacked is searched so far, and told."""
    for begin in re.finditer(rb"\x78[\x01\x5e\x9c\xda]", chunk):
        packed = zlib.decompressobj()
        try:
            text = packed.decompress(chunk[begin.start() :], _PACKED_TEXT)
        except zlib.error:
            continue
        yield Part(text, at, inside)
        if len(text) == _PACKED_TEXT and not packed.eof:
            yield Part(b"", inside=inside, problem="its text is larger than is unpacked")


def _jpeg_segments(data: bytes) -> Iterator[tuple[str, int, bytes]]:
    """The segments before the pixels, and what follows the picture."""
    at = 2
    while at + 4 <= len(data) and data[at] == 0xFF and data[at + 1] != 0xDA:
        length = int.from_bytes(data[at + 2 : at + 4], "big")
        yield f"segment {data[at + 1]:02X}", at, data[at + 4 : at + 2 + length]
        at += 2 + length
    end = data.rfind(b"\xff\xd9")
    yield "after the picture", end + 2, data[end + 2 :]


def _unpacked(file: IO[bytes], opened: Callable[[IO[bytes]], Any], inside: str, depth: int) -> Iterator[Part]:
    """What one packed stream holds, within bounds."""
    file.seek(0)
    try:
        with opened(file) as packed:
            data = packed.read(MAX_PICTURE_BYTES + 1) if depth < _NESTED else None
    except (OSError, EOFError, zlib.error, lzma.LZMAError) as broken:
        yield Part(b"", inside=inside, problem=f"it cannot be unpacked ({type(broken).__name__})")
        return
    if data is None or len(data) > MAX_PICTURE_BYTES:
        problem = "it is packed too deeply" if data is None else "it is larger than is unpacked"
        yield Part(b"", inside=inside, problem=problem)
        return
    yield from parts_of(io.BytesIO(data), inside, depth + 1)


def _entries(file: IO[bytes], inside: str, depth: int) -> Iterator[Part]:
    """Entries of a zip file, each within bounds: one that claims more than can be true is told, not unpacked."""
    try:
        with zipfile.ZipFile(file) as packed:
            infos = packed.infolist()
            total = 0
            for info in infos[:MAX_ENTRIES]:
                named = f"{inside}{info.filename}: "
                total += info.file_size
                if info.filename.endswith("/"):
                    continue
                if total > MAX_TOTAL_BYTES or info.file_size > max(info.compress_size, 1) * MAX_RATIO:
                    yield Part(b"", inside=named, problem="it claims to be larger than is unpacked")
                elif depth >= _NESTED:
                    yield Part(b"", inside=named, problem="it is packed too deeply")
                else:
                    yield from _entry(packed, info, named, depth)
            if len(infos) > MAX_ENTRIES:
                yield Part(b"", inside=inside, problem=f"it has more than {MAX_ENTRIES} entries")
    except (zipfile.BadZipFile, ValueError, NotImplementedError, OSError, struct.error, RuntimeError) as broken:
        yield Part(b"", inside=inside, problem=f"it cannot be unpacked ({broken})")


def _entry(packed: zipfile.ZipFile, info: zipfile.ZipInfo, named: str, depth: int) -> Iterator[Part]:
    yield Part(info.filename.encode("utf-8", "replace") + b"\n" + info.comment, inside=f"{named}its name: ")
    try:
        with packed.open(info) as entry:
            data = entry.read(info.file_size + 1)
        yield from parts_of(io.BytesIO(data), named, depth + 1)
    except (OSError, RuntimeError, EOFError, zlib.error, zipfile.BadZipFile, NotImplementedError) as broken:
        yield Part(b"", inside=named, problem=f"it cannot be unpacked ({type(broken).__name__})")
