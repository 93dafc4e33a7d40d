"""Errors that are set, and replaced by others before they act."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from watched import owed, watched

from mockcloud import CKError, Cloud


@pytest.fixture
def cloud() -> Iterator[Cloud]:
    with watched() as cloud:
        yield cloud


def sets(cloud: Cloud, times: int = 1, **keys: Any) -> None:
    request = {"operation": "zones/list", "error": "zoneBusy", "times": times}
    cloud.call("mock/error/set", request | keys)


CONTEXTS: list[dict[str, Any]] = [
    {},
    {"user": "me"},
    {"user": None},
    {"device": "a b\\ c"},
    {"database": "private", "container": "iCloud.mockcloud.default", "environment": "development"},
    {"user": "me", "device": "*"},
    {"operation": ["zones/list", "zones/lookup"]},
]


@pytest.mark.parametrize("context", CONTEXTS)
@pytest.mark.parametrize("clears", [False, True])
def test_an_error_that_is_replaced_before_it_acts(
    cloud: Cloud, context: dict[str, Any], clears: bool
) -> None:
    for device in ("a b\\ c", "*"):
        cloud.call("mock/devices/add", {"device": device})
    for each in CONTEXTS:
        sets(cloud, 2, **each)
    before = owed(cloud)
    assert len(before) == len(CONTEXTS)
    if clears:
        cloud.call("mock/error/set", {"operation": "zones/list", **context, "error": None})
    else:
        sets(cloud, 3, **context)
    names = [rule["id"] for rule in cloud.faults.rules()]
    removed = len(before) - len(names)
    assert (removed > 0) == clears
    count = len(context["operation"]) if "operation" in context else 1
    # Those that are gone, and those that replace others.
    assert len(owed(cloud)) == len(before) + (0 if clears else count)
    assert {*owed(cloud)} == {*before}


def test_record_errors_that_are_replaced_before_they_act(cloud: Cloud) -> None:
    def sets_records(*names: Any, **keys: Any) -> None:
        cloud.call("mock/recordErrors/set", {"recordNames": names, **keys})

    def name(text: str) -> str:
        return f"mock/recordErrors/set {text}"

    zone = {"zoneName": "_defaultZone", "ownerRecordName": "me"}
    cloud.call("mock/users/add", {"alias": "bob"})
    sets_records("a", "b *", error="zoneBusy")
    sets_records("a", {"recordName": "a", "zoneID": zone}, error="zoneBusy", user="bob")
    first = owed(cloud)
    assert len(first) == 4
    sets_records("a", error="zoneBusy")  # the same: only the other one is gone
    assert sorted(owed(cloud)) == sorted(first)
    sets_records("a", error="quotaExceeded")
    assert sorted(owed(cloud)) == sorted([*first, name("recordName=a")])
    with pytest.raises(CKError):
        cloud.private.fetch("a")
    sets_records(user="bob")
    assert sorted(owed(cloud)) == sorted(first)
    sets_records("a", error="quotaExceeded")
    assert sorted(owed(cloud)) == sorted([*first, name("recordName=a")])


@pytest.mark.parametrize(
    "request_text",
    [
        '{"error":"no"}',
        '{"user":1,"error":"zoneBusy"}',
        '{"user":["me"],"error":null}',
        '{"user":"nobody","error":"zoneBusy"}',
        '{"operation":[1],"error":"zoneBusy"}',
        '{"device":"no","operation":["zones/list"]}',
        '{"recordNames":[{"recordName":[]}]}',
        '{"recordNames":"a"}',
        "[]",
        "{",
        "[" * 100_000,
    ],
)
def test_an_error_that_is_refused(cloud: Cloud, request_text: str) -> None:
    sets(cloud)
    for operation in ("mock/error/set", "mock/recordErrors/set"):
        assert cloud.call_raw(operation, request_text).status < 0
    assert owed(cloud) == ["mock/error/set operation=zones/list"]


@pytest.mark.parametrize("operation", ["mock/error/set", "mock/recordErrors/set"])
@pytest.mark.parametrize("key", ["device", "user"])
def test_errors_among_many_are_set_alone(cloud: Cloud, operation: str, key: str) -> None:
    cloud.faults.add(*({"id": f"q{n}", "then": {"latency": 1}} for n in range(200)), optional=True)
    for number in range(50):
        name = {"alias": f"n{number}"} if key == "user" else {"device": f"n{number}"}
        cloud.call("mock/users/add" if key == "user" else "mock/devices/add", name)
    read, is_of_records = 0, "record" in operation
    more: dict[str, Any]
    ask = cloud._ledger._rules._call

    def counting(operation: Any, request: Any) -> Any:
        nonlocal read
        response = ask(operation, request)
        read += sum(len(value) for value in response.values() if isinstance(value, list))
        return response

    cloud._ledger._rules._call = cloud._ledger._call = counting
    for error in ("zoneBusy", "quotaExceeded", "quotaExceeded"):
        for number in range(50):
            where = {key: f"n{number}", "error": error}
            more = {"recordNames": ["a"]} if is_of_records else {"operation": "zones/list"}
            cloud.call(operation, where | more)
    for number in range(50):
        more = {"recordNames": []} if is_of_records else {"error": None}
        cloud.call(operation, {key: f"n{number}"} | more)
    assert read < 1500
    assert len(owed(cloud)) == 100


@pytest.mark.parametrize("end", ["set", "record", "remove", "clear", "heal", "nothing"])
@pytest.mark.parametrize("restore", ["savepoint", "snapshot", "document", "exploration"])
def test_an_error_that_acted_and_returns_after_another(
    cloud: Cloud, restore: str, end: str
) -> None:
    keys: dict[str, Any] = {"operation": "zones/list"}
    operation, key, name = "mock/error/set", "error", "mock/error/set operation=zones/list"
    if end == "record":
        keys, operation, key = {}, "mock/recordErrors/set", "recordNames"
        name = "mock/recordErrors/set recordName=a"

    def fails(error: str) -> None:
        value = ["a"] if end == "record" else error
        cloud.call(operation, keys | {"error": error} | {key: value})

    def acts() -> None:
        with pytest.raises(CKError):
            cloud.private.fetch("a") if end == "record" else cloud.private.zones()

    fails("zoneBusy")
    document = cloud.state.save()
    cloud.state.snapshot("s")
    savepoint = cloud.savepoint()
    if restore == "savepoint":
        savepoint.__enter__()
    elif restore == "exploration":
        cloud.call("mock/explore/begin")
    acts()
    if end in ("clear", "heal"):
        getattr(cloud.faults, end)()
    elif end == "remove":
        cloud.faults.remove(name)
    elif end != "nothing":
        cloud.call(operation, keys | {key: [] if end == "record" else None})
    fails("internalError")
    if restore != "exploration":
        acts()
    if restore == "savepoint":
        savepoint.__exit__(None, None, None)
    elif restore == "snapshot":
        cloud.state.restore("s")
    elif restore == "document":
        cloud.state.load(document)
    else:
        cloud.call("mock/explore/end")
    assert [rule["then"] for rule in cloud.faults.rules()] == [[{"error": {"code": "zoneBusy"}}]]
    assert owed(cloud) == []
