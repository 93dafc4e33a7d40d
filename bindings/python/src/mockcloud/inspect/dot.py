"""Writes graphs in DOT, the language of Graphviz."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from .._core.wording import abbreviated
from .graph_parts import GraphEdge, GraphNode, GraphParts, GraphZone
from .graph_words import LENGTH, notes, zone_note

#: The characters that have a meaning in labels: quotes end them, and Graphviz replaces backslash
#: sequences and entities.
_ESCAPES = str.maketrans({'"': '\\"', "\\": "\\\\", "&": "&amp;"})

_STYLES = {
    "record": 'shape=box, style="rounded"',
    "share": "shape=ellipse",
    "absent": 'shape=box, style="rounded,dashed"',
}


def quoted(lines: Iterable[str]) -> str:
    """Returns a quoted label with these lines."""
    escaped = (abbreviated(each, LENGTH).translate(_ESCAPES) for each in lines)
    return '"' + "\\n".join(escaped) + '"'


def text(graph: GraphParts) -> str:
    """Returns the graph as a digraph with a cluster for each zone."""
    lines = ["digraph cloud {", "  rankdir=LR;"]
    for zone in graph.zones:
        lines += _zone(zone)
    lines += (f"  {_edge(each)}" for each in graph.edges)
    lines += (
        f"  note{number} [label={quoted([note])}, shape=plaintext];"
        for number, note in enumerate(notes(graph))
    )
    return "\n".join([*lines, "}"]) + "\n"


def _zone(zone: GraphZone) -> Iterator[str]:
    yield f"  subgraph cluster_{zone.id} {{"
    yield f"    label={quoted(zone.lines)};"
    for node in zone.nodes:
        yield f"    {_node(node)}"
    note = zone_note(zone)
    if note:
        yield f"    {zone.id}_note [label={quoted([note])}, shape=plaintext];"
    yield "  }"


def _node(node: GraphNode) -> str:
    return f"{node.id} [label={quoted(node.lines)}, {_STYLES[node.kind]}];"


def _edge(edge: GraphEdge) -> str:
    style = "dashed" if edge.is_weak else "bold" if edge.kind == "parent" else "solid"
    if edge.kind == "share":
        style = "dotted"
    return f"{edge.source} -> {edge.target} [label={quoted([edge.label])}, style={style}];"
