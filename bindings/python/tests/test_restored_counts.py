"""Faults that must act, whose counts are restored and then start anew."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from operator import methodcaller
from typing import Any

import pytest
from watched import fails, owed, watched

from mockcloud import Cloud, FaultNeverActed, MockCloudError

MUST = {"id": "must", "when": {"op": "zones/list"}, "then": {"error": "zoneBusy"}, "mustFire": True}
RULE = {key: value for key, value in MUST.items() if key != "mustFire"}
RESETTING = {
    "id": "resets", "when": {"op": "account/status"}, "then": {"latency": 1},
    "next": {"arm": ["must"], "reset": True},
}  # fmt: skip


@pytest.fixture
def cloud() -> Iterator[Cloud]:
    with watched() as cloud:
        yield cloud


def resets(cloud: Cloud) -> None:
    cloud.container().account_status()


def restores_nothing(cloud: Cloud) -> None:
    with cloud.savepoint():
        pass


def restores_removed(cloud: Cloud) -> None:
    with cloud.savepoint():
        cloud.faults.remove("must")


def restores_healed(cloud: Cloud) -> None:
    with cloud.savepoint():
        cloud.faults.heal()


def explores(cloud: Cloud) -> None:
    cloud.call("mock/explore/begin")
    cloud.faults.heal()
    cloud.call("mock/explore/end")


DETOURS = pytest.mark.parametrize(
    "detour", [restores_nothing, restores_removed, restores_healed, explores]
)


@DETOURS
@pytest.mark.parametrize("how", ["call", "rule"])
@pytest.mark.parametrize("raw", [False, True])
def test_counts_that_start_anew_after_a_detour(
    detour: Callable[[Cloud], None], how: str, raw: bool
) -> None:
    def body(cloud: Cloud, acts: bool) -> None:
        if raw:
            cloud.call("mock/faults/add", {"rules": [MUST, RESETTING]})
        else:
            cloud.faults.add(MUST, RESETTING)
        fails(cloud)
        detour(cloud)
        detour(cloud)
        resets(cloud) if how == "rule" else cloud.faults.arm("must", reset=True)
        if acts:
            fails(cloud)
        resets(cloud)  # as a rule of a test, it must act
        if how == "rule" and acts:
            fails(cloud)
        detour(cloud)

    def plain() -> Cloud:
        cloud = Cloud()
        cloud._ledger.unwatch()
        return cloud

    with watched() as cloud:
        body(cloud, acts=False)
        assert owed(cloud) == ["must"]
    with pytest.raises(FaultNeverActed, match="must"), plain() as cloud:
        body(cloud, acts=False)
    if how == "rule":
        with plain() as cloud:
            body(cloud, acts=True)


def test_a_rule_that_acts_in_a_part_that_is_undone(cloud: Cloud) -> None:
    cloud.faults.add(MUST, RESETTING)
    with cloud.savepoint():
        fails(cloud)
    restores_nothing(cloud)
    assert owed(cloud) == ["resets"]
    resets(cloud)
    assert owed(cloud) == ["must"]
    restores_nothing(cloud)
    assert owed(cloud) == ["must"]
    with cloud.savepoint():
        fails(cloud)
    assert owed(cloud) == []
    fails(cloud)
    resets(cloud)
    cloud.faults.remove("resets")
    assert cloud.faults.report()[0].overdue
    assert owed(cloud) == ["must"]
    cloud.faults.clear()
    assert owed(cloud) == ["must"]


def test_counts_that_start_anew_before_the_rules_are_removed(cloud: Cloud) -> None:
    cloud.faults.add(MUST, RESETTING)
    with cloud.savepoint():
        fails(cloud)
    resets(cloud)
    cloud.faults.heal()
    assert owed(cloud) == ["must"]


@pytest.mark.parametrize("later", ["nothing", "heal", "restore", "reset", "reset, heal"])
@pytest.mark.parametrize("acts", [True, False])
@pytest.mark.parametrize("is_document", [True, False])
@pytest.mark.parametrize("kind", ["rule", "must", "error"])
def test_a_rule_that_was_removed_and_acts_in_a_run_of_an_exploration(
    cloud: Cloud, kind: str, is_document: bool, acts: bool, later: str
) -> None:
    if kind == "error":
        later = later.removeprefix("reset, ")
        sets(cloud, times=2)
    else:
        cloud.faults.add(MUST if kind == "must" else RULE)
    document = cloud.state.save()
    cloud.state.snapshot("earlier")
    cloud.faults.clear()
    cloud.state.snapshot("none")
    name = owed(cloud)
    assert len(name) == 1
    cloud.call("mock/explore/begin", {"errors": ["internalError"]})
    cloud.container().account_status()

    def returns() -> None:
        cloud.state.load(document) if is_document else cloud.state.restore("earlier")

    returns()
    if acts:
        fails(cloud)
    if later.startswith("reset") and kind != "error":
        cloud.faults.arm(name[0], reset=True)
    if later.endswith("heal"):
        cloud.faults.heal()
    elif later == "restore":
        cloud.state.restore("none")
    cloud.call("mock/explore/next")
    must_again = kind == "must" and later.startswith("reset")
    expected = [] if acts and not must_again else name
    assert owed(cloud) == expected
    cloud.call("mock/explore/end")
    assert owed(cloud) == expected
    returns()
    if not is_document and acts:
        expected = []  # these are the counts with which it acted in the run
    assert owed(cloud) == expected
    cloud.faults.clear()
    assert owed(cloud) == expected


@pytest.mark.parametrize("how", ["call", "rule"])
@DETOURS
def test_a_rule_that_arms_itself_and_acted_before(
    cloud: Cloud, detour: Callable[[Cloud], None], how: str
) -> None:
    cloud.faults.add(MUST | {"next": {"arm": ["must"], "reset": True}}, RESETTING)
    with cloud.savepoint():
        fails(cloud)
    detour(cloud)
    cloud.faults.arm("must", reset=True) if how == "call" else resets(cloud)
    resets(cloud)
    assert owed(cloud) == []  # it is enough that it acted once


# Errors


def sets(cloud: Cloud, times: int = 1, **keys: Any) -> None:
    request = {"operation": "zones/list", "error": "zoneBusy", "times": times}
    cloud.call("mock/error/set", request | keys)


@DETOURS
@pytest.mark.parametrize("undone", [False, True])
def test_an_error_that_is_set_again(
    cloud: Cloud, detour: Callable[[Cloud], None], undone: bool
) -> None:
    if detour is restores_removed:
        detour = restores_nothing
    sets(cloud)
    if undone:
        with cloud.savepoint():
            fails(cloud)
    else:
        fails(cloud)
    detour(cloud)
    assert owed(cloud) == []
    sets(cloud)
    assert owed(cloud) == ["mock/error/set operation=zones/list"]
    fails(cloud)
    detour(cloud)
    assert owed(cloud) == []


# Random changes


def changes(seed: int) -> Iterator[Callable[[Cloud], object]]:
    """Yields random changes of the rules, and calls on which they act."""
    chance = random.Random(seed)
    operations = ["zones/list", "changes/database", "account/status"]

    def adds(rule: dict[str, Any], raw: bool, cloud: Cloud) -> None:
        cloud.call("mock/faults/add", {"rules": [rule]}) if raw else cloud.faults.add(rule)

    def arms(name: str, cloud: Cloud) -> None:
        cloud.faults.arm(name, reset=True)

    def removes(name: str, cloud: Cloud) -> None:
        cloud.faults.remove(name)

    for _ in range(14):
        name, operation, kind = chance.choice("abc"), chance.choice(operations), chance.random()
        if kind < 0.4:
            rule: dict[str, Any] = {"id": name, "when": {"op": operation}, "then": {"latency": 1}}
            if chance.random() < 0.7:
                rule["mustFire"] = True
            if chance.random() < 0.5:
                rule["next"] = {"arm": [chance.choice("abc")], "reset": True}
            yield partial(adds, rule, chance.random() < 0.3)
        elif kind < 0.7:
            yield methodcaller("exchange", operation)
        elif kind < 0.8:
            yield partial(arms, name)
        elif kind < 0.9:
            yield partial(removes, name)
        else:
            yield partial(sets, operation=operation)


@pytest.mark.parametrize("detour", [restores_nothing, restores_healed, explores])
def test_what_is_owed_with_detours_and_without(detour: Callable[[Cloud], None]) -> None:
    def found(seed: int, chance: random.Random | None) -> list[str]:
        with watched() as cloud:
            for change in changes(seed):
                if chance and chance.random() < 0.4:
                    with suppress(FaultNeverActed):
                        detour(cloud)
                with suppress(MockCloudError):
                    change(cloud)
            return sorted(owed(cloud))

    for seed in range(40):
        assert found(seed, random.Random(seed)) == found(seed, None), seed
