"""The window: pages, panels, models, commands (undo), services (jobs), theme. It may import everything but `cli`."""
