"""Faults of calls that read changes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from chance import Chance

FEEDS = ["changes/zone", "records/changes", "changes/database"]

#: The faults, with the calls on which they act, and the greatest probability.
FAULTS: tuple[tuple[dict[str, Any], dict[str, Any], float], ...] = (
    ({"op": [*FEEDS, "zones/list"]}, {"error": "networkFailure"}, 0.5),
    (
        {"op": [*FEEDS, "zones/list"]},
        {"error": {"code": "serviceUnavailable", "retryAfter": 1}},
        0.5,
    ),
    ({"op": [*FEEDS, "zones/list"]}, {"lostResponse": True}, 0.5),
    ({"op": "changes/zone", "action": "fetch"}, {"error": "zoneBusy"}, 0.5),
    ({"op": "changes/zone", "action": "fetch"}, {"error": "changeTokenExpired"}, 0.1),
    ({"op": FEEDS[:2], "action": "change"}, {"error": "internalError"}, 0.2),
    ({"op": FEEDS, "phase": "before"}, {"latency": 4}, 0.5),
    ({"op": FEEDS, "phase": "after"}, {"latency": 9}, 0.5),
    ({"op": FEEDS}, {"expireTokens": True}, 0.1),
    ({"op": FEEDS}, {"truncate": 1}, 0.5),
    ({"op": FEEDS}, {"repeatChanges": 2}, 0.5),
    ({"op": FEEDS}, {"interrupt": 1}, 0.5),
    ({"op": FEEDS}, {"interrupt": 3}, 0.5),
)


def faults(chance: Chance, device: str) -> Iterator[dict[str, Any]]:
    """Yields some rules, each with a probability of its own."""
    for _ in range(chance.randint(1, 4)):
        when, effect, most = chance.one(*FAULTS)
        yield {
            "when": {**when, "device": device},
            "limit": {"probability": most * chance.one(0.2, 0.6, 1)},
            "then": effect,
            "mustFire": False,
        }
