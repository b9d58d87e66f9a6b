"""Resolving, acting, verifying, healing: the one interpreter."""

from __future__ import annotations

from studio.engine.runtime.control import RunControl
from studio.engine.runtime.ladder import resolve
from studio.engine.runtime.observation import Effort, Observation, ResolveOptions
from studio.engine.runtime.replayer import Replayer

__all__ = ["Effort", "Observation", "Replayer", "ResolveOptions", "RunControl", "resolve"]
