"""Watches what a person does on the desktop: hooks, a ring of frames, hot keys, secrets, and the session itself."""
