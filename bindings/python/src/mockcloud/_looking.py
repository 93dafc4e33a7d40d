"""The tree and the graph of a cloud."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable
from typing import Any

import mockcloud

from ._calls_base import Calls

#: The default numbers of elements of a list in a tree, and of records in a graph.
TREE_LIMIT = 20
GRAPH_LIMIT = 100


class Looking(Calls):
    """Drawings of a cloud, which do not change it."""

    @property
    @abstractmethod
    def closed(self) -> bool:
        """Whether the cloud is closed."""

    def tree(self, *, limit: int | None = TREE_LIMIT) -> mockcloud.CloudTree:
        """Returns users, databases, zones with numbers of records, shares and subscriptions.

        `str(tree)` is a drawing with the first `limit` elements of each list, or all if it is None.
        """
        from ._tree_reading import tree

        return tree(self, limit=limit)

    def graph(
        self, *, zones: Iterable[str] | None = None, limit: int | None = GRAPH_LIMIT
    ) -> mockcloud.Graph:
        """Returns the zones, their records, and the links between these.

        Links are parents, references and shares. `zones` are the names of the zones to show, by
        default all. The graph has at most `limit` records, or all if it is None; records with links
        come first. `str(graph)` is its text in Mermaid.
        """
        from ._graph_reading import graph

        return graph(self, zones=zones, limit=limit)

    def __str__(self) -> str:
        return repr(self) if self.closed else str(self.tree())

    def __rich__(self) -> Any:
        return repr(self) if self.closed else self.tree().__rich__()

    def _repr_html_(self) -> str:
        from html import escape

        return escape(repr(self)) if self.closed else self.tree()._repr_html_()
