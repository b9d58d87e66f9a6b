"""Good files made bad where it hurts: JSON by its values and keys, archives by their entries, pictures by their chunks.

Pure functions of the data and a source of randomness; what they make is never a whole new kind of file, since those
are refused by the first check.
"""

from __future__ import annotations

import io
import json
import struct
import warnings
import zipfile
import zlib
from collections.abc import Callable
from random import Random
from typing import Any

from tests.bench.safety.nasty import NAMES, TEXTS, TOKENS, VALUES, WORDS

Mutator = Callable[[bytes, Random], bytes]


def mutate_json(data: bytes, random: Random) -> bytes:
    """Some values, keys or items of a JSON text changed."""
    try:
        value = json.loads(data)
    except (ValueError, RecursionError):
        return mutate_bytes(data, random)
    holder = [value]
    for _ in range(random.choice((1, 1, 1, 2, 3, 6))):
        _change(holder, random)
    text = json.dumps(holder[0] if holder else None, ensure_ascii=random.random() < 0.5)
    return text.encode("utf-8", "surrogatepass")


def mutate_lines(data: bytes, random: Random) -> bytes:
    """Some lines of JSON changed, doubled, dropped, swapped or cut."""
    lines = data.split(b"\n")
    at = random.randrange(len(lines))
    what = random.randrange(8)
    if what < 5:
        lines[at] = mutate_json(lines[at], random)
    elif what == 5:
        lines.insert(random.randrange(len(lines) + 1), lines[at])
    elif what == 6:
        del lines[at]
    else:
        other = random.randrange(len(lines))
        lines[at], lines[other] = lines[other], lines[at][: random.randrange(len(lines[at]) + 1)]
    return b"\n".join(lines)


def mutate_bytes(data: bytes, random: Random) -> bytes:
    """Bytes flipped, taken out, doubled, cut, or a nasty token put in."""
    at = random.randrange(len(data) + 1)
    end = min(len(data), at + random.choice((1, 1, 2, 8, 64)))
    what = random.randrange(5)
    if what == 0 and at < len(data):
        return data[:at] + bytes([data[at] ^ 1 << random.randrange(8)]) + data[at + 1 :]
    if what == 1:
        return data[:at] + data[end:]
    if what == 2:
        return data[:end] + data[at:end] * random.choice((1, 2, 30)) + data[end:]
    if what == 3:
        return data[:at]
    return data[:at] + random.choice(TOKENS) + data[at:]


def mutate_zip(data: bytes, random: Random) -> bytes:
    """An archive whose entries have other names, kinds, contents or claims."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            entries = [(info, packed.read(info)) for info in packed.infolist()]
    except Exception:  # the archive was broken by an earlier mutation
        return mutate_bytes(data, random)
    if not entries or random.random() < 0.2:
        return mutate_bytes(data, random)
    at = random.randrange(len(entries))
    info, content = entries[at]
    what = random.randrange(6)
    if what == 0:
        info = _entry(random.choice(NAMES), info)
    elif what == 1:
        info.external_attr = random.choice((0o120777, 0o040755, 0o020666, 0o010644)) << 16
    elif what == 2:
        content = mutate_json(content, random) if info.filename.endswith("json") else mutate_png(content, random)
    elif what == 3:
        content = b"\0" * 3_000_000
    entries[at] = (info, content)
    if what == 4:
        entries.append((_entry(random.choice(NAMES), info), content))
    elif what == 5:
        del entries[at]
    made = io.BytesIO()
    with warnings.catch_warnings(action="ignore"), zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as packed:
        for one, body in entries:
            packed.writestr(one, body)
    return made.getvalue() if random.random() < 0.8 else mutate_bytes(made.getvalue(), random)


def mutate_png(data: bytes, random: Random) -> bytes:
    """A picture that claims another size or depth, or whose chunks are changed, with checksums that fit."""
    if len(data) < 33 or random.random() < 0.2:
        return mutate_bytes(data, random)
    head = list(struct.unpack(">IIBBBBB", data[16:29]))
    head[random.randrange(7)] = random.choice((0, 1, 2, 3, 4, 6, 8, 16, 255))
    if random.random() < 0.5:
        head[random.randrange(2)] = random.choice((0, 1, 7, 8000, 60_000, 2**31 - 1, 2**32 - 1))
    chunk = b"IHDR" + struct.pack(">IIBBBBB", *head)
    return data[:12] + chunk + struct.pack(">I", zlib.crc32(chunk)) + data[33:]


def mutate_text(data: bytes, random: Random) -> bytes:
    """Lines of a text changed as bytes, or with a nasty text as their value."""
    if random.random() < 0.6:
        return mutate_bytes(data, random)
    lines = data.split(b"\n")
    at = random.randrange(len(lines))
    key, colon, _ = lines[at].partition(b":")
    lines[at] = key + colon + b" " + random.choice(TEXTS).encode("utf-8", "surrogatepass")
    return b"\n".join(lines)


def _entry(name: str, like: zipfile.ZipInfo) -> zipfile.ZipInfo:
    made = zipfile.ZipInfo("x", (1980, 1, 1, 0, 0, 0))
    made.filename, made.external_attr, made.compress_type = name, like.external_attr, like.compress_type
    return made


def _change(holder: Any, random: Random) -> None:
    """Walk down by chance and change what is there."""
    while True:
        keys = list(holder) if isinstance(holder, dict) else list(range(len(holder)))
        if not keys:
            return
        key = random.choice(keys)
        inner = holder[key]
        if not isinstance(inner, (dict, list)) or not inner or random.random() < 0.15:
            break
        holder = inner
    what = random.randrange(10)
    if what == 0:
        del holder[key]
    elif what == 1 and isinstance(holder, dict):
        holder[random.choice((*holder, "extra", ""))] = holder.pop(key)
    elif what == 2 and isinstance(holder, list):
        holder.extend([inner] * random.choice((1, 2, 50)))
    elif what == 3 and isinstance(inner, str) and random.random() < 0.5:
        holder[key] = random.choice(WORDS)
    elif what == 3 and isinstance(inner, str):
        holder[key] = (inner + random.choice(TEXTS)) * random.choice((1, 2))
    elif what == 4 and isinstance(inner, (int, float)) and abs(inner) < 1e15:
        holder[key] = inner * random.choice((-1, 2, 1000, 0.5)) + random.choice((0, 1, -1))
    else:
        holder[key] = json.loads(json.dumps(random.choice(VALUES)))
