"""Graphs of a cloud: records by zone, with their parents, references and shares."""

from __future__ import annotations

from typing import Any

from . import dot, mermaid
from .graph_parts import GraphParts

#: The maximum number of arrows per record.
ARROWS = 4


class Graph(GraphParts):
    """A graph of records. `str` returns it as Mermaid, `dot()` in Graphviz's language."""

    def mermaid(self) -> str:
        """Returns a Mermaid flowchart, for a block ```` ```mermaid ```` in Markdown."""
        return mermaid.text(self)

    def dot(self) -> str:
        """Returns a digraph for Graphviz, `dot -Tsvg`."""
        return dot.text(self)

    def __str__(self) -> str:
        return self.mermaid()

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        return {"text/vnd.mermaid": self.mermaid(), "text/plain": self.mermaid()}
