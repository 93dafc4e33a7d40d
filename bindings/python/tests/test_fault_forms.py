"""The forms of rules of faults: what is listed and saved is what was given."""

from __future__ import annotations

from typing import Any

import pytest

from mockcloud import Cloud, Record

EFFECTS: list[dict[str, Any]] = [
    {"error": {"code": "zoneBusy", "retryAfter": 1.0}, "retryAfterGrows": {"factor": 2.0}},
    {"lostRequest": {"as": {"code": "networkFailure"}}},
    {"lostResponse": {"as": {"code": "serverResponseLost"}}},
    {"latency": 1.0},
    {"duplicate": True},
    {"applyPrefix": 1, "as": {"code": "zoneBusy"}},
    {"truncate": 3},
    {"limits": {"itemsPerRequest": 2}},
    {"expireTokens": True},
    {"crash": True},
    {"rateLimit": {"perSecond": 0.5, "burst": 2}},
    {"jump": 2.0},
    {
        "call": {
            "operation": "zones/modify",
            "request": {
                "user": None,
                "device": "phone",
                "operations": [
                    {"operationType": "create", "zone": {"zoneID": {"zoneName": "Work"}}}
                ],
            },
        }
    },
    {"conflict": True},
    {"conflict": {"recordName": "n*", "field": {"t": "x", "n": 1, "gone": None}}},
    {"hang": True},
    {"interrupt": 2, "as": {"code": "zoneBusy"}},
    {"skew": -1.5},
    {"indexLag": 2.0},
    {"indexLag": {"versions": 3}},
    {"expireMarkers": True},
    {"shuffle": True},
    {"repeatChanges": 2},
    {"truncateFiles": 0},
    {"expireUploads": True},
    {"drop": True},
    {"delay": {"dist": "uniform", "minMs": 1, "maxMs": 2}},
    {"repeat": 2},
    {"coalesce": 1.0},
]


def test_every_effect_has_a_form(cloud: Cloud) -> None:
    language = cloud.info()["faults"]
    names = {each["name"] for each in language["effects"]}
    assert names == set(language["then"]) - {"retryAfterGrows", "as"}
    assert names == {next(iter(effect)) for effect in EFFECTS}


@pytest.mark.parametrize("effect", EFFECTS, ids=str)
def test_an_effect_is_listed_as_it_was_given_and_saved(
    cloud: Cloud, effect: dict[str, Any]
) -> None:
    cloud.accounts.add_device("phone")
    cloud.faults.add({"id": "r", "then": effect})
    assert cloud.faults.rules()[0]["then"] == [effect]
    with Cloud({"state": cloud.state.save()}) as other:
        assert other.faults.rules() == cloud.faults.rules()
        assert other.state.save() == cloud.state.save()


def test_a_push_that_waits_for_others_is_saved(cloud: Cloud) -> None:
    cloud.accounts.add_device("pad")
    cloud.call(
        "subscriptions/modify",
        operations=[
            {
                "operationType": "create",
                "subscription": {
                    "subscriptionID": "s",
                    "subscriptionType": "database",
                    "notificationInfo": {"shouldSendContentAvailable": True},
                },
            }
        ],
    )
    cloud.private.create_zone("work")
    cloud.clock.advance()
    assert len(list(cloud.events())) == 1
    cloud.faults.add({"when": {"device": "pad"}, "then": {"coalesce": 10}})
    cloud.private.save(Record("Note", name="a", zone="work"))
    cloud.clock.advance(1)
    with Cloud({"state": cloud.state.save()}) as other:
        assert other.state.save() == cloud.state.save()
        for each in (cloud, other):
            each.private.save(Record("Note", name="b", zone="work"))
            each.clock.advance(9)
            arrived = list(each.events())
            assert len(arrived) == 1


def test_what_is_listed_can_be_added(cloud: Cloud) -> None:
    rules: list[dict[str, Any]] = [
        {
            "id": "all",
            "when": {
                "op": ["records/modify", "records/query"],
                "phase": "before",
                "user": "a*",
                "device": "*",
                "container": "iCloud.*",
                "environment": "production",
                "db": "private",
                "zone": {"name": "N*", "owner": "_self"},
                "items": {">=": 1, "<=": 3},
                "bytes": {">=": 10},
                "savePolicy": "allKeys",
                "atomic": False,
                "call": {"from": 2, "to": 8, "every": 4, "per": "device"},
                "clock": {"after": 1.5, "until": 90, "every": 30, "for": 2.5},
                "state": {"is": "g/initial", "per": "user"},
            },
            "limit": {
                "skip": 1,
                "injections": 2,
                "per": "zone",
                "probability": {"from": 0.25, "to": 1, "during": 60},
            },
            "then": [
                {"latency": {"dist": "uniform", "minMs": 1, "maxMs": 2}},
                {"latency": {"dist": "lognormal", "medianMs": 90, "sigma": 0.5}},
                {"latency": {"from": 0.5, "to": 8, "during": 60}},
                {"expireUploads": {"olderThan": 60}},
                {"rateLimit": {"perSecond": 2.5, "burst": 3}},
                {"call": {"operation": "mock/clock/advance", "request": {"seconds": 1}}},
                {
                    "call": {
                        "operation": "mock/account/set",
                        "request": {"user": "me", "accountStatus": "noAccount"},
                    }
                },
                {"jump": -1.5},
                {
                    "error": {"code": "zoneBusy", "retryAfter": 1.0},
                    "retryAfterGrows": {"factor": 2, "most": 8},
                },
            ],
            "next": {
                "state": "g/over",
                "per": "user",
                "arm": ["item"],
                "reset": True,
                "disarm": ["all"],
            },
            "ttl": 60,
            "mustFire": True,
        },
        {
            "id": "limits",
            "when": {"op": ["records/modify", "records/query"]},
            "then": [{"limits": {"pageSize": 2, "storagePerUser": None}}],
        },
        {
            "id": "item",
            "when": {
                "recordType": "Note",
                "recordName": "n*",
                "action": ["save"],
                "field": {"t": "x", "n": 1, "d": 1.5, "gone": None},
                "call": {"nth": 6},
            },
            "then": [{"error": {"code": "quotaExceeded", "reason": "full"}}],
            "armed": False,
        },
        {"id": "push", "when": {"phase": "push"}, "then": [{"delay": 2.5}, {"repeat": 2}]},
        {
            "id": "page",
            "when": {"op": ["changes/zone"]},
            "then": [{"shuffle": -3}],
            "last": True,
        },
    ]
    cloud.faults.add(*rules, optional=True)
    listed = cloud.faults.rules()
    assert listed == rules
    with Cloud() as other:
        other.faults.add(*listed, optional=True)
        assert other.faults.rules() == listed
