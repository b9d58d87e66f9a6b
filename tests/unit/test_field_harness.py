"""The harness of the field: the lot, the verdicts, and that the product knows none of the field's programs."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.field import bench, candidates, figures, model, operator, product, proxy
from tests.field.programs import load, names
from tests.field.web_candidates import WEB

ROOT = Path(__file__).resolve().parents[2]


def test_batches_are_drawn_by_lot_and_come_out_the_same_each_time() -> None:
    assert len(candidates.candidates()) >= 50
    drawn = [name for batch in range(1, 20) for name in candidates.draw(batch, "web")]
    assert len(drawn) == len(set(drawn)) == sum(map(len, WEB.values())) - len(set(candidates.UNAVAILABLE) & set(drawn))
    assert candidates.draw(1, "web") == ("mlflow", "phpmyadmin", "nocodb")


def test_each_built_program_was_drawn_and_has_what_a_program_needs() -> None:
    for name in names():
        program = load(name)
        assert name in candidates.draw(program.batch, program.kind)
        assert set(program.recorded) == set(program.other) == set(program.entry)
        assert program.other != program.recorded != program.entry
        assert len(program.drifts) >= 3
        assert {drift.want for drift in program.drifts} <= {model.RIGHT, model.RIGHT_OR_HALTED}


@pytest.mark.parametrize(
    ("code", "done", "clean", "want", "asked", "verdict"),
    [
        (0, True, True, "right", 0, "right"),
        (0, False, True, "right", 0, "WRONG"),
        (0, True, True, "right-or-halted", 0, "right"),
        (1, False, False, "right-or-halted", 0, "WRONG"),
        (1, False, True, "right", 0, "halted needlessly"),
        (1, False, True, "right-or-halted", 0, "halted rightly"),
        (1, True, True, "right", 1, "asked"),
        (3, False, True, "right", 0, "error"),
        (None, False, True, "right", 0, "error"),
    ],
)
def test_the_store_decides_not_the_products_word(
    code: int | None, done: bool, clean: bool, want: str, asked: int, verdict: str
) -> None:
    assert bench.judged(code, done, clean, want, asked) == verdict


def test_after_a_halt_only_what_was_wanted_may_have_changed() -> None:
    before = {"rows": {"1": {"name": "a", "price": "5"}, "2": {"name": "b", "price": "6"}}}
    wanted = {"rows": {"1": {"name": "a", "price": "7"}, "2": {"name": "b", "price": "6"}, "3": {"name": "c"}}}
    half = {"rows": {"1": {"name": "a", "price": "7"}, "2": {"name": "b", "price": "6"}}}
    other = {"rows": {"1": {"name": "a", "price": "5"}, "2": {"name": "b", "price": "7"}}}
    gone = {"rows": {"1": {"name": "a", "price": "5"}}}
    assert model.between(before, half, wanted)
    assert not model.between(before, other, wanted)
    assert not model.between(before, gone, wanted)
    assert "rows/2/price" in bench.difference(other, wanted)


def test_parameters_are_known_by_the_value_that_they_show() -> None:
    recorded = {"article": "Garden hose", "price": "21.75", "stock": "2450", "rank": "12"}
    proposals = [{"name": "value", "masked_value": "2…5"}, {"name": "stock", "masked_value": "2…0"}]
    proposals += [{"name": "rank", "masked_value": "…"}]
    assert product.matched(recorded, proposals) == {"price": "value", "stock": "stock", "rank": "rank"}


def test_the_operator_confirms_and_says_happened_only_where_the_store_holds_it() -> None:
    done = operator.Operator(lambda: True)
    assert done.choose({"code": "needs_confirmation", "choices": ["confirm", "stop"]}) == "confirm"
    assert done.choose({"code": "outcome_unknown", "choices": ["happened", "stop"]}) == "happened"
    assert done.already_there == 1
    unsure = operator.Operator(lambda: False)
    assert unsure.choose({"code": "outcome_unknown", "choices": ["happened", "stop"]}) == "stop"
    assert unsure.choose({"code": "ambiguous", "choices": ["confirm", "stop"]}) == "stop"


def test_what_is_masked_alike_is_told_apart_by_what_was_typed(tmp_path: Path) -> None:
    events = [{"i": 0, "kind": "type", "text": "e"}, {"i": 1, "kind": "type", "text": "6"}, {"i": 2, "kind": "click"}]
    (tmp_path / "events.jsonl").write_text("".join(json.dumps(event) + "\n" for event in events))
    proposals = [{"name": n, "event_index": i, "masked_value": "…"} for i, n in enumerate(("command", "rank", "row"))]
    shown = product._as_seen(proposals, tmp_path)
    assert product.matched({"priority": "6"}, shown) == {"priority": "rank"}


def test_a_users_settings_are_put_at_the_head_of_a_page() -> None:
    assert "localStorage.setItem('theme', 'dark')" in proxy.stored(theme="dark")


def test_the_product_knows_no_program_of_the_field() -> None:
    text = "\n".join(path.read_text("utf-8") for path in (ROOT / "studio").rglob("*.py"))
    words = {"idle": "IDLE"}  # what is an English word as well is searched as the program writes itself
    known = [n for n in names() if re.search(rf"\b{re.escape(words.get(n, n))}\b", text, 0 if n in words else re.I)]
    assert known == []
    places = {place for name in names() for place in _places(name)}
    assert len(places) > 3
    assert [place for place in sorted(places) if re.search(rf"(?<![\w-]){re.escape(place)}(?![\w-])", text)] == []


def _places(name: str) -> set[str]:
    """Identifiers and classes of its pages that its person looks for."""
    source = (ROOT / "tests" / "field" / "programs" / f"{name.replace('-', '_')}.py").read_text("utf-8")
    return set(re.findall(r"\.([a-z]\w*-[\w-]+)", source)) | set(re.findall(r"#([a-z]\w*[_-][\w-]+)", source))


def test_figures_are_counted_by_batch_side_and_arm_with_their_intervals() -> None:
    low, high = figures.wilson(5, 7)
    assert (round(low, 2), round(high, 2)) == (0.36, 0.92)
    row = {"batch": 1, "kind": "web", "arm": "structure", "verdict": "right"}
    text = figures.table([row, {**row, "verdict": "halted needlessly"}])
    assert "| 1 | web | structure | 2 | 1 | 0 | 1 | 0 | 0 | 0 | 50% (9% to 91%) |" in text
