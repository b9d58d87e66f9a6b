"""Turns raw input into actions: pure, incremental, deterministic."""

from studio.recorder.normaliser.machine import Normaliser, normalise
from studio.recorder.normaliser.settings import Rest, Settings

__all__ = ["Normaliser", "Rest", "Settings", "normalise"]
