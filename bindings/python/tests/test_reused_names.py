"""Faults that must act, whose names other faults had before."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress

import pytest
from watched import owed, watched

from mockcloud import CKError, Cloud, FaultNeverActed, explore
from mockcloud.harness.faults import Failure

LIST = {"when": {"op": "zones/list"}, "then": {"error": "zoneBusy"}}
MODIFY = {"when": {"op": "records/modify"}, "then": {"error": "zoneBusy"}}
AGAIN = {"when": {"op": "records/lookup"}, "then": {"latency": 1}}


@pytest.fixture
def cloud() -> Iterator[Cloud]:
    with watched() as cloud:
        yield cloud


def lists(cloud: Cloud) -> None:
    assert cloud.exchange("zones/list")[0] == 23


def saved(cloud: Cloud) -> Callable[[], None]:
    document = cloud.state.save()
    return lambda: cloud.state.load(document)


def snapshot(cloud: Cloud) -> Callable[[], None]:
    cloud.state.snapshot("s")
    return lambda: cloud.state.restore("s")


#: Functions that store the rules and return one that restores them.
STORES = pytest.mark.parametrize("store", [snapshot, saved])


@pytest.mark.parametrize("own", [MODIFY, LIST], ids=["other", "same"])
def test_another_acts_in_a_savepoint(cloud: Cloud, own: dict[str, object]) -> None:
    assert cloud.faults.add(own) == ["rule-1"]
    with cloud.savepoint():
        cloud.faults.clear()
        with cloud.fail("zoneBusy", operation="zones/list") as failure:
            assert failure.rules == ("rule-1",)
            lists(cloud)
    assert owed(cloud) == ["rule-1"]


def test_another_acts_after_it_did(cloud: Cloud) -> None:
    cloud.faults.add({**LIST, "mustFire": True})
    with cloud.savepoint():
        lists(cloud)
        cloud.faults.clear()
        with cloud.fail("zoneBusy", operation="zones/list"):
            lists(cloud)
    assert cloud.faults.report()[0].injections == 0
    assert owed(cloud) == []


@pytest.mark.parametrize("own", [MODIFY, LIST], ids=["other", "same"])
def test_another_acts_in_an_exploration(cloud: Cloud, own: dict[str, object]) -> None:
    cloud.faults.add({**own, "mustFire": True})

    def scenario(cloud: Cloud) -> None:
        cloud.exchange("records/lookup", {"records": [{"recordName": "a"}]})
        cloud.faults.clear()
        with suppress(CKError), cloud.fail("zoneBusy", operation="zones/list", optional=True):
            cloud.private.zones()

    for run in explore(cloud, errors=["zoneBusy"]):
        with run:
            scenario(cloud)
    assert owed(cloud) == ["rule-1"]


def test_the_end_of_an_exploration_that_is_over(cloud: Cloud) -> None:
    for run in explore(cloud, errors=["zoneBusy"]):
        with run:
            cloud.exchange("zones/list")
    cloud.faults.add(MODIFY)
    cloud.call("mock/explore/end")
    assert owed(cloud) == ["rule-1"]


@STORES
@pytest.mark.parametrize("own", [MODIFY, LIST], ids=["other", "same"])
def test_one_that_is_added_by_a_call(
    cloud: Cloud, own: dict[str, object], store: Callable[[Cloud], Callable[[], None]]
) -> None:
    cloud.faults.add(LIST)
    lists(cloud)
    cloud.faults.clear()
    cloud.call("mock/faults/add", {"rules": [{**own, "mustFire": True}]})
    store(cloud)()
    assert owed(cloud) == ["rule-1"]


@pytest.mark.parametrize("acts", [True, False])
def test_one_whose_counts_start_anew(cloud: Cloud, acts: bool) -> None:
    cloud.faults.add({**LIST, "id": "q"})
    lists(cloud)
    cloud.faults.remove("q")
    cloud.faults.add({**LIST, "id": "q"}, {**AGAIN, "next": {"arm": ["q"], "reset": True}})
    if acts:
        lists(cloud)
    cloud.exchange("records/lookup", {"records": [{"recordName": "a"}]})
    assert owed(cloud) == ([] if acts else ["q"])


def test_one_whose_counts_start_anew_after_acts_that_no_rule_expresses(cloud: Cloud) -> None:
    cloud.faults.add({**LIST, "id": "q"}, {**AGAIN, "next": {"arm": ["q"], "reset": True}})
    lookup = {"records": [{"recordName": "a"}], "device": "device-*"}
    cloud.call("mock/devices/add", {"device": "device-*"})
    cloud.exchange("records/lookup", lookup)
    assert cloud.faults.trace().unexpressed
    assert owed(cloud) == ["q"]


@pytest.mark.parametrize("text", [False, True])
def test_both_are_reported(cloud: Cloud, text: bool) -> None:
    cloud.faults.add(LIST)
    cloud.faults.clear()
    cloud.faults.add(MODIFY)
    if text:
        cloud.faults.clear()
    assert owed(cloud) == ["rule-1", "rule-1"]


@STORES
def test_the_end_of_a_block_removes_a_restored_rule(
    cloud: Cloud, store: Callable[[Cloud], Callable[[], None]]
) -> None:
    with cloud.fail("zoneBusy", operation="zones/list") as failure:
        restore = store(cloud)
        lists(cloud)
        cloud.faults.clear()
        restore()
        lists(cloud)
        lists(cloud)
        assert failure.count == cloud.faults.report()[0].injections == 2
    assert cloud.exchange("zones/list")[0] == 0
    assert cloud.faults.rules() == []


@STORES
def test_the_end_of_a_block_does_not_remove_another_rule(
    cloud: Cloud, store: Callable[[Cloud], Callable[[], None]]
) -> None:
    cloud.faults.add(MODIFY, optional=True)
    restore = store(cloud)
    cloud.faults.clear()
    with cloud.fail("zoneBusy", operation="zones/list") as failure:
        lists(cloud)
        restore()
        assert failure.count == 1
    assert [rule["when"] for rule in cloud.faults.rules()] == [{"op": ["records/modify"]}]


def fails(cloud: Cloud) -> Failure:
    return cloud.fail("zoneBusy", operation="zones/list")


def test_a_fork_may_act_instead() -> None:
    with Cloud() as cloud, fails(cloud), cloud.fork() as fork:
        lists(fork)
    with Cloud() as cloud, cloud.savepoint():
        cloud.faults.add(LIST)
        with cloud.fork() as fork:
            lists(fork)
    with Cloud() as cloud, pytest.raises(FaultNeverActed), cloud.savepoint():
        cloud.fork().close()
        cloud.faults.add(LIST)


def test_a_fork_of_the_cloud_of_a_fixture_acts_instead(cloud: Cloud) -> None:
    with fails(cloud), cloud.fork() as fork:
        lists(fork)
    cloud.faults.add({**LIST, "id": "must", "mustFire": True})
    with cloud.fork():
        pass
    assert owed(cloud) == ["must"]
    with cloud.fork() as fork:
        fork.faults.arm("must", reset=True)
        lists(fork)
    assert owed(cloud) == ["must"]
    with cloud.fork() as fork:
        lists(fork)
    cloud.faults.clear()
    assert owed(cloud) == []


LOOKUP = {"when": {"op": "records/lookup", "recordName": "a"}, "then": {"error": "zoneBusy"}}


@pytest.mark.parametrize("then", ["nothing", "removed", "cleared", "acts"])
@STORES
def test_a_fault_of_a_block_whose_name_had_one_that_acted(
    cloud: Cloud, store: Callable[[Cloud], Callable[[], None]], then: str
) -> None:
    cloud.faults.add(LOOKUP)
    lookup = {"records": [{"recordName": "a"}]}
    cloud.exchange("records/lookup", lookup)
    assert cloud.faults.report()[0].injections == 1
    restore = store(cloud)
    cloud.faults.clear()
    with pytest.raises(FaultNeverActed), fails(cloud) as failure:
        assert failure.rules == ("rule-1",)
        with cloud.savepoint():
            restore()
            if then == "removed":
                cloud.faults.remove("rule-1")
            elif then == "cleared":
                cloud.faults.clear()
            elif then == "acts":
                cloud.exchange("records/lookup", lookup)
        assert failure.count == 0


@pytest.mark.parametrize("end", ["clear", "heal", "remove"])
@STORES
def test_one_that_acted_is_brought_back(
    cloud: Cloud, store: Callable[[Cloud], Callable[[], None]], end: str
) -> None:
    cloud.faults.add({**LIST, "mustFire": True})
    restore = store(cloud)
    lists(cloud)
    cloud.faults.remove("rule-1") if end == "remove" else getattr(cloud.faults, end)()
    restore()
    assert owed(cloud) == []
    cloud.faults.arm("rule-1", reset=True)
    assert owed(cloud) == ["rule-1"]


SAME: dict[str, Callable[[Cloud], object]] = {
    "rule": lambda cloud: cloud.faults.add({**LIST, "id": "q"}),
    "must": lambda cloud: cloud.faults.add({**LIST, "id": "q", "mustFire": True}),
    "error": lambda cloud: cloud.call(
        "mock/error/set", {"operation": "zones/list", "error": "zoneBusy"}
    ),
}


@STORES
@pytest.mark.parametrize("which", ["first", "second", "restored", "both", "neither"])
@pytest.mark.parametrize("kind", SAME)
def test_an_equal_one_is_brought_back(
    cloud: Cloud, kind: str, which: str, store: Callable[[Cloud], Callable[[], None]]
) -> None:
    SAME[kind](cloud)
    if which in ("first", "both"):
        lists(cloud)
    restore = store(cloud)
    cloud.faults.clear()
    SAME[kind](cloud)
    if which in ("second", "both"):
        lists(cloud)
    restore()
    if which == "restored":
        lists(cloud)
    assert len(owed(cloud)) == {"both": 0, "neither": 2}.get(which, 1)


@STORES
def test_counts_that_start_anew_before_an_act_is_brought_back(
    cloud: Cloud, store: Callable[[Cloud], Callable[[], None]]
) -> None:
    SAME["must"](cloud)
    store(cloud)
    cloud.faults.clear()
    SAME["must"](cloud)
    lists(cloud)
    restore = store(cloud)
    cloud.faults.arm("q", reset=True)
    assert owed(cloud) == ["q", "q"]
    restore()
    assert owed(cloud) == ["q"]


def test_a_document_from_before_the_test() -> None:
    with Cloud() as cloud:
        cloud.faults.add({**LIST, "mustFire": True}, optional=True)
        document = cloud.state.save()
        cloud._ledger.watch()
        assert owed(cloud) == ["rule-1"]
        lists(cloud)
        cloud.faults.clear()
        cloud.state.load(document)
        assert owed(cloud) == []
        cloud._ledger.unwatch()


@pytest.mark.parametrize(
    "request_text", ['{"id":"q","ids":[]}', '{"id":1}', "[]", "{", "[" * 100_000, "", '{"id":"p"}']
)
def test_a_removal_that_is_refused(cloud: Cloud, request_text: str) -> None:
    cloud.faults.add({**MODIFY, "id": "q"})
    with suppress(FaultNeverActed), fails(cloud) as failure:
        assert cloud.call_raw("mock/faults/remove", request_text).status < 0
        lists(cloud)
        assert failure.count == 1
        assert cloud.call_raw("mock/faults/remove", ' {"id": "rule-1"} ').status == 0
        assert failure.count == 1
        assert cloud.exchange("zones/list")[0] == 0
    assert owed(cloud) == ["q"]
