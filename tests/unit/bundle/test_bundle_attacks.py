"""Somebody works against whoever opens a bundle: files exchanged meanwhile, links in their place, a false workflow.py,
a signature of another, names that read otherwise than they are."""

from __future__ import annotations

import os
import sys
import zipfile
import zlib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from helpers.formats import write_bundle

from studio.engine.bundle import load_bundle, reader, scan, writer
from studio.engine.bundle.decisions import append_decision
from studio.engine.bundle.layout import PROPOSALS, READABLE
from studio.engine.bundle.signing import sign_bundle
from studio.engine.bundle.trust import BadKey, public_half
from studio.engine.errors import BadBundle, BadInput, CannotWrite, TamperedBundle
from studio.engine.policy import find_policy
from studio.engine.policy.bundle_findings import bundle_findings
from studio.engine.rights import like, private
from studio.engine.sharing import pack, unpack
from studio.engine.sharing.format import CONTENT
from studio.engine.untrusted import inside as real_inside

ANN = Ed25519PrivateKey.from_private_bytes(b"a" * 32)
posix = pytest.mark.skipif(sys.platform == "win32", reason="links and pipes as POSIX has them")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return write_bundle(tmp_path / "b")


def linked(file: Path) -> None:
    elsewhere = file.parent.parent / "elsewhere"
    elsewhere.write_bytes(file.read_bytes())
    file.unlink()
    file.symlink_to(elsewhere)


def piped(file: Path) -> None:
    file.unlink()
    os.mkfifo(file)


def gone(file: Path) -> None:
    file.unlink()


