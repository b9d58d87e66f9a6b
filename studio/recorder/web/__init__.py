"""Watches a person in a real browser, over its debugging protocol, and turns what is done into a recording."""

from studio.recorder.web.launch import browser_with_port, endpoint_of, has_display, own_browser
from studio.recorder.web.session import WebRecorder
from studio.recorder.web.wire import Wire

__all__ = ["WebRecorder", "Wire", "browser_with_port", "endpoint_of", "has_display", "own_browser"]
