"""Writes graphs in the language of Mermaid."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from .._core.wording import abbreviated
from .graph_parts import GraphEdge, GraphNode, GraphParts, GraphZone
from .graph_words import LENGTH, notes, zone_note

#: Characters without a meaning within a word, except the dot of `www.`, which makes a link.
_WITHIN_WORDS = re.compile(r"(?<=[0-9A-Za-z])(?:[-_]|(?<!www)\.)(?=[0-9A-Za-z])", re.IGNORECASE)

_CLASSES = (
    "classDef absent stroke-dasharray:4",
    "classDef note stroke-width:0,font-style:italic",
)


def quoted(lines: Iterable[str]) -> str:
    """Returns a quoted label with these lines."""
    return f'"{"<br/>".join(map(_escaped, lines))}"'


def _escaped(line: str) -> str:
    """Returns the line with entities in place of special characters.

    These are characters that could end a label, or be read as Markdown, HTML, an entity or a
    directive.
    """
    line = abbreviated(line, LENGTH)
    within = {found.start() for found in _WITHIN_WORDS.finditer(line)}
    return "".join(
        each if each.isalnum() or each == " " or place in within else f"#{ord(each)};"
        for place, each in enumerate(line)
    )


def text(graph: GraphParts) -> str:
    """Returns the graph as a flowchart."""
    lines = ["flowchart LR"]
    for zone in graph.zones:
        lines += _zone(zone)
    lines += (f"  {_edge(each)}" for each in graph.edges)
    lines += (
        f"  note{number}[{quoted([note])}]:::note" for number, note in enumerate(notes(graph))
    )
    return "\n".join([*lines, *(f"  {each}" for each in _CLASSES)]) + "\n"


def _zone(zone: GraphZone) -> Iterator[str]:
    yield f"  subgraph {zone.id}[{quoted(zone.lines)}]"
    for node in zone.nodes:
        yield f"    {_node(node)}"
    note = zone_note(zone)
    if note:
        yield f"    {zone.id}_note[{quoted([note])}]:::note"
    yield "  end"


def _node(node: GraphNode) -> str:
    label = quoted(node.lines)
    if node.kind == "share":
        return f"{node.id}([{label}])"
    return f"{node.id}[{label}]:::absent" if node.kind == "absent" else f"{node.id}[{label}]"


def _edge(edge: GraphEdge) -> str:
    arrow = "-.->" if edge.is_weak or edge.kind == "share" else "-->"
    if edge.kind == "parent":
        arrow = "==>"
    return f"{edge.source} {arrow}|{quoted([edge.label])}| {edge.target}"
