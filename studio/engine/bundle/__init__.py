"""The bundle format: read, write atomically, seal, verify, upgrade."""
