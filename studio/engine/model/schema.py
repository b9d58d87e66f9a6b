"""The JSON Schema of the streams: `python -m studio.engine.model.schema > docs/streams.schema.json`."""

from __future__ import annotations

import json
import sys
from typing import Any

from pydantic import TypeAdapter

from studio.engine.model.events import STREAM_VERSION, Command, recorder_event, runner_event


def streams_schema() -> dict[str, Any]:
    """One schema with a definition for a runner's line, a recorder's line and a command's line."""
    refs, shared = TypeAdapter.json_schemas(
        [
            ("RunnerEvent", "serialization", runner_event),
            ("RecorderEvent", "serialization", recorder_event),
            ("CommandLine", "validation", TypeAdapter(Command)),
        ]
    )
    lines = {name: schema for (name, _), schema in refs.items()}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Waymark Studio streams",
        "description": (
            f"Version {STREAM_VERSION}. One JSON object a line: a runner and a recorder write events on stdout and "
            "read commands on stdin. A reader ignores types that it does not know."
        ),
        "anyOf": [{"$ref": f"#/$defs/{name}"} for name in lines],
        "$defs": {**shared.get("$defs", {}), **lines},
    }


if __name__ == "__main__":
    sys.stdout.write(json.dumps(streams_schema(), indent=1, ensure_ascii=False, sort_keys=True) + "\n")
