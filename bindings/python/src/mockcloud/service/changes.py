"""Change feeds: the changes in a database or a zone since a token was issued."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from .._core.names import names
from .._core.wire import Wire
from ..errors import CKError, ck_error, error_for
from ..records.record import Record
from ..records.values import ZoneID
from ..records.zones import ZoneLike, zone_id
from .calls import DatabaseCalls
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


class ChangeFeeds(DatabaseCalls):
    """The methods that read change feeds. Without a token, a feed starts with all contents.

    The limit `first_reading` chooses the deletions that such a reading of a zone returns.
    """

    __slots__ = ()

    def changes(self, token: str | None = None) -> DatabaseChanges:
        """Returns the zones that changed since the token was issued, from all pages.

        Raises `ChangeTokenExpired` if the service does not accept the token any more: begin
        without one.
        """
        zones: list[ZoneChange] = []
        while True:
            page = self.changes_page(token)
            zones += page.zones
            token = page.token
            if not page.more_coming:
                return DatabaseChanges(tuple(zones), token)

    def changes_page(
        self, token: str | None = None, *, results_limit: int | None = None
    ) -> DatabaseChanges:
        """Returns one page of the zones that changed since the token was issued."""
        request = _given(syncToken=token, resultsLimit=results_limit)
        answer = self._zoneless("changes/database", request)
        zones = tuple(ZoneChange.from_wire(wire) for wire in answer["zones"])
        return DatabaseChanges(zones, answer["syncToken"], answer["moreComing"])

    def zone_changes(
        self,
        zone: ZoneLike,
        token: str | None = None,
        *,
        results_limit: int | None = None,
        desired_keys: Sequence[str] | None = None,
        record_types: Sequence[str] | None = None,
        reverse: bool | None = None,
    ) -> Iterator[ZoneChanges]:
        """Iterates over pages of the changes in a zone since the token was issued.

        Store the token of each page, to continue after it.

        Raises `ChangeTokenExpired` if the service does not accept the token any more: begin
        without one, and remove what is no longer there. Raises `ZoneNotFound` if there is no such
        zone.
        """
        while True:
            page = self.zone_changes_page(
                zone,
                token,
                results_limit=results_limit,
                desired_keys=desired_keys,
                record_types=record_types,
                reverse=reverse,
            )
            yield page
            token = page.token
            if not page.more_coming:
                return

    def zone_changes_page(
        self,
        zone: ZoneLike,
        token: str | None = None,
        *,
        results_limit: int | None = None,
        desired_keys: Sequence[str] | None = None,
        record_types: Sequence[str] | None = None,
        reverse: bool | None = None,
    ) -> ZoneChanges:
        """Returns one page of the changes in a zone since the token was issued.

        Raises the error of the zone if it has one. `record_types` filters the records, but not the
        deletions. With `reverse`, the newest changes come first.
        """
        asked = _given(
            syncToken=token,
            resultsLimit=results_limit,
            desiredKeys=None if desired_keys is None else names(desired_keys, "desired_keys"),
            desiredRecordTypes=None
            if record_types is None
            else names(record_types, "record_types"),
            reverse=reverse,
        )
        request: Wire = {"zones": [{"zoneID": zone_id(zone).to_wire(), **asked}]}
        request.update(self._zoneless_context())
        status, answer = self._cloud.exchange("changes/zone", request)
        zones = answer.get("zones")
        if not zones:
            raise error_for(status, answer)
        if "ckErrorCode" in zones[0]:
            raise ck_error(zones[0], answer)
        return ZoneChanges.from_wire(zones[0], desired_keys)


def _given(**keys: Any) -> Wire:
    return {key: value for key, value in keys.items() if value is not None}
