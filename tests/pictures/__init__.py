"""Pictures of every page of the window, made from the demonstration's own files: `./dev pictures`."""
