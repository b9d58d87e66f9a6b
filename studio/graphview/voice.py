"""What a screen reader says of a graph: the node that keys have come to, and where its edges lead."""

from __future__ import annotations

from PySide6.QtGui import QAccessible, QAccessibleEvent
from PySide6.QtWidgets import QWidget

from studio.engine.saying import Say, english
from studio.graphview.layout.graph import EdgeKind
from studio.graphview.layout.plan import Plan
from studio.graphview.marks import Marks


def spoken(plan: Plan, marks: Marks, node_id: str | None, say: Say = english) -> str:
    """A node in one sentence: name, state, description, ways on."""
    node = plan.model.by_id.get(node_id or "")
    if node is None:
        return ""
    parts = [node.name, marks.words(node.id, say), node.description]
    ways = [e for e in plan.model.outgoing.get(node.id, ()) if e.kind is not EdgeKind.ENTER]
    if len(ways) > 1:
        said = (say("{way} to {step}", way=e.label or say("else"), step=plan.model.by_id[e.target].name) for e in ways)
        parts.append(say("ways: {ways}", ways="; ".join(said)))
    return ". ".join(part for part in parts if part)


def announce(widget: QWidget, sentence: str) -> None:
    """Make a sentence the widget's description and tell assistive programs of it."""
    if widget.accessibleDescription() == sentence:
        return
    widget.setAccessibleDescription(sentence)
    QAccessible.updateAccessibility(QAccessibleEvent(widget, QAccessible.Event.DescriptionChanged))
