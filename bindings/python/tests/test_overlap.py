"""Operations under way have the same future after a fork, a restore, and a saved state.

Random operations that report by events overlap under latency, slow networks and other faults. In
the middle, the cloud is forked, restored from a snapshot, and loaded from its saved state; the rest
of the calls must give the same responses and events in all of them.

MOCKCLOUD_OVERLAPS is the number of sequences, MOCKCLOUD_SEED their seed.
"""

from __future__ import annotations

import json
import os
import random
from collections.abc import Iterator
from typing import Any

import pytest

from mockcloud import Cloud

COUNT = int(os.environ.get("MOCKCLOUD_OVERLAPS", "60"))
SEED = int(os.environ.get("MOCKCLOUD_SEED", "1"))

Call = tuple[str, dict[str, Any]]

DEVICES = ("device-1", "pad", "watch")
LATENCIES: tuple[Any, ...] = (
    0.5,
    3,
    {"dist": "uniform", "minMs": 0, "maxMs": 4000},
    {"dist": "lognormal", "medianMs": 800, "sigma": 1},
)
EFFECTS: tuple[Any, ...] = (
    {"error": {"code": "zoneBusy", "retryAfter": 2}},
    {"truncate": 1},
    {"applyPrefix": 1},
    {"shuffle": True},
    {"repeatChanges": 1},
    {"skew": 3},
    {"conflict": True},
    {"duplicate": True},
    {"limits": {"itemsPerRequest": 2}},
    {"jump": 1.5},
    {"expireTokens": True},
    {"hang": True},
    {"call": {"operation": "mock/clock/advance", "request": {"seconds": 2}}},
)
LATE_EFFECTS: tuple[Any, ...] = (
    {"lostResponse": True},
    {"interrupt": 1},
    {"expireTokens": True},
    {"jump": 1},
    {"hang": True},
)
#: The states that rules require and enter, for all calls and for each device.
STATES: tuple[tuple[Any, Any], ...] = (
    ("initial", {"state": "second"}),
    ("second", {"state": "initial"}),
    ({"is": "own/initial", "per": "device"}, {"state": "own/second", "per": "device"}),
    ({"is": "own/second", "per": "device"}, {"state": "own/initial", "per": "device"}),
)


def rule(chance: random.Random) -> dict[str, Any]:
    """Returns a rule with latency, and possibly another effect before or after it."""
    late = chance.random() < 0.4
    effects: list[Any] = [{"latency": chance.choice(LATENCIES)}]
    if chance.random() < 0.7:
        other = chance.choice(LATE_EFFECTS if late else EFFECTS)
        effects.insert(chance.randint(0, 1), other)
    operation = chance.choice(("records/modify", "records/query", "changes/zone", None))
    when: dict[str, Any] = {"phase": "after"} if late else {"phase": "before"}
    if operation is not None:
        when["op"] = operation
    if chance.random() < 0.3:
        when["device"] = chance.choice(DEVICES)
    limit = {"probability": chance.choice((0.3, 0.6, 1))}
    made: dict[str, Any] = {"when": when, "limit": limit, "then": effects}
    if chance.random() < 0.4:
        when["state"], made["next"] = chance.choice(STATES)
    return made


def rules(chance: random.Random) -> Iterator[dict[str, Any]]:
    """Yields rules that can act, since those for the wrong operation are refused."""
    with Cloud(seed=1) as cloud:
        add_devices(cloud)
        while True:
            made = rule(chance)
            status, _ = cloud.call_raw("mock/faults/add", json.dumps({"rules": [made]}))
            if status == 0:
                yield made


def add_devices(cloud: Cloud) -> None:
    for device in DEVICES[1:]:
        cloud.call("mock/devices/add", {"device": device})


def call(chance: random.Random, operations: list[str]) -> Call:
    """Returns a random call; `operations` are the IDs of earlier operations."""
    draw = chance.random()
    if draw < 0.3:
        return "mock/clock/advance", {"seconds": chance.choice((0, 0.25, 1, 2.5))}
    if draw < 0.36 and operations:
        return "operations/cancel", {"operationID": chance.choice(operations)}
    if draw < 0.4:
        state = chance.choice(("online", "online", "offline", "oneWay", "unreachable"))
        speed: dict[str, Any] = {"bytesPerSecond": 200} if state == "online" else {}
        device = {"device": chance.choice(DEVICES)}
        return "mock/network/set", {**device, "network": state, **speed}
    request: dict[str, Any] = {"device": chance.choice(DEVICES)}
    if chance.random() < 0.8:
        request["deliver"] = "events"
        if operations and chance.random() < 0.2:
            request["dependsOn"] = [chance.choice(operations[-5:])]
        if chance.random() < 0.3:
            request["timeout"] = chance.choice((1, 5))
        if chance.random() < 0.2:
            request["longLived"] = True
    return service_call(chance, request)


