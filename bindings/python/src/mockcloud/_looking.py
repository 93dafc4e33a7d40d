"""What shows a cloud to people: its tree and its graph."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable
from html import escape
from typing import Any

from ._calls_base import Calls
from ._graph_reading import graph
from ._tree_reading import tree
from .graphs import LIMIT, Graph
from .trees import LIMIT as TREE_LIMIT
from .trees import CloudTree


class Looking(Calls):
    """Drawings of a cloud. Making one changes nothing in it."""

    @property
    @abstractmethod
    def closed(self) -> bool:
        """Whether the cloud was ended."""

    def tree(self, *, limit: int | None = TREE_LIMIT) -> CloudTree:
        """Users, databases, zones with numbers of records, shares and subscriptions.

        `str` of it is a drawing with the first `limit` elements of each list; None shows all.
        """
        return tree(self, limit=limit)

    def graph(self, *, zones: Iterable[str] | None = None, limit: int | None = LIMIT) -> Graph:
        """Zones with their records, and which of them point to which: parents, references, shares.

        It has the zones of these names, or all, and at most `limit` records, first those that
        point to others or are pointed to; None takes all. `str` of it is Mermaid.
        """
        return graph(self, zones=zones, limit=limit)

    def __str__(self) -> str:
        return repr(self) if self.closed else str(self.tree())

    def __rich__(self) -> Any:
        return repr(self) if self.closed else self.tree().__rich__()

    def _repr_html_(self) -> str:
        return escape(repr(self)) if self.closed else self.tree()._repr_html_()
