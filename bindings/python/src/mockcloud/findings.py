"""What clients did that no client should do."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Finding:
    """Something that a client did and no client should do."""

    #: `earlyRetry`, `blindRetry`, `moreComingIgnored`, `tokenThrownAway` or `oversizedRetry`.
    kind: str
    #: The number of the call in the journal.
    call: int
    message: str
