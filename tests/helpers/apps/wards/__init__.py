"""A Django application of one model: the tables are ours, every page is Django's own admin."""
