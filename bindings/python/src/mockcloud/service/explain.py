"""Explanations of queries by `mock/explain`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ..records.values import decode


@dataclass(frozen=True)
class Explanation:
    """The interpretation of a query, and the way in which its records were found."""

    #: The query dictionary, with the condition as `filterBy`. It can be used to run the query.
    query: Mapping[str, Any]
    #: The condition as predicate text, or None if only filters can express it.
    predicate: str | None
    #: The values of the predicate's `%@` and `%K`, in their order.
    arguments: tuple[Any, ...]
    #: The way in which each zone was searched: "index", "recordNames", "type" or "nothing".
    access: tuple[str, ...]
    #: The way in which the records were sorted, "index" or "selection"; None without a sort order.
    order: str | None
    #: The number of records that were tested against the filters.
    examined: int
    #: The number of records in the response.
    found: int
    #: The complete plan that the server returned.
    plan: Mapping[str, Any]

    @classmethod
    def from_wire(cls, wire: Mapping[str, Any]) -> Explanation:
        """Returns the object for a dictionary of a response."""
        plan = wire["plan"]
        return cls(
            wire["query"],
            wire.get("predicate"),
            tuple(decode(value) for value in wire.get("predicateArguments", ())),
            tuple(zone["access"] for zone in plan["zones"]),
            plan.get("order"),
            plan["recordsExamined"],
            plan["recordsFound"],
            plan,
        )
