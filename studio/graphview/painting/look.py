"""How a node looks beyond what it is: its state in a run, marks that a person set, what a search leaves out."""

from __future__ import annotations

from dataclasses import dataclass

from studio.graphview.layout.live import TOKENS, Live


@dataclass(frozen=True, slots=True)
class Look:
    """`faded`: a search does not mean it. `pictured`: the picture has come."""

    live: Live | None = None
    breakpoint: bool = False
    faded: bool = False
    pictured: bool = False

    @property
    def token(self) -> str | None:
        """The colour of its state, where it has one worth showing."""
        return None if self.live in (None, Live.WAITING) else TOKENS[self.live]

    @property
    def loud(self) -> bool:
        """Whether its rim is drawn strong."""
        return self.live in (Live.RUNNING, Live.HALTED, Live.FAILED)


PLAIN = Look()
