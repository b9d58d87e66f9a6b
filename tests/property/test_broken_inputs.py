"""Whatever stands in a file or a stream of others: one typed sentence, or it is taken; never a crash, a hang, a trace.

`./dev bench safety fuzz` does the same for half an hour, guided by coverage.
"""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from studio.engine.model.workflow import Workflow
from studio.engine.report import load_run
from studio.engine.report.page import page
from studio.graphview.export import to_html, to_mermaid, to_svg
from studio.graphview.layout import graph_model, planned
from tests.bench.safety import fuzz, seeds
from tests.bench.safety.driver import Tally, try_one
from tests.bench.safety.guard import Outside, only_inside
from tests.bench.safety.harmless import assert_harmless
from tests.bench.safety.targets import targets
from tests.helpers.graphs import full_workflow

FOUND = Path(__file__).parents[1] / "fixtures" / "fuzz"
TARGETS = targets()


def assert_survived(name: str, data: bytes, scratch: Path) -> Tally:
    tally = Tally()
    with only_inside(scratch):
        try_one(TARGETS[name], data, scratch, tally)
    assert not tally.faults, tally.faults[0][1]
    return tally


@pytest.fixture(scope="module")
def scratch(own_temp_dir: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("scratch")


@pytest.mark.parametrize("name", sorted(TARGETS))
def test_good_inputs_are_taken(name: str, scratch: Path) -> None:
    for data in TARGETS[name].seeds:
        assert assert_survived(name, data, scratch).taken


@pytest.mark.parametrize("found", sorted(FOUND.iterdir()), ids=lambda found: found.name)
def test_what_was_not_survived_once_is_survived_now(found: Path, scratch: Path) -> None:
    assert_survived(found.name.partition("-")[0], found.read_bytes(), scratch)


@pytest.mark.parametrize("name", sorted(TARGETS))
def test_broken_inputs_are_survived(name: str, scratch: Path) -> None:
    target = TARGETS[name]

    @settings(max_examples=12, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    @given(st.sampled_from(target.seeds), st.integers(0, 2**32), st.integers(1, 4))
    def survived(good: bytes, seed: int, rounds: int) -> None:
        random, data = Random(seed), good
        for _ in range(rounds):
            data = target.mutate(data, random)
        assert_survived(name, data, scratch)

    survived()


def test_what_is_written_elsewhere_is_noticed(tmp_path: Path) -> None:
    other = tmp_path / "other"
    for folder in (other, tmp_path / "in"):
        folder.mkdir()
    with only_inside(tmp_path / "in"):
        (tmp_path / "in" / "a").write_bytes(b"")
        (tmp_path / "in" / "a").rename(tmp_path / "in" / "b")
        for act in (
            lambda: (tmp_path / "out").write_bytes(b""),
            lambda: (tmp_path / "in" / ".." / "out").mkdir(),
            lambda: (tmp_path / "in" / "b").rename(tmp_path / "b"),
            lambda: other.unlink(),
            lambda: other.symlink_to(tmp_path),
            lambda: os.open(other, os.O_RDWR),
            lambda: subprocess.run(["true"], check=True),
        ):
            with pytest.raises(Outside):
                act()
    assert sorted(p.name for p in tmp_path.iterdir()) == ["in", "other"]


@pytest.mark.parametrize(
    "markup",
    ["<script>", "<p onclick=x>", '<img src="http://a">', "<a href=javascript:x>", '<p style="background:url(x)">'],
)
def test_what_could_do_harm_is_noticed(markup: str) -> None:
    assert_harmless("<p title='&lt;script&gt;'>a</p><a href='#x'>b</a><img src='data:image/png;base64,x'>")
    with pytest.raises(AssertionError):
        assert_harmless(markup)


EVIL = "\"'><script src=http://127.0.0.1/x></script><img src=x onerror=alert(1)>]]></svg>&lt;b&gt;"


def test_texts_of_a_workflow_and_a_run_do_nothing_in_pictures_and_pages(tmp_path: Path) -> None:
    """Every free text of a graph and of a report says something evil."""
    flow = full_workflow()
    graph = _evil(flow.model_dump(mode="json"), {"name", "intent", "label", "title", "text", "sentence", "description"})
    plan = planned(graph_model(Workflow.model_validate(graph)))
    drawn = to_svg(plan), to_html(plan), to_mermaid(plan.model)
    told = _evil(json.loads(seeds.report(halted=True)), {"workflow", "intent", "sentence", "label", "note", "message"})
    (tmp_path / "report.json").write_text(json.dumps(told))
    report = page(load_run(tmp_path), tmp_path)
    for text in (*drawn[:2], report):
        assert "&lt;script" in text
        assert_harmless(text)
    assert "<script" not in drawn[2]


def _evil(value: Any, names: set[str]) -> Any:
    if isinstance(value, dict):
        return {k: EVIL if k in names and isinstance(v, str) and v else _evil(v, names) for k, v in value.items()}
    return [_evil(one, names) for one in value] if isinstance(value, list) else value


def test_each_target_of_the_long_form_has_the_same_time_whatever_the_others_take(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shares: dict[str, float] = {}

    def add(tally: Tally, name: str, seconds: float, _seed: int) -> None:
        shares[name] = seconds
        tally.inputs += 10**7

    monkeypatch.setattr(fuzz, "_add", add)
    fuzz.run(sample=False, minutes=len(TARGETS))
    assert shares == dict.fromkeys(TARGETS, 60.0)
