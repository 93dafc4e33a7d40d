"""The notes that graphs contain in both languages, DOT and Mermaid."""

from __future__ import annotations

from collections.abc import Iterator

from .._core.wording import more
from .graph_parts import GraphParts, GraphZone

#: The greatest length of a line in a label.
LENGTH = 60


def zone_note(zone: GraphZone) -> str | None:
    """Returns the note in a zone: the number of omitted records, or `empty`."""
    if zone.left_out:
        return more(zone.left_out, "record")
    return None if zone.nodes else "empty"


def notes(graph: GraphParts) -> Iterator[str]:
    """Yields the numbers of omitted zones and arrows."""
    if graph.zones_left_out:
        yield more(graph.zones_left_out, "zone")
    if graph.edges_left_out:
        yield more(graph.edges_left_out, "arrow")
