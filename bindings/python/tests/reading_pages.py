"""Calls that read changes, and what their responses and blocks report of each feed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

CANCELLED = 20
TOKEN_EXPIRED = 21
#: The zone does not exist, or the user has deleted it.
ZONE_ENDED = (26, 28)


@dataclass(frozen=True)
class Call:
    operation: str
    request: dict[str, Any]

    @property
    def feeds(self) -> list[str]:
        """The names of the zones that it reads; that of the feed of zones is empty."""
        if "zones" in self.request:
            return [item["zoneID"]["zoneName"] for item in self.request["zones"]]
        return [self.request["zoneID"]["zoneName"]] if "zoneID" in self.request else [""]


@dataclass
class Reply:
    status: int
    response: dict[str, Any]
    #: The events of its blocks before the result.
    blocks: list[dict[str, Any]] = field(default_factory=list)

    @property
    def is_whole(self) -> bool:
        return self.status in (0, 2)


@dataclass(frozen=True)
class Page:
    #: Records, or zones.
    items: list[dict[str, Any]]
    token: str
    #: Whether no more are coming; of a page in blocks this need not be known.
    is_last: bool

    @property
    def failed(self) -> list[str]:
        return [item["recordName"] for item in self.items if "serverErrorCode" in item]


def outcomes(call: Call, reply: Reply, uses_blocks: bool) -> dict[str, Page | int]:
    """Returns what a client has got of each feed that a call reads: a page, or an error code."""
    if reply.is_whole:
        pages = reply.response["zones"] if call.operation == "changes/zone" else [reply.response]
        return {feed: outcome(page) for feed, page in zip(call.feeds, pages, strict=True)}
    codes: dict[str, Page | int] = dict.fromkeys(call.feeds, reply.response["ckErrorCode"])
    return codes | dict(reported(reply.blocks)) if uses_blocks else codes


def outcome(page: dict[str, Any]) -> Page | int:
    if "syncToken" not in page:
        return int(page["ckErrorCode"])
    items = page["records"] if "records" in page else page["zones"]
    return Page(items, page["syncToken"], not page["moreComing"])


def reported(blocks: Iterable[dict[str, Any]]) -> Iterator[tuple[str, Page | int]]:
    """Yields what blocks reported before an operation ended, a feed again after each report."""
    items: list[dict[str, Any]] = []
    for block in blocks:
        content = block.get("item") or block.get("error") or {}
        match block["block"]:
            case "recordZoneChangeTokensUpdated":
                # The result of the zone, which has the same records, shows whether more are coming.
                yield block["zoneID"]["zoneName"], Page(items, block["syncToken"], False)
            case "zoneFetchResult":
                if content.get("ckErrorCode") != CANCELLED:  # its records may have arrived before
                    yield content["zoneID"]["zoneName"], outcome({**content, "records": items})
                items = []
            case "changeTokenUpdated":
                yield "", Page(items, block["syncToken"], False)
            case _:
                items.append(content)


def found_zones(items: Iterable[dict[str, Any]]) -> Iterator[tuple[str, bool]]:
    """Yields the zones of a list or a feed, but the default zone, and whether they were deleted."""
    for item in items:
        name = item["zoneID"]["zoneName"]
        if name != "_defaultZone":
            yield name, item.get("deleted", False)
