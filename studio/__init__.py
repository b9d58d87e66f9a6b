"""Waymark Studio: record a workflow once, replay it locally, review each heal before it is saved."""

__version__ = "0.1.0"
