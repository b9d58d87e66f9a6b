"""A run that is refused before it begins leaves no folder; one that has left evidence keeps it."""

from __future__ import annotations

from pathlib import Path

import pytest

from studio.engine.errors import BadInput, CannotWrite
from studio.engine.identity.keys import NoIdentityKey
from studio.engine.review.run_source import SOURCE, refuse_overwriting, source_remembered


@pytest.mark.parametrize("refusal", [NoIdentityKey, BadInput, CannotWrite])
def test_a_run_that_is_refused_leaves_no_folder_in_the_way(tmp_path: Path, refusal: type[Exception]) -> None:
    run = tmp_path / "runs" / "first"
    with pytest.raises(refusal), source_remembered(run, tmp_path):
        raise refusal("The key is not here.")
    refuse_overwriting(run)
    assert not run.exists()


def test_what_has_left_evidence_stays(tmp_path: Path) -> None:

    def fails() -> None:
        (tmp_path / "run" / "events.jsonl").write_text("{}")
        raise CannotWrite("The disk is full.")

    with pytest.raises(CannotWrite), source_remembered(tmp_path / "run", tmp_path):
        fails()
    assert {path.name for path in (tmp_path / "run").iterdir()} == {SOURCE, "events.jsonl"}
    with source_remembered(tmp_path / "other", tmp_path):
        pass
    assert (tmp_path / "other" / SOURCE).is_file()
