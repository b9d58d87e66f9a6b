"""A signature is checked on every opening: of a trusted key, of an unknown one, or refused."""

from __future__ import annotations

import json
from datetime import date, timedelta
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from helpers.formats import write_bundle

from studio.engine import secrets
from studio.engine.bundle import load_bundle, save_bundle, seal_bundle
from studio.engine.bundle.dates import day, today
from studio.engine.bundle.signing import sign_bundle
from studio.engine.bundle.trust import (
    BadKey,
    Standing,
    TrustedKey,
    distrust,
    make_own_key,
    own_key,
    public_half,
    read_key_file,
    standing_of,
    trust,
    trusted_keys,
)
from studio.engine.errors import AlreadyThere, BadInput, ExpiredBundle, TamperedBundle, UnsealedBundle
from studio.engine.sharing import pack, unpack

ANN = Ed25519PrivateKey.from_private_bytes(b"a" * 32)
BOB = Ed25519PrivateKey.from_private_bytes(b"b" * 32)


@pytest.fixture(autouse=True)
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A config folder of its own, and no key in the environment."""
    monkeypatch.setenv("STUDIO_CONFIG", str(tmp_path / "config"))
    monkeypatch.delenv("STUDIO_SIGNING_KEY", raising=False)
    return tmp_path / "config"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return write_bundle(tmp_path / "b")


def standing(folder: Path) -> tuple[Standing, str]:
    told = standing_of(load_bundle(folder).signature)
    return told.standing, told.name


def test_a_signature_leaves_the_bundle_as_it_is_and_says_whose_it_is(folder: Path) -> None:
    before = load_bundle(folder)
    assert standing(folder) == (Standing.NONE, "")
    after = sign_bundle(folder, ANN, "Dr. Ann")
    assert (after.digest, after.seal) == (before.digest, before.seal)
    assert standing(folder) == (Standing.UNKNOWN, "Dr. Ann")
    trust(public_half(ANN, "Ann of ward 3"))
    assert standing(folder) == (Standing.TRUSTED, "Ann of ward 3")
    distrust("Ann of ward 3")
    assert standing(folder) == (Standing.UNKNOWN, "Dr. Ann")


def test_signing_again_changes_nothing_and_another_does_not_sign_over_it(folder: Path) -> None:
    sign_bundle(folder, ANN, "Ann")
    signed = (folder / "signature.json").read_bytes()
    sign_bundle(folder, ANN, "Ann again")
    with pytest.raises(AlreadyThere, match="b is signed by “Ann” already"):
        sign_bundle(folder, BOB, "Bob")
    assert (folder / "signature.json").read_bytes() == signed


def change(folder: Path, **more: object) -> None:
    path = folder / "signature.json"
    data = json.loads(path.read_bytes()) | more
    path.write_text(json.dumps(data, sort_keys=True, ensure_ascii=False, indent=2) + "\n")


@pytest.mark.parametrize(
    ("more", "line"),
    [
        ({"name": "Eve"}, "was not made by the key that it names"),
        ({"at": "2020-01-01"}, "was not made by the key that it names"),
        ({"public_key": BOB.public_key().public_bytes_raw().hex()}, "was not made by the key that it names"),
        ({"digest": "0" * 64}, "signs another bundle"),
        ({"seal": "0" * 64}, "signs another bundle"),
        ({"signature": "0" * 128}, "was not made by the key that it names"),
        ({"signature": "00"}, r"signature\.json: signature: "),
        ({"note": 1}, r"signature\.json was changed"),
        ({"v": 2}, r"signature\.json: v: "),
        ({"algorithm": "none"}, r"signature\.json: algorithm: "),
    ],
)
def test_a_signature_that_was_changed_is_refused_with_one_line(
    folder: Path, more: dict[str, object], line: str
) -> None:
    sign_bundle(folder, ANN, "Ann")
    change(folder, **more)
    with pytest.raises(TamperedBundle, match=r"^b has a signature that does not hold") as refusal:
        load_bundle(folder)
    assert len(refusal.value.problems) == 1
    refusal.match(line)


def test_a_signature_of_another_bundle_or_of_other_dates_does_not_hold(tmp_path: Path, folder: Path) -> None:
    sign_bundle(folder, ANN, "Ann")
    until = seal_bundle(folder, tmp_path / "until", expires=today())
    other = write_bundle(tmp_path / "other", name="Other")
    for target in (until, other):
        (target / "signature.json").write_bytes((folder / "signature.json").read_bytes())
        with pytest.raises(TamperedBundle, match="signs another bundle, or this one before it was changed"):
            load_bundle(target)


def test_what_is_made_of_a_signed_bundle_is_not_signed_and_what_is_shared_stays_so(
    tmp_path: Path, folder: Path
) -> None:
    sign_bundle(folder, ANN, "Ann")
    assert standing(seal_bundle(folder, tmp_path / "next")) == (Standing.NONE, "")
    pack(folder, tmp_path / "b.waymark.zip")
    unpack(tmp_path / "b.waymark.zip", tmp_path / "again")
    assert standing(tmp_path / "again") == (Standing.UNKNOWN, "Ann")


def test_only_what_is_sealed_is_signed(tmp_path: Path, folder: Path) -> None:
    (folder / "manifest.json").unlink()
    data = json.loads((folder / "workflow.json").read_bytes())
    data.pop("manifest")
    (folder / "workflow.json").write_text(json.dumps(data))
    with pytest.raises(UnsealedBundle):
        sign_bundle(folder, ANN, "Ann")
    with pytest.raises(BadKey, match="The name of the key"):
        sign_bundle(write_bundle(tmp_path / "c"), ANN, "  ")


def test_key_files_are_read_strictly(tmp_path: Path, config: Path) -> None:
    good = public_half(ANN, "Ann")
    file = tmp_path / "ann.key"
    file.write_bytes(good.to_bytes())
    assert read_key_file(file) == good
    for data in (b"", b"{}", b"[]", good.to_bytes().replace(b'"v"', b'"w"'), b'{"kind": "waymark-studio public key"}'):
        file.write_bytes(data)
        with pytest.raises(BadKey):
            read_key_file(file)
    with pytest.raises(BadKey, match="does not exist"):
        read_key_file(tmp_path / "nowhere" / "x.key")
    trust(good)
    (config / "trusted-keys" / "broken.json").write_text("{")
    with pytest.raises(BadKey, match=r"broken\.json is broken JSON"):
        trusted_keys()
    assert standing_of(sign_bundle(write_bundle(tmp_path / "b"), ANN, "Ann").signature).standing is Standing.UNKNOWN


def test_a_key_is_taken_away_by_its_letters_where_two_have_one_name() -> None:
    keys = [TrustedKey(name="Ann", public_key=key.public_key().public_bytes_raw().hex()) for key in (ANN, BOB)]
    for key in keys:
        trust(key)
    with pytest.raises(BadKey, match="are several keys"):
        distrust("Ann")
    assert distrust(keys[0].key) == keys[0]
    assert list(trusted_keys().values()) == keys[1:]
    with pytest.raises(BadKey, match="is no trusted key"):
        distrust("Carol")


def test_the_own_key_stands_in_the_keyring_and_in_no_file(
    tmp_path: Path, config: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept: dict[str, str] = {}
    monkeypatch.setattr(secrets, "read_key", lambda name, **_asking: kept.get(name))
    monkeypatch.setattr(secrets, "store_key", kept.__setitem__)
    assert own_key() is None
    made = make_own_key("Ann")
    assert trusted_keys() == {made.key: made}
    (value,) = kept.values()
    assert value.encode() not in b"".join(path.read_bytes() for path in config.rglob("*") if path.is_file())
    key = own_key()
    assert key is not None
    sign_bundle(write_bundle(tmp_path / "b"), key, "Ann")
    assert standing(tmp_path / "b") == (Standing.TRUSTED, "Ann")
    with pytest.raises(BadKey, match="has a signing key of yours already"):
        make_own_key("Ann")
    kept[next(iter(kept))] = "not a key"
    with pytest.raises(BadKey, match="The signing key in the keyring is not 64 hexadecimal digits"):
        own_key()


def test_after_its_last_day_a_bundle_opens_and_is_not_replayed(tmp_path: Path, folder: Path) -> None:
    last = today() + timedelta(days=3)
    until = load_bundle(seal_bundle(folder, tmp_path / "until", expires=last))
    assert until.expires == last
    until.require_replayable(on=last)
    with pytest.raises(
        ExpiredBundle, match=rf"^until was to be used until {last} and is not replayed any more: .*seal"
    ):
        until.require_replayable(on=last + timedelta(days=1))
    bundle = load_bundle(folder)
    next_one = save_bundle(
        until.workflow,
        {path: bundle.asset_bytes(path) for path in bundle.asset_paths},
        tmp_path / "next",
        expires=until.sealed_until,
    )
    assert load_bundle(next_one).expires == last


@pytest.mark.parametrize(
    "text", ["", "soon", "2027-13-01", "2027-02-30", "20270101", "2027-W01-1", "2020-01-01", "２０２７-01-01"]
)
def test_days_that_cannot_be_are_refused_in_a_sentence(text: str) -> None:
    with pytest.raises(BadInput, match=r"\.$"):
        day(text)
    assert day("9999-12-31") == date(9999, 12, 31)
