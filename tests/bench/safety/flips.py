"""One flipped bit anywhere in a bundle, its decisions and its signature too: refused with a sentence, each time."""

from __future__ import annotations

import random
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from studio.engine.bundle import append_decision, load_bundle
from studio.engine.bundle.dates import today
from studio.engine.bundle.signing import sign_bundle
from studio.engine.errors import BadInput
from studio.engine.policy import NO_POLICY, certify
from tests.bench.table import Row
from tests.helpers.formats import write_bundle

SAMPLE = 250
_SEED = 5


def run(sample: bool) -> list[Row]:
    """Flip every bit of every file (or some of each), and open the bundle: whatever opens was let through."""
    with tempfile.TemporaryDirectory(prefix="waymark-flips-") as temporary:
        folder = whole_bundle(Path(temporary) / "b")
        counted: Counter[str] = Counter()
        for file, at, bit in _flips(folder, SAMPLE if sample else None):
            counted[_verdict(folder, file, at, bit)] += 1
        load_bundle(folder)
    return [
        Row("flipped bits tried", sum(counted.values())),
        Row("flipped bits let through", counted["opened"], most=0),
        Row("flipped bits refused without a sentence", counted["crashed"], most=0),
    ]


def whole_bundle(folder: Path) -> Path:
    """A small bundle that has each kind of file: signed, certified, with a decision of a person."""
    write_bundle(folder)
    append_decision(folder, {"kind": "heal", "run": "r1", "heal": "c-1", "step": "c", "decision": "rejected"})
    sign_bundle(folder, Ed25519PrivateKey.from_private_bytes(b"bench" + bytes(27)), "Ann Sample")
    certify(folder, NO_POLICY, by="Ann", expires=today().replace(month=12, day=31))
    return folder


def _flips(folder: Path, count: int | None) -> Iterator[tuple[Path, int, int]]:
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    chance = random.Random(_SEED)
    for file in files:
        places = [(at, bit) for at in range(file.stat().st_size) for bit in range(8)]
        if count is not None:
            places = chance.sample(places, min(len(places), count // len(files)))
        yield from ((file, at, bit) for at, bit in places)


def _verdict(folder: Path, file: Path, at: int, bit: int) -> str:
    """`refused`, `opened` or `crashed`. The file is as it was afterwards."""
    whole = file.read_bytes()
    changed = bytearray(whole)
    changed[at] ^= 1 << bit
    file.write_bytes(changed)
    try:
        load_bundle(folder)
    except BadInput as refusal:
        return "refused" if str(refusal).strip() else "crashed"
    except Exception:
        return "crashed"
    finally:
        file.write_bytes(whole)
    return "opened"
