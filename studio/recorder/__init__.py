"""Turns what a person does into a recording."""
