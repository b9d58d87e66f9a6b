"""meta.json: what a recording is of, and the values that were typed as parameters."""

from __future__ import annotations

import json
import uuid
from collections.abc import Iterable
from datetime import UTC, datetime

from pydantic import Field

from studio.engine.model.base import Value
from studio.engine.model.params import ParamSpec
from studio.engine.recording.events import RecordedEvent
from studio.engine.recording.layout import RECORDING_VERSION


class RecordingMeta(Value):
    """The recording as a whole. `viewport` is the size of the first frame in physical px.

    `finished` is False while it is being recorded, and stays so where the recorder was killed.
    `recovered` says in one sentence what a recovery dropped. Of the desktop: `window` is the title of the only
    window that was recorded, `origin` where the frame's top left stands among the monitors (may be negative).
    `pictures` is False where only the actions are known: such a recording opens, but cannot be compiled.
    """

    id: str
    created_at: str = ""
    viewport: tuple[int, int]
    app_url: str | None = None
    params: dict[str, str] = {}
    version: int = RECORDING_VERSION
    backend: str = "web"
    scale: float = Field(default=1.0, gt=0, le=16)
    param_specs: dict[str, ParamSpec] = {}
    finished: bool = True
    recovered: str | None = None
    window: str | None = None
    origin: tuple[int, int] | None = None
    pictures: bool = True

    def to_bytes(self) -> bytes:
        """The file; keys that say nothing are left out."""
        plain = self.model_dump(mode="json", exclude_none=True)
        quiet = [name for name in ("param_specs",) if not plain[name]]
        quiet += [name for name in ("finished", "pictures") if plain[name]]
        kept = {name: value for name, value in plain.items() if name not in quiet}
        return json.dumps(kept, ensure_ascii=False, allow_nan=False, indent=2).encode() + b"\n"

    def finished_with(self, events: Iterable[RecordedEvent], recovered: str | None = None) -> RecordingMeta:
        """This meta for a complete recording of `events`."""
        told = recovered or self.recovered
        return self.model_copy(update={"params": typed_params(events), "finished": True, "recovered": told})


def new_meta(
    viewport: tuple[int, int],
    app_url: str | None,
    *,
    scale: float = 1.0,
    backend: str = "web",
    param_specs: dict[str, ParamSpec] | None = None,
    now: datetime | None = None,
    window: str | None = None,
    origin: tuple[int, int] | None = None,
) -> RecordingMeta:
    """The meta of a recording that begins now."""
    return RecordingMeta(
        id=uuid.uuid4().hex,
        created_at=(now or datetime.now(UTC)).isoformat(),
        viewport=viewport,
        app_url=app_url,
        backend=backend,
        scale=scale,
        param_specs=param_specs or {},
        finished=False,
        window=window,
        origin=origin,
    )


def typed_params(events: Iterable[RecordedEvent]) -> dict[str, str]:
    """The value typed or chosen for each parameter; secrets have none."""
    return {e.param: e.text for e in events if e.param and e.text is not None and not e.secret}
