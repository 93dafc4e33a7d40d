"""The operations of a database that query records."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple, TypeVar, overload

from .. import service
from .._core import words
from .._core.wire import Wire
from ..records.query import Filter, SortKey
from ..records.record import Record
from . import requests
from .calls import DatabaseCalls

_Kind = TypeVar("_Kind", bound=Record)


class Page(NamedTuple):
    """One page of a query's results. `marker` requests the next page; None for the last one."""

    records: list[Record]
    marker: str | None


def _check_sizes(limit: int | None, page_size: int | None) -> None:
    for name, given in (("limit", limit), ("page_size", page_size)):
        if given is not None:
            words.whole(given, name, 1)


class QueryCalls(DatabaseCalls):
    """The operations that query records."""

    __slots__ = ()

    @overload
    def query(
        self,
        record_type: str,
        *filters: Filter,
        sort_by: Sequence[SortKey] = ...,
        limit: int | None = ...,
        desired_keys: Sequence[str] | None = ...,
        zone_wide: bool | None = ...,
        predicate: str | None = ...,
        arguments: Sequence[Any] | None = ...,
    ) -> list[Record]: ...
    @overload
    def query(
        self,
        record_type: type[_Kind],
        *filters: Filter,
        sort_by: Sequence[SortKey] = ...,
        limit: int | None = ...,
        desired_keys: Sequence[str] | None = ...,
        zone_wide: bool | None = ...,
        predicate: str | None = ...,
        arguments: Sequence[Any] | None = ...,
    ) -> list[_Kind]: ...
    def query(
        self,
        record_type: str | type[Any],
        *filters: Filter,
        sort_by: Sequence[SortKey] = (),
        limit: int | None = None,
        desired_keys: Sequence[str] | None = None,
        zone_wide: bool | None = None,
        predicate: str | None = None,
        arguments: Sequence[Any] | None = None,
    ) -> list[Any]:
        """Returns the records that match the filters, or the predicate, from all pages.

        With a class of records, `database.query(Note)`, it returns records of that class.
        `limit` is the maximum number of records, the first ones in the order of the query.

        Raises `UnknownItem` if no record ever had the type, `ZoneNotFound` if there is no such
        zone, and `InvalidArguments` for a query that CloudKit does not support, such as one by a
        field without an index in production.
        """
        query = requests.query(record_type, filters, sort_by, predicate, arguments)
        _check_sizes(limit, None)
        kind = requests.kind_of(record_type)
        return list(self._records(query, kind, limit, None, desired_keys, zone_wide))

    @overload
    def iter_query(
        self,
        record_type: str,
        *filters: Filter,
        sort_by: Sequence[SortKey] = ...,
        limit: int | None = ...,
        page_size: int | None = ...,
        desired_keys: Sequence[str] | None = ...,
        zone_wide: bool | None = ...,
        predicate: str | None = ...,
        arguments: Sequence[Any] | None = ...,
    ) -> Iterator[Record]: ...
    @overload
    def iter_query(
        self,
        record_type: type[_Kind],
        *filters: Filter,
        sort_by: Sequence[SortKey] = ...,
        limit: int | None = ...,
        page_size: int | None = ...,
        desired_keys: Sequence[str] | None = ...,
        zone_wide: bool | None = ...,
        predicate: str | None = ...,
        arguments: Sequence[Any] | None = ...,
    ) -> Iterator[_Kind]: ...
    def iter_query(
        self,
        record_type: str | type[Any],
        *filters: Filter,
        sort_by: Sequence[SortKey] = (),
        limit: int | None = None,
        page_size: int | None = None,
        desired_keys: Sequence[str] | None = None,
        zone_wide: bool | None = None,
        predicate: str | None = None,
        arguments: Sequence[Any] | None = None,
    ) -> Iterator[Any]:
        """Iterates over the same records as `query`, and fetches each page when it is needed.

        A page has `page_size` records, by default as many as the service allows. No page is fetched
        before the first record is requested, or after the last record that is requested.

        As in CloudKit, every page is a new query that skips as many records as the earlier pages
        contained. If a record is added before that position during the iteration, one record is
        returned twice. If a record before it is deleted, or does not match any more, one record is
        omitted. A loop that deletes or changes the records should use `query`, which fetches all of
        them first.
        """
        query = requests.query(record_type, filters, sort_by, predicate, arguments)
        _check_sizes(limit, page_size)
        kind = requests.kind_of(record_type)
        return self._records(query, kind, limit, page_size, desired_keys, zone_wide)

    def query_page(
        self,
        record_type: str | type[Record],
        *filters: Filter,
        sort_by: Sequence[SortKey] = (),
        results_limit: int | None = None,
        marker: str | None = None,
        desired_keys: Sequence[str] | None = None,
        zone_wide: bool | None = None,
        predicate: str | None = None,
        arguments: Sequence[Any] | None = None,
    ) -> Page:
        """Returns one page of a query's results."""
        query = requests.query(record_type, filters, sort_by, predicate, arguments)
        kind = requests.kind_of(record_type)
        return self._page(query, kind, results_limit, marker, desired_keys, zone_wide)

    def explain(
        self,
        record_type: str | type[Record],
        *filters: Filter,
        sort_by: Sequence[SortKey] = (),
        results_limit: int | None = None,
        zone_wide: bool | None = None,
        predicate: str | None = None,
        arguments: Sequence[Any] | None = None,
    ) -> service.Explanation:
        """Runs a query and returns how it was interpreted and how its records were found."""
        query = requests.query(record_type, filters, sort_by, predicate, arguments)
        request = requests.page(query, results_limit, None, None, zone_wide)
        return service.Explanation.from_wire(self.call("mock/explain", request))

    def _records(
        self,
        query: Wire,
        kind: type[Record],
        limit: int | None,
        page_size: int | None,
        desired_keys: Sequence[str] | None,
        zone_wide: bool | None,
    ) -> Iterator[Record]:
        marker: str | None = None
        while True:
            wanted = [size for size in (limit, page_size) if size is not None]
            size = min(wanted, default=None)
            records, marker = self._page(query, kind, size, marker, desired_keys, zone_wide)
            records = records[:limit]
            yield from records
            if limit is not None:
                limit -= len(records)
            if marker is None or limit == 0:
                return

    def _page(
        self,
        query: Wire,
        kind: type[Record],
        results_limit: int | None,
        marker: str | None,
        desired_keys: Sequence[str] | None,
        zone_wide: bool | None,
    ) -> Page:
        request = requests.page(query, results_limit, marker, desired_keys, zone_wide)
        response = self.call("records/query", request)
        records = [requests.read(kind, wire, desired_keys) for wire in response["records"]]
        return Page(records, response.get("continuationMarker"))
