"""Calls that fill a world, and its state document, for the tests of these documents."""

from __future__ import annotations

import json
import os

from mockcloud import Cloud
from sequences import Step
from support import ROOT

#: A document with all kinds of content, to be damaged.
FULL = ROOT / "Tests" / "states" / "version-1.json"

#: The number of random worlds.
WORLDS = int(os.environ.get("MOCKCLOUD_DOCUMENTS", "60"))

NOTE = {"recordName": "r0", "recordType": "Note", "fields": {"f": {"value": {"data": "YWJj"}}}}
SAVE_FILE = {"operations": [{"operationType": "forceUpdate", "record": NOTE}]}
LONG = {"deliver": "events", "longLived": True}
SUBSCRIPTION = {
    "subscriptionID": "s",
    "subscriptionType": "zone",
    "zoneID": {"zoneName": "A"},
    "notificationInfo": {"shouldBadge": True},
}

#: Contents of a document that the sequences of `sequences.py` do not create.
EXTRAS = [
    Step("records/modify", SAVE_FILE),
    Step("records/modify", {**SAVE_FILE, **LONG}),
    Step("records/lookup", {"records": [{"recordName": "r9"}, {"recordName": "r0"}], **LONG}),
    Step("changes/zone", {"zones": [{"zoneID": {"zoneName": "A"}}], **LONG}),
    Step("records/query", {"query": {"recordType": "Note"}, "deliver": "events"}),
    Step("records/lookup", {"recods": 1, "deliver": "events", "priority": "high"}),
    Step("assets/upload", {"assets": [{"recordName": "u", "recordType": "Note", "fieldName": "f",
                                       "data": "YQ=="}]}),
    Step("subscriptions/modify", {"operations": [
        {"operationType": "create", "subscription": SUBSCRIPTION}]}),
    Step("tokens/create", {"apnsEnvironment": "development"}),
    Step("mock/clock/advance", {"seconds": 0}),
    Step("mock/clock/advance", {"seconds": 0.5}),
    Step("mock/clock/advance", {"seconds": 50_000}),
    # The subscription above fires for the first device.
    Step("records/modify", {**SAVE_FILE, "zoneID": {"zoneName": "A"}, "device": "pad"}),
    Step("records/modify", {**SAVE_FILE, "zoneID": {"zoneName": "A"}, "device": "pad", **LONG}),
    Step("mock/error/set", {"operation": "zones/list", "error": "zoneBusy", "times": 2}),
    Step("mock/recordErrors/set", {"recordNames": ["r1"], "after": 1}),
    Step("mock/faults/add", {"rules": [
        {"when": {"phase": "push"}, "limit": {"probability": 0.5}, "then": {"delay": 30}}]}),
    Step("mock/faults/add", {"rules": [
        {"when": {"op": "records/modify"}, "limit": {"probability": 0.3, "skip": 1},
         "then": [{"latency": {"dist": "uniform", "minMs": 1, "maxMs": 900}},
                  {"error": "zoneBusy"}]}]}),
    Step("mock/faults/profile", {"name": "flaky-wifi", "intensity": 0.3}),
    Step("mock/network/set", {"network": "offline", "device": "device-1",
                              "schedule": [{"after": 2, "network": "online"}]}),
    Step("mock/limits/set", {"limits": {"pageSize": 3}}),
    Step("mock/tokens/expire", {}),
    Step("mock/schema/load", {"schema": 'DEFINE SCHEMA RECORD TYPE T (f STRING QUERYABLE);'}),
]  # fmt: skip

#: The next calls, on a world and on the world loaded from its document.
NEXT = [
    Step("operations/list", {}),
    Step("mock/clock/advance", {"seconds": 0}),
    *EXTRAS[:4],
    Step("zones/list", {}),
    Step("changes/database", {"database": "private"}),
    Step("mock/clock/advance", {"seconds": 5}),
    Step("records/modify", SAVE_FILE),
    Step("records/query", {"query": {"recordType": "Note"}, "zoneID": {"zoneName": "A"}}),
    Step("mock/clock/advance", {"seconds": 40_000}),
    Step("mock/faults/report", {}),
    Step("operations/list", {}),
    # Longer than a response is kept.
    Step("mock/clock/advance", {"seconds": 50_000}),
    Step("operations/list", {}),
]


def ask(cloud: Cloud, step: Step) -> tuple[int, bytes]:
    return cloud.call_raw(step.operation, json.dumps(step.request).encode())


def drain(cloud: Cloud) -> list[bytes]:
    events = []
    while (event := cloud.next_event_raw()) is not None:
        events.append(event)
    return events


def document(cloud: Cloud) -> bytes:
    status, text = cloud.call_raw("mock/state/save")
    assert status == 0, text
    return text


def load(cloud: Cloud, text: bytes) -> tuple[int, bytes]:
    return cloud.call_raw("mock/state/load", b'{"state":%s}' % text)
