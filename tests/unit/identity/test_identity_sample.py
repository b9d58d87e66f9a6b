"""A sample of the adversarial benchmark (`./dev bench safety identity`): the right record or none."""

from __future__ import annotations

from tests.bench.safety import identity


def test_no_wrong_record_is_taken_and_the_right_one_nearly_always() -> None:
    rows = {row.name: row for row in identity.run(sample=True)}
    assert all(row.reached for row in rows.values()), rows
    for arm in ("structure", "pixels"):
        assert rows[f"identity, {arm}, recorded row: pairs"].value >= 10
        assert rows[f"identity, {arm}, recorded row: wrong accepts"].most == 0
