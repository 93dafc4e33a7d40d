"""What happened in a cloud, and what is in it: journal, findings, trees, graphs, differences.

The modules are imported when they are first used: few tests draw a cloud, for instance.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._core.lazy import lazy

if TYPE_CHECKING:
    from .call_filters import CallFilters
    from .calls import Calls, Step
    from .findings import Finding
    from .graph import Graph
    from .journal import Journal
    from .tree import CloudTree

__all__ = ["CallFilters", "Calls", "CloudTree", "Finding", "Graph", "Journal", "Step"]

if not TYPE_CHECKING:
    __getattr__ = lazy(
        __name__,
        {
            "call_filters": "CallFilters",
            "calls": "Calls Step",
            "findings": "Finding",
            "graph": "Graph",
            "journal": "Journal",
            "tree": "CloudTree",
        },
    )
