"""The operations of a database that find single records, and count records."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar, overload

from .._core.usage_errors import MultipleResultsFound, NoResultFound
from ..records.query import Filter, SortKey
from ..records.record import Record
from . import requests
from .query_calls import QueryCalls

_Kind = TypeVar("_Kind", bound=Record)


class FindCalls(QueryCalls):
    """The operations that find single records, and count records. Each is made of queries."""

    __slots__ = ()

    @overload
    def first(
        self,
        record_type: str,
        *filters: Filter,
        sort_by: Sequence[SortKey] = ...,
        desired_keys: Sequence[str] | None = ...,
        zone_wide: bool | None = ...,
        predicate: str | None = ...,
        arguments: Sequence[Any] | None = ...,
    ) -> Record | None: ...
    @overload
    def first(
        self,
        record_type: type[_Kind],
        *filters: Filter,
        sort_by: Sequence[SortKey] = ...,
        desired_keys: Sequence[str] | None = ...,
        zone_wide: bool | None = ...,
        predicate: str | None = ...,
        arguments: Sequence[Any] | None = ...,
    ) -> _Kind | None: ...
    def first(
        self,
        record_type: str | type[Any],
        *filters: Filter,
        sort_by: Sequence[SortKey] = (),
        desired_keys: Sequence[str] | None = None,
        zone_wide: bool | None = None,
        predicate: str | None = None,
        arguments: Sequence[Any] | None = None,
    ) -> Any:
        """Returns the first record that `query` would return, or None if there is none."""
        found = self.query(
            record_type,
            *filters,
            sort_by=sort_by,
            limit=1,
            desired_keys=desired_keys,
            zone_wide=zone_wide,
            predicate=predicate,
            arguments=arguments,
        )
        return found[0] if found else None

    @overload
    def one(
        self,
        record_type: str,
        *filters: Filter,
        sort_by: Sequence[SortKey] = ...,
        desired_keys: Sequence[str] | None = ...,
        zone_wide: bool | None = ...,
        predicate: str | None = ...,
        arguments: Sequence[Any] | None = ...,
    ) -> Record: ...
    @overload
    def one(
        self,
        record_type: type[_Kind],
        *filters: Filter,
        sort_by: Sequence[SortKey] = ...,
        desired_keys: Sequence[str] | None = ...,
        zone_wide: bool | None = ...,
        predicate: str | None = ...,
        arguments: Sequence[Any] | None = ...,
    ) -> _Kind: ...
    def one(
        self,
        record_type: str | type[Any],
        *filters: Filter,
        sort_by: Sequence[SortKey] = (),
        desired_keys: Sequence[str] | None = None,
        zone_wide: bool | None = None,
        predicate: str | None = None,
        arguments: Sequence[Any] | None = None,
    ) -> Any:
        """Returns the only record that `query` would return.

        Raises `NoResultFound` if there is none, and `MultipleResultsFound` if there are several.
        """
        found = self.query(
            record_type,
            *filters,
            sort_by=sort_by,
            limit=2,
            desired_keys=desired_keys,
            zone_wide=zone_wide,
            predicate=predicate,
            arguments=arguments,
        )
        name = requests.type_name(record_type)
        if not found:
            raise NoResultFound(f"one() found no record of type {name!r}")
        if len(found) > 1:
            names = " and ".join(repr(each.name) for each in found)
            raise MultipleResultsFound(
                f"one() found more than one record of type {name!r}: {names} are the first; "
                "first() returns the first of several"
            )
        return found[0]

    def count(
        self,
        record_type: str | type[Record],
        *filters: Filter,
        zone_wide: bool | None = None,
        predicate: str | None = None,
        arguments: Sequence[Any] | None = None,
    ) -> int:
        """Returns the number of records that `query` would return.

        CloudKit has no operation that counts: the names of the records are queried, page by page.
        """
        query = requests.query(record_type, filters, (), predicate, arguments)
        found = self._records(query, Record, None, None, (), zone_wide)
        return sum(1 for _ in found)

    def exists(
        self,
        record_type: str | type[Record],
        *filters: Filter,
        zone_wide: bool | None = None,
        predicate: str | None = None,
        arguments: Sequence[Any] | None = None,
    ) -> bool:
        """Returns whether `query` would return any record.

        `database.get(name) is not None` is whether there is a record of that name.
        """
        query = requests.query(record_type, filters, (), predicate, arguments)
        return next(self._records(query, Record, 1, None, (), zone_wide), None) is not None
