"""Parts of the Health page: what was found, settings, keys, about."""
