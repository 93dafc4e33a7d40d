"""Strategies for hypothesis: filters and sort keys for queries of a record type."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hypothesis import strategies as st

from ..records.query import Field, Filter, Sort
from .schema_fields import SchemaField, SchemaType
from .value_strategies import locations, names, values

_ORDERED = ("STRING", "INT64", "DOUBLE", "TIMESTAMP")
_MEMBERS = tuple(f"{kind}_LIST" for kind in (*_ORDERED, "REFERENCE"))

#: Half the circumference of the Earth, in metres.
_FARTHEST = 2.1e7

_Filters = st.SearchStrategy[Filter]


def conditions(found: SchemaType) -> list[_Filters]:
    """Returns strategies for filters, one for each kind of comparison that an index supports."""
    filters = [each for field in found.fields for each in _of_field(field)]
    if "QUERYABLE" in found.system_indexes.get("___recordID", ()):
        filters += _equality(Field.RECORD_NAME, names())
    for name, field in (("___createTime", Field.CREATED), ("___modTime", Field.MODIFIED)):
        if "QUERYABLE" in found.system_indexes.get(name, ()):
            filters += _order(field, values("TIMESTAMP"))
    return filters


def sort_keys(found: SchemaType) -> list[st.SearchStrategy[Sort]]:
    """Returns strategies for sort keys, for the fields with an index for sorting."""
    keys: list[st.SearchStrategy[Sort]] = []
    for each in found.fields:
        field = Field(each.name)
        if "SORTABLE" not in each.indexes:
            continue
        if each.kind == "LOCATION":
            keys.append(locations().map(field.nearest_first))
        elif each.kind in (*_ORDERED, "REFERENCE"):
            keys.append(_both_ways(field))
    for name, field in (("___createTime", Field.CREATED), ("___modTime", Field.MODIFIED)):
        if "SORTABLE" in found.system_indexes.get(name, ()):
            keys.append(_both_ways(field))
    return keys


def _both_ways(field: Field) -> st.SearchStrategy[Sort]:
    return st.sampled_from([field.ascending(), field.descending()])


def _of_field(each: SchemaField) -> Iterator[_Filters]:
    field = Field(each.name)
    if "SEARCHABLE" in each.indexes and each.kind in ("STRING", "STRING_LIST"):
        words = values("STRING")
        yield words.map(field.contains_any_token)
        yield words.map(field.contains_all_tokens)
    if "QUERYABLE" not in each.indexes:
        return
    if each.kind in (*_ORDERED, "REFERENCE"):
        yield from _equality(field, values(each.kind))
    if each.kind in _ORDERED:
        yield from _order(field, values(each.kind))
    if each.kind == "STRING":
        yield from _both(values("STRING").map(field.begins_with))
    if each.kind == "LOCATION":
        yield st.builds(field.near, locations(), st.floats(0, _FARTHEST))
    if each.kind in _MEMBERS:
        yield from _membership(field, each.kind.removesuffix("_LIST"))


def _equality(field: Field, drawn: st.SearchStrategy[Any]) -> Iterator[_Filters]:
    yield from _both(drawn.map(lambda value: field == value))
    yield from _both(st.lists(drawn, min_size=1, max_size=5).map(field.is_in))


def _order(field: Field, drawn: st.SearchStrategy[Any]) -> Iterator[_Filters]:
    yield drawn.map(lambda value: field < value)
    yield drawn.map(lambda value: field <= value)
    yield drawn.map(lambda value: field > value)
    yield drawn.map(lambda value: field >= value)


def _membership(field: Field, kind: str) -> Iterator[_Filters]:
    members = st.lists(values(kind), min_size=1, max_size=5)
    yield from _both(values(kind).map(field.contains))
    yield from _both(members.map(field.contains_any))
    yield from _both(members.map(field.contains_all))
    if kind == "STRING":
        yield from _both(values("STRING").map(field.member_begins_with))


def _both(positive: _Filters) -> Iterator[_Filters]:
    """Yields a filter and its negation."""
    yield positive
    yield positive.map(lambda condition: ~condition)
