"""The Python in the documents of the formats runs, in order, and says what is true."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from helpers.formats import ASSETS, PROJECT, picture, workflow

from studio.engine.bundle import manifest
from studio.engine.model.structure import StructureSnapshot
from studio.engine.recording import RecordedEvent, RecordingMeta


def text_of(name: str) -> str:
    return (PROJECT / "docs" / name).read_text(encoding="utf-8")


def run(name: str, **names: Any) -> dict[str, Any]:
    blocks = re.findall(r"```python\n(.*?)```", text_of(name), re.DOTALL)
    assert blocks
    for block in blocks:
        exec(compile(block, name, "exec"), names)
    return names


def test_the_recording_document_runs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run("recording-format.md", folder=tmp_path / "rec", before=picture(0), after=picture(1))
    assert capsys.readouterr().out == "click (40, 30)\n"


def test_the_bundle_document_runs(tmp_path: Path) -> None:
    crop = ASSETS["templates/a.png"]
    names = run("bundle-format.md", workflow=workflow(), crop=crop, frame=picture(3), out_dir=tmp_path / "b")
    assert names["bundle"].sealed


def test_the_examples_are_lines_of_events() -> None:
    (block,) = re.findall(r"```json\n(.*?)```", text_of("recording-format.md"), re.DOTALL)
    assert len(block.splitlines()) > 1
    for line in block.splitlines():
        assert RecordedEvent.model_validate_json(line).to_line().decode() == line + "\n"


@pytest.mark.parametrize(
    ("name", "fields"),
    [
        ("recording-format.md", RecordedEvent.model_fields),
        ("recording-format.md", RecordingMeta.model_fields),
        ("recording-format.md", StructureSnapshot.__slots__),
        ("bundle-format.md", manifest.Manifest.model_fields),
    ],
)
def test_every_field_is_described(name: str, fields: Any) -> None:
    assert [field for field in fields if f"`{field}`" not in text_of(name)] == []
