"""What both languages of graphs write beside the records."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ._wording import more

if TYPE_CHECKING:
    from .graphs import Graph, GraphZone

#: How long a line of a label is at most.
LENGTH = 60


def zone_note(zone: GraphZone) -> str | None:
    """What stands in a zone beside its records."""
    if zone.left_out:
        return more(zone.left_out, "record")
    return None if zone.nodes else "empty"


def notes(graph: Graph) -> Iterator[str]:
    """What the graph leaves out of the whole."""
    if graph.zones_left_out:
        yield more(graph.zones_left_out, "zone")
    if graph.edges_left_out:
        yield more(graph.edges_left_out, "arrow")
