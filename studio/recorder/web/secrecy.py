"""Which fields of a page are secret although the page does not say so, and what secret fields hold. Pure."""

from __future__ import annotations

import re

from studio.engine.model.structure import Element
from studio.engine.privacy.masking import Mask
from studio.engine.privacy.secrecy import says_secret
from studio.recorder.web.keys import ERASING
from studio.recorder.web.signals import Begin, Choose, Down, Edit, Filled, Key, Leave, Moment, Signal


def asks_for_secret(element: Element) -> bool:
    """Whether a field is for a secret: it says so, or its label or name asks for a password or a one-time code."""
    if element.secret:
        return True
    if not element.editable:
        return False
    names = (element.label, element.name, element.placeholder, element.name_attr, element.element_id)
    return any(says_secret(re.sub(r"[_\-]+", " ", text)) for text in names if text)


class SecretValues:
    """Tells `mask` what secret fields hold, so that it is hidden wherever else the page shows it. In memory only."""

    def __init__(self, mask: Mask) -> None:
        self._mask = mask
        self._fields: set[str] = set()

    def field(self, field: str) -> None:
        """This field is secret, although the page does not say so."""
        self._fields.add(field)

    def learn(self, signal: Signal) -> None:
        """What a signal tells of them. What is still being typed may grow; whatever else is done makes it whole."""
        if isinstance(signal, Begin):
            self._mask.settle()
        moment = getattr(signal, "moment", None)
        for field, text in moment.hidden if isinstance(moment, Moment) else ():
            self._mask.hold(field, text)
        for field, text in signal.hidden if isinstance(signal, Filled) else ():
            self._mask.hold(field, text)
        state = signal.state if isinstance(signal, Begin | Edit | Key) else None
        if state is not None:
            held = state.value if state.hidden is None and state.field in self._fields else state.hidden
            if held is not None:
                self._mask.hold(state.field, held)
        types = isinstance(signal, Key) and (signal.text or signal.key in ERASING)
        if isinstance(signal, Down | Leave | Choose | Key) and not types:
            self._mask.settle()
