"""A sample of `./dev bench safety kill`: works killed, on full and read-only disks, two at once."""

from __future__ import annotations

from typing import Any

import pytest

from tests.bench.safety.kill import SAMPLE_KILLS, SAMPLE_TIMES, tried


@pytest.fixture(scope="module")
def told(own_temp_dir: object) -> dict[str, Any]:
    return tried(SAMPLE_KILLS, SAMPLE_TIMES, seed=3)


def test_what_was_killed_is_whole_or_recovered_and_all_goes_on(told: dict[str, Any]) -> None:
    works = told["works"]
    assert set(works) == {"record", "compile", "replay", "heals", "edit"}
    assert all(work["kills"] for work in works.values())
    assert [fault for work in works.values() for fault in work["faults"]] == []


def test_a_full_or_read_only_disk_is_one_sentence_and_nothing_is_lost(told: dict[str, Any]) -> None:
    for kind in ("full", "read-only"):
        assert told["adverse"][kind]["faults"] == []
    assert told["adverse"]["full"]["refused"]


def test_of_two_at_once_one_is_refused_or_both_are_kept(told: dict[str, Any]) -> None:
    assert told["adverse"]["two at once"]["faults"] == []
    assert told["adverse"]["two at once"]["tries"] >= 6
