"""Rules of faults in Python; the scenarios test the effect of each rule."""

from __future__ import annotations

import json

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
