"""The service accepts all drawn values."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mockcloud import Asset, Cloud, Filter, Record, SchemaConfiguration, Sort
from mockcloud.records.query import _NEGATIVES
from mockcloud.testing.query_strategies import conditions, sort_keys
from mockcloud.testing.schema_fields import schema_type
from mockcloud.testing.strategies import (
    FIELD_TYPES,
    Query,
    field_names,
    fork_per_example,
    names,
    queries,
    queries_for,
    records,
    records_for,
    values,
)
from mockcloud.testing.testcase import MockCloudTestCase
from support import ROOT

EVERYTHING = ROOT / "Tests" / "data" / "everything.ckdb"
NOTES = """DEFINE SCHEMA RECORD TYPE Note (
    "___recordID" REFERENCE QUERYABLE, "___modTime" TIMESTAMP SORTABLE,
    title STRING QUERYABLE SORTABLE SEARCHABLE, rank INT64 QUERYABLE, secret ENCRYPTED STRING,
    place LOCATION QUERYABLE SORTABLE
);"""


@pytest.fixture(scope="module")
def production() -> Iterator[Cloud]:
    """A cloud whose production environment has a schema with all features of schemas."""
    schema: SchemaConfiguration = {"path": EVERYTHING, "environment": "production"}
    with Cloud(seed=1, schema=schema, defaults={"environment": "production"}) as cloud:
        yield cloud


@pytest.mark.parametrize("kind", FIELD_TYPES)
def test_values_come_back(kind: str) -> None:
    # The type of an empty list is unknown until the field is known.
    members = values(kind).filter(lambda value: value != [])

    @given(members)
    @settings(max_examples=10)
    def check(value: Any) -> None:
        with Cloud(seed=1) as cloud:
            saved = cloud.private.save(Record("Note", {"kind": value}, name="n"))
            assert saved.to_wire()["fields"]["kind"]["type"] == kind
            if kind.startswith("ASSETID"):
                first = saved["kind"][0] if kind.endswith("_LIST") else saved["kind"]
                assert isinstance(first, Asset) and first.file_checksum
            else:
                assert cloud.private.fetch("n") == {"kind": value}

    check()


@given(values())
def test_any_value_is_of_a_type(value: Any) -> None:
    Record("Note", {"a": value})


@given(st.lists(names(), min_size=1, max_size=5, unique=True))
def test_names_are_taken(drawn: list[str]) -> None:
    with Cloud(seed=1) as cloud:
        for name in drawn:
            cloud.private.create_zone(name)
            cloud.private.save(Record("Note", name=name, zone=name))
            cloud.private.save(Record("Note", name=name))
        assert {zone.name for zone in cloud.private.zones()} == {"_defaultZone", *drawn}


@given(field_names(), field_names())
def test_field_names_are_taken(record_type: str, field: str) -> None:
    with Cloud(seed=1) as cloud:
        cloud.private.save(Record(record_type, {field: 1}))


@given(st.lists(records(), max_size=4, unique_by=lambda record: record.name))
@settings(max_examples=30)
def test_records_are_saved(drawn: list[Record]) -> None:
    with Cloud(seed=1) as cloud:
        cloud.private.save_all(drawn)
        assert len(cloud.records()) == len(drawn)


@given(data=st.data())
@settings(suppress_health_check=[*HealthCheck], max_examples=20)
@fork_per_example
def test_records_of_a_schema_are_saved(production: Cloud, data: st.DataObject) -> None:
    record = data.draw(records_for(EVERYTHING, "Everything", required=["aString", "secretString"]))
    saved = production.private.save(record)
    assert saved["aString"] == record["aString"]
    assert saved.encrypted["secretString"] == record.encrypted["secretString"]
    assert saved.keys() == record.keys()


@given(query=queries_for(EVERYTHING, "Everything"))
def test_production_answers_queries(production: Cloud, query: Query) -> None:
    query.run(production.private)


FOUND = schema_type(EVERYTHING, "Everything", None, None)


@given(filters=st.tuples(*conditions(FOUND)), keys=st.tuples(*sort_keys(FOUND)))
@settings(max_examples=5, suppress_health_check=[*HealthCheck])
def test_every_condition_and_order_is_answered(
    production: Cloud, filters: tuple[Filter, ...], keys: tuple[Sort, ...]
) -> None:
    for each in filters:
        production.private.query("Everything", each)
    for key in keys:
        production.private.query("Everything", sort_by=[key])
    orders = {"LESS_THAN", "LESS_THAN_OR_EQUALS", "GREATER_THAN", "GREATER_THAN_OR_EQUALS"}
    without_negative = orders | {"NEAR", "CONTAINS_ALL_TOKENS", "CONTAINS_ANY_TOKENS"}
    assert {each.comparator for each in filters} == without_negative | _NEGATIVES.keys()
    assert {each.field.name for each in keys} == {
        *("aReference", "aTime", "aWholeNumber", "Sortable"),
        *("createdTimestamp", "modifiedTimestamp"),
    }


@given(st.data())
@settings(max_examples=30)
def test_queries_by_types(data: st.DataObject) -> None:
    fields = {"title": "STRING", "rank": "INT64", "tags": "STRING_LIST", "place": "LOCATION"}
    with Cloud(seed=1) as cloud:
        cloud.private.save(data.draw(records(fields=fields, required=fields)))
        data.draw(queries("Note", fields)).run(cloud.private)


@given(st.data())
@settings(max_examples=20)
def test_a_schema_is_that_of_a_cloud(data: st.DataObject) -> None:
    with Cloud(seed=1, schema={"schema": NOTES}) as cloud:
        record = data.draw(records_for(cloud, "Note", required="rank"))
        assert "rank" in record
        assert record.keys() <= {"title", "rank", "place"}
        assert record.encrypted.keys() <= {"secret"}
        cloud.private.save(record)
        cloud.schema.deploy()
        query = data.draw(queries_for(cloud, "Note", environment="production"))
        query.run(cloud.container(environment="production").private)


def test_mistakes_are_told() -> None:
    with pytest.raises(ValueError, match="no record type 'Nte'; did you mean 'Note'"):
        records_for({"schema": NOTES}, "Nte")
    with pytest.raises(ValueError, match="have no field 'titel'"):
        records_for({"schema": NOTES}, "Note", required=["titel"])
    with pytest.raises(ValueError, match="no field type 'STRNG'; did you mean 'STRING'"):
        values("STRNG")
    with pytest.raises(ValueError, match="no field type 'STRNG'"):
        queries("Note", {"title": "STRNG"})
    with pytest.raises(ValueError, match="no field of 'A' has an index"):
        queries_for({"schema": "DEFINE SCHEMA RECORD TYPE A (a STRING);"}, "A")
    with pytest.raises(ValueError, match="from 1 to 255 characters"):
        names(0)

    async def coroutine() -> None: ...

    with pytest.raises(TypeError, match="plain functions"):
        fork_per_example(coroutine)


def test_each_example_has_a_fork(cloud: Cloud) -> None:
    seen: list[Cloud] = []

    @given(record=records(fields={"n": "INT64"}))
    @settings(max_examples=20)
    @fork_per_example
    def check(first: Cloud, record: Record, second: Cloud) -> None:
        assert first is not cloud and second is not cloud
        assert first.records() == second.records() == []
        first.private.save(record)
        first.assert_called("records/modify", times=1)
        seen.append(first)

    check(cloud, second=cloud)
    assert len(seen) == 20 and all(each.closed for each in seen)
    assert cloud.records() == []


def test_each_example_of_unittest_has_a_fork() -> None:
    class Notes(MockCloudTestCase):
        @given(records(fields={"n": "INT64"}))
        @settings(max_examples=20)
        @fork_per_example
        def test_it(self, record: Record) -> None:
            self.assertEqual(self.cloud.records(), [])
            self.cloud.private.save(record)

        def runTest(self) -> None:
            before = self.cloud
            self.test_it()
            self.assertIs(self.cloud, before)

    result = Notes().defaultTestResult()
    Notes.setUpClass()
    Notes().run(result)
    Notes.doClassCleanups()
    assert (result.testsRun, result.errors, result.failures) == (1, [], [])


def test_hypothesis_is_named_where_it_is_missing() -> None:
    program = "import sys; sys.modules['hypothesis'] = None; import mockcloud.testing.strategies"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.stderr.splitlines()[-1] == (
        "ImportError: mockcloud.testing.strategies needs hypothesis: pip install hypothesis"
    )
