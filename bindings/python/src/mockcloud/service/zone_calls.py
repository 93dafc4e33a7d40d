"""The operations of a database that create, list and delete zones."""

from __future__ import annotations

from .._core.wire import Wire
from ..records.zones import Zone, ZoneLike, zone_id
from .calls import DatabaseCalls, only_item


class ZoneCalls(DatabaseCalls):
    """The operations that create, list and delete zones."""

    __slots__ = ()

    def zones(self) -> list[Zone]:
        """Returns all zones of the database."""
        return [Zone.from_wire(wire) for wire in self._zoneless("zones/list", {})["zones"]]

    def fetch_zone(self, zone: ZoneLike) -> Zone:
        """Returns the zone with that name, or raises `ZoneNotFound`."""
        request = {"zones": [zone_id(zone).to_wire()]}
        exchanged = self._exchange_zoneless("zones/lookup", request)
        return Zone.from_wire(only_item(exchanged, "zones"))

    def create_zone(self, zone: ZoneLike) -> Zone:
        """Creates a zone, or returns the existing zone of that name.

        A `Zone` has an encryption scope, which an existing zone must have too.
        """
        return Zone.from_wire(self._modify_zone("create", zone))

    def delete_zone(self, zone: ZoneLike) -> None:
        """Deletes a zone and all its records; in the shared database, leaves the zone's shares.

        Raises `ZoneNotFound` if there is no such zone.
        """
        self._modify_zone("delete", zone)

    def _modify_zone(self, kind: str, zone: ZoneLike) -> Wire:
        wire: Wire = {"zoneID": zone_id(zone).to_wire()}
        if isinstance(zone, Zone):
            wire["encryptionScope"] = zone.encryption_scope
        request = {"operations": [{"operationType": kind, "zone": wire}]}
        return only_item(self._exchange_zoneless("zones/modify", request), "zones")
