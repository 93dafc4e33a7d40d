"""Querying records."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from . import _requests
from ._calls import DatabaseCalls
from ._requests import Wire
from .explain import Explanation
from .query import Filter, SortKey
from .record import Record


class Page(NamedTuple):
    """One page of a query's results; `marker` asks for the next one and is None at the end."""

    records: list[Record]
    marker: str | None


class QueryCalls(DatabaseCalls):
    """Queries records."""

    __slots__ = ()

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
        """Returns the records that match the filters, or the predicate, from all pages.

        `limit`: no more than so many, the first in the order of the query.
        """
        query = _requests.query(record_type, filters, sort_by, predicate, arguments)
        return list(self._records(query, limit, None, desired_keys, zone_wide))

    def iter_query(
        self,
        record_type: str,
        *filters: Filter,
        sort_by: Sequence[SortKey] = (),
        limit: int | None = None,
        page_size: int | None = None,
        desired_keys: Sequence[str] | None = None,
        zone_wide: bool | None = None,
        predicate: str | None = None,
        arguments: Sequence[Any] | None = None,
    ) -> Iterator[Record]:
        """Iterates over the same records and fetches a page when the one before is used up.

        A page holds `page_size` records, or as many as the service allows. Nothing is fetched
        before the first record is asked for, and no page after the last one that is asked for.

        The service counts how many records the pages before had, and finds the rest anew for each
        page, as CloudKit does. A record that is added in front of that place while the iteration
        runs makes one come twice; one that is deleted there, or matches no longer, makes one be
        left out. A loop that deletes or changes what it finds takes `query`, which has all of them
        first.
        """
        query = _requests.query(record_type, filters, sort_by, predicate, arguments)
        return self._records(query, limit, page_size, desired_keys, zone_wide)

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
        """Returns one page of a query's results."""
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
        """Runs a query and returns how it was understood and how its records were found."""
        query = _requests.query(record_type, filters, sort_by, predicate, arguments)
        request = _requests.page(query, results_limit, None, None, zone_wide)
        return Explanation.from_wire(self.call("mock/explain", request))

    def _records(
        self,
        query: Wire,
        limit: int | None,
        page_size: int | None,
        desired_keys: Sequence[str] | None,
        zone_wide: bool | None,
    ) -> Iterator[Record]:
        marker: str | None = None
        while True:
            wanted = [size for size in (limit, page_size) if size is not None]
            size = min(wanted, default=None)
            records, marker = self._page(query, size, marker, desired_keys, zone_wide)
            records = records[:limit]
            yield from records
            if limit is not None:
                limit -= len(records)
            if marker is None or limit == 0:
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
