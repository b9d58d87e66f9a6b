"""A run as the window knows it: its form, its live state from the events, its result, and the halts that wait."""
