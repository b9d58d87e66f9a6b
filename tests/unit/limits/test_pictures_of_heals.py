"""A run that somebody gave: its heals put no picture into a version that does not lie in the run."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.formats import picture
from helpers.healed_notes import make_library

from studio.engine.bundle import load_bundle
from studio.engine.errors import BadInput
from studio.engine.report import load_run
from studio.engine.runtime.apply_heals import apply_heals


def test_heals_take_pictures_of_their_run_only(tmp_path: Path) -> None:
    run = make_library(tmp_path)
    bundle = load_bundle(tmp_path / "workflows" / "notes" / "v1")
    heal = load_run(run).heals[0]
    outside = tmp_path / "outside.png"
    outside.write_bytes(picture(1).png)
    (run / "link.png").symlink_to(outside)
    (run / "no.png").write_bytes(b"GIF89a")
    names = [str(outside), "../../../outside.png", "link.png", "none.png", "no.png", "a\0b"]
    for changed in (
        *({"assets": dict.fromkeys(heal.assets, name)} for name in names),
        *({"frame_after": name} for name in names),
    ):
        with pytest.raises(BadInput):
            apply_heals(bundle, [heal.model_copy(update=changed)], run, tmp_path / "out")
    assert not (tmp_path / "out").exists()
    assert apply_heals(bundle, [heal], run, tmp_path / "out").is_dir()
