"""Builds the requests of a database from Python values."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Literal, TypeVar, get_args

from .._core import words
from .._core.names import listed, names
from .._core.wire import Wire
from ..records.query import Field, Filter, Sort, SortKey, filter_to_wire, several, sort_to_wire
from ..records.record import Record
from ..records.values import encode

SavePolicy = Literal["ifServerRecordUnchanged", "changedKeys", "allKeys"]
RecordLike = str | Record
#: Several records, or a single one in place of a list.
RecordsLike = RecordLike | Iterable[RecordLike]


_POLICIES = get_args(SavePolicy)

_Kind = TypeVar("_Kind", bound=Record)


def saving(record: Record, save_policy: SavePolicy | None) -> Wire:
    if not isinstance(record, Record):
        raise TypeError(f"only a Record can be saved, not {record!r}")
    wire = record.to_wire(save_policy == "allKeys")
    if save_policy is None:
        return {"operationType": "save", "record": wire}
    policy = words.word(save_policy, _POLICIES, "save_policy")
    return {"operationType": "save", "savePolicy": policy, "record": wire}


def deletion(record: RecordLike, if_unchanged: bool) -> Wire:
    wire = named(record)
    if not words.flag(if_unchanged, "if_unchanged"):
        return {"operationType": "forceDelete", "record": wire}
    tag = record.change_tag if isinstance(record, Record) else None
    if tag is None:
        raise ValueError(
            f"if_unchanged compares change tags, and {record!r} has none: pass the fetched record"
        )
    wire["recordChangeTag"] = tag
    return {"operationType": "delete", "record": wire}


def named(record: RecordLike) -> Wire:
    if isinstance(record, str):
        return {"recordName": record}
    if not isinstance(record, Record):
        raise TypeError(f"a record is identified by its name or by a Record, not by {record!r}")
    if record.name is None:
        raise ValueError(f"{record!r} has no name, because it was never saved")
    wire: Wire = {"recordName": record.name}
    if record.zone_id is not None:
        wire["zoneID"] = record.zone_id.to_wire()
    return wire


def records_of(records: Any, what: str) -> list[Any]:
    """Returns a list of records or names from a list or a single one."""
    return listed(records, (str, Record), what)


def is_alone(records: object) -> bool:
    """Returns whether the argument is one record or name in place of a list."""
    return isinstance(records, str | Record)


def deletions(records: RecordsLike, if_unchanged: bool, what: str) -> list[Wire]:
    return [deletion(record, if_unchanged) for record in records_of(records, what)]


def modification(operations: list[Wire], atomic: bool | None) -> Wire:
    if atomic is None:
        return {"operations": operations}
    return {"operations": operations, "atomic": words.flag(atomic, "atomic")}


def lookup(records: RecordsLike, desired_keys: Sequence[str] | None) -> Wire:
    request: Wire = {"records": [named(record) for record in records_of(records, "records")]}
    if desired_keys is not None:
        request["desiredKeys"] = names(desired_keys, "desired_keys")
    return request


def read(kind: type[_Kind], wire: Wire, desired_keys: Sequence[str] | None) -> _Kind:
    """Returns a record of a response to a call with these `desired_keys`."""
    record = kind.from_wire(wire)
    record._limit_to(None if desired_keys is None else names(desired_keys, "desired_keys"))
    return record  # type: ignore[return-value]


def type_name(record_type: str | type[Record]) -> str:
    """Returns a record type, which is given as its name or as a class of records."""
    if isinstance(record_type, type) and issubclass(record_type, Record):
        if record_type._kind is None:
            raise TypeError(
                "Record is not the class of one record type: derive a class, or name the type"
            )
        return record_type._kind
    if not isinstance(record_type, str):
        raise TypeError(f"a record type is a name or a class of records, not {record_type!r}")
    return record_type


def kind_of(record_type: str | type[Record]) -> type[Record]:
    """Returns the class of the records of a type that is given as a name or as a class."""
    return Record if isinstance(record_type, str) else record_type


def typed(record_type: str | type[Record] | None) -> tuple[Wire, type[Record]]:
    """Returns the key of a request for records of one type, if it is given, and their class."""
    if record_type is None:
        return {}, Record
    return {"recordType": type_name(record_type)}, kind_of(record_type)


def query(
    record_type: str | type[Record],
    filters: Sequence[Filter],
    sort_by: Sequence[SortKey],
    predicate: str | None,
    arguments: Sequence[Any] | None,
) -> Wire:
    query: Wire = {"recordType": type_name(record_type)}
    if filters:
        query["filterBy"] = [filter_to_wire(each) for each in filters]
    keys = listed(sort_by, (str, Field, Sort), "sort_by")
    if keys:
        query["sortBy"] = [sort_to_wire(key) for key in keys]
    if predicate is not None:
        if not isinstance(predicate, str):
            raise TypeError(
                f"a predicate is a string, not {predicate!r}; filters are positional arguments"
            )
        query["predicate"] = predicate
    if arguments is not None:
        query["predicateArguments"] = [encode(value) for value in several(arguments, "arguments")]
    return query


def page_limit(results_limit: int | None) -> int | None:
    """Returns the maximum number of results of a page, or None."""
    return None if results_limit is None else words.whole(results_limit, "results_limit", 1)


def page(
    query: Wire,
    results_limit: int | None,
    marker: str | None,
    desired_keys: Sequence[str] | None,
    zone_wide: bool | None,
) -> Wire:
    """Returns the request for one page of a query."""
    optional = {
        "resultsLimit": page_limit(results_limit),
        "continuationMarker": words.text_or_none(marker, "marker"),
        "desiredKeys": None if desired_keys is None else names(desired_keys, "desired_keys"),
        "zoneWide": None if zone_wide is None else words.flag(zone_wide, "zone_wide"),
    }
    given = {key: value for key, value in optional.items() if value is not None}
    return {"query": query, **given}
