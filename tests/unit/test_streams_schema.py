"""docs/streams.schema.json is the contract: it must be the one that the code makes."""

from __future__ import annotations

import json
from pathlib import Path

from studio.engine.model.schema import streams_schema

COMMITTED = Path(__file__).parents[2] / "docs" / "streams.schema.json"


def test_the_committed_schema_is_current() -> None:
    again = "run: python -m studio.engine.model.schema > docs/streams.schema.json"
    assert json.loads(COMMITTED.read_text(encoding="utf-8")) == json.loads(json.dumps(streams_schema())), again


def test_it_describes_every_line() -> None:
    schema = streams_schema()
    assert {"RunnerEvent", "RecorderEvent", "CommandLine", "StepFinished", "Halted"} <= schema["$defs"].keys()
    for entry in schema["$defs"]["RunnerEvent"]["oneOf"]:
        assert entry["$ref"].removeprefix("#/$defs/") in schema["$defs"]
