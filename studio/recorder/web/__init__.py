"""Watches a person in a real browser, over its debugging protocol, and turns what is done into a recording."""

from studio.recorder.web.launch import endpoint_of, has_display, own_browser
from studio.recorder.web.session import WebRecorder

__all__ = ["WebRecorder", "endpoint_of", "has_display", "own_browser"]
