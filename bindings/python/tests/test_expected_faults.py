"""Faults that must act before a test or a block ends, whatever changes the rules."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from watched import fails, owed, watched

from mockcloud import CKError, Cloud, FaultNeverActed, Record, explore
from mockcloud.errors import ZoneBusy

QUERY = {"when": {"op": "records/query"}, "then": {"error": "zoneBusy"}}
LIST = {"id": "list", "when": {"op": "zones/list"}, "then": {"error": "zoneBusy"}}
MUST = {**LIST, "id": "must", "mustFire": True}


@pytest.fixture
def cloud() -> Iterator[Cloud]:
    with watched() as cloud:
        yield cloud


def queries(cloud: Cloud) -> None:
    with pytest.raises(CKError):
        cloud.private.query("Note")


@pytest.mark.parametrize("acts", [True, False])
def test_a_state_that_has_another_rule_of_the_same_name(cloud: Cloud, acts: bool) -> None:
    with Cloud(faults=[QUERY]) as other:
        document = other.state.save()
    cloud.private.save(Record("Note"))
    assert cloud.fail(ZoneBusy, operation="zones/list").rules == ("rule-1",)
    if acts:
        fails(cloud)
    cloud.state.load(document)
    assert owed(cloud) == ([] if acts else ["rule-1"])
    queries(cloud)
    assert owed(cloud) == ([] if acts else ["rule-1"])


def test_a_rule_that_was_not_evaluated_when_the_snapshot_was_made(cloud: Cloud) -> None:
    cloud.faults.add(LIST | {"limit": {"skip": 1}}, MUST | {"limit": {"skip": 1}})
    cloud.state.snapshot("s")
    cloud.private.zones()
    cloud.state.restore("s")
    assert owed(cloud) == ["list", "must"]


def test_optional_rules_with_must_fire(cloud: Cloud) -> None:
    cloud.faults.add(MUST, optional=True)
    with cloud.savepoint():
        cloud.faults.add(MUST | {"id": "other"}, optional=True)
    assert owed(cloud) == []
    with Cloud() as other:  # of which the test expects the same
        other.faults.add(MUST, optional=True)


def test_a_fork_has_no_obligations_of_its_base(cloud: Cloud) -> None:
    from mockcloud.testing.checks import fork_for_test

    with Cloud(faults=[MUST]) as base, fork_for_test(base) as fork:
        assert owed(fork) == []
        fork.faults.add(MUST | {"id": "own"})
        assert owed(fork) == ["own"]
        fork._ledger.unwatch()
    with Cloud(faults=[MUST]) as configured:
        configured._ledger.watch()
        assert owed(configured) == ["must"]
        configured._ledger.unwatch()


@pytest.mark.parametrize("acts", [True, False])
def test_a_rule_that_another_arms_anew(cloud: Cloud, acts: bool) -> None:
    latency = {"when": {"op": "records/query"}, "then": {"latency": 1}}
    cloud.faults.add({**LIST, "armed": False})
    cloud.faults.add({**latency, "next": {"arm": ["list"], "reset": True}})
    cloud.private.save(Record("Note"))
    cloud.private.query("Note")
    if acts:
        fails(cloud)
        cloud.private.query("Note")
    assert cloud.faults.report()[0].injections == 0
    assert owed(cloud) == ([] if acts else ["list"])


def test_an_error_that_replaces_another_in_a_block(cloud: Cloud) -> None:
    def set_error(error: str) -> None:
        cloud.call("mock/error/set", {"operation": "zones/list", "error": error})

    set_error("zoneBusy")
    fails(cloud)
    with pytest.raises(FaultNeverActed, match="quotaExceeded"), cloud.savepoint():
        set_error("quotaExceeded")
    with cloud.savepoint():
        set_error("zoneBusy")  # the one that is there already
    assert owed(cloud) == []


def test_a_rule_that_acted_before_it_was_removed_and_restored(cloud: Cloud) -> None:
    cloud.faults.add(LIST, MUST | {"limit": {"skip": 0}})
    with cloud.savepoint():
        fails(cloud)
        cloud.faults.remove("list")
        fails(cloud)
        cloud.faults.clear()
    assert [rule["id"] for rule in cloud.faults.rules()] == ["list", "must"]
    assert owed(cloud) == []


def test_what_was_known_of_a_rule_that_was_removed_and_restored(cloud: Cloud) -> None:
    cloud.faults.add({**MUST, "id": "optional"}, optional=True)
    cloud.faults.add({**MUST, "when": {"op": "zones/lookup"}, "then": {"latency": 1}})
    cloud.state.snapshot("s")
    with cloud.savepoint():
        cloud.call("zones/lookup", {"zones": [{"zoneID": {"zoneName": "_defaultZone"}}]})
    cloud.faults.clear()  # "must" has acted, but its count is 0 again
    cloud.state.restore("s")
    assert [rule.overdue for rule in cloud.faults.report()] == [True, True]
    assert owed(cloud) == []


def test_the_nearest_call_is_read_before_the_journal_is_emptied(cloud: Cloud) -> None:
    cloud.faults.add(LIST | {"limit": {"skip": 1}})
    cloud.private.zones()
    cloud.state.reset()
    [text] = cloud._ledger.problems()
    assert "nearest: 1. zones/list by me/device-1 -> ok" in text


# Explorations


@pytest.mark.parametrize("key", [{"mustFire": True}, {}])
def test_rules_that_acted_in_an_exploration(cloud: Cloud, key: dict[str, Any]) -> None:
    def scenario(cloud: Cloud) -> None:
        cloud.faults.add({**QUERY, "id": "never"}, {**MUST, "id": "must never"})
        cloud.fail(ZoneBusy, records="never")
        cloud.faults.remove("never")
        try:
            cloud.private.fetch("n")
        except CKError:
            cloud.faults.heal()  # also the rules of the test, until the run ends

    lookup = {"when": {"op": "records/lookup"}, "then": {"latency": 1}, **key}
    cloud.faults.add(lookup, LIST)
    with cloud.fail(ZoneBusy, operation="records/query"):
        explore(cloud, errors=["zoneBusy"]).run(scenario)
        assert owed(cloud) == ["list", "rule-2"]
        queries(cloud)
    assert owed(cloud) == ["list"]
    fails(cloud)
    assert owed(cloud) == []


def test_rules_with_must_fire_that_acted_in_an_exploration() -> None:
    def scenario(cloud: Cloud) -> None:
        with pytest.raises(CKError):
            cloud.private.fetch("n")

    with Cloud() as cloud:
        cloud._ledger.unwatch()
        lookup = {"when": {"op": "records/lookup"}, "then": {"latency": 1}}
        cloud.faults.add({**lookup, "mustFire": True})
        explore(cloud, errors=["zoneBusy"]).run(scenario)
    with pytest.raises(FaultNeverActed, match="must"), Cloud() as cloud:
        cloud._ledger.unwatch()
        cloud.faults.add(MUST)
        explore(cloud, errors=["zoneBusy"]).run(scenario)


@pytest.mark.parametrize("ends", [True, False])
@pytest.mark.parametrize("removes", [True, False])
@pytest.mark.parametrize("kind", ["rule", "must", "error"])
def test_a_document_of_a_run_of_an_exploration(
    cloud: Cloud, kind: str, removes: bool, ends: bool
) -> None:
    cloud.call("mock/explore/begin", {"errors": ["internalError"]})
    cloud.private.zones()
    if kind == "error":
        cloud.call("mock/error/set", {"operation": "zones/list", "error": "zoneBusy"})
    else:
        cloud.faults.add(MUST if kind == "must" else LIST)
    document = cloud.state.save()
    if removes:
        cloud.faults.clear()
    cloud.call("mock/explore/end" if ends else "mock/explore/next")
    assert owed(cloud) == []
    cloud.state.load(document)
    assert owed(cloud) == []
    if ends:
        with cloud.savepoint():
            pass
        cloud.faults.clear()
        cloud.state.load(document)
        assert owed(cloud) == []


# Threads, and many rules


def test_rules_are_added_while_others_are_removed(cloud: Cloud) -> None:
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    has_ended = False

    def churn() -> None:
        while not has_ended:
            cloud.fail(ZoneBusy, operation="records/query", optional=True).remove()

    thread = threading.Thread(target=churn)
    thread.start()
    try:
        for number in range(100):
            cloud.faults.add({**LIST, "id": f"own-{number}"})
    finally:
        has_ended = True
        thread.join()
        sys.setswitchinterval(interval)
    assert len(owed(cloud)) == 100


def calls_while(cloud: Cloud, run: Callable[[], object]) -> int:
    """Returns how many calls the cloud's own bookkeeping makes."""
    count = 0
    ask = cloud._ledger._rules._call

    def counting(operation: Any, request: Any) -> Any:
        nonlocal count
        count += 1
        return ask(operation, request)

    cloud._ledger._rules._call = counting
    run()
    cloud._ledger._rules._call = ask
    return count


