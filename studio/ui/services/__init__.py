"""What pages ask for and the engine does: library, jobs in child processes, work off the GUI thread, settings."""
