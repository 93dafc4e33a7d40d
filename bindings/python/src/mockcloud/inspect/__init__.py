"""What happened in a cloud, and what is in it: journal, findings, trees, graphs, differences.

Trees and graphs are imported when they are first used: few tests draw a cloud.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .graph import Graph
    from .tree import CloudTree

__all__ = ["CloudTree", "Graph"]


def __getattr__(name: str) -> Any:
    if name == "CloudTree":
        from .tree import CloudTree

        return CloudTree
    if name == "Graph":
        from .graph import Graph

        return Graph
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