def rules_read_while(cloud: Cloud, run: Callable[[], object]) -> int:
    """Returns how many rules and reports the cloud's own bookkeeping reads."""
    count = 0
    ask = cloud._ledger._rules._call

    def counting(operation: Any, request: Any) -> Any:
        nonlocal count
        response = ask(operation, request)
        count += len(response.get("rules", ()))
        return response

    cloud._ledger._rules._call = counting
    run()
    cloud._ledger._rules._call = ask
    return count


@pytest.mark.parametrize("how", ["remove", "raw", "arm", "block"])
def test_rules_among_many_are_changed_alone(cloud: Cloud, how: str) -> None:
    names = cloud.faults.add(*({**LIST, "id": f"q{number}"} for number in range(50)))
    failures = [cloud.fail(ZoneBusy, operation="records/query") for _ in range(50)]
    fails_once = cloud.fail(ZoneBusy, operation="users/caller", optional=True)

    def change() -> None:
        for name, failure in zip(names, failures, strict=True):
            if how == "remove":
                cloud.faults.remove(name)
            elif how == "raw":
                cloud.call_raw("mock/faults/remove", f'{{"id":"{name}"}}')
            elif how == "arm":
                cloud.faults.arm(name, reset=True)
            else:
                failure.remove()

    assert rules_read_while(cloud, change) <= 50 * 3
    assert fails_once.count == 0
    assert len(owed(cloud)) == 100


