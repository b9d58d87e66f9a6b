"""What MockDesk remembers, whom it lists and what its command line understands; no Qt in any of it."""

from __future__ import annotations

import hashlib
import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest

from studio.demo.mockdesk.display import trouble
from studio.demo.mockdesk.options import DRIFTS, WrongOptions, parse
from studio.demo.mockdesk.people import ADDED, USUAL, patients
from studio.demo.mockdesk.store import Referral, Store
from studio.demo.mockdesk.words import RENAMED, plain
from studio.demo.mockdesk.words import USUAL as WORDS

ONE = Referral("RD-1", "Jane Sample", "Cough", "Imaginary Medicine", "2031-05-12", 2, True, "Soon", "two\nlines")


def query(path: Path, sql: str) -> list[tuple[object, ...]]:
    with sqlite3.connect(path) as db:
        found = db.execute(sql).fetchall()
    db.close()
    return found


def test_what_is_saved_is_on_disk_at_once_and_survives(tmp_path: Path) -> None:
    path = tmp_path / "desk.db"
    store = Store(path)
    first = store.save(ONE)
    draft = store.save(replace(ONE, number="RD-2"), kind="draft")
    assert store.save(replace(ONE, reason="Fever"), record=first) == first
    store.remove("RD-9")
    store.mark_urgent("RD-8")
    store.change_settings({"clerk": "Ann"})
    store.signed_in("ann", "pass word")
    assert query(path, "SELECT id, reason, agreed, kind FROM referrals") == [
        (first, "Fever", 1, "referral"),
        (draft, "Cough", 1, "draft"),
    ]
    store.close()
    again = Store(path)
    assert again.referrals() == [
        (first, replace(ONE, reason="Fever"), "referral"),
        (draft, replace(ONE, number="RD-2"), "draft"),
    ]
    assert (again.removed(), again.urgent(), again.settings()) == ({"RD-9"}, {"RD-8"}, {"clerk": "Ann"})
    again.delete(first)
    with pytest.raises(KeyError):
        again.referral(first)
    again.close()
    said = [what for (what,) in query(path, "SELECT what FROM log ORDER BY id")]
    assert said == ["saved", "saved", "changed", "removed", "marked urgent", "settings", "signed in", "deleted"]
    assert query(path, "SELECT * FROM sign_ins") == [("ann", hashlib.sha256(b"pass word").hexdigest())]
    assert b"pass word" not in path.read_bytes()


def test_a_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("no database at all, but long enough to be looked at " * 20)
    with pytest.raises(sqlite3.Error):
        Store(tmp_path / "letter.txt")


def test_patients_look_alike_and_yet_each_has_a_number_of_its_own() -> None:
    everyone = patients(added=True)
    assert len(USUAL) == 64
    assert everyone == ADDED + USUAL
    assert len({p.number for p in everyone}) == len(everyone)
    assert len({p.name for p in USUAL}) < len(USUAL)
    assert all(sorted(a.number) == sorted(b.number) for a, b in zip(USUAL[:32:2], USUAL[1:32:2], strict=True))
    assert patients(seed=7) == patients(seed=7) != USUAL
    assert set(patients(seed=7)) == set(USUAL)


def test_accelerators_are_free_of_conflict() -> None:
    for words in (WORDS, RENAMED):
        form = [words.reason, words.department, words.date, words.visits, words.agreed, words.note, words.attachment]
        marked = [*form, words.save, words.cancel, words.delete, "&Browse", "&File", "&Edit", "&View", "&Help"]
        keys = [text[text.index("&") + 1].lower() for text in marked]
        assert len(set(keys)) == len(keys)
    assert plain("De&lete record…") == "Delete record"


def test_the_command_line_is_a_value() -> None:
    plainly = parse([])
    assert (plainly.theme, plainly.font_scale, plainly.drift, plainly.db) == ("light", 1.0, frozenset(), None)
    drifted = parse(["--drift", "theme, font", "--drift", "theme,font,rows", "--size", "800x600", "--db", "a.db"])
    assert (drifted.theme, drifted.font_scale, drifted.size) == ("dark", 1.25, (800, 600))
    assert parse(["--drift", "theme,font", "--theme", "contrast", "--font-scale", "0.9"]).theme == "contrast"
    assert parse(["--drift", ",".join(sorted(DRIFTS.keys() - {"deleted"}))]).drift == DRIFTS.keys() - {"deleted"}


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("--drift sideways", "no drift 'sideways'"),
        ("--drift duplicate,deleted", "exclude each other"),
        ("--font-scale huge", "'huge' is not a number"),
        ("--font-scale nan", "not a number"),
        ("--size 1x1", "at least 640x480"),
        ("--theme pink", "pink"),
        ("--seed x", "--seed"),
        ("more", "more"),
    ],
)
def test_what_it_does_not_understand_is_one_sentence(line: str, words: str) -> None:
    with pytest.raises(WrongOptions) as wrong:
        parse(line.split())
    assert words in str(wrong.value)
    assert str(wrong.value).endswith("--help.")


@pytest.mark.parametrize("name", ["", ":4242", "nonsense", ":x", "127.0.0.1:59000.0"])
def test_a_display_that_is_not_there_is_told(name: str) -> None:
    said = trouble({"DISPLAY": name})
    assert said is not None
    assert "xvfb-run" in said
