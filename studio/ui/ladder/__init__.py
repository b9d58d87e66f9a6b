"""Parts of the ladder page."""
