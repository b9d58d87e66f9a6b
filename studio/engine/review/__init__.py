"""What people decide about a run's heals: who said what of which heal, and the new version made of it."""

from studio.engine.review.decisions import Review, decide, review, save, unchanged
from studio.engine.review.run_source import remember_source, source_of

__all__ = ["Review", "decide", "remember_source", "review", "save", "source_of", "unchanged"]
