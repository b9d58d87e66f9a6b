"""decisions.jsonl only grows."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from helpers.formats import write_bundle

from studio.engine.bundle import append_decision, load_bundle, read_decisions
from studio.engine.errors import BadBundle, NewerVersion, TamperedBundle


def test_decisions_come_back_in_order_and_leave_the_seal_alone(tmp_path: Path) -> None:
    folder = write_bundle(tmp_path / "b")
    assert read_decisions(folder) == ()
    digest = load_bundle(folder).digest
    append_decision(folder, {"heal": "h1", "decision": "accepted", "at": "noon"})
    append_decision(folder, {"heal": "h2", "decision": "rejected"})
    first, second = read_decisions(folder)
    assert first == {"v": 2, "at": "noon", "heal": "h1", "decision": "accepted"}
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
    (folder / "decisions.jsonl").write_bytes(b'{"v": 3}\n')
    with pytest.raises(NewerVersion, match="line 1"):
        read_decisions(folder)


def test_a_link_in_its_place_is_refused(tmp_path: Path) -> None:
    folder = write_bundle(tmp_path / "b")
    (tmp_path / "outside").write_text("")
    (folder / "decisions.jsonl").symlink_to(tmp_path / "outside")
    with pytest.raises(BadBundle, match="a link that leaves the folder"):
        append_decision(folder, {})


def three_lines(folder: Path) -> list[bytes]:
    for heal in ("h1", "h2", "h3"):
        append_decision(folder, {"heal": heal, "decision": "rejected"})
    return (folder / "decisions.jsonl").read_bytes().splitlines(keepends=True)


def test_a_line_that_was_changed_moved_or_taken_out_is_named(tmp_path: Path) -> None:
    folder = write_bundle(tmp_path / "b")
    one, two, three = three_lines(folder)
    forged = two.replace(b"rejected", b"accepted")
    older = b'{"v": 1, "heal": "h2"}\n'
    unsummed = two.replace(b'"v": 2', b'"v": 1')
    cases = [
        (one + forged + three, 2),
        (one + three, 2),
        (two + one + three, 1),
        (one + one + two, 2),
        (one + older + two, 2),
        (one + unsummed, 2),
        (one + two.replace(b", ", b",", 1), 2),
        (one + two[:-1] + b"\x0b", 2),
        (b"not a line", 1),
    ]
    for data, number in cases:
        (folder / "decisions.jsonl").write_bytes(data)
        for read in (lambda: read_decisions(folder), lambda: load_bundle(folder), lambda: append_decision(folder, {})):
            with pytest.raises(TamperedBundle, match=rf"^decisions\.jsonl line {number} is not as it was written"):
                read()
        assert (folder / "decisions.jsonl").read_bytes() == data
    (folder / "decisions.jsonl").write_bytes(one + two + three)
    assert len(read_decisions(folder)) == 3


def test_lines_of_the_first_version_still_count_and_are_sealed_by_what_follows(tmp_path: Path) -> None:
    folder = write_bundle(tmp_path / "b")
    old = b'{"heal": "h0", "v": 1}\n'
    (folder / "decisions.jsonl").write_bytes(old)
    append_decision(folder, {"heal": "h1"})
    assert [d["heal"] for d in read_decisions(folder)] == ["h0", "h1"]
    data = (folder / "decisions.jsonl").read_bytes()
    (folder / "decisions.jsonl").write_bytes(data.replace(b"h0", b"h9"))
    with pytest.raises(TamperedBundle, match="line 2"):
        read_decisions(folder)


def test_a_line_cut_anywhere_does_not_count_and_is_told(tmp_path: Path) -> None:
    folder = write_bundle(tmp_path / "b")
    one, two, _ = three_lines(folder)
    for end in range(1, len(two)):
        (folder / "decisions.jsonl").write_bytes(one + two[:end])
        assert len(read_decisions(folder)) == 1, end
    assert load_bundle(folder).not_understood == (
        "decisions.jsonl: its last line, which was cut short and does not count",
    )


def test_two_processes_that_append_at_once_lose_no_line(tmp_path: Path) -> None:
    folder = write_bundle(tmp_path / "b")
    code = (
        "import sys; from pathlib import Path; from studio.engine.bundle.decisions import append_decision\n"
        "print(flush=True); sys.stdin.readline()\n"
        "for n in range(40): append_decision(Path(sys.argv[1]), {'who': sys.argv[2], 'n': n})"
    )
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    both = [subprocess.Popen([sys.executable, "-c", code, str(folder), who], **pipes) for who in "ab"]  # type: ignore[call-overload]
    for one in both:
        one.stdout.readline()
    for one in both:
        one.stdin.write("\n")
        one.stdin.flush()
    for one in both:
        one.communicate()
    assert [one.returncode for one in both] == [0, 0]
    told = [(d["who"], d["n"]) for d in read_decisions(folder)]
    assert sorted(told) == sorted((who, n) for who in "ab" for n in range(40))
