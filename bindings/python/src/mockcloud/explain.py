"""What `mock/explain` says of a query."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from .values import decode


@dataclass(frozen=True)
class Explanation:
    """How a query was understood, and how its records were found."""

    #: The query dictionary, with its condition as `filterBy`; a query is asked by it again.
    query: Mapping[str, Any]
    #: The condition as predicate text, or None where only filters can say it.
    predicate: str | None
    #: What the predicate's `%@` and `%K` stand for, in their order.
    arguments: tuple[Any, ...]
    #: What each zone that was searched was searched by: "index", "recordNames", "type", "nothing".
    access: tuple[str, ...]
    #: "index" or "selection" where the records were to be sorted, else None.
    order: str | None
    #: How many records the filters were tested on, and how many the answer has.
    examined: int
    found: int
    #: All of it, as the server said it.
    plan: Mapping[str, Any]

    @classmethod
    def from_wire(cls, wire: Mapping[str, Any]) -> Explanation:
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
