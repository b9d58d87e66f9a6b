"""`studio visualize`: every format is written, and nothing but the file asked for."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from helpers.formats import write_bundle

from studio.__main__ import main


@pytest.fixture
def bundle(tmp_path: Path) -> Path:
    return write_bundle(tmp_path / "bundle")


@pytest.mark.parametrize(
    ("name", "begins"),
    [
        ("a.svg", b"<svg "),
        ("a.html", b"<!doctype html>"),
        ("a.mmd", b"flowchart TD"),
        ("a.json", b"{"),
        ("a.png", b"\x89PNG"),
        ("a", b"<svg "),
    ],
)
def test_the_ending_chooses_the_format(
    bundle: Path, tmp_path: Path, name: str, begins: bytes, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / name
    assert main(["visualize", str(bundle), "--out", str(out), "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert (said["ok"], said["out"]) == (True, str(out))
    assert said["nodes"] > 1
    assert out.read_bytes().startswith(begins)
    assert sorted(p.name for p in tmp_path.iterdir()) == sorted(["bundle", name])
    assert main(["validate", str(bundle)]) == 0


def test_without_out_the_file_lies_beside_you(
    bundle: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["visualize", "bundle", "--format", "mermaid"]) == 0
    assert (tmp_path / "bundle.mmd").is_file()
    assert main(["visualize", "bundle", "--without-pictures", "--dark", "--one-line"]) == 0
    text = (tmp_path / "bundle.svg").read_text()
    assert "data:image" not in text
    assert "#1D2026" in text


def test_a_sealed_bundle_is_not_written_into(bundle: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["visualize", str(bundle), "--out", str(bundle / "graph.svg")]) == 2
    assert "lies inside the bundle" in capsys.readouterr().err
    assert not (bundle / "graph.svg").exists()


def test_a_place_that_is_not_there(bundle: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["visualize", str(bundle), "--out", str(tmp_path / "gone" / "graph.svg")]) == 3
    assert "graph.svg was not written" in capsys.readouterr().err


def test_where_and_what_to_write_is_asked_for_plainly(
    bundle: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for out, code, told in (("v.xyz", 2, "ends in .xyz"), ("no/such/v.svg", 3, "is no folder")):
        assert main(["visualize", str(bundle), "--out", str(tmp_path / out)]) == code
        assert told in capsys.readouterr().err
    assert [p.name for p in tmp_path.iterdir()] == ["bundle"]
