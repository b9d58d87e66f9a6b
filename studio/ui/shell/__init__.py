"""The frame of the window: rail, pages, status bar, command palette, keys."""