def service_call(chance: random.Random, request: dict[str, Any]) -> Call:
    kind = chance.choice(("save", "save", "query", "changes", "lookup", "database", "zones"))
    names = [chance.choice("abcd") for _ in range(chance.randint(1, 3))]
    if kind == "save":
        items = [
            {
                "operationType": chance.choice(("save", "save", "save", "delete")),
                "record": {
                    "recordName": name,
                    "recordType": "Note",
                    "fields": {"t": {"value": chance.randint(0, 9)}},
                },
            }
            for name in dict.fromkeys(names)
        ]
        policy = {"savePolicy": chance.choice(("ifUnchanged", "allKeys"))}
        for item in items:
            if item["operationType"] == "delete":
                del item["record"]["fields"], item["record"]["recordType"]  # type: ignore[index]
        return "records/modify", {**request, "operations": items, **policy}
    if kind == "query":
        return "records/query", {**request, "query": {"recordType": "Note"}}
    if kind == "changes":
        return "changes/zone", {**request, "zones": [{"zoneID": {"zoneName": "_defaultZone"}}]}
    if kind == "lookup":
        return "records/lookup", {**request, "records": [{"recordName": name} for name in names]}
    return ("changes/database" if kind == "database" else "zones/list"), request


def answer(cloud: Cloud, made: Call) -> tuple[int, Any]:
    status, text = cloud.call_raw(made[0], json.dumps(made[1]))
    return status, json.loads(text)


def events(cloud: Cloud) -> list[Any]:
    found = []
    while (text := cloud.next_event_raw()) is not None:
        found.append(json.loads(text))
    return found


def run(cloud: Cloud, calls: list[Call]) -> list[Any]:
    """Makes the calls and returns their responses and events, until nothing is under way."""
    seen: list[Any] = []
    for made in calls:
        seen.append((answer(cloud, made), events(cloud)))
    seen.append((answer(cloud, ("mock/clock/runUntilIdle", {})), events(cloud)))
    for operation in ("mock/faults/report", "mock/state/hash", "mock/state/check", "mock/report"):
        seen.append(answer(cloud, (operation, {})))
    return seen


def prepared(number: int) -> tuple[Cloud, random.Random, list[str]]:
    """Returns a cloud with operations under way, whose events were taken."""
    chance = random.Random(f"{SEED}/{number}/overlap")
    cloud = Cloud(seed=number)
    add_devices(cloud)
    some = rules(chance)
    cloud.call("mock/faults/add", {"rules": [next(some) for _ in range(chance.randint(1, 4))]})
    operations: list[str] = []
    for _ in range(chance.randint(5, 20)):
        _, response = answer(cloud, call(chance, operations))
        operations += [response["operationID"]] if "operationID" in response else []
        events(cloud)
    return cloud, chance, operations


def states(cloud: Cloud) -> list[str]:
    return [
        each["state"]
        for device in DEVICES
        for each in cloud.call("operations/list", {"device": device})["operations"]
    ]


@pytest.mark.parametrize("number", range(COUNT))
def test_what_is_under_way_has_one_future(number: int) -> None:
    cloud, chance, operations = prepared(number)
    with cloud:
        saved = cloud.call("mock/state/save")
        known = [
            each["operationID"]
            for device in DEVICES
            for each in cloud.call("operations/list", {"device": device})["operations"]
        ]
        calls: list[Call] = []
        for _ in range(chance.randint(3, 15)):
            calls.append(call(chance, [each for each in operations if each in known]))
        cloud.call("mock/snapshot", {"name": "middle"})
        with cloud.fork() as fork, Cloud(state=saved) as loaded:
            assert loaded.call("mock/state/save") == saved
            expected = run(cloud, calls)
            assert without_pages(run(fork, calls)) == without_pages(expected)
            assert without_tokens(run(loaded, calls)) == without_tokens(expected)
        cloud.call("mock/restore", {"name": "middle"})
        assert without_tokens(run(cloud, calls)) == without_tokens(expected)


def without_pages(value: Any) -> Any:
    """Leaves out queries that were not continued: a fork forgets those of before it, whose clients
    continue elsewhere."""
    if isinstance(value, dict):
        return {key: without_pages(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        found = [each for each in value if not is_page(each)]
        return type(value)(without_pages(each) for each in found)
    return value


def is_page(value: Any) -> bool:
    return isinstance(value, dict) and value.get("kind") == "continuationMarkerIgnored"


def without_tokens(value: Any) -> Any:
    """Leaves out tokens, which have the epoch of their world, and the numbers of calls."""
    if isinstance(value, dict):
        return {
            key: without_tokens(each)
            for key, each in value.items()
            if key not in ("syncToken", "metaSyncToken", "findings")
        }
    if isinstance(value, (list, tuple)):
        return [without_tokens(each) for each in value]
    return value


def test_the_sequences_have_calls_under_way() -> None:
    """Otherwise the comparison would prove nothing."""
    found: list[str] = []
    stages: set[str] = set()
    for number in range(40):
        cloud, _, _ = prepared(number)
        with cloud:
            found += states(cloud)
            operations = cloud.call("mock/state/save").get("operations", [])
            stages |= {each["underWay"]["stage"] for each in operations if "underWay" in each}
    assert found.count("executing") > 10
    assert stages >= {"request", "response", "transfer"}
