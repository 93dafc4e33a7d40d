"""What points to what in a cloud: records by zone, parents, references and shares."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

from . import _dot, _mermaid

#: How many records a graph has, unless told otherwise, and how many arrows for each of them.
LIMIT = 100
ARROWS = 4

NodeKind = Literal["record", "share", "absent"]
EdgeKind = Literal["parent", "reference", "share"]

_ACTIONS = {"DELETE_SELF": "delete self", "VALIDATE": "validate"}


@dataclass(frozen=True)
class GraphNode:
    """A record; "absent" where a reference points to one that is not there."""

    id: str
    kind: NodeKind
    #: The name of the record.
    name: str
    record_type: str | None = None
    #: The participants of a share.
    participants: tuple[str, ...] = ()
    #: Whether it is the share of its whole zone; of others, an arrow leads to what is shared.
    shares_zone: bool = False

    @property
    def lines(self) -> tuple[str, ...]:
        """What is written on it."""
        if self.kind == "share":
            return ("share of the zone" if self.shares_zone else "share", *self.participants)
        return (self.name, self.record_type or "absent")


@dataclass(frozen=True)
class GraphZone:
    """A zone with its records."""

    id: str
    name: str
    #: Which database it is in, in words.
    database: str
    nodes: tuple[GraphNode, ...]
    #: How many records of it the graph leaves out.
    left_out: int = 0

    @property
    def lines(self) -> tuple[str, ...]:
        return (f"zone {self.name}", self.database)


@dataclass(frozen=True)
class GraphEdge:
    """An arrow: from a child to its parent, from a holder of a reference to what it points to, or
    from a share to the record that is shared."""

    #: The IDs of nodes.
    source: str
    target: str
    kind: EdgeKind
    #: The field of the reference.
    field: str | None = None
    #: The reference's action: "NONE", "DELETE_SELF" or "VALIDATE".
    action: str | None = None

    @property
    def label(self) -> str:
        if self.kind == "reference":
            return f"{self.field} ({_ACTIONS.get(self.action or '', 'no action')})"
        return "parent" if self.kind == "parent" else "shares"

    @property
    def is_weak(self) -> bool:
        """Whether it is a reference without an action."""
        return self.kind == "reference" and self.action not in _ACTIONS


@dataclass(frozen=True)
class Graph:
    """What points to what. `str` is the graph in Mermaid, `dot()` in Graphviz's language."""

    zones: tuple[GraphZone, ...]
    edges: tuple[GraphEdge, ...]
    #: How many zones and arrows the graph leaves out.
    zones_left_out: int = 0
    edges_left_out: int = 0

    @property
    def nodes(self) -> Iterator[GraphNode]:
        """The records of all zones."""
        return (node for zone in self.zones for node in zone.nodes)

    def mermaid(self) -> str:
        """A Mermaid flowchart, which Markdown shows in a block ```` ```mermaid ````."""
        return _mermaid.text(self)

    def dot(self) -> str:
        """A digraph for Graphviz: `dot -Tsvg`."""
        return _dot.text(self)

    def __str__(self) -> str:
        return self.mermaid()

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        return {"text/vnd.mermaid": self.mermaid(), "text/plain": self.mermaid()}
