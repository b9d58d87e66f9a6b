"""Where everything of a workflow's graph stands: pure, without Qt, the same every time.

`graph_model(workflow)` says what there is, `planned(model)` where it stands; window, CLI and files draw from that.
"""

from studio.graphview.layout.building import graph_model
from studio.graphview.layout.compose import lay_out, planned
from studio.graphview.layout.graph import (
    BADGE_WORDS,
    Badge,
    Edge,
    EdgeKind,
    GraphModel,
    Node,
    NodeKind,
    Picture,
    PictureKind,
    Section,
    Span,
    Strength,
    Style,
)
from studio.graphview.layout.notes import Notes, StepNotes, robust
from studio.graphview.layout.plan import Layout, Plan
from studio.graphview.layout.sections import SectionStart, suggested
from studio.graphview.layout.shapes import Box, Spot

__all__ = [
    "BADGE_WORDS",
    "Badge",
    "Box",
    "Edge",
    "EdgeKind",
    "GraphModel",
    "Layout",
    "Node",
    "NodeKind",
    "Notes",
    "Picture",
    "PictureKind",
    "Plan",
    "Section",
    "SectionStart",
    "Span",
    "Spot",
    "StepNotes",
    "Strength",
    "Style",
    "graph_model",
    "lay_out",
    "planned",
    "robust",
    "suggested",
]
