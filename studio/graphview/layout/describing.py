"""What a screen reader says of a node after its name, made once with the node."""

from __future__ import annotations

from dataclasses import replace

from studio.engine.saying import Say
from studio.graphview.layout.graph import BADGE_WORDS, Badge, Node, NodeKind


def described(node: Node, say: Say) -> Node:
    """The node with its description: kind, hint, strength, badges, problems, comment."""
    parts = ["" if node.kind is NodeKind.ACTION else say(str(node.kind)), node.hint]
    parts += [node.strength.words] if node.strength else []
    parts += [say(BADGE_WORDS[b]) for b in node.badges if b not in (Badge.PROBLEM, Badge.COMMENT)]
    parts += [say("disabled")] if node.disabled else []
    parts += [*node.problems, node.comment]
    return replace(node, description=", ".join(part for part in parts if part))
