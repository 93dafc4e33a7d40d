"""Zones, and the values that identify them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from .._core.names import listed
from .values import ZoneID


@dataclass(frozen=True)
class Zone:
    """A zone that the server returned."""

    zone_id: ZoneID
    capabilities: tuple[str, ...] = ()
    atomic: bool = False
    sync_token: str | None = None
    #: `perRecord`, or `perZone` if one key encrypts the fields of all records.
    encryption_scope: str = "perRecord"

    @property
    def name(self) -> str:
        """The name of the zone."""
        return self.zone_id.zone_name

    @classmethod
    def from_wire(cls, wire: Mapping[str, Any]) -> Zone:
        """Returns the object for a dictionary of a response."""
        return cls(
            ZoneID.from_wire(wire["zoneID"]),
            tuple(wire.get("capabilities", ())),
            wire.get("atomic", False),
            wire.get("syncToken"),
            wire.get("encryptionScope", "perRecord"),
        )


#: A zone, its ID or its name.
ZoneLike = str | ZoneID | Zone


def zone_id(zone: ZoneLike) -> ZoneID:
    """Returns the ID of a zone, which is given as a name, an ID or a `Zone`."""
    if isinstance(zone, str):
        return ZoneID(zone)
    if not isinstance(zone, Zone | ZoneID):
        raise TypeError(f"a zone is given as a name, a ZoneID or a Zone, not as {zone!r}")
    return zone.zone_id if isinstance(zone, Zone) else zone


def zones_of(zones: Iterable[ZoneLike]) -> list[ZoneLike]:
    """Returns a list of zones, also for a single one."""
    return listed(zones, (str, ZoneID, Zone), "zones")
