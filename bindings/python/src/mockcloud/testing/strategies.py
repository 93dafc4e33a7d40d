"""Hypothesis strategies for records, values of all field types, queries and names.

    @given(note=records_for(Path("app.ckdb"), "Note"))
    @fork_per_example
    def test_a_note_comes_back(mockcloud_base, note):
        saved = mockcloud_base.private.save(note)
        assert mockcloud_base.private.fetch(saved) == saved

The service accepts all drawn values: a drawn record can be saved, and a drawn query can be run.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from functools import wraps
from typing import Any, TypeVar

try:
    from hypothesis import strategies as st
except ImportError as error:
    raise ImportError(
        "mockcloud.testing.strategies needs hypothesis: pip install hypothesis"
    ) from error

from .._core.wire import Environment
from ..cloud import Cloud
from ..records.query import Filter, Sort
from ..records.record import Record
from ..records.values import Typed
from ..records.zones import ZoneLike
from ..service.database import Database
from .checks import fork_for_test
from .query_strategies import conditions, sort_keys
from .schema_fields import INDEXES, SchemaField, SchemaLike, SchemaType, schema_type
from .testcase import MockCloudTestCase
from .value_strategies import FIELD_TYPES, field_names, names, values

__all__ = [
    "FIELD_TYPES",
    "Query",
    "field_names",
    "fork_per_example",
    "names",
    "queries",
    "queries_for",
    "records",
    "records_for",
    "values",
]

_Test = TypeVar("_Test", bound=Callable[..., Any])

#: The default fields of records: one of each type.
_FIELDS = {kind.lower(): kind for kind in FIELD_TYPES}


@dataclass(frozen=True)
class Query:
    """A drawn query."""

    record_type: str
    filters: tuple[Filter, ...] = ()
    sort_by: tuple[Sort, ...] = ()

    def run(self, database: Database, *, limit: int | None = None) -> list[Record]:
        """Runs the query and returns the matching records."""
        return database.query(self.record_type, *self.filters, sort_by=self.sort_by, limit=limit)


# Records


def records(
    record_type: str = "Note",
    fields: Mapping[str, str | st.SearchStrategy[Any]] | None = None,
    *,
    required: Iterable[str] = (),
    name: st.SearchStrategy[str | None] | None = None,
    zone: ZoneLike | None = None,
) -> st.SearchStrategy[Record]:
    """Returns a strategy for records of a type with some of the fields and all required ones.

    `fields` maps names to field types such as `STRING_LIST`, or to strategies for values. By
    default, there is one optional field of each type: `string`, `string_list` and so on. A field
    has the same type in all records, so that one cloud accepts all of them.
    """
    given = _FIELDS if fields is None else fields
    drawn = {key: _typed(each) if isinstance(each, str) else each for key, each in given.items()}
    return _records(record_type, drawn, {}, required, name, zone)


def records_for(
    schema: SchemaLike,
    record_type: str,
    *,
    required: Iterable[str] = (),
    name: st.SearchStrategy[str | None] | None = None,
    zone: ZoneLike | None = None,
    container: str | None = None,
    environment: Environment | None = None,
) -> st.SearchStrategy[Record]:
    """Returns a strategy for records of a type with the fields of a schema, also encrypted ones.

    The schema is given as the path of a `.ckdb` file, as `{"schema": "DEFINE SCHEMA ..."}` with its
    text, or as a cloud, of which the schema of `container` and `environment` is used.
    """
    found = schema_type(schema, record_type, container, environment)
    plain, encrypted = (
        {each.name: _typed(each.kind) for each in found.fields if each.is_encrypted is wanted}
        for wanted in (False, True)
    )
    return _records(record_type, plain, encrypted, required, name, zone)


def _records(
    record_type: str,
    plain: Mapping[str, st.SearchStrategy[Any]],
    encrypted: Mapping[str, st.SearchStrategy[Any]],
    required: Iterable[str],
    name: st.SearchStrategy[str | None] | None,
    zone: ZoneLike | None,
) -> st.SearchStrategy[Record]:
    wanted = [required] if isinstance(required, str) else list(required)
    for key in wanted:
        if key not in plain and key not in encrypted:
            raise ValueError(f"records of type {record_type!r} have no field {key!r}")
    return st.builds(
        Record,
        st.just(record_type),
        _mappings(plain, wanted),
        encrypted=_mappings(encrypted, wanted),
        name=names() if name is None else name,
        zone=st.just(zone),
    )


def _mappings(
    fields: Mapping[str, st.SearchStrategy[Any]], required: Iterable[str]
) -> st.SearchStrategy[dict[str, Any]]:
    always = {key: fields[key] for key in required if key in fields}
    sometimes = {key: each for key, each in fields.items() if key not in always}
    return st.fixed_dictionaries(always, optional=sometimes)


def _typed(kind: str) -> st.SearchStrategy[Any]:
    """Returns values of a field type. Empty lists are `Typed`, so that they can create a field."""
    drawn = values(kind)
    if not kind.endswith("_LIST"):
        return drawn
    return drawn.map(lambda value: value if value else Typed([], kind))


# Queries


def queries(record_type: str, fields: Mapping[str, str]) -> st.SearchStrategy[Query]:
    """Returns a strategy for queries of a record type with fields such as `{"title": "STRING"}`.

    The fields must exist in the cloud, by a schema or because a record has them.
    """
    for kind in fields.values():
        values(kind)  # raises if it is not a field type
    known = tuple(SchemaField(name, kind, False, INDEXES) for name, kind in fields.items())
    return _queries(SchemaType(record_type, known, {"___recordID": ["QUERYABLE"]}))


def queries_for(
    schema: SchemaLike,
    record_type: str,
    *,
    container: str | None = None,
    environment: Environment | None = None,
) -> st.SearchStrategy[Query]:
    """Returns a strategy for queries that need only the indexes of a schema, as in production.

    The schema is given as for `records_for`.
    """
    return _queries(schema_type(schema, record_type, container, environment))


def _queries(found: SchemaType) -> st.SearchStrategy[Query]:
    filters = conditions(found)
    # A query without a filter needs an index of the record names.
    needed = 0 if "QUERYABLE" in found.system_indexes.get("___recordID", ()) else 1
    if needed > len(filters):
        raise ValueError(f"no field of {found.name!r} has an index that a query could use")
    keys = sort_keys(found)
    return st.builds(
        Query,
        st.just(found.name),
        st.lists(st.one_of(filters), min_size=needed, max_size=3).map(tuple)
        if filters
        else st.just(()),
        st.lists(st.one_of(keys), max_size=2).map(tuple) if keys else st.just(()),
    )


# Examples


def fork_per_example(test: _Test) -> _Test:
    """Decorates a test so that each example gets forks of the clouds that are its arguments.

    Fixtures are set up only once for all examples. The decorator is placed below `@given`. It
    replaces each argument that is a cloud, and `self.cloud` of a `MockCloudTestCase`, by a fork
    that is closed at the end of the example.
    """
    if inspect.iscoroutinefunction(test):
        raise TypeError("fork_per_example is for plain functions, not for coroutines")

    @wraps(test)
    def example(*arguments: Any, **named: Any) -> Any:
        __tracebackhide__ = True
        with ExitStack() as ended:

            def forked(value: Any) -> Any:
                if not isinstance(value, Cloud):
                    return value
                return ended.enter_context(fork_for_test(value))

            for case in (*arguments, *named.values()):
                if isinstance(case, MockCloudTestCase):
                    ended.callback(setattr, case, "cloud", case.cloud)
                    case.cloud = forked(case.cloud)
            replaced = {key: forked(value) for key, value in named.items()}
            return test(*map(forked, arguments), **replaced)

    return example  # type: ignore[return-value]
