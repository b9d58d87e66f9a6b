"""Reports that people read."""
