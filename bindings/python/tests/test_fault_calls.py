"""Every rule that is accepted acts on some call.

The rules are drawn: an operation, a phase, keys of `when`, and an effect. A rule that no call
makes act should have been refused when it was added.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

from fault_calls import DEFAULT, Request, calls, world

from mockcloud import Cloud

Rule = dict[str, Any]

KEYS: tuple[tuple[str, Any], ...] = (
    ("user", "me"),
    ("user", "ann"),
    ("user", ""),
    ("environment", "development"),
    ("db", "public"),
    ("db", "private"),
    ("db", "shared"),
    ("zone", {}),
    ("zone", {"name": DEFAULT}),
    ("zone", {"owner": "_self"}),
    ("zone", {"owner": "ann"}),
    ("items", 0),
    ("items", 1),
    ("items", {">": 1}),
    ("bytes", {">": 10}),
    ("savePolicy", "changedKeys"),
    ("atomic", True),
    ("atomic", False),
    ("call", {"nth": 1}),
    ("call", {"item": 1}),
    ("call", {"item": 2}),
    ("call", {"nth": 1, "per": "zone"}),
    ("call", {"number": {">": 0}}),
    ("state", "initial"),
    ("recordType", "Note"),
    ("recordName", "r*"),
    ("field", {"n": 1}),
    ("field", {"n": None}),
    *(("action", action) for action in ("save", "delete", "fetch", "find", "change")),
    *(("action", action) for action in ("upload", "download", "accept", "resolve")),
)

CALL = {"operation": "zones/list", "request": {"database": "private"}}
EFFECTS: tuple[Rule, ...] = (
    {"error": "zoneBusy"},
    {"lostRequest": True},
    {"lostResponse": True},
    {"latency": 1},
    {"latency": 0},
    {"duplicate": True},
    {"applyPrefix": 0},
    {"applyPrefix": 1},
    {"truncate": 1},
    {"limits": {"itemsPerRequest": 1}},
    {"limits": {"pageSize": 1}},
    {"limits": {"journalBytes": 1}},
    {"expireTokens": True},
    {"rateLimit": {"perSecond": 0.001}},
    {"jump": 5},
    {"jump": 0},
    {"call": CALL},
    {"conflict": True},
    {"hang": True},
    {"crash": True},
    {"interrupt": 1},
    {"skew": 5},
    {"indexLag": 1000},
    {"indexLag": {"versions": 1}},
    {"expireMarkers": True},
    {"shuffle": 1},
    {"repeatChanges": 1},
    {"truncateFiles": 1},
    {"expireUploads": True},
)

PHASES = ("before", "items", "commit", "after")


def rules(draw: random.Random, operations: list[str]) -> Iterator[Rule]:
    """Draws rules, of which those in the phases of items and commits have errors only."""
    while True:
        keys = [draw.choice(KEYS) for _ in range(draw.choice((0, 1, 1, 2, 2, 3)))]
        phase = draw.choice(PHASES)
        effect = draw.choice(EFFECTS) if phase in ("before", "after") else EFFECTS[0]
        when = {"op": draw.choice(operations), "phase": phase, **dict(keys)}
        yield {"id": "drawn", "when": when, "then": effect}


def is_named(rule: Rule) -> bool:
    """Whether a rule names a zone that the database of its other keys may not have.

    Whether zones exist is not checked.
    """
    when = rule["when"]
    zone = when.get("zone", {})
    owner, isolated = zone.get("owner"), {"_self": "shared", "ann": "private"}
    if zone.get("name") == DEFAULT:
        return bool(when.get("db") == "shared" or when.get("user") == "")
    if owner is None:
        return False
    return when.get("user") in ("", "ann") or when.get("db") == isolated[owner]


def acts(cloud: Cloud, requests: list[Request], rule: Rule) -> bool:
    """Whether the rule, which was added, acts on one of the calls, which is then the first."""
    operation = rule["when"]["op"]
    repeats = 2 if "rateLimit" in rule["then"] else 1
    cloud.call("mock/snapshot", {"name": "before the call"})
    for index, request in enumerate(requests):
        text = json.dumps(request).encode()
        for _ in range(repeats):
            cloud.call_raw(operation, text)
        if cloud.call("mock/faults/report")["rules"][0]["injections"]:
            requests.insert(0, requests.pop(index))
            return True
        cloud.call("mock/restore", {"name": "before the call"})
    return False


def test_accepted_rules_act() -> None:
    accepted = 0
    with world() as base:
        requests = calls(base)
        drawn = rules(random.Random(1), sorted(requests))
        while accepted < 100:
            rule = next(drawn)
            if is_named(rule):
                continue
            added = json.dumps({"rules": [rule]}).encode()
            status, answer = base.call_raw("mock/faults/add", added)
            if status:
                assert status == -5 and json.loads(answer)["error"]["key"], (rule, answer)
                continue
            accepted += 1
            with base.fork() as cloud:
                assert acts(cloud, requests[rule["when"]["op"]], rule), json.dumps(rule)
            base.faults.clear()
