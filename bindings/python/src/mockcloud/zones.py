"""Zones, and what names them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

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
    return zone.zone_id if isinstance(zone, Zone) else zone
