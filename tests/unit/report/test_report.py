"""A run's report: what is said, what is shown, and that nothing gets into the page that should not."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from synthetic_run import EVIL, make_run, report

from studio.engine.errors import BadInput, NewerVersion
from studio.engine.model.geometry import Region
from studio.engine.model.halts import Choice, HaltCode, LookAlike
from studio.engine.model.heals import HealCause
from studio.engine.model.resolution import Verdict
from studio.engine.model.results import Outcome
from studio.engine.report import load_run, render_run_report
from studio.engine.report.figures import look_alikes
from studio.engine.report.markdown import markdown
from studio.engine.report.page import page
from studio.engine.report.run_dir import inside
from studio.engine.report.words import CAUSES, OUTCOMES, VERDICTS

VOID = {"meta", "br", "hr", "link", "input", "img"}


class Reader(HTMLParser):
    """Elements with their attributes, and whether all that was opened was closed."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[tuple[str, dict[str, str | None]]] = []
        self.words: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words.append(data)


@pytest.fixture
def run_dir(tmp_path: Path) -> Path:
    return make_run(tmp_path / "run")


def read(run_dir: Path) -> Reader:
    render_run_report(run_dir)
    reader = Reader()
    reader.feed((run_dir / "report.html").read_text(encoding="utf-8"))
    return reader


def test_both_files_are_written_and_the_text_is_returned(run_dir: Path) -> None:
    assert render_run_report(run_dir) == run_dir / "REPORT.md"
    assert (run_dir / "report.html").is_file()


def test_the_page_is_well_formed_and_loads_nothing(run_dir: Path) -> None:
    reader = read(run_dir)
    assert reader.open == []
    assert not {tag for tag, _ in reader.seen} & {"script", "link", "iframe", "object", "img"}
    for _, attributes in reader.seen:
        for name in ("src", "href"):
            value = attributes.get(name) or "#"
            assert value.startswith(("#", "data:image/jpeg;base64,", "data:image/png;base64,"))


def test_texts_of_programs_are_escaped(run_dir: Path) -> None:
    reader = read(run_dir)
    assert EVIL in reader.words
    assert "<script" not in (run_dir / "report.html").read_text()
    text = (run_dir / "REPORT.md").read_text()
    assert "<script>" not in text.replace("\\<", "")
    assert "[link](http" not in text


def test_marks_refer_to_pictures_of_the_page(run_dir: Path) -> None:
    seen = read(run_dir).seen
    pictures = {a["id"] for tag, a in seen if tag == "image"}
    used = {(a["href"] or "").removeprefix("#") for tag, a in seen if tag == "use"}
    assert used == pictures
    assert len(pictures) == 2  # equal pictures are kept once


def test_the_outcome_is_said_in_words(tmp_path: Path) -> None:
    halted = read(make_run(tmp_path / "a")).words
    assert "Halted at step 5" in halted
    assert any("three places look like it" in w for w in halted)
    passed = read(make_run(tmp_path / "b", halted=False)).words
    assert {"Passed on screen", "Not checked in the record"} <= set(passed)
    assert any("1 check could not be made" in w for w in passed)
    text = (tmp_path / "b" / "REPORT.md").read_text()
    assert "Passed on screen, not checked in the record" in text


def test_a_step_that_was_never_done_has_no_picture_afterwards_and_no_checks(run_dir: Path) -> None:
    assert "Nothing was done, so nothing was checked." in read(run_dir).words


def test_the_head_leads_to_the_heals(run_dir: Path) -> None:
    reader = read(run_dir)
    assert "1 heal proposed" in reader.words
    assert ("a", {"href": "#heals"}) in reader.seen
    assert "heals" in {a.get("id") for _, a in reader.seen}


def test_numbers_of_places_at_one_spot_stand_beside_each_other() -> None:
    spot = Region(400, 300, 12, 12)
    marks = look_alikes([LookAlike(point=spot.center, region=spot, score=0.7)] * 3)
    assert len(set(re.findall(r'cx="(\d+)"', marks))) == 3


def test_absent_pictures_are_said_to_be_absent_and_none_from_outside_is_taken(run_dir: Path) -> None:
    reader = read(run_dir)
    assert reader.words.count("This picture was not kept.") == 2
    text = (run_dir / "REPORT.md").read_text()
    assert "outside" not in text
    assert text.count("this picture was not kept") == 2
    for name in re.findall(r"!\[.*?\]\((.*?)\)", text):
        assert (run_dir / name).is_file()


def test_inside_follows_no_way_out(run_dir: Path) -> None:
    (run_dir / "link.png").symlink_to(run_dir.parent / "outside.png")
    for name in ("../outside.png", "link.png", "steps", "", None, "none.png", str(run_dir.parent / "outside.png")):
        assert inside(run_dir, name) is None
    assert inside(run_dir, "report.json") is not None


def test_a_broken_picture_is_absent(run_dir: Path) -> None:
    (run_dir / "steps" / "step_000_before.png").write_bytes(b"\x89PNG\r\n\x1a\nnot really")
    assert read(run_dir).words.count("This picture was not kept.") == 3


def test_long_runs_stay_small(tmp_path: Path) -> None:
    import cv2
    import numpy as np

    folder = make_run(tmp_path / "run", halted=False)
    noise = np.random.default_rng(1)
    for path in folder.glob("*/*.png"):
        cv2.imwrite(str(path), noise.integers(0, 255, (800, 1280, 3), np.uint8))
    read(folder)
    assert (folder / "report.html").stat().st_size < 6_000_000


@pytest.mark.parametrize(
    ("content", "words"), [(None, "is not a run"), ("{", "cannot be read"), ('{"version": 1}', "run_id")]
)
def test_what_is_no_run_is_refused_in_a_sentence(tmp_path: Path, content: str | None, words: str) -> None:
    if content is not None:
        (tmp_path / "report.json").write_text(content)
    with pytest.raises(BadInput, match=words):
        load_run(tmp_path)


def test_a_newer_report_is_refused(run_dir: Path) -> None:
    newer = report().model_copy(update={"version": 99})
    (run_dir / "report.json").write_text(newer.model_dump_json())
    with pytest.raises(NewerVersion, match="newer"):
        load_run(run_dir)


@pytest.mark.parametrize("outcome", list(Outcome))
def test_every_outcome_has_words(tmp_path: Path, outcome: Outcome) -> None:
    folder = make_run(tmp_path / "run", halted=False)
    made = report(halted=False).model_copy(update={"outcome": outcome, "steps": (), "heals": ()})
    (folder / "report.json").write_text(made.model_dump_json())
    assert read(folder).open == []


def test_everything_that_a_run_can_say_has_its_words(tmp_path: Path) -> None:
    for words, kind in ((OUTCOMES, Outcome), (CAUSES, HealCause), (VERDICTS, Verdict)):
        assert set(words) == set(kind)
    made = report()
    assert made.halt is not None
    for code in HaltCode:
        told = made.halt.model_copy(update={"code": code, "choices": tuple(Choice)})
        assert page(made.model_copy(update={"halt": told}), tmp_path)
        assert markdown(made.model_copy(update={"halt": told}), tmp_path)
