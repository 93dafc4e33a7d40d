"""What clients did that no client should do."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from ._vocabulary import OperationName


@dataclass(frozen=True)
class Finding:
    """Something that a client did and no client should do."""

    #: `earlyRetry`, `blindRetry`, `moreComingIgnored`, `continuationMarkerIgnored`,
    #: `tokenThrownAway` or `oversizedRetry`.
    kind: str
    #: The number of the call in the journal.
    call: int
    message: str


def findings(ask: Callable[[OperationName, Mapping[str, Any]], dict[str, Any]]) -> list[Finding]:
    """What `mock/report` lists, in the order of the calls."""
    return [
        Finding(kind=each["kind"], call=each["call"], message=each["message"])
        for each in ask("mock/report", {})["findings"]
    ]
