"""What is drawn, before it has a place: nodes, edges and sections of a workflow as values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from studio.graphview.layout.shapes import NOWHERE, Box


class NodeKind(StrEnum):
    """What a node is; a loop and an opened subflow hold other nodes, a folded stage stands for them."""

    ACTION = "action"
    BRANCH = "branch"
    DECISION = "decision"
    LOOP = "loop"
    SUBFLOW = "subflow"
    TERMINAL = "terminal"
    STAGE = "stage"


class EdgeKind(StrEnum):
    """How an edge is taken; `enter` leads from a frame to the first node inside of it."""

    SEQUENCE = "sequence"
    GUARDED = "guarded"
    EXCEPTION = "exception"
    ENTER = "enter"


class Style(StrEnum):
    """How a piece of a title is set."""

    PLAIN = "plain"
    STRONG = "strong"
    PARAM = "param"


class Badge(StrEnum):
    """What a card says of its step beside the picture."""

    IDENTITY = "identity"
    IRREVERSIBLE = "irreversible"
    PARAMETER = "parameter"
    SECRET = "secret"
    RECORD = "record"
    PROBLEM = "problem"
    COMMENT = "comment"
    UNREVIEWED = "unreviewed"


BADGE_WORDS: Mapping[Badge, str] = {
    Badge.IDENTITY: "proves the record",
    Badge.IRREVERSIBLE: "cannot be undone",
    Badge.PARAMETER: "parameter",
    Badge.SECRET: "secret",
    Badge.RECORD: "checked in the record",
    Badge.PROBLEM: "problem",
    Badge.COMMENT: "comment",
    Badge.UNREVIEWED: "heal not decided yet",
}


@dataclass(frozen=True, slots=True)
class Span:
    """A piece of a title."""

    text: str
    style: Style = Style.PLAIN


@dataclass(frozen=True, slots=True)
class Strength:
    """How well a target will be found: so many of so many, and what is counted ("4 of 5 screens"). `tried`: on altered
    screens, and not only counted from what is known of it; cards draw that as dots, the other as squares."""

    reached: int
    of: int
    words: str
    tried: bool = False


class PictureKind(StrEnum):
    """What stands in the picture's place of a card."""

    CROP = "crop"
    FIELD = "field"
    KEY = "key"
    SCROLL = "scroll"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Picture:
    """A crop (`path` in the bundle, `size` px, the target inside of it), or a text to be shown instead.

    `labelled`: the crop holds a label beside the target, as of a field or a box.
    """

    kind: PictureKind
    text: str = ""
    path: str = ""
    size: tuple[int, int] = (0, 0)
    target: Box = NOWHERE
    labelled: bool = False


@dataclass(frozen=True, slots=True)
class Node:
    """One node. `number` is the step's place in the workflow; `parent` is the frame that it lies in.

    `opens` names the subflow that a node runs. `beside` is the node at whose side an exception's end stands. `short` is
    what a chip says: the target alone. `holds` are steps that are not drawn because this node is closed. `description`
    is what a screen reader says after the name.
    """

    id: str
    kind: NodeKind
    title: tuple[Span, ...]
    icon: str
    step_id: str | None = None
    number: int | None = None
    hint: str = ""
    picture: Picture = Picture(PictureKind.NONE)
    strength: Strength | None = None
    badges: tuple[Badge, ...] = ()
    problems: tuple[str, ...] = ()
    comment: str = ""
    disabled: bool = False
    parent: str | None = None
    opens: str | None = None
    framed: bool = False
    beside: str | None = None
    short: str = ""
    holds: tuple[str, ...] = ()
    description: str = ""

    @property
    def text(self) -> str:
        """The title in one piece."""
        return "".join(span.text for span in self.title)

    @property
    def name(self) -> str:
        """What a screen reader says first: number and title."""
        return f"{self.number} {self.text}" if self.number is not None else self.text


@dataclass(frozen=True, slots=True)
class Edge:
    """One edge; `label` is the guard or the halts in words."""

    id: str
    source: str
    target: str
    kind: EdgeKind = EdgeKind.SEQUENCE
    label: str = ""


@dataclass(frozen=True, slots=True)
class Section:
    """A stage: nodes that work on one screen, under a title that a person may change. `head` stands on its frame: the
    title, else a word for any stage."""

    id: str
    title: str
    nodes: tuple[str, ...]
    span: str = ""
    head: str = ""


@dataclass(frozen=True)
class GraphModel:
    """The whole graph. Sections are of the outermost level only; without any the graph is one column."""

    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]
    sections: tuple[Section, ...] = ()
    entry: str = ""
    name: str = ""

    @cached_property
    def by_id(self) -> Mapping[str, Node]:
        """Nodes by id."""
        return {node.id: node for node in self.nodes}

    @cached_property
    def of_step(self) -> Mapping[str, tuple[str, ...]]:
        """Nodes that run a step or hold it out of sight (more than one where a subflow is called twice)."""
        found: dict[str, list[str]] = {}
        for node in self.nodes:
            for step in (node.step_id, *node.holds):
                if step is not None:
                    found.setdefault(step, []).append(node.id)
        return {step: tuple(ids) for step, ids in found.items()}

    @cached_property
    def outgoing(self) -> Mapping[str, tuple[Edge, ...]]:
        """Edges by source, in the order in which they are tried."""
        return _grouped(self.edges, "source")

    @cached_property
    def incoming(self) -> Mapping[str, tuple[Edge, ...]]:
        """Edges by target."""
        return _grouped(self.edges, "target")


def _grouped(edges: tuple[Edge, ...], end: str) -> Mapping[str, tuple[Edge, ...]]:
    found: dict[str, list[Edge]] = {}
    for edge in edges:
        found.setdefault(getattr(edge, end), []).append(edge)
    return {node: tuple(group) for node, group in found.items()}
