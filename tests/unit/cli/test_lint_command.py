"""`studio lint`, `certify`, `sign`, `keys` and `trust`, for people and machines; no command passes over the seal."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import pytest
from helpers.formats import picture, steps, write_bundle

from studio.__main__ import main
from studio.cli.command_line import parser
from studio.cli.lint import MENDS
from studio.engine.bundle import load_bundle, seal_bundle
from studio.engine.bundle.dates import today
from studio.engine.errors import UncertifiedBundle
from studio.engine.policy import Mend
from studio.engine.runtime import Replayer

Said = pytest.CaptureFixture[str]
KEY = "ab" * 32


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("STUDIO_CONFIG", str(tmp_path / "config"))
    monkeypatch.setenv("STUDIO_SIGNING_KEY", KEY)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def bundle(tmp_path: Path) -> Path:
    return write_bundle(tmp_path / "b")


@pytest.fixture
def bad(tmp_path: Path) -> Path:
    """One error (no target), one warning (a write that nothing checks)."""
    click, note, save = steps()
    changed = (click.model_copy(update={"anchor": None}), note, save.model_copy(update={"expect": ()}))
    return write_bundle(tmp_path / "bad", steps=changed)


def told(capsys: Said, *line: str, code: int = 0) -> Any:
    capsys.readouterr()
    assert main([*line, "--json"]) == code
    return json.loads(capsys.readouterr().out)


def test_lint_exits_by_what_it_finds(bundle: Path, bad: Path, capsys: Said) -> None:
    assert main(["lint", "b"]) == 0
    assert "2 notes" in capsys.readouterr().out
    assert main(["lint", "b", "--strict"]) == 0
    assert main(["lint", "bad"]) == 1
    out = capsys.readouterr().out
    assert "error  no_target  a: It has no target, so a run stops here." in out
    assert "Why: A step without a target halts in every run. Mend: crop its target anew" in out
    assert main(["lint", "b", "--policy", "clinical-write"]) == 0
    assert main(["lint", "b", "--policy", "clinical-write", "--strict"]) == 1
    found = told(capsys, "lint", "bad", code=1)
    assert (found["ok"], found["policy"], found["digest"]) == (False, "standard", load_bundle(bad).digest)
    first = found["findings"][0]
    assert (first["code"], first["severity"], first["step_id"], first["mend"]) == (
        "no_target",
        "error",
        "a",
        "set_target",
    )
    assert told(capsys, "lint", "b")["ok"] is True


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("lint b --policy nothing", "There is no policy 'nothing'"),
        ("lint b --policy none.yaml", "none.yaml"),
        ("lint b --policy broken.yaml", "broken.yaml is broken YAML (line 2)"),
        ("certify b", "--policy"),
        ("certify b --policy standard --expires soon", "is no day"),
        ("certify b --policy standard --expires 2020-01-01", "has passed"),
        ("seal b --out c --expires 2026-02-30", "is no day"),
        ("replay b --require-policy clinical-write", "b is not certified by the policy 'clinical-write'"),
        ("trust", "required"),
        ("trust nowhere.key", "nowhere.key is missing"),
        ("trust --remove Ann", "'Ann' is no trusted key"),
        ("sign nowhere", "nowhere does not exist"),
        ("keys --new Ann", "has a signing key of yours already"),
    ],
)
def test_what_cannot_be_is_one_sentence(bundle: Path, home: Path, line: str, words: str, capsys: Said) -> None:
    (home / "broken.yaml").write_text("policy: x\nrules: {")
    before = sorted(home.rglob("*"))
    assert main(line.split()) == 2
    err = capsys.readouterr().err
    assert words in err
    assert err.count("\n") == 1
    assert sorted(home.rglob("*")) == before


def test_a_bundle_is_certified_signed_and_says_so(bundle: Path, bad: Path, capsys: Said) -> None:
    assert main(["certify", "bad", "--policy", "clinical-write"]) == 1
    assert "Not certified by the policy clinical-write: 2 errors" in capsys.readouterr().out
    last = today().replace(year=today().year + 1, day=1).isoformat()
    kept = told(capsys, "certify", "b", "--policy", "standard", "--by", "Ann", "--expires", last)
    assert (kept["certification"]["by"], kept["certification"]["expires"]) == ("Ann", last)
    signed = told(capsys, "sign", "b", "--name", "Dr. Ann")
    assert signed["name"] == "Dr. Ann"
    assert told(capsys, "validate", "b")["signature"]["standing"] == "unknown"
    assert told(capsys, "keys", "--public", "ann.key")["key"] == signed["key"]
    told(capsys, "trust", "ann.key")
    keys = told(capsys, "keys")
    assert keys["own"] == signed["key"]
    assert list(keys["trusted"]) == [signed["key"]]
    assert main(["validate", "b"]) == 0
    out = capsys.readouterr().out
    assert f"the trusted key {signed['key']}" in out
    assert f"Certified by the policy standard (by Ann, {today()}, until {last})." in out
    warned = [(one["code"], one["where"]) for one in told(capsys, "validate", "bad")["warnings"]]
    assert sorted(warned) == [("no_target", "a"), ("unchecked_write", "c")]
    told(capsys, "trust", "--remove", signed["key"])
    assert told(capsys, "validate", "b")["signature"]["standing"] == "unknown"
    assert KEY not in "".join(p.read_text("utf-8", "replace") for p in bundle.parent.rglob("*") if p.is_file())


def test_a_date_ends_replays(bundle: Path, home: Path, capsys: Said) -> None:
    told(capsys, "seal", "b", "--out", "c", "--expires", today().isoformat())
    assert told(capsys, "validate", "c")["expires"] == today().isoformat()
    seal_bundle(bundle, home / "past", expires=today().replace(year=2020, day=1))
    for command in (["lint", "past"], ["certify", "past", "--policy", "permissive"]):
        assert main(command) == 1
        assert "expired" in capsys.readouterr().out
    assert main(["replay", "past"]) == 2
    assert "past was to be used until 2020-" in capsys.readouterr().err


def test_a_run_by_the_engine_is_refused_too_before_anything_is_looked_at(bundle: Path, home: Path) -> None:
    replayer = Replayer(object(), required_policy="standard")  # type: ignore[arg-type]
    with pytest.raises(UncertifiedBundle):
        replayer.run(bundle_dir=bundle, run_dir=home / "run")
    assert not (home / "run").exists()


def test_every_mend_has_words_on_the_command_line() -> None:
    assert {mend.value for mend in Mend} - set(MENDS) == set()


WITH_MORE = {
    "certify": ["--policy", "standard"],
    "resolve": ["--step", "a", "--frame", "shot.png"],
    "seal": ["--out", "made"],
    "export": ["--out", "made.zip"],
    "visualize": ["--out", "made.svg"],
    "scrub": ["--out", "made"],
}


def _commands_on_bundles() -> list[str]:
    (choices,) = (a.choices for a in parser()._actions if isinstance(a, argparse._SubParsersAction))
    return [
        n
        for n, p in choices.items()
        if any(str(a.metavar).startswith("BUNDLE") and not a.option_strings for a in p._actions)
    ]


@pytest.mark.parametrize("name", _commands_on_bundles())
def test_no_command_takes_a_bundle_that_was_changed(bundle: Path, home: Path, name: str, capsys: Said) -> None:
    (home / "shot.png").write_bytes(picture(1).png)
    (bundle / "templates" / "c.png").write_bytes(picture(9, (10, 10)).png)
    line = [name, "b", *WITH_MORE.get(name, [])]
    assert main(line) == 2
    assert "b was changed after it was sealed and is not used" in capsys.readouterr().err
    assert not list(home.glob("made*"))
