"""Mistakes of clients that the library found in their calls."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from .._core.vocabulary import OperationName


@dataclass(frozen=True)
class Finding:
    """A mistake of a client."""

    #: `earlyRetry`, `blindRetry`, `moreComingIgnored`, `continuationMarkerIgnored`,
    #: `tokenThrownAway` or `oversizedRetry`.
    kind: str
    #: The number of the call in the journal.
    call: int
    message: str


def findings(ask: Callable[[OperationName, Mapping[str, Any]], dict[str, Any]]) -> list[Finding]:
    """Returns the findings of `mock/report`, in the order of the calls."""
    return [
        Finding(kind=each["kind"], call=each["call"], message=each["message"])
        for each in ask("mock/report", {})["findings"]
    ]
