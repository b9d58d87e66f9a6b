"""Sizes of nodes, and what one level of the graph asks of the layered drawing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from studio.graphview.layout.graph import Node, NodeKind
from studio.graphview.layout.metrics import (
    CARD,
    CHIP,
    LOOP_HEAD,
    SATELLITE_GAP,
    TERMINAL_H,
    TERMINAL_LEAD,
    WIDEST,
    text_width,
)
from studio.graphview.layout.shapes import Box
from studio.graphview.layout.slots import Block

_SATELLITE_STEP = TERMINAL_H + 8


@dataclass(frozen=True)
class Sized:
    """A node with its size, and the ends of exceptions that stand at its right side."""

    node: Node
    w: float
    h: float
    beside: tuple[Node, ...] = ()
    label_w: float = 0.0

    @property
    def lead(self) -> float:
        """Air above it."""
        return TERMINAL_LEAD if self.node.kind is NodeKind.TERMINAL else 0.0

    @property
    def block(self) -> Block:
        """The block to place: its axis is that of the node itself."""
        extra = self.beside_gap + max((terminal_width(n) for n in self.beside), default=0.0)
        return Block(self.node.id, self.w / 2, self.w / 2 + (extra if self.beside else 0.0), self.height + self.lead)

    @property
    def height(self) -> float:
        """Its height with all that stands beside it."""
        return max(self.h, len(self.beside) * _SATELLITE_STEP)

    @property
    def beside_gap(self) -> float:
        """Room for the dashed arrows and what stands on them."""
        return max(SATELLITE_GAP, self.label_w + 28 if self.label_w else 0.0)

    def beside_boxes(self, own: Box) -> Mapping[str, Box]:
        """Where the ends beside it stand, given where it stands itself."""
        middle = own.y + own.h / 2 if self.h >= len(self.beside) * _SATELLITE_STEP else own.y + self.height / 2
        top = middle - (len(self.beside) * _SATELLITE_STEP - 8) / 2
        return {
            n.id: Box(own.right + self.beside_gap, top + k * _SATELLITE_STEP, terminal_width(n), TERMINAL_H)
            for k, n in enumerate(self.beside)
        }


def plain_size(node: Node) -> tuple[float, float]:
    """Size of a node without anything inside."""
    if node.kind is NodeKind.TERMINAL:
        return terminal_width(node), TERMINAL_H
    if node.kind is NodeKind.ACTION:
        return CARD
    return CARD[0], 54


def frame_size(node: Node, inner_w: float, inner_h: float, pad: float) -> tuple[float, float]:
    """Size of a loop or an opened subflow around its body."""
    head = text_width(node.text, 12, bold=True) + 60
    return max(inner_w + 2 * pad, head), inner_h + LOOP_HEAD + pad / 2


def terminal_width(node: Node) -> float:
    """Width of an end."""
    return min(
        max(CHIP[0] if node.beside is None else 0, round(text_width(node.text, 13, bold=True) * WIDEST) + 52), 240
    )
