"""Mistakes of clients that the library found in their calls."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, get_args

from .._core.vocabulary import OperationName

#: A kind of mistakes.
FindingKind = Literal[
    "earlyRetry",
    "blindRetry",
    "moreComingIgnored",
    "continuationMarkerIgnored",
    "tokenThrownAway",
    "oversizedRetry",
]

FINDING_KINDS: tuple[str, ...] = get_args(FindingKind)


@dataclass(frozen=True)
class Finding:
    """A mistake of a client."""

    #: One of `FindingKind`.
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
