"""The recording format: read, append, recover."""
