"""A database of a container, as one user sees it on one device."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Literal, NamedTuple, overload

from . import _requests
from ._requests import RecordLike, SavePolicy, Wire
from .changes import ChangeFeeds
from .errors import CKError
from .explain import Explanation
from .query import Filter, SortKey
from .record import Record
from .sharing import Sharing
from .subscriptions import Subscriptions
from .zones import Zone, ZoneLike, zone_id


class Page(NamedTuple):
    """One page of a query's results; `marker` asks for the next one and is None at the end."""

    records: list[Record]
    marker: str | None


class Database(ChangeFeeds, Subscriptions, Sharing):
    """Saves, fetches, deletes and queries records.

    A method for one item raises that item's own error, as CloudKit's convenience methods do. A
    method for many raises `PartialFailure` when any failed; with `return_exceptions=True` it
    returns one result or `CKError` per item instead.
    """

    __slots__ = ()

    def in_zone(self, zone: ZoneLike) -> Database:
        """The same database with another zone for records that name none."""
        return Database(self._cloud, {**self._context, "zoneID": zone_id(zone).to_wire()})

    # Records

    def save(self, record: Record, *, save_policy: SavePolicy | None = None) -> Record:
        """Saves a record and returns the server's version of it, which has the new tag."""
        return Record.from_wire(
            self._single("records/modify", {"operations": [_requests.saving(record, save_policy)]})
        )

    def fetch(self, record: RecordLike, *, desired_keys: Sequence[str] | None = None) -> Record:
        """The record of that name, with all its fields or the desired ones."""
        return Record.from_wire(
            self._single("records/lookup", _requests.lookup([record], desired_keys))
        )

    def delete(self, record: RecordLike, *, if_unchanged: bool = False) -> None:
        """Deletes a record; `if_unchanged`: only if it has the tag of the given one."""
        self._single("records/modify", {"operations": [_requests.deletion(record, if_unchanged)]})

    @overload
    def save_all(
        self,
        records: Iterable[Record],
        *,
        save_policy: SavePolicy | None = ...,
        atomic: bool = ...,
        return_exceptions: Literal[False] = ...,
    ) -> list[Record]: ...
    @overload
    def save_all(
        self,
        records: Iterable[Record],
        *,
        save_policy: SavePolicy | None = ...,
        atomic: bool = ...,
        return_exceptions: Literal[True],
    ) -> list[Record | CKError]: ...
    def save_all(
        self,
        records: Iterable[Record],
        *,
        save_policy: SavePolicy | None = None,
        atomic: bool = True,
        return_exceptions: bool = False,
    ) -> Any:
        """Saves many records in one call. `atomic` acts per zone, where the zone is capable."""
        request = {
            "operations": _requests.savings(records, save_policy, "records"),
            "atomic": atomic,
        }
        return self._many("records/modify", request, Record.from_wire, return_exceptions)

    @overload
    def fetch_all(
        self,
        records: Iterable[RecordLike],
        *,
        desired_keys: Sequence[str] | None = ...,
        return_exceptions: Literal[False] = ...,
    ) -> list[Record]: ...
    @overload
    def fetch_all(
        self,
        records: Iterable[RecordLike],
        *,
        desired_keys: Sequence[str] | None = ...,
        return_exceptions: Literal[True],
    ) -> list[Record | CKError]: ...
    def fetch_all(
        self,
        records: Iterable[RecordLike],
        *,
        desired_keys: Sequence[str] | None = None,
        return_exceptions: bool = False,
    ) -> Any:
        """Fetches many records in one call, in the order of their names."""
        request = _requests.lookup(records, desired_keys)
        return self._many("records/lookup", request, Record.from_wire, return_exceptions)

    @overload
    def delete_all(
        self,
        records: Iterable[RecordLike],
        *,
        if_unchanged: bool = ...,
        atomic: bool = ...,
        return_exceptions: Literal[False] = ...,
    ) -> list[str]: ...
    @overload
    def delete_all(
        self,
        records: Iterable[RecordLike],
        *,
        if_unchanged: bool = ...,
        atomic: bool = ...,
        return_exceptions: Literal[True],
    ) -> list[str | CKError]: ...
    def delete_all(
        self,
        records: Iterable[RecordLike],
        *,
        if_unchanged: bool = False,
        atomic: bool = True,
        return_exceptions: bool = False,
    ) -> Any:
        """Deletes many records in one call and returns their names."""
        request = {
            "operations": _requests.deletions(records, if_unchanged, "records"),
            "atomic": atomic,
        }
        return self._many("records/modify", request, _requests.record_name, return_exceptions)

    def modify(
        self,
        save: Iterable[Record] = (),
        delete: Iterable[RecordLike] = (),
        *,
        save_policy: SavePolicy | None = None,
        if_unchanged: bool = False,
        atomic: bool = True,
        client_change_token: str | None = None,
    ) -> list[Record | str | CKError]:
        """Saves and deletes in one call: a record, a deleted name or an error for each item.

        It raises what failed as a whole. The token comes back to this device in `zone_changes`.
        """
        request: Wire = {
            "operations": [
                *_requests.savings(save, save_policy, "save"),
                *_requests.deletions(delete, if_unchanged, "delete"),
            ],
            "atomic": atomic,
        }
        if client_change_token is not None:
            request["clientChangeToken"] = client_change_token
        return self._many("records/modify", request, _saved_or_deleted, True)

    # Queries

    def query(
        self,
        record_type: str,
        *filters: Filter,
        sort_by: Sequence[SortKey] = (),
        limit: int | None = None,
        desired_keys: Sequence[str] | None = None,
        zone_wide: bool | None = None,
        predicate: str | None = None,
        arguments: Sequence[Any] | None = None,
    ) -> list[Record]:
        """Every record that the filters, or the predicate, let through: all pages of them."""
        query = _requests.query(record_type, filters, sort_by, predicate, arguments)
        found: list[Record] = []
        for page in self._pages(query, limit, desired_keys, zone_wide):
            found += page.records
            if limit is not None and len(found) >= limit:
                return found[:limit]
        return found

    def query_page(
        self,
        record_type: str,
        *filters: Filter,
        sort_by: Sequence[SortKey] = (),
        results_limit: int | None = None,
        marker: str | None = None,
        desired_keys: Sequence[str] | None = None,
        zone_wide: bool | None = None,
        predicate: str | None = None,
        arguments: Sequence[Any] | None = None,
    ) -> Page:
        """One page of a query's results."""
        query = _requests.query(record_type, filters, sort_by, predicate, arguments)
        return self._page(query, results_limit, marker, desired_keys, zone_wide)

    def explain(
        self,
        record_type: str,
        *filters: Filter,
        sort_by: Sequence[SortKey] = (),
        results_limit: int | None = None,
        zone_wide: bool | None = None,
        predicate: str | None = None,
        arguments: Sequence[Any] | None = None,
    ) -> Explanation:
        """Runs a query and says how it was understood and how its records were found."""
        query = _requests.query(record_type, filters, sort_by, predicate, arguments)
        request = _requests.page(query, results_limit, None, None, zone_wide)
        return Explanation.from_wire(self.call("mock/explain", request))

    def _pages(
        self,
        query: Wire,
        results_limit: int | None,
        desired_keys: Sequence[str] | None,
        zone_wide: bool | None,
    ) -> Iterator[Page]:
        marker: str | None = None
        while True:
            page = self._page(query, results_limit, marker, desired_keys, zone_wide)
            yield page
            marker = page.marker
            if marker is None:
                return

    def _page(
        self,
        query: Wire,
        results_limit: int | None,
        marker: str | None,
        desired_keys: Sequence[str] | None,
        zone_wide: bool | None,
    ) -> Page:
        request = _requests.page(query, results_limit, marker, desired_keys, zone_wide)
        answer = self.call("records/query", request)
        records = [Record.from_wire(wire) for wire in answer["records"]]
        return Page(records, answer.get("continuationMarker"))

    # Zones

    def zones(self) -> list[Zone]:
        """Every zone of the database."""
        return [Zone.from_wire(wire) for wire in self._zoneless("zones/list", {})["zones"]]

    def fetch_zone(self, zone: ZoneLike) -> Zone:
        """The zone of that name; raises `ZoneNotFound`."""
        request = {"zones": [zone_id(zone).to_wire()]}
        return Zone.from_wire(self._single("zones/lookup", request, items="zones"))

    def create_zone(self, zone: ZoneLike) -> Zone:
        """Makes a zone. One that is there already is returned as it is."""
        operation = {"operationType": "create", "zone": {"zoneID": zone_id(zone).to_wire()}}
        request = {"operations": [operation]}
        return Zone.from_wire(self._single("zones/modify", request, items="zones"))

    def delete_zone(self, zone: ZoneLike) -> None:
        """Deletes a zone and all its records."""
        operation = {"operationType": "delete", "zone": {"zoneID": zone_id(zone).to_wire()}}
        self._single("zones/modify", {"operations": [operation]}, items="zones")


def _saved_or_deleted(wire: Wire) -> Record | str:
    return _requests.record_name(wire) if wire.get("deleted") else Record.from_wire(wire)
