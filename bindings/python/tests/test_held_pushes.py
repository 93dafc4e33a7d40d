"""A saved state with pushes that wait for a network has the same future as the cloud itself."""

import json
import random
from typing import Any

import pytest

from mockcloud import Cloud, OperationName

Step = tuple[OperationName, dict[str, Any]]

_CONFIG = {
    "seed": 1,
    "users": [{"alias": "me", "devices": ["phone", "pad", "mac"]}],
}


def _save(name: int) -> Step:
    record = {"recordName": f"n{name}", "recordType": "Note", "fields": {}}
    operations = [{"operationType": "save", "record": record}]
    return "records/modify", {"device": "phone", "operations": operations}


def _network(chance: random.Random) -> Step:
    state = chance.choice(["online", "offline", "offline", "unreachable"])
    request: dict[str, Any] = {"device": chance.choice(["pad", "mac"]), "network": state}
    if chance.random() < 0.5:
        after = chance.choice([5, 10, 20])
        request["schedule"] = [{"after": after, "network": chance.choice(["online", "offline"])}]
    return "mock/network/set", request


def _step(chance: random.Random, number: int) -> Step:
    kind = chance.randrange(5)
    if kind < 2:
        return _save(number)
    if kind == 2:
        return _network(chance)
    if kind == 3:
        return "mock/clock/advance", {"seconds": chance.choice([0, 1, 5, 15])}
    return "mock/clock/set", {
        "now": f"2026-01-01T00:00:{chance.choice([0, 5, 10, 20, 40]):02}.000Z"
    }


def _future(cloud: Cloud, steps: list[Step]) -> list[Any]:
    seen: list[Any] = []
    for operation, request in steps:
        cloud.call(operation, request)
        seen.append([event.document for event in cloud.events()])
    return seen


@pytest.mark.parametrize("seed", range(60))
def test_a_saved_state_delivers_held_pushes_as_the_cloud_does(seed: int) -> None:
    chance = random.Random(seed)
    with Cloud(_CONFIG) as cloud:
        subscription = {
            "subscriptionID": "all",
            "subscriptionType": "query",
            "query": {"recordType": "Note"},
            "notificationInfo": {"shouldSendContentAvailable": True},
        }
        cloud.call(*_save(0))
        operations = [{"operationType": "create", "subscription": subscription}]
        cloud.call("subscriptions/modify", {"operations": operations})
        rule = {"when": {"phase": "push"}, "limit": {"probability": 0.3}, "then": {"delay": 7}}
        cloud.call("mock/faults/add", {"rules": [rule]})
        _future(cloud, [_step(chance, number) for number in range(1, 25)])
        state = cloud.call("mock/state/save", {})
        rest = [_step(chance, number) for number in range(25, 40)]
        rest += [("mock/faults/heal", {}), ("mock/clock/advance", {"seconds": 100})]
        with Cloud(_CONFIG) as other:
            other.call("mock/state/load", {"state": state})
            assert json.dumps(other.call("mock/state/save", {})) == json.dumps(state)
            assert _future(other, rest) == _future(cloud, rest)
