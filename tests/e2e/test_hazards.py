"""A sample of the hazards: swapped, doubled, gone, disabled, look-alike, stale. All: `./dev bench safety hazards`."""

from __future__ import annotations

from tests.bench.safety import hazards


def test_in_a_sample_of_the_hazards_nothing_wrong_is_done() -> None:
    figures = {row.name: row for row in hazards.run(sample=True)}
    assert all(row.reached for row in figures.values()), figures
    assert all(figures[f"hazards, {arm}: pages"].value >= 6 for arm in hazards.ARMS), figures
