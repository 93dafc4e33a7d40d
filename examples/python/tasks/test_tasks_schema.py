"""Tasks: production's schema, and queries."""

from __future__ import annotations

import pytest

from mockcloud import Cloud, Database, Field, Record
from mockcloud.errors import InvalidArguments, NotAuthenticated


def test_missing_index(cloud: Cloud) -> None:
    schema = "DEFINE SCHEMA RECORD TYPE City (name STRING, population INT64 QUERYABLE);"
    cloud.schema.load(text=schema, environment="production")
    production = cloud.container(environment="production").private
    production.query("City", Field("population") > 1000)
    with pytest.raises(InvalidArguments) as error:
        production.query("City", Field("name") == "Bern")
    assert error.value.reason == "Field 'name' is not marked queryable"


def test_missing_recordname_index(cloud: Cloud) -> None:
    schema = "DEFINE SCHEMA RECORD TYPE City (name STRING QUERYABLE);"
    cloud.schema.load(text=schema, environment="production")
    with pytest.raises(InvalidArguments) as error:
        cloud.container(environment="production").private.query("City")  # all cities
    assert error.value.reason == "Field 'recordName' is not marked queryable"


def test_undeployed_field(cloud: Cloud) -> None:
    cloud.private.save(Record("City", {"name": "Bern"}))  # the schema grows by the type
    cloud.schema.deploy()
    production = cloud.container(environment="production").private
    production.save(Record("City", {"name": "Bern"}))
    with pytest.raises(InvalidArguments) as error:
        production.save(Record("City", {"name": "Bern", "population": 134_000}))
    assert "population" in error.value.reason


def test_strict_development(cloud: Cloud, phone: Database) -> None:
    cloud.schema.load(text="DEFINE SCHEMA RECORD TYPE Note (title STRING);")
    phone.query("Note", Field("title") == "Milk")  # development allows it
    cloud.limits.set(strict_indexes=True)
    with pytest.raises(InvalidArguments):
        phone.query("Note", Field("title") == "Milk")


def test_predicate_refused(phone: Database) -> None:
    with pytest.raises(InvalidArguments):
        phone.query("Note", predicate="title CONTAINS[c] 'milk'")
    assert len(phone.query("Note", predicate="title BEGINSWITH 'Milk'")) == 1


def test_not_found_at_once(cloud: Cloud, phone: Database) -> None:
    cloud.clock.advance(60)
    cloud.faults.add({"then": {"indexLag": 5}})  # queries use data from 5 s ago
    phone.save(Record("Note", {"title": "Bread"}, name="n2"))
    assert [note.name for note in phone.query("Note")] == ["n1"]
    assert phone.fetch("n2")["title"] == "Bread"  # a lookup finds it
    cloud.clock.advance(5)
    assert len(phone.query("Note")) == 2


def test_query_in_pages(cloud: Cloud, phone: Database) -> None:
    cloud.seed([Record("Note", {"n": n}, name=f"b{n}", zone="Notes") for n in range(250)])
    page = phone.query_page("Note")
    assert (len(page.records), page.marker is not None) == (200, True)
    rest = phone.query_page("Note", marker=page.marker)
    assert (len(rest.records), rest.marker) == (51, None)


def test_one_page_for_all(cloud: Cloud, phone: Database) -> None:
    cloud.seed([Record("Note", {"n": n}, name=f"b{n}", zone="Notes") for n in range(250)])
    notes = phone.query_page("Note").records  # the code under test: 200 of 251 notes
    phone.delete(notes[0])  # it goes on
    assert [finding.kind for finding in cloud.findings()] == ["continuationMarkerIgnored"]


def test_cursor_expires(cloud: Cloud, phone: Database) -> None:
    cloud.seed([Record("Note", {"n": n}, name=f"b{n}", zone="Notes") for n in range(250)])
    page = phone.query_page("Note")
    cloud.faults.add({"limit": {"injections": 1}, "then": {"expireMarkers": True}})
    with pytest.raises(InvalidArguments):
        phone.query_page("Note", marker=page.marker)
    assert len(phone.query("Note")) == 251  # start again


def test_public_without_account(cloud: Cloud) -> None:
    cloud.public.save(Record("City", {"name": "Bern"}, name="c1"))
    nobody = cloud.database("public", user=None)
    assert nobody.fetch("c1")["name"] == "Bern"
    with pytest.raises(NotAuthenticated):
        nobody.save(Record("City", {"name": "Basel"}))
