"""Wrong requests and queries that users write, and the rows for tables of them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import Any, NamedTuple

from mockcloud import Field, Record, errors

# Type checkers refuse these calls, but users make them.
Loose = Any


class Row(NamedTuple):
    use: Callable[[Loose], Any]
    error: type[Exception]
    parts: tuple[str, ...]


def row(error: type[Exception], *parts: str) -> Callable[[Callable[[Loose], Any]], Row]:
    return lambda use: Row(use, error, parts)


def saved(record: Any) -> dict[str, Any]:
    return {"operations": [{"operationType": "create", "record": record}]}


def asked(**query: Any) -> dict[str, Any]:
    return {"query": {"recordType": "Note", **query}}


def rule(**parts: Any) -> dict[str, Any]:
    return {"rules": [{"then": {"error": "zoneBusy"}, **parts}]}


UNKNOWN, SERVICE, MOCK = errors.UnknownOperation, errors.InvalidArguments, errors.BadMockRequest

OPERATIONS = [
    row(UNKNOWN, "records/modfy", "did you mean 'records/modify'")(
        lambda c: c.call("records/modfy")
    ),
    row(UNKNOWN, "did you mean 'records/modify'")(lambda c: c.call("record/modify")),
    row(UNKNOWN, "did you mean 'records/modify'")(lambda c: c.call("recordsModify")),
    row(UNKNOWN, "did you mean 'records/query'")(lambda c: c.call("records/Query")),
    row(UNKNOWN, "did you mean 'mock/error/set'")(lambda c: c.call("mock/errors/set")),
    row(UNKNOWN, "did you mean 'mock/seed'")(lambda c: c.call("mock/seeds")),
    row(UNKNOWN, "unknown operation ''", "mock/info lists")(lambda c: c.call("")),
    row(ValueError, "NUL")(lambda c: c.call("records\0modify")),
    row(errors.BadJSON, "must be an object, not a list")(lambda c: c.call("records/query", ["a"])),
    row(errors.BadJSON, "object")(lambda c: c.call("records/query", {"a": object()})),
]

SERVICE_REQUESTS = [
    row(SERVICE, "operation:", "did you mean 'operations'")(
        lambda c: c.call("records/modify", {"operation": []})
    ),
    row(SERVICE, "operations:", "must be a list, not an object")(
        lambda c: c.call("records/modify", {"operations": {}})
    ),
    row(SERVICE, "operations[0].type:", "operationType")(
        lambda c: c.call("records/modify", {"operations": [{"type": "save"}]})
    ),
    row(SERVICE, "operations[0].operationType:", "'saved'", "did you mean 'save'")(
        lambda c: c.call("records/modify", {"operations": [{"operationType": "saved"}]})
    ),
    row(SERVICE, "operations[0].record.fields.title:", "not a string", '{"value"')(
        lambda c: c.call("records/modify", saved({"recordType": "Note", "fields": {"title": "a"}}))
    ),
    row(SERVICE, "fields.a.type:", "'STRNG'", "did you mean 'STRING'")(
        lambda c: c.call("records/modify", saved({"fields": {"a": {"value": 1, "type": "STRNG"}}}))
    ),
    row(SERVICE, "operations[0].record.recordName:", "must be a string, not an integer")(
        lambda c: c.call("records/modify", saved({"recordType": "Note", "recordName": 3}))
    ),
    row(SERVICE, "operations[0].record.recordtype:", "did you mean 'recordType'")(
        lambda c: c.call("records/modify", saved({"recordtype": "Note"}))
    ),
    row(SERVICE, "operations[0].record.field:", "did you mean 'fields'")(
        lambda c: c.call("records/modify", saved({"recordType": "Note", "field": {}}))
    ),
    row(SERVICE, "zoneId:", "did you mean 'zoneID'")(
        lambda c: c.call("records/modify", {"operations": [], "zoneId": {"zoneName": "Work"}})
    ),
    row(SERVICE, "zoneID:", "must be an object, not a string")(
        lambda c: c.call("records/modify", {"operations": [], "zoneID": "Work"})
    ),
    row(SERVICE, "atomic:", "not a string")(
        lambda c: c.call("records/modify", {"operations": [], "atomic": "yes"})
    ),
    row(SERVICE, "atomic operations not supported in default zone", "leave 'atomic' out")(
        lambda c: c.private.save_all(Record("Note"), atomic=True)
    ),
    row(ValueError, "if_unchanged compares change tags", "'n1'")(
        lambda c: c.private.delete("n1", if_unchanged=True)
    ),
    row(SERVICE, "records[0]:", "must be an object, not a string")(
        lambda c: c.call("records/lookup", {"records": ["n1"]})
    ),
    row(SERVICE, "records[0].name:", "recordName")(
        lambda c: c.call("records/lookup", {"records": [{"name": "n1"}]})
    ),
    row(SERVICE, "desiredKeys", "must be a list, not a string")(
        lambda c: c.call("records/lookup", {"records": [], "desiredKeys": "title"})
    ),
    row(SERVICE, "query.recordtype:", "did you mean 'recordType'")(
        lambda c: c.call("records/query", {"query": {"recordtype": "Note"}})
    ),
    row(SERVICE, "recordType:", "unknown key", "query")(
        lambda c: c.call("records/query", {"recordType": "Note"})
    ),
    row(SERVICE, "query.filterBy[0].comparator:", "'EQUAL'", "did you mean 'EQUALS'")(
        lambda c: c.call(
            "records/query",
            asked(filterBy=[{"fieldName": "n", "comparator": "EQUAL", "fieldValue": {"value": 1}}]),
        )
    ),
    row(SERVICE, "query.filterBy:", "must be a list, not an object")(
        lambda c: c.call("records/query", asked(filterBy={"fieldName": "n"}))
    ),
    row(SERVICE, "query.sortBy[0].ascending:", "not a string")(
        lambda c: c.call("records/query", asked(sortBy=[{"fieldName": "n", "ascending": "no"}]))
    ),
    row(SERVICE, "resultsLimit", "must be an integer, not a string")(
        lambda c: c.call("records/query", {**asked(), "resultsLimit": "3"})
    ),
    row(SERVICE, "database:", "'priv'", "public, private, shared")(
        lambda c: c.call("records/query", {**asked(), "database": "priv"})
    ),
    row(MOCK, "user:", "'bobby'", "did you mean 'bob'", "me, bob")(
        lambda c: c.call("records/query", {**asked(), "user": "bobby"})
    ),
    row(MOCK, "device:", "'tablet'", "device-1, phone")(
        lambda c: c.call("records/query", {**asked(), "device": "tablet"})
    ),
    row(MOCK, "environment:", "'prod'", "development, production")(
        lambda c: c.call("records/query", {**asked(), "environment": "prod"})
    ),
    row(SERVICE, "operations[0].zone.zoneName:", "did you mean 'zoneID'")(
        lambda c: c.call(
            "zones/modify", {"operations": [{"operationType": "create", "zone": {"zoneName": "A"}}]}
        )
    ),
    row(SERVICE, "subscription.subscriptionType:", "'qery'", "did you mean 'query'")(
        lambda c: c.call(
            "subscriptions/modify",
            {
                "operations": [
                    {"operationType": "create", "subscription": {"subscriptionType": "qery"}}
                ]
            },
        )
    ),
]

PREDICATES = [
    row(SERVICE, "character 5", "expected a value, found the end")(
        lambda c: c.private.query("Note", predicate="n = ")
    ),
    row(SERVICE, "character 4", "found '>'")(lambda c: c.private.query("Note", predicate="n >> 1")),
    row(SERVICE, "Insufficient arguments")(lambda c: c.private.query("Note", predicate="n == %@")),
    row(SERVICE, "2 arguments", "1 place")(
        lambda c: c.private.query("Note", predicate="n == %@", arguments=[1, 2])
    ),
    row(SERVICE, "OR is not supported")(
        lambda c: c.private.query("Note", predicate="n == 1 OR n == 2")
    ),
    row(SERVICE, "title", "LIKE")(lambda c: c.private.query("Note", predicate="title LIKE 'a*'")),
    row(SERVICE, "comparison options")(
        lambda c: c.private.query("Note", predicate="title CONTAINS[c] 'a'")
    ),
    row(TypeError, "Field('n') > 3", "'n > 1'", "predicate=")(
        lambda c: c.private.query("Note", "n > 1")
    ),
    row(TypeError, "has no truth value", "several filters")(
        lambda c: c.private.query("Note", 1 < Field("n") < 3)
    ),
    row(TypeError, "CloudKit has no OR", "is_in()")(
        lambda c: c.private.query("Note", (Field("n") == 1) | (Field("n") == 2))
    ),
    row(TypeError, "a record type is a name or a class of records", "Record('Note'")(
        lambda c: c.private.query(Record("Note"))
    ),
    row(TypeError, "a sort key", "not 3")(lambda c: c.private.query("Note", sort_by=[3])),
    row(TypeError, "limit must be an integer, not '3'")(
        lambda c: c.private.query("Note", limit="3")
    ),
    row(ValueError, "limit must be 1 or more, not -1")(lambda c: c.private.query("Note", limit=-1)),
    row(SERVICE, "Invalid continuation")(lambda c: c.private.query_page("Note", marker="abc")),
    row(TypeError, "no field type for date")(lambda c: Field("at") > date(2026, 1, 1)),
]