@posix
@pytest.mark.parametrize("exchange", [linked, piped, gone])
def test_a_file_that_is_exchanged_while_it_is_opened_is_not_followed_and_not_waited_for(
    exchange: Callable[[Path], None], folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    victim = next(path for path in load_bundle(folder).asset_paths)

    def seen(root: Path, name: str, error: type[BadInput]) -> Path | None:
        found = real_inside(root, name, error)
        if name == victim:
            exchange(root / name)
        return found

    monkeypatch.setattr(scan, "inside", seen)
    with pytest.raises(BadBundle):
        load_bundle(folder)


def test_what_was_compared_is_what_is_used(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = reader.hashes_of

    def hashes_of(files: dict[str, Path], workflow: dict[str, object]) -> dict[str, str]:
        told = real(files, workflow)
        (folder / PROPOSALS).write_bytes((folder / PROPOSALS).read_bytes().replace(b"note", b"evil"))
        return told

    monkeypatch.setattr(reader, "hashes_of", hashes_of)
    with pytest.raises(TamperedBundle, match=PROPOSALS):
        load_bundle(folder)


@posix
def _chunk(kind: bytes, body: bytes) -> bytes:
    return len(body).to_bytes(4, "big") + kind + body + zlib.crc32(kind + body).to_bytes(4, "big")


def _png(head: bytes, *, pixels: bytes = b"", size: tuple[int, int] = (4, 4)) -> bytes:
    """A PNG of 4 × 4 px that claims `size`; `head` is depth, colour, packing, filter, interlacing."""
    claimed = b"".join(side.to_bytes(4, "big") for side in size)
    packed = zlib.compress(pixels or bytes(4 * 13))
    return b"\x89PNG\r\n\x1a\n" + _chunk(b"IHDR", claimed + head) + _chunk(b"IDAT", packed) + _chunk(b"IEND", b"")


RGB = bytes((8, 2, 0, 0, 0))
NOT_PICTURES = {
    "a bomb": _png(RGB, size=(65_000, 65_000)),
    "an empty one": _png(RGB, size=(4, 0)),
    "a cut one": _png(RGB)[:-20],
    "an unknown kind of colour": _png(bytes((8, 7, 0, 0, 0))),
    "a depth that this colour has not": _png(bytes((4, 2, 0, 0, 0))),
    "an unknown packing": _png(bytes((8, 2, 1, 0, 0))),
    "an unknown order of lines": _png(bytes((8, 2, 0, 0, 2))),
    "no palette": _png(bytes((8, 3, 0, 0, 0))),
    "another format": b'<svg xmlns="http://www.w3.org/2000/svg"/>',
    "nothing": b"",
}


def sealed_with(picture: bytes, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A bundle whose seal holds, with `picture` in place of all of its own."""
    monkeypatch.setattr(writer, "_png", lambda *_: picture)
    return write_bundle(folder)


@pytest.mark.parametrize("kind", NOT_PICTURES)
def test_a_sealed_bundle_whose_picture_is_none_is_refused_before_anything_is_done(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = sealed_with(NOT_PICTURES[kind], tmp_path / "c", monkeypatch)
    with pytest.raises(BadBundle, match=r"\.png (is|claims) "):
        load_bundle(folder)
    monkeypatch.undo()
    changed = write_bundle(tmp_path / "e")
    path = load_bundle(changed).asset_paths[0]
    (changed / path).write_bytes(NOT_PICTURES[kind])
    with pytest.raises(TamperedBundle) as refusal:  # that somebody changed it is said first
        load_bundle(changed)
    assert refusal.value.problems == (f"{path} was changed",)


@pytest.mark.parametrize("pixels", [b"short", b"\x09" * (4 * 13)], ids=["too few", "unknown filter"])
def test_pixels_that_cannot_be_unpacked_are_the_fault_of_the_bundle(
    pixels: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bundle = load_bundle(sealed_with(_png(RGB, pixels=pixels), tmp_path / "c", monkeypatch))
    path = bundle.asset_paths[0]
    with pytest.raises(BadBundle, match=f"{path} is a picture that cannot be read"):
        _ = bundle.asset(path).grey


@pytest.mark.parametrize("head", [RGB, bytes((16, 2, 0, 0, 0)), bytes((8, 6, 0, 0, 0)), bytes((1, 0, 0, 0, 0))])
def test_every_kind_of_png_that_a_decoder_takes_is_one(
    head: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bundle = load_bundle(sealed_with(_png(head, pixels=bytes(4 * 33)), tmp_path / "c", monkeypatch))
    assert bundle.asset(bundle.asset_paths[0]).size == (4, 4)


def test_nothing_is_written_through_a_link(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    victim = tmp_path / "victim"
    victim.write_text("")
    for number, opener in enumerate((private, like(folder))):
        (tmp_path / f"link{number}").symlink_to(victim)
        with pytest.raises(OSError), open(tmp_path / f"link{number}", "ab", opener=opener):
            pass
    monkeypatch.setattr(
        "studio.engine.bundle.decisions.inside", lambda *_: None
    )  # put there just after it was looked at
    (folder / "decisions.jsonl").symlink_to(victim)
    with pytest.raises(CannotWrite, match="a link stands there"):
        append_decision(folder, {"kind": "note"})
    assert victim.read_text() == ""


def test_a_workflow_that_is_read_otherwise_than_it_runs_is_found_and_never_clinical(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clinical, standard = find_policy("clinical-write"), find_policy("standard")
    honest = load_bundle(folder)
    assert "readable_differs" not in {f.code for f in bundle_findings(honest, clinical)}
    monkeypatch.setattr(writer, "readable", lambda _: b"# 1. looks, and changes nothing\n")
    false = load_bundle(write_bundle(tmp_path / "false"))
    assert (false.sealed, READABLE in false.hashes) == (True, True)
    told = {
        policy.policy: {f.code: f.severity.value for f in bundle_findings(false, policy)}
        for policy in (clinical, standard)
    }
    assert told["clinical-write"]["readable_differs"] == "error"
    assert told["standard"]["readable_differs"] == "warning"
    without = replace(honest, hashes={name: one for name, one in honest.hashes.items() if name != READABLE})
    assert "readable_differs" not in {f.code for f in bundle_findings(without, clinical)}


@pytest.mark.parametrize("name", ["Dr. Ann\u202e", "\u200bDr. Ann", "Dr.\u2066Ann", "Dr.\x9bAnn", "\ufeff"], ids=ascii)
def test_a_signers_name_holds_nothing_that_turns_words_round_or_is_not_seen(name: str, folder: Path) -> None:
    with pytest.raises(
        BadKey, match=r"^The name of the key: name: a name has 1 to 120 characters in one line, and none "
    ):
        public_half(ANN, name)
    with pytest.raises(BadInput):
        sign_bundle(folder, ANN, name)
    assert public_half(ANN, "Dr. Änne Müller-王").name == "Dr. Änne Müller-王"


def repacked(source: Path, target: Path, **more: bytes) -> Path:
    with zipfile.ZipFile(source) as read, zipfile.ZipFile(target, "w") as made:
        for entry in read.infolist():
            made.writestr(entry, read.read(entry))
        for name, data in more.items():
            made.writestr(CONTENT + name, data)
    return target


def test_a_shared_file_with_the_signature_of_another_is_refused_by_its_own_name(folder: Path, tmp_path: Path) -> None:
    other = write_bundle(tmp_path / "other", name="other")
    sign_bundle(other, ANN, "Dr. Ann")
    pack(folder, tmp_path / "plain.zip")
    evil = repacked(
        tmp_path / "plain.zip", tmp_path / "evil.zip", **{"signature.json": (other / "signature.json").read_bytes()}
    )
    with pytest.raises(TamperedBundle, match=r"^evil\.zip has a signature that does not hold") as told:
        unpack(evil, tmp_path / "out")
    assert ".partial" not in str(told.value)
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    "name", ["templates/stra\u00dfe.png", "templates/\u00e9.png", "templates/\u1e9b\u0323.png"], ids=ascii
)
def test_names_that_some_disk_takes_for_one_are_refused(name: str, folder: Path, tmp_path: Path) -> None:
    import unicodedata

    pack(folder, tmp_path / "plain.zip")
    alike = {"\u00df": "SS"}
    second = (
        unicodedata.normalize("NFD", "".join(alike.get(c, c) for c in name)).upper().replace("TEMPLATES/", "templates/")
    )
    evil = repacked(tmp_path / "plain.zip", tmp_path / "evil.zip", **{name: b"", second.replace(".PNG", ".png"): b""})
    with pytest.raises(BadInput, match="twice"):
        unpack(evil, tmp_path / "out")
