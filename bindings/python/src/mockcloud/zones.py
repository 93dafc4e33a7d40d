"""Zones, and what names them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from ._names import listed
from .values import ZoneID


@dataclass(frozen=True)
class Zone:
    """A zone as the server describes it."""

    zone_id: ZoneID
    capabilities: tuple[str, ...] = ()
    atomic: bool = False
    sync_token: str | None = None

    @property
    def name(self) -> str:
        return self.zone_id.zone_name

    @classmethod
    def from_wire(cls, wire: Mapping[str, Any]) -> Zone:
        return cls(
            ZoneID.from_wire(wire["zoneID"]),
            tuple(wire.get("capabilities", ())),
            wire.get("atomic", False),
            wire.get("syncToken"),
        )


#: Whatever names a zone.
ZoneLike = str | ZoneID | Zone


def zone_id(zone: ZoneLike) -> ZoneID:
    """The zone ID that a name, an ID or a zone stands for."""
    if isinstance(zone, str):
        return ZoneID(zone)
    if not isinstance(zone, Zone | ZoneID):
        raise TypeError(f"a zone is named by its name, a ZoneID or a Zone, not by {zone!r}")
    return zone.zone_id if isinstance(zone, Zone) else zone


def zones_of(zones: Iterable[ZoneLike]) -> list[ZoneLike]:
    """A list of zones, or the one."""
    return listed(zones, (str, ZoneID, Zone), "zones")
