"""decisions.jsonl only grows."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.formats import write_bundle

from studio.engine.bundle import append_decision, load_bundle, read_decisions
from studio.engine.errors import BadBundle, NewerVersion


def test_decisions_come_back_in_order_and_leave_the_seal_alone(tmp_path: Path) -> None:
    folder = write_bundle(tmp_path / "b")
    assert read_decisions(folder) == ()
    digest = load_bundle(folder).digest
    append_decision(folder, {"heal": "h1", "decision": "accepted", "at": "noon"})
    append_decision(folder, {"heal": "h2", "decision": "rejected"})
    first, second = read_decisions(folder)
    assert first == {"v": 1, "at": "noon", "heal": "h1", "decision": "accepted"}
    assert second["heal"] == "h2"
    assert second["at"].endswith("+00:00")
    assert load_bundle(folder).digest == digest


def test_a_cut_line_is_left_out_and_then_replaced(tmp_path: Path) -> None:
    folder = write_bundle(tmp_path / "b")
    append_decision(folder, {"heal": "h1"})
    with (folder / "decisions.jsonl").open("ab") as file:
        file.write(b'{"heal": "h2", "dec')
    assert [d["heal"] for d in read_decisions(folder)] == ["h1"]
    append_decision(folder, {"heal": "h3"})
    assert [d["heal"] for d in read_decisions(folder)] == ["h1", "h3"]


def test_a_broken_line_in_the_middle_is_named(tmp_path: Path) -> None:
    folder = write_bundle(tmp_path / "b")
    (folder / "decisions.jsonl").write_bytes(b"{}\n{\n{}\n")
    with pytest.raises(BadBundle, match=r"decisions\.jsonl line 2 is broken JSON"):
        read_decisions(folder)
    (folder / "decisions.jsonl").write_bytes(b'{"v": 2}\n')
    with pytest.raises(NewerVersion, match="line 1"):
        read_decisions(folder)


def test_a_link_in_its_place_is_refused(tmp_path: Path) -> None:
    folder = write_bundle(tmp_path / "b")
    (tmp_path / "outside").write_text("")
    (folder / "decisions.jsonl").symlink_to(tmp_path / "outside")
    with pytest.raises(BadBundle, match="a link that leaves the folder"):
        append_decision(folder, {})
