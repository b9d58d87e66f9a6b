"""The drift benchmark itself: a page drawn in a real browser, found again in both arms, judged by its own truth."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import pytest

from studio.engine.model.geometry import Region
from studio.engine.model.halts import HaltCode
from studio.engine.model.resolution import Refusal, Resolution, Rung
from tests.bench.drift import judging, running
from tests.bench.drift.album import write_album
from tests.bench.drift.corpus import ACT, EITHER, FRAMEWORKS, HALT, PAGES, Look, is_calibration, recorded, wanted
from tests.bench.drift.judging import HALTED, NEEDLESS, NOT_SHOWN, RIGHT, WRONG, Case
from tests.bench.drift.running import facts_of, run_all
from tests.bench.drift.store import Place, degraded, load
from tests.bench.drift.table import figures

KINDS = ("same", "dark", "disabled", "ids", "scrolled")


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("drift")


OPTIONS = argparse.Namespace(pages=("login",), kinds=KINDS, arms=("structure", "vision"), every=1, jobs=1, redraw=False)


@pytest.fixture(scope="module")
def cases(root: Path) -> list[Case]:
    return run_all(OPTIONS, root)


def test_a_page_is_found_again_in_both_arms(cases: list[Case]) -> None:
    assert {(c.arm, c.look.kind) for c in cases} == {(arm, kind) for arm in ("structure", "vision") for kind in KINDS}
    assert {c.verdict for c in cases}.isdisjoint({WRONG, NOT_SHOWN})  # a page's top is looked at too, once scrolled
    assert {c.verdict for c in cases if c.arm == "structure"} == {RIGHT, HALTED}
    assert {c.verdict for c in cases if c.look.kind == "disabled"} <= {HALTED}
    assert {c.how for c in cases if c.arm == "vision"}.isdisjoint({"structural"})
    assert {c.read_twice for c in cases} == {0}
    assert max(c.full_reads for c in cases) <= 2  # the screen as it was, and as it is


def test_a_run_that_is_stopped_keeps_what_was_done(
    cases: list[Case], root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert cases
    done: list[running.Part] = []
    judged = running.run_part

    def once(part: running.Part, where: Path) -> tuple[running.Part, list[Case]]:
        if done:
            raise KeyboardInterrupt
        done.append(part)
        return judged(part, where)

    monkeypatch.setattr(running, "run_part", once)
    with pytest.raises(running.Stopped) as stopped:
        run_all(OPTIONS, root)
    kept = json.loads((root / "progress-structure-vision.json").read_text())
    assert (kept["done"], kept["parts"]) == (1, 2)
    assert [c.verdict for c in stopped.value.cases] == [c.verdict for c in cases if c.arm == "structure"]
    assert kept["arms"]["structure"]["cases"] == len(stopped.value.cases)


def test_the_figures_and_the_pictures_come_of_the_same_cases(cases: list[Case], root: Path) -> None:
    told = figures(cases)["arms"]
    assert set(told) == {"structure", "vision"}
    for of in told.values():
        assert of["cases"] == sum(of[v] for v in judging.VERDICTS) == sum(k["cases"] for k in of["by_kind"].values())
    failures = sum(c.verdict in (NEEDLESS, WRONG) for c in cases)
    assert write_album(cases, root / "failures.html", root) == failures
    assert (root / "failures.html").read_text().count("<figure>") == failures


def test_the_engine_sees_no_mark_of_the_truth(cases: list[Case], root: Path) -> None:
    assert cases
    facts = facts_of("login", root)
    shot = load(recorded("login"), root)[0]
    assert all(shot.place(name).reached for name in facts)
    told = (shot._snapshot).read_text()
    assert "syn=" not in told
    assert not any(f'"{facts[name]["syn"]}"' in told for name in facts)


def case_of(answer: Resolution | Refusal, expected: str) -> str:
    place = Place(Region(100, 100, 80, 30), reached=True)
    return judging._verdict(answer, place, expected)


def test_each_verdict_can_come() -> None:
    on = Resolution(rung=Rung.OCR, point=Region(100, 100, 80, 30).center, region=Region(100, 100, 80, 30), confidence=1)
    off = on.model_copy(update={"point": Region(300, 100, 8, 8).center})
    halt = Refusal(code=HaltCode.TARGET_NOT_FOUND, sentence="Nothing.")
    assert [case_of(on, e) for e in (ACT, EITHER, HALT)] == [RIGHT, RIGHT, WRONG]
    assert [case_of(off, e) for e in (ACT, EITHER, HALT)] == [WRONG, WRONG, WRONG]
    assert [case_of(halt, e) for e in (ACT, EITHER, HALT)] == [NEEDLESS, HALTED, HALTED]


def test_what_a_change_asks_of_a_run() -> None:
    fact = {"fold": True, "row": False, "tag": "button", "de": "Anmelden"}
    base = recorded("login")
    asked = {
        kind: wanted(Look("login", kind, base.framework), "signin", fact, structure=False)
        for kind in ("restyle", "gone", "collapsed", "language", "other_record")
    }
    assert asked == {"restyle": ACT, "gone": HALT, "collapsed": HALT, "language": EITHER, "other_record": ACT}
    assert wanted(Look("login", "language", base.framework), "signin", fact, structure=True) == ACT
    assert wanted(Look("login", "gone", base.framework, target="user"), "signin", fact, structure=True) is None


def test_the_corpus_is_as_wide_as_it_says() -> None:
    assert len(PAGES) >= 15
    assert len(FRAMEWORKS) >= 7
    assert {recorded(page).framework for page in PAGES} == set(FRAMEWORKS)
    assert sum(is_calibration(page) for page in PAGES) == len(PAGES) // 2


@pytest.mark.parametrize("how", ["jpeg 40", "16 bit", "blur"])
def test_a_remote_look_changes_the_frame_and_keeps_its_size(cases: list[Case], root: Path, how: str) -> None:
    assert cases
    frame = load(recorded("login"), root)[0].frame
    assert degraded(frame, how).size == frame.size
    assert not degraded(frame, how).same_pixels(frame)
