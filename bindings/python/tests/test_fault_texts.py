"""The texts about faults that never acted: the nearest call, and the reason."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from mockcloud import CKError, Cloud, FaultNeverActed, Record

BUSY = {"error": "zoneBusy"}
LIST = {"when": {"op": "zones/list"}, "then": BUSY}
LISTED = "nearest: 1. zones/list by me/device-1 -> ok"
EVALUATED = "it was evaluated 1 time"


def texts(run: Callable[[Cloud], object], *rules: dict[str, Any]) -> list[str]:
    """Returns the lines about the last rule, after the one that contains the rule."""
    with Cloud() as cloud:
        with pytest.raises(FaultNeverActed) as caught, cloud.savepoint():
            cloud.faults.add(*rules)
            run(cloud)
    lines = str(caught.value).splitlines()[1:-1]
    return [line.removeprefix("  ") for line in lines]


def zones(cloud: Cloud) -> None:
    try:
        cloud.private.zones()
    except CKError:
        return


def paused(cloud: Cloud) -> None:
    with cloud.faults.paused():
        zones(cloud)


def later(cloud: Cloud) -> None:
    cloud.advance(10)
    zones(cloud)


def test_what_is_no_condition_of_the_call() -> None:
    assert texts(zones, {**LIST, "armed": False}) == [EVALUATED, LISTED, "  it was not armed"]
    assert texts(later, {**LIST, "ttl": 5}) == [EVALUATED, LISTED, "  its ttl was over"]
    assert texts(paused, LIST) == [EVALUATED, LISTED, "  faults were paused"]
    skipping = {**LIST, "limit": {"skip": 1}}
    limited = "its limit alone prevented it 1 time"
    assert texts(zones, skipping) == [EVALUATED, limited, LISTED, "  limit.skip: expected 1"]


def test_an_earlier_fault_that_ended_the_call() -> None:
    assert texts(zones, {**LIST, "id": "first"}, {**LIST, "id": "second"}) == [
        "no call of zones/list reached it",
        "nearest: 1. zones/list by me/device-1 -> zoneBusy, fault first",
        "  shadowed by first",
    ]


def test_the_nearest_call_matches_most_conditions() -> None:
    def saves(cloud: Cloud) -> None:
        cloud.private.save(Record("Note", name="n1"))
        cloud.private.save(Record("List", name="n2"))

    when = {"op": "records/modify", "recordName": "n1", "recordType": "Nots"}
    assert texts(saves, {"when": when, "then": BUSY}) == [
        "it was evaluated 2 times",
        "nearest: 1. records/modify by me/device-1: save Note n1 -> ok",
        '  when.recordType: expected "Nots", got Note',
    ]


def test_all_conditions_that_do_not_match() -> None:
    when = {"op": "zones/list", "user": "bob", "db": "public"}
    with Cloud() as cloud:
        cloud.accounts.add_user("bob", devices=["phone"])
        with pytest.raises(FaultNeverActed) as caught, cloud.savepoint():
            cloud.faults.add({"when": when, "then": BUSY})
            zones(cloud)
    lines = str(caught.value).splitlines()
    assert '    when.user: expected "bob", got me' in lines
    assert '    when.db: expected "public", got private' in lines


def test_a_user_by_record_name() -> None:
    with Cloud() as cloud:
        me = cloud.call("mock/users/list")["users"][0]["userRecordName"]
        with pytest.raises(FaultNeverActed) as caught, cloud.savepoint():
            cloud.faults.add({**LIST, "when": {"op": "zones/list", "user": me, "db": "public"}})
            zones(cloud)
    assert "when.db" in str(caught.value) and "when.user" not in str(caught.value)


def test_a_push() -> None:
    push = {"when": {"phase": "push"}, "then": {"drop": True}}
    assert texts(zones, push) == ["no push reached it"]
