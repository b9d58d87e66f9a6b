"""What people decide about a run's heals: who said what of which heal, and the new version made of it."""

from studio.engine.review.decisions import Review, decide, review, save, say, unchanged
from studio.engine.review.fingerprint import fingerprint
from studio.engine.review.lineage import Version, followers, lineage, version_of
from studio.engine.review.run_source import remember_source, source_of
from studio.engine.review.words_said import Saved, Word
from studio.engine.who import person

__all__ = [
    "Review",
    "Saved",
    "Version",
    "Word",
    "decide",
    "fingerprint",
    "followers",
    "lineage",
    "person",
    "remember_source",
    "review",
    "save",
    "say",
    "source_of",
    "unchanged",
    "version_of",
]
