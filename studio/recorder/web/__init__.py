"""Watches a person in a real browser, over its debugging protocol, and turns what is done into a recording."""
