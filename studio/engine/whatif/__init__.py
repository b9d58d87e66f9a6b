"""What a step would do on another screen: the recorded one altered by pixels, and the ladder of a run asked there.

By picture only: a bundle holds no structure of its screens, so that what structure adds is not seen here.
Pure functions of pictures and anchors. Resolving reads texts: a second or so each, not for the GUI thread.
"""

from studio.engine.whatif.judging import Outcome, Trial, judge, try_it
from studio.engine.whatif.ladders import FullLadder, full_ladder
from studio.engine.whatif.scenes import COUNTED, Kind, Simulated, simulate

__all__ = [
    "COUNTED",
    "FullLadder",
    "Kind",
    "Outcome",
    "Simulated",
    "Trial",
    "full_ladder",
    "judge",
    "simulate",
    "try_it",
]
