"""What this machine can record and replay: checks that change nothing, each with a mend. Shared by command and window.

`examine()` makes findings, `abilities(findings)` says what follows from them. Names of both are stable.
"""

from studio.engine.health.abilities import Ability, abilities
from studio.engine.health.examination import CHECKS, examine
from studio.engine.health.finding import Check, Finding

__all__ = ["CHECKS", "Ability", "Check", "Finding", "abilities", "examine"]
