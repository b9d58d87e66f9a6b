"""Drafts heals beside the run, on a thread of its own, so that no step waits for them."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

from studio.engine.files import write_atomically
from studio.engine.model.heals import Heal
from studio.engine.privacy.redactor import Redactor
from studio.engine.rights import make_private
from studio.engine.runtime.healing import HealDraft, Sighting, draft_heal
from studio.engine.vision.frame import Frame


class HealDesk:
    """Collects sightings while the run goes on and gives their heals at its end."""

    def __init__(
        self, crops: Mapping[str, Frame], recorded: Mapping[str, Frame], run_dir: Path, redactor: Redactor
    ) -> None:
        self._redactor = redactor
        self._crops = crops
        self._recorded = recorded
        self._run_dir = run_dir
        self._pool = ThreadPoolExecutor(max_workers=1, thread_name_prefix="heals")
        self._drafts: dict[str, Future[HealDraft | None]] = {}

    def consider(self, sighting: Sighting) -> None:
        """A step was found and verified: see whether its anchor should change. The first sighting counts."""
        if sighting.step.id not in self._drafts:
            self._drafts[sighting.step.id] = self._pool.submit(self._draft, sighting)

    def _draft(self, sighting: Sighting) -> HealDraft | None:
        """A heal drawn from what may be kept: as in a recording, no crop shows a secret."""
        seen = sighting.observation
        told = self._redactor.structure(seen.structure) if seen.structure else None
        kept = replace(seen, frame=self._redactor.frame(seen.frame, seen.structure), structure=told)
        return draft_heal(replace(sighting, observation=kept), self._crops)

    def close(self, *, keep: bool) -> tuple[Heal, ...]:
        """Wait for all drafts; with `keep` write them under `heals/` and return them in step order."""
        self._pool.shutdown(wait=True, cancel_futures=not keep)
        if not keep:
            return ()
        drafts = [_outcome(future) for future in self._drafts.values()]
        self._drafts.clear()
        return tuple(self._written(draft) for draft in drafts if draft is not None)

    def _written(self, draft: HealDraft) -> Heal:
        """Keep the pictures of a heal beside its value: the new crops, and the frames of then and now."""
        step_id = draft.heal.step_id
        assets = {path: self._kept(step_id, Path(path).name, picture) for path, picture in draft.pictures.items()}
        then = self._recorded.get(step_id)
        frames = {
            "frame_before": self._kept(step_id, "frame_before.png", then) if then else None,
            "frame_after": self._kept(step_id, "frame_after.png", draft.frame),
        }
        heal = draft.heal.model_copy(update={"assets": assets, **frames})
        target = self._run_dir / "heals" / step_id / "heal.json"
        write_atomically(target, heal.model_dump_json(indent=1).encode(), durable=False)
        return heal

    def _kept(self, step_id: str, name: str, picture: Frame) -> str:
        file = Path("heals") / step_id / name
        make_private((self._run_dir / file).parent)
        write_atomically(self._run_dir / file, picture.png, durable=False)
        return file.as_posix()


def _outcome(future: Future[HealDraft | None]) -> HealDraft | None:
    """The draft; a target that cannot be drafted (at the very edge of the frame, say) proposes nothing."""
    try:
        return future.result()
    except (ValueError, LookupError) as problem:
        logging.getLogger(__name__).info("no heal could be drafted: %s", problem)
        return None
