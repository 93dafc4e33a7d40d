"""Rules of faults in Python; the scenarios test the effect of each rule."""

from __future__ import annotations

import json
from typing import Any

import pytest

from mockcloud import BadMockRequest, Cloud, Record, errors
from support import PLUGIN

BUSY = {"id": "busy", "when": {"op": "records/modify"}, "then": {"error": "zoneBusy"}}


def test_fails_twice_and_then_succeeds(cloud: Cloud) -> None:
    assert cloud.faults.add({**BUSY, "limit": {"injections": 2}}) == ["busy"]
    for _ in range(2):
        with pytest.raises(errors.ZoneBusy):
            cloud.private.save(Record("Note", name="n"))
    cloud.private.save(Record("Note", name="n"))
    [report] = cloud.faults.report()
    assert (report.evaluations, report.injections, report.skipped) == (3, 2, 1)
    assert report.last_reason == "limit.injections"
    assert not report.overdue


def test_the_error_of_a_rule_is_an_exception_as_in_fail(cloud: Cloud) -> None:
    cloud.faults.add({"then": [{"latency": 1}, {"error": errors.ZoneBusy(retry_after=3)}]})
    with pytest.raises(errors.ZoneBusy) as raised:
        cloud.private.zones()
    assert raised.value.retry_after == 3
    cloud.faults.clear()
    cloud.faults.add({"then": {"error": errors.NetworkFailure}})
    with pytest.raises(errors.NetworkFailure):
        cloud.private.zones()
    with pytest.raises(TypeError, match=r"ZoneBusy\(retry_after=3\)"):
        cloud.faults.add({"then": {"error": ValueError}})


def test_rules_are_paused_removed_and_cleared(cloud: Cloud) -> None:
    cloud.faults.add(BUSY)
    with cloud.faults.paused():
        cloud.private.save(Record("Note", name="n"))
    with pytest.raises(errors.ZoneBusy):
        cloud.private.save(Record("Note", name="n"))
    cloud.faults.remove("busy")
    cloud.private.save(Record("Note", name="other"))
    cloud.faults.add(BUSY)
    assert [rule["id"] for rule in cloud.faults.rules()] == ["busy"]
    cloud.faults.clear()
    assert cloud.faults.rules() == []


def test_blocks_without_faults_within_one_another(cloud: Cloud) -> None:
    cloud.faults.add(BUSY)
    with cloud.faults.paused():
        with cloud.faults.paused():
            pass
        cloud.private.save(Record("Note", name="n"))
    with pytest.raises(errors.ZoneBusy):
        cloud.private.save(Record("Note", name="n"))
    with pytest.raises(KeyError), cloud.faults.paused():
        cloud.close()
        raise KeyError("x")


def test_a_configuration_has_rules() -> None:
    with Cloud({"faults": [BUSY]}) as cloud, pytest.raises(errors.ZoneBusy):
        cloud.private.save(Record("Note", name="n"))
    with pytest.raises(BadMockRequest, match="zoneBusy") as refused:
        Cloud({"faults": [{"then": {"error": "zoneBussy"}}]})
    assert refused.value.key == "faults[0].then.error"


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


@pytest.mark.parametrize("seed", range(1, 40))
def test_the_same_seed_gives_the_same_journal(seed: int) -> None:
    """Compares two clouds, and a third one with the state that the second had after ten calls."""
    rules = [
        {
            "id": f"r{index}",
            "when": {"op": operation},
            "limit": {"probability": 0.3, "injections": 4, "per": per},
            "then": effect,
        }
        for index, (operation, per, effect) in enumerate(
            [
                ("records/modify", "rule", {"error": "zoneBusy"}),
                ("records/modify", "device", {"lostResponse": True}),
                ("records/lookup", "op", {"latency": {"dist": "uniform", "minMs": 1, "maxMs": 9}}),
                (
                    "records/lookup",
                    "rule",
                    {"latency": {"dist": "lognormal", "medianMs": 50, "sigma": 1}},
                ),
                ("records/query", "rule", {"rateLimit": {"perSecond": 1, "burst": 2}}),
            ]
        )
    ]

    def play(cloud: Cloud, calls: range) -> None:
        for number in calls:
            name = f"n{number % 5}"
            record = {"recordName": name, "recordType": "Note"}
            cloud.call_raw(
                "records/modify",
                json.dumps({"operations": [{"operationType": "forceUpdate", "record": record}]}),
            )
            cloud.call_raw("records/lookup", json.dumps({"records": [{"recordName": name}]}))
            cloud.call_raw("records/query", json.dumps({"query": {"recordType": "Note"}}))

    with Cloud({"seed": seed, "faults": rules}) as first, Cloud({"seed": seed}) as second:
        second.faults.add(*rules)
        play(first, range(20))
        play(second, range(10))
        with Cloud() as third:
            third.call("mock/state/load", {"state": second.call("mock/state/save")})
            play(second, range(10, 20))
            play(third, range(10, 20))
            journals = [cloud.call_raw("mock/journal", None).text for cloud in (first, second)]
            assert journals[0] == journals[1]
            saved = [cloud.call_raw("mock/state/save", None).text for cloud in (second, third)]
            assert saved[0] == saved[1]


def test_a_rule_that_must_act_fails_the_test(pytester: pytest.Pytester) -> None:
    pytester.makeini(f"[pytest]\naddopts = -p {PLUGIN}\n")
    pytester.makepyfile(
        """
        RULE = {"id": "r", "when": {"op": "zones/list"}, "then": {"latency": 1}, "mustFire": True}

        def test_acts(mockcloud):
            mockcloud.faults.add(RULE)
            mockcloud.call("zones/list")

        def test_never_acts(mockcloud):
            mockcloud.faults.add(RULE)
            mockcloud.call("account/status")
        """
    )
    result = pytester.runpytest_subprocess()
    result.assert_outcomes(passed=2, errors=1)
    result.stdout.fnmatch_lines(
        [
            "the fault 'r' never acted: *",
            "  no call of zones/list reached it",
            "  called instead: account/status 1x",
        ]
    )


def test_rules_are_armed_and_disarmed_by_name(cloud: Cloud) -> None:
    rule = {"limit": {"injections": 1}, "then": {"error": "zoneBusy"}, "armed": False}
    cloud.faults.add({"id": "a/1", **rule}, {"id": "a/2", **rule})
    cloud.private.zones()
    assert cloud.faults.arm("a/1") == ["a/1"]
    with pytest.raises(errors.ZoneBusy):
        cloud.private.zones()
    cloud.faults.arm("a/1")
    cloud.private.zones()
    assert cloud.faults.arm("a/*", reset=True) == ["a/1", "a/2"]
    assert cloud.faults.disarm("a/2") == ["a/2"]
    with pytest.raises(errors.ZoneBusy):
        cloud.private.zones()
    cloud.private.zones()
    with pytest.raises(BadMockRequest, match="a/1, a/2"):
        cloud.faults.arm("b")


@pytest.mark.parametrize("name", ["mock/error/set", "mock/recordErrors/set recordName=n"])
def test_a_rule_has_no_name_of_a_set_error(cloud: Cloud, name: str) -> None:
    with pytest.raises(BadMockRequest, match=r"rules\[0\]\.id: .* is the name of a set error"):
        cloud.faults.add({"id": name, "then": {"latency": 1}})
    cloud.faults.add({"id": name.replace("/set", "/sets"), "then": {"latency": 1}})
