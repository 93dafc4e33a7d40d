"""The parts of a graph: zones, their records, and the arrows between these."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from .._core.attributes import Explaining

NodeKind = Literal["record", "share", "absent"]
EdgeKind = Literal["parent", "reference", "share"]

_ACTIONS = {"DELETE_SELF": "delete self", "VALIDATE": "validate"}


@dataclass(frozen=True)
class GraphNode:
    """A record. Its kind is "absent" if it is the target of a reference but does not exist."""

    id: str
    kind: NodeKind
    #: The name of the record.
    name: str
    record_type: str | None = None
    #: The participants of a share.
    participants: tuple[str, ...] = ()
    #: Whether it is the share of its zone. Other shares have an arrow to the shared record.
    shares_zone: bool = False

    @property
    def lines(self) -> tuple[str, ...]:
        """The lines of the node's label."""
        if self.kind == "share":
            return ("share of the zone" if self.shares_zone else "share", *self.participants)
        return (self.name, self.record_type or "absent")


@dataclass(frozen=True)
class GraphZone:
    """A zone with its records."""

    id: str
    name: str
    #: A description of the zone's database.
    database: str
    nodes: tuple[GraphNode, ...]
    #: The number of its records that the graph omits.
    left_out: int = 0

    @property
    def lines(self) -> tuple[str, ...]:
        """The lines of the zone's label."""
        return (f"zone {self.name}", self.database)


@dataclass(frozen=True)
class GraphEdge:
    """An arrow: from a child to its parent, from a record to the target of its reference, or from a
    share to the shared record."""

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
        """The text of the arrow."""
        if self.kind == "reference":
            return f"{self.field} ({_ACTIONS.get(self.action or '', 'no action')})"
        return "parent" if self.kind == "parent" else "shares"

    @property
    def is_weak(self) -> bool:
        """Whether it is a reference without an action."""
        return self.kind == "reference" and self.action not in _ACTIONS


@dataclass(frozen=True)
class GraphParts(Explaining):
    """All parts of a graph, for what writes them."""

    zones: tuple[GraphZone, ...]
    edges: tuple[GraphEdge, ...]
    #: The numbers of zones and arrows that the graph omits.
    zones_left_out: int = 0
    edges_left_out: int = 0

    @property
    def nodes(self) -> Iterator[GraphNode]:
        """The records of all zones."""
        return (node for zone in self.zones for node in zone.nodes)
