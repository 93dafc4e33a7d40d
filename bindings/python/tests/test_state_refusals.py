"""Parts of a state document that would have no effect, or that no call accepts, are refused."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from typing import Any

import pytest

from mockcloud import Cloud

ZONE = {"zoneName": "z"}
SETTING_UP: list[tuple[str, dict[str, Any]]] = [
    ("mock/schema/load", {"schema": "DEFINE SCHEMA RECORD TYPE A (f STRING QUERYABLE);"}),
    ("mock/users/add", {"alias": "ann", "userRecordName": "_ann"}),
    ("zones/modify", {"operations": [{"operationType": "create", "zone": {"zoneID": ZONE}}]}),
    (
        "mock/seed",
        {
            "records": [
                {
                    "recordName": "a",
                    "recordType": "Note",
                    "zoneID": ZONE,
                    "fields": {
                        "one": {"value": {"recordName": "b", "action": "NONE"}},
                        "many": {"value": [{"recordName": "b", "action": "NONE"}]},
                        "file": {"value": {"data": "YWJj"}},
                    },
                    "parent": {"recordName": "_x"},
                },
                {
                    "recordName": "s",
                    "recordType": "cloudkit.share",
                    "zoneID": ZONE,
                    "forRecord": {"recordName": "a"},
                    "participants": [
                        {
                            "userIdentity": {"lookupInfo": {"userRecordName": "_ann"}},
                            "permission": "READ_ONLY",
                        }
                    ],
                },
            ]
        },
    ),
    ("zones/list", {"deliver": "events", "longLived": True}),
    ("mock/clock/advance", {"seconds": 0}),
    ("zones/list", {"deliver": "events"}),
    ("mock/error/set", {"error": "zoneBusy", "operation": "zones/list"}),
    ("mock/recordErrors/set", {"recordNames": ["a"], "error": "zoneBusy"}),
    ("mock/faults/add", {"rules": [{"id": "slow", "then": {"latency": 1}}]}),
]

_ZONE = "databases[0].zones[1]"


@pytest.fixture(scope="module")
def state() -> Iterator[dict[str, Any]]:
    with Cloud() as cloud:
        for operation, request in SETTING_UP:
            status, answer = cloud.call_raw(operation, json.dumps(request).encode())
            assert status == 0, answer
        yield json.loads(cloud.call_raw("mock/state/save")[1])


def parent(document: Any, path: str) -> tuple[Any, str | int]:
    """Returns the container of the value at a path, and its key or index."""
    keys: list[str | int] = []
    for part in path.split("."):
        name, _, index = part.partition("[")
        keys.append(name)
        if index:
            keys.append(int(index.rstrip("]")))
    for key in keys[:-1]:
        document = document[key]
    return document, keys[-1]


def key_of_refusal(document: dict[str, Any]) -> str | None:
    """Returns the key of the refusal of a document; None if it is loaded."""
    with Cloud() as cloud:
        before = cloud.call_raw("mock/state/hash")
        text = json.dumps({"state": document}).encode()
        status, answer = cloud.call_raw("mock/state/load", text)
        if status == 0:
            return None
        assert cloud.call_raw("mock/state/hash") == before
        key = json.loads(answer)["error"]["key"]
        assert isinstance(key, str)
        return key.removeprefix("state.")


def test_the_document_itself_is_loaded(state: dict[str, Any]) -> None:
    assert key_of_refusal(state) is None


@pytest.mark.parametrize(
    ("path", "value", "key"),
    [
        (f"{_ZONE}.records[0].fields.one.value.recordName", "caf\u00e9", "fields.one"),
        (f"{_ZONE}.records[0].fields.many.value[0].recordName", "", "fields.many.value"),
        (f"{_ZONE}.records[0].fields.many.value[0].recordName", "\u00e9", "fields.many"),
        (f"{_ZONE}.records[0].parent.recordName", "\u00e9", "parent.recordName"),
        (f"{_ZONE}.records[0].share.zoneID.zoneName", "nope", "share.zoneID"),
        (f"{_ZONE}.records[0].share.zoneID.ownerRecordName", "_ann", "share.zoneID"),
        (f"{_ZONE}.records[0].fields.file.value.fileChecksum", 5, "fields.file.value"),
        (f"{_ZONE}.records[1].url", "nope", "url"),
        (f"{_ZONE}.records[1].owner.participantId", "nope", "owner"),
        (f"{_ZONE}.records[1].owner.userIdentity.userRecordName", "_ann", "owner"),
        ("operations[0].request.deliver", "zzz", "request.deliver"),
        ("operations[0].request.deliver", 5, "request.deliver"),
        ("operations[0].device", "nope", "operations[0].device"),
        ("operations[0].user", "_nope", "operations[0].user"),
        ("operations[0].blocks[0].status", 1 << 40, "blocks[0].status"),
        ("operations[0].blocks[0].status", -1, "blocks[0].status"),
        ("errors.records[0]", {"container": "x"}, "errors.records[0].rules"),
        ("defaults.container", "", "container"),
        ("users[1].emailAddress", "", "users[1].emailAddress"),
        ("containers", [""], "containers[0]"),
        (
            f"{_ZONE}.records[1].participants[1].userIdentity.lookupInfo",
            {"emailAddress": ""},
            "lookupInfo.emailAddress",
        ),
        (f"{_ZONE}.records[1].participants[1].userIdentity.lookupInfo", {}, "emailAddress"),
        (f"{_ZONE}.records[1].owner.type", "USER", "owner"),
        (
            "errors.records",
            [{"recordName": "a", "error": "zoneBusy"}, {"recordName": "a", "error": 6}],
            "errors.records[1].recordName",
        ),
        (
            "errors.records",
            [
                {"recordName": "a", "error": "zoneBusy"},
                {"rules": [{"recordName": "b", "error": "zoneBusy"}]},
            ],
            "errors.records[1].rules",
        ),
        # Its next count would not be a number of a state document.
        ("errors.faults.rules[0].evaluations", (1 << 63) - 1, "faults.rules[0].evaluations"),
        ("errors.faults.rules[0].injections", (1 << 62) + 1, "faults.rules[0].injections"),
        ("errors", {"every": "zoneBusy", "operations": [{"error": 6}]}, "operations[0].operation"),
    ],
)
def test_a_changed_value_is_refused(
    state: dict[str, Any], path: str, value: object, key: str
) -> None:
    document = copy.deepcopy(state)
    holder, last = parent(document, path)
    holder[last] = value
    refusal = key_of_refusal(document)
    assert refusal is not None and refusal.endswith(key), refusal


@pytest.mark.parametrize(
    ("path", "key"),
    [
        ("errors.operations", "errors.operations[1].operation"),
        ("errors.records", "errors.records[1].rules"),
        ("errors.records[0].rules", "rules[1].recordName"),
        ("schemas[0].recordTypes[0].fields[0].indexes", "fields[0].indexes"),
    ],
)
def test_an_element_that_occurs_twice_is_refused(
    state: dict[str, Any], path: str, key: str
) -> None:
    document = copy.deepcopy(state)
    holder, last = parent(document, path)
    assert holder[last]
    holder[last] = [*holder[last], copy.deepcopy(holder[last][0])]
    refusal = key_of_refusal(document)
    assert refusal is not None and refusal.endswith(key), refusal


def test_a_malformed_operation_is_saved_without_the_dependencies_that_are_done() -> None:
    with Cloud() as cloud:
        first = cloud.call("zones/list", deliver="events")["operationID"]
        cloud.call("mock/clock/advance", seconds=0)
        while cloud.next_event() is not None:
            pass
        request = {"records": [], "x": 1, "deliver": "events", "dependsOn": [first]}
        assert cloud.call_raw("records/lookup", json.dumps(request).encode())[0] == 0
        waiting = cloud.call("zones/list", deliver="events")["operationID"]
        request["dependsOn"] = [first, waiting]
        assert cloud.call_raw("records/lookup", json.dumps(request).encode())[0] == 0
        state = cloud.state.save()
    with Cloud(state=state) as loaded:
        assert loaded.state.save() == state


def test_a_reset_keeps_users_if_a_configured_operation_lacked_its_device_already() -> None:
    with Cloud(users=[{"alias": "ann"}]) as cloud:
        cloud.call("zones/list", deliver="events")
        cloud.call("mock/account/signIn", user="ann", device="device-1")
        state = cloud.state.save()
    with Cloud(state=state) as loaded:
        loaded.call("mock/reset", keep=["users"])
        assert loaded.state.save() == state