def test_many_faults_that_never_act(cloud: Cloud) -> None:
    def block(count: int) -> None:
        records = [f"n{number}" for number in range(count)]
        with pytest.raises(FaultNeverActed) as caught, cloud.fail(ZoneBusy, records=records):
            assert cloud.private.get("other") is None
        lines = str(caught.value).splitlines()
        assert sum("nearest" in line for line in lines) == min(count, 20)
        if count > 20:
            assert lines[-2] == f"... {count - 20} more faults never acted"

    # The calls are read once, and not for each fault.
    assert calls_while(cloud, lambda: block(30)) == calls_while(cloud, lambda: block(10))


def test_many_rules_that_are_added_at_once(cloud: Cloud) -> None:
    class Names(set[int]):
        copied = 0

        def __or__(self, other: Any) -> Any:
            Names.copied += len(self)
            return Names(super().__or__(other))

        def __sub__(self, other: Any) -> Any:
            Names.copied += len(self)
            return Names(super().__sub__(other))

    assert cloud._ledger._test is not None
    cloud._ledger._test.due = Names()
    cloud._ledger._test.exempt = Names()
    cloud.faults.add(*(QUERY for _ in range(20)))
    cloud.faults.add(*(QUERY for _ in range(20)), optional=True)
    assert Names.copied == 0
    assert len(owed(cloud)) == 20
