"""The changes in a database or a zone since a token was issued."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from ..errors import CKError, ck_error
from ..records.record import Record
from ..records.values import ZoneID
from .requests import read

DeletionReason = Literal["deleted", "purged", "encryptedDataReset"]


class ZoneChange(NamedTuple):
    """A zone that changed or was deleted."""

    zone_id: ZoneID
    deleted: bool = False
    #: The reason why the zone was deleted; None if it exists.
    deletion_reason: DeletionReason | None = None

    @classmethod
    def from_wire(cls, wire: Mapping[str, Any]) -> ZoneChange:
        """Returns the object for a dictionary of a response."""
        return cls(
            ZoneID.from_wire(wire["zoneID"]),
            wire.get("deleted", False),
            wire.get("deletionReason"),
        )


@dataclass(frozen=True)
class DatabaseChanges:
    """The changed zones of a database, each once, in the order of their latest changes."""

    zones: tuple[ZoneChange, ...]
    #: The token for the changes that follow.
    token: str
    more_coming: bool = False

    @classmethod
    def from_wire(cls, wire: Mapping[str, Any]) -> DatabaseChanges:
        """Returns the object for a dictionary of a response."""
        zones = tuple(map(ZoneChange.from_wire, wire["zones"]))
        return cls(zones, wire["syncToken"], wire["moreComing"])


class Deletion(NamedTuple):
    """A deleted record."""

    name: str
    record_type: str
    zone_id: ZoneID


@dataclass(frozen=True)
class ZoneChanges:
    """A page of the changed records of a zone: each once, in its current version."""

    zone_id: ZoneID
    records: tuple[Record, ...]
    deletions: tuple[Deletion, ...]
    #: The token for the changes that follow this page.
    token: str
    more_coming: bool = False
    #: The client token that this device sent with its latest changes of the zone.
    client_change_token: str | None = None
    #: The errors of changed records that could not be read because a test made them fail.
    errors: tuple[CKError, ...] = ()

    @classmethod
    def from_wire(
        cls, wire: Mapping[str, Any], desired_keys: Sequence[str] | None = None
    ) -> ZoneChanges:
        """Returns the object for a dictionary of a response."""
        records: list[Record] = []
        deletions: list[Deletion] = []
        errors: list[CKError] = []
        for item in wire["records"]:
            if "ckErrorCode" in item:
                errors.append(ck_error(item, wire))
            elif item.get("deleted"):
                zone = ZoneID.from_wire(item["zoneID"])
                deletions.append(Deletion(item["recordName"], item["recordType"], zone))
            else:
                records.append(read(Record, item, desired_keys))
        return cls(
            ZoneID.from_wire(wire["zoneID"]),
            tuple(records),
            tuple(deletions),
            wire["syncToken"],
            wire["moreComing"],
            wire.get("clientChangeToken"),
            tuple(errors),
        )
