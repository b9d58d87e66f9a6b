"""Which structures a picture may belong to: a picture that was shown while the page changed may show any of them. Pure.

A screencast comes late on a busy machine: its last picture may show the page of before, with the fields of before.
"""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Iterable
from dataclasses import dataclass

from studio.engine.model.geometry import Region
from studio.engine.model.structure import StructureSnapshot
from studio.engine.privacy.masking import MASK_BGR, Mask
from studio.engine.vision.frame import Frame
from studio.recorder.web.secrecy import asks_for_secret

LAG_S = 2.0
"""A picture of the screencast may show what the page was so long before its time, s."""
_KEPT = 64


@dataclass(frozen=True, slots=True)
class _Told:
    t: float
    page: str
    structure: StructureSnapshot


class Pairing:
    """Remembers what pages told of themselves and when. Times are seconds of the recording."""

    def __init__(self) -> None:
        self._told: deque[_Told] = deque(maxlen=_KEPT)
        self._proven: dict[str, float] = {}

    def told(self, t: float, page: str, structure: StructureSnapshot | None) -> None:
        """The page told this at `t`."""
        if structure is not None:
            self._told.append(_Told(t, page, structure))

    def proven(self, t: float, page: str) -> None:
        """A picture taken at `t` was seen to be of the same moment as its structure: older ones are not shown later."""
        self._proven[page] = t

    def others(self, page: str, shown: float, t: float) -> tuple[StructureSnapshot, ...]:
        """The structures, besides that of `t`, that a picture with the time `shown` may show."""
        proven = self._proven.get(page, -LAG_S)
        since = shown - LAG_S if proven > shown else max(shown - LAG_S, proven)
        mine = [told for told in self._told if told.page == page and told.t < t]
        before = [told for told in mine if told.t <= since][-1:]
        return tuple(told.structure for told in (*before, *(told for told in mine if told.t > since)))


class SecretPlaces:
    """Where secrets stand by what a page told. Remembers the last answers, as long as nothing new is secret."""

    def __init__(self, mask: Mask) -> None:
        self._mask = mask
        self._known: OrderedDict[int, tuple[StructureSnapshot, int, frozenset[Region]]] = OrderedDict()

    def of(self, structure: StructureSnapshot) -> frozenset[Region]:
        """Where they stand, or are typed."""
        found = self._known.pop(id(structure), None)
        if found is None or found[1] != self._mask.version:
            asked = (element.region for element in structure.elements if asks_for_secret(element))
            found = structure, self._mask.version, frozenset((*self._mask.regions(structure), *asked))
        self._known[id(structure)] = found
        if len(self._known) > _KEPT:
            self._known.popitem(last=False)
        return found[2]

    def are_certain(self, structure: StructureSnapshot | None, others: Iterable[StructureSnapshot]) -> bool:
        """Whether all structures that a picture may belong to have their secrets at the same places."""
        own = frozenset[Region]() if structure is None else self.of(structure)
        return all(self.of(other) == own for other in others)


def withheld(frame: Frame) -> Frame:
    """In place of a picture of which nobody knows where secrets stand in it."""
    pixels = frame.bgr.copy()
    pixels[:] = MASK_BGR
    return Frame(bgr=pixels, scale=frame.scale, time=frame.time)
