"""What a step would do on another screen: the recorded one altered by pixels, and the ladder of a run asked there.

By picture only: a bundle holds no structure of its screens, so that what structure adds is not seen here.
Pure functions of pictures and anchors. Resolving reads texts: a second or so each, not for the GUI thread.
"""

from studio.engine.whatif.judging import Outcome, Trial, answer_there, judge, try_it
from studio.engine.whatif.ladders import FullLadder, first_answer, full_ladder
from studio.engine.whatif.robustness import NOTHING, Robustness, tried
from studio.engine.whatif.scenes import COUNTED, Kind, Simulated, simulate
from studio.engine.whatif.stronger import Offer, Way, offers

__all__ = [
    "COUNTED",
    "NOTHING",
    "FullLadder",
    "Kind",
    "Offer",
    "Outcome",
    "Robustness",
    "Simulated",
    "Trial",
    "Way",
    "answer_there",
    "first_answer",
    "full_ladder",
    "judge",
    "offers",
    "simulate",
    "tried",
    "try_it",
]
