"""The service as a client sees it: users, containers, databases, their events.

What few tests use is imported when it is first used: subscriptions, change feeds, events.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._core.lazy import lazy

if TYPE_CHECKING:
    from .changes import DatabaseChanges, ZoneChanges
    from .events import Event, OperationBlock
    from .explain import Explanation
    from .operations import OperationInFlight, Operations
    from .subscriptions import Subscription

__all__ = [
    "DatabaseChanges",
    "Event",
    "Explanation",
    "OperationBlock",
    "OperationInFlight",
    "Operations",
    "Subscription",
    "ZoneChanges",
]

if not TYPE_CHECKING:
    __getattr__ = lazy(
        __name__,
        {
            "changes": "DatabaseChanges ZoneChanges",
            "events": "Event OperationBlock",
            "explain": "Explanation",
            "operations": "OperationInFlight Operations",
            "subscriptions": "Subscription",
        },
    )
