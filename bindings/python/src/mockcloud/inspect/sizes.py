"""The default sizes of drawings."""

from __future__ import annotations

#: The number of elements of a list that the drawing of a tree shows.
TREE_LIMIT = 20

#: The number of records in a graph.
GRAPH_LIMIT = 100
