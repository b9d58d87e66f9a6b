"""A sample of `./dev bench safety flips`, and proof that it counts what is let through."""

from __future__ import annotations

from pathlib import Path

import pytest

from studio.engine.bundle import load_bundle
from tests.bench.safety import flips


@pytest.fixture(autouse=True)
def _config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STUDIO_CONFIG", str(tmp_path / "config"))


def test_no_flipped_bit_anywhere_in_a_bundle_is_let_through() -> None:
    tried, let_through, crashed = flips.run(sample=True)
    assert tried.value > 200
    assert (let_through.value, crashed.value) == (0, 0)


def test_the_bundle_of_the_bench_has_every_kind_of_file(tmp_path: Path) -> None:
    bundle = load_bundle(flips.whole_bundle(tmp_path / "b"))
    assert bundle.signature is not None
    assert len(bundle.certifications) == 1
    names = {path.relative_to(tmp_path / "b").as_posix() for path in (tmp_path / "b").rglob("*") if path.is_file()}
    assert names == {*bundle.hashes, "manifest.json", "decisions.jsonl", "signature.json"}


def test_the_bench_counts_what_a_reader_lets_through(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(flips, "SAMPLE", 20)
    monkeypatch.setattr(flips, "load_bundle", lambda folder: load_bundle(folder, verify=False))
    assert flips.run(sample=True)[1].value > 5
