"""A workflow's graph as a file: SVG, a self-contained page, Mermaid, JSON. Pure: texts from a plan, no Qt.

PNG needs a painter: `python -m studio.graphview.png` (a process of its own) draws it.
"""

from studio.graphview.export.as_json import to_json
from studio.graphview.export.mermaid import to_mermaid
from studio.graphview.export.page import to_html
from studio.graphview.export.svg import Pictures, to_svg

__all__ = ["Pictures", "to_html", "to_json", "to_mermaid", "to_svg"]
