"""Which fields of a page are secret although the page does not say so. Pure."""

from __future__ import annotations

import re

from studio.engine.model.structure import Element
from studio.recorder.secrecy import says_secret


def asks_for_secret(element: Element) -> bool:
    """Whether a field is for a secret: it says so, or its label or name asks for a password or a one-time code."""
    if element.secret:
        return True
    if not element.editable:
        return False
    names = (element.label, element.name, element.placeholder, element.name_attr, element.element_id)
    return any(says_secret(re.sub(r"[_\-]+", " ", text)) for text in names if text)
