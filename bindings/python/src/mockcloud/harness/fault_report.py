"""The counts of a fault rule."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class FaultReport:
    """The counts of one rule."""

    id: str
    #: How many times the rule was evaluated in its phase.
    evaluations: int
    #: How many times it acted.
    injections: int
    #: How many times only its limit prevented it from acting.
    skipped: int
    #: The key of the rule that prevented it from acting the last time; None if it acted.
    last_reason: str | None
    #: Whether the rule has `mustFire` and never acted.
    overdue: bool
    #: How many times the rule was about to act, but its effects would have done nothing.
    ineffective: int = 0
    #: Why they would have done nothing, if that happened the last time.
    explanation: str | None = None

    @classmethod
    def from_wire(cls, wire: Mapping[str, Any]) -> FaultReport:
        """Returns the object for a dictionary of a response."""
        return cls(
            id=wire["id"],
            evaluations=wire["evaluations"],
            injections=wire["injections"],
            skipped=wire["skipped"],
            last_reason=wire["lastReason"],
            overdue=wire["overdue"],
            ineffective=wire.get("ineffective", 0),
            explanation=wire.get("explanation"),
        )
