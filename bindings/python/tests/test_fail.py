"""`cloud.fail`: calls and records that fail until a block ends."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from typing import Any
from unittest.mock import patch

import pytest

from mockcloud import CKError, Cloud, Failure, FaultNeverActed, Record, ZoneID, explore
from mockcloud.errors import (
    NetworkFailure,
    PartialFailure,
    ServerRecordChanged,
    UnknownItem,
    ZoneBusy,
)


def outcome(call: Any) -> int:
    """Returns the code of the error that a call raises, or 0."""
    try:
        call()
    except CKError as error:
        return error.code
    return 0


def test_a_block_fails_and_ends(cloud: Cloud) -> None:
    cloud.private.save(Record("Note"))
    busy = ZoneBusy(retry_after=3, reason="too many cooks")
    with cloud.fail(busy, operation="zones/list") as failure:
        with pytest.raises(ZoneBusy, match="too many cooks") as caught:
            cloud.private.zones()
        assert caught.value.retry_after == 3
        assert len(cloud.private.query("Note")) == 1
        assert failure.count == 1
    assert cloud.private.zones()
    assert cloud.faults.rules() == [] and failure.count == 1


def test_it_ends_where_the_block_raises(cloud: Cloud) -> None:
    with pytest.raises(ZeroDivisionError), cloud.fail(ZoneBusy):
        raise ZeroDivisionError
    assert cloud.private.zones()


def test_without_a_block_it_stays_until_removed(cloud: Cloud) -> None:
    failure = cloud.fail("zoneBusy")
    assert [outcome(cloud.private.zones) for _ in range(2)] == [23, 23]
    failure.remove()
    failure.remove()
    assert outcome(cloud.private.zones) == 0


def test_blocks_within_one_another(cloud: Cloud) -> None:
    cloud.private.save(Record("Note"))
    cloud.fail("networkFailure", operation="zones/list")
    with cloud.fail(ZoneBusy, operation="records/query"):
        with cloud.fail(ZoneBusy, operation="records/query", times=1, optional=True):
            assert outcome(lambda: cloud.private.query("Note")) == 23
        assert outcome(lambda: cloud.private.query("Note")) == 23
    assert outcome(lambda: cloud.private.query("Note")) == 0
    assert outcome(cloud.private.zones) == NetworkFailure.code


def test_times_and_after(cloud: Cloud) -> None:
    with cloud.fail(ZoneBusy, operation=["zones/list", "records/query"], times=2, after=1):
        assert [outcome(cloud.private.zones) for _ in range(4)] == [0, 23, 23, 0]


def test_records(cloud: Cloud) -> None:
    for name in ("n", "1", "n1", "n2"):
        cloud.private.save(Record("Note", name=name))

    def fails(name: str) -> bool:
        return outcome(lambda: cloud.private.fetch(name)) == 23

    with cloud.fail(ZoneBusy, records="n1"):
        assert [fails(name) for name in ("n", "1", "n1")] == [False, False, True]
    with cloud.fail(ZoneBusy, records=["n1", cloud.private.fetch("n2")], times=1) as failure:
        assert [fails(name) for name in ("n1", "n1", "n2", "n2")] == [True, False, True, False]
        assert failure.count == 2
    with cloud.fail(ZoneBusy, records=["n1"], operation="records/modify"):
        assert not fails("n1")
        assert outcome(lambda: cloud.private.delete("n1")) == 23


def test_a_record_of_another_zone_does_not_fail(cloud: Cloud) -> None:
    for zone in ("Home", "Work"):
        cloud.private.create_zone(zone)
        cloud.private.in_zone(zone).save(Record("Note", name="n1"))
    home = cloud.private.in_zone("Home").fetch("n1")
    for given in (home, Record("Note", name="n1", zone=ZoneID("Home"))):
        with cloud.fail(ZoneBusy, records=given):
            assert outcome(lambda: cloud.private.in_zone("Home").fetch("n1")) == 23
            assert outcome(lambda: cloud.private.in_zone("Work").fetch("n1")) == 0


def test_who_and_where(cloud: Cloud) -> None:
    cloud.accounts.add_user("bob", devices=["phone", "pad"])
    phone, pad = (cloud.as_user("bob", device) for device in ("phone", "pad"))
    with cloud.fail(ZoneBusy, device="phone"):
        assert [outcome(user.private.zones) for user in (phone, pad)] == [23, 0]
    with cloud.fail(ZoneBusy, user="bob", database="public"):
        assert [outcome(pad.public.zones), outcome(pad.private.zones)] == [23, 0]
        assert outcome(cloud.public.zones) == 0
    with cloud.fail(ZoneBusy, container="iCloud.example.*", environment="production"):
        assert outcome(cloud.private.zones) == 0
        there = cloud.container("iCloud.example.app", environment="production")
        assert outcome(there.private.zones) == 23


#: What ends a fault before its block does.
ENDS: dict[str, Callable[[Cloud, Failure], object]] = {
    "clear": lambda cloud, failure: cloud.faults.clear(),
    "heal": lambda cloud, failure: cloud.faults.heal(),
    "remove": lambda cloud, failure: failure.remove(),
    "reset": lambda cloud, failure: cloud.state.reset(),
    "close": lambda cloud, failure: cloud.close(),
    "call": lambda cloud, failure: cloud.call("mock/faults/clear"),
    "call_raw": lambda cloud, failure: cloud.call_raw("mock/faults/remove", '{"id": "rule-1"}'),
}


@pytest.mark.parametrize("end", ENDS)
def test_a_fault_that_is_gone_before_it_acted(cloud: Cloud, end: str) -> None:
    with pytest.raises(FaultNeverActed, match="rule-1") as caught, cloud.fail(ZoneBusy) as failure:
        ENDS[end](cloud, failure)
    assert str(caught.value).count("never acted") == 1 and failure.count == 0


@pytest.mark.parametrize("end", ENDS)
def test_it_may_be_gone_after_it_acted(cloud: Cloud, end: str) -> None:
    with cloud.fail(ZoneBusy) as failure:
        assert outcome(cloud.private.zones) == 23
        ENDS[end](cloud, failure)
    assert failure.count == 1
    with Cloud() as other, other.fail(ZoneBusy, optional=True) as failure:
        ENDS[end](other, failure)
    with Cloud() as other, pytest.raises(KeyError), other.fail(ZoneBusy) as failure:
        ENDS[end](other, failure)
        raise KeyError("x")


def test_it_may_act_in_a_savepoint(cloud: Cloud) -> None:
    with cloud.fail(ZoneBusy), cloud.savepoint():
        assert outcome(cloud.private.zones) == 23
    # A block that removes it and restores it leaves it to act later.
    with cloud.fail(NetworkFailure, after=1):
        with cloud.savepoint():
            cloud.faults.clear()
            assert outcome(cloud.private.zones) == 0
        assert [outcome(cloud.private.zones) for _ in range(2)] == [0, NetworkFailure.code]
    with pytest.raises(FaultNeverActed), cloud.fail(ZoneBusy), cloud.savepoint():
        cloud.faults.clear()


@pytest.mark.parametrize("how", ["savepoint", "restore", "exploration"])
def test_its_rules_end_with_its_block_also_if_they_were_restored(cloud: Cloud, how: str) -> None:
    def run(cloud: Cloud) -> None:
        assert outcome(lambda: cloud.private.fetch("n")) in (11, 23, 34, 3)
        cloud.faults.heal()

    with cloud.fail(ZoneBusy, operation="zones/list") as failure:
        assert outcome(cloud.private.zones) == 23
        if how == "exploration":
            explore(cloud, errors=["zoneBusy"]).run(run)
        else:
            with cloud.savepoint() as point:
                cloud.faults.clear()
                if how == "restore":
                    point.restore()
        assert outcome(cloud.private.zones) == 23
        assert failure.count == 2
    assert outcome(cloud.private.zones) == 0


def test_mistakes(cloud: Cloud) -> None:
    loose: Any = cloud.fail
    with pytest.raises(ValueError, match="did you mean 'records/modify'"):
        cloud.fail(ZoneBusy, operation="records/modfy")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="an error is a CKError"):
        loose(None)
    with pytest.raises(TypeError, match="records takes a list, not 3"):
        loose(ZoneBusy, records=3)
    assert cloud.faults.rules() == []


def test_a_fault_that_never_acts_fails_the_block(cloud: Cloud) -> None:
    cloud.accounts.add_user("bob", devices=["phone"])
    failure = cloud.fail(ZoneBusy, device="phone")
    with pytest.raises(FaultNeverActed) as caught, failure:
        cloud.private.zones()
        cloud.private.save(Record("Note", name="n1"))
    assert isinstance(caught.value, AssertionError)
    assert str(caught.value).splitlines() == [
        f"the fault {failure.rules[0]!r} never acted: "
        '{"when": {"device": "phone"}, "then": [{"error": {"code": "zoneBusy"}}]}',
        "  it was evaluated 2 times",
        "  nearest: 2. records/modify by me/device-1: save Note n1 -> ok",
        '    when.device: expected "phone", got device-1',
        "with optional=True, a fault need not act",
    ]
    assert cloud.faults.rules() == [] and failure.count == 0


def test_a_record_that_never_comes(cloud: Cloud) -> None:
    with (
        pytest.raises(FaultNeverActed) as caught,
        cloud.fail(ZoneBusy, records=["n1", "n2"], times=1),
    ):
        assert [outcome(lambda: cloud.private.fetch("n1")) for _ in range(2)] == [23, 11]
    text = str(caught.value)
    assert text.count("never acted") == 1
    assert 'when.recordName: expected "n2", got n1' in text


def test_an_operation_that_never_comes(cloud: Cloud) -> None:
    with (
        pytest.raises(FaultNeverActed) as caught,
        cloud.fail(ZoneBusy, operation="zones/list"),
    ):
        cloud.private.save(Record("Note"))
    lines = str(caught.value).splitlines()
    assert lines[1:3] == [
        "  no call of zones/list reached it",
        "  called instead: records/modify 1x",
    ]


def test_another_fault_that_acted_first(cloud: Cloud) -> None:
    nearest = r"nearest: 1\. zones/list .*zoneBusy, fault rule-1"
    with pytest.raises(FaultNeverActed, match=nearest), cloud.fail(ZoneBusy):
        with cloud.fail(NetworkFailure):
            assert outcome(cloud.private.zones) == 23


def test_what_need_not_act(cloud: Cloud) -> None:
    with cloud.fail(ZoneBusy, optional=True):
        pass
    with pytest.raises(ZeroDivisionError), cloud.fail(ZoneBusy):
        raise ZeroDivisionError
    cloud.fail(ZoneBusy)  # only a fixture expects it to act
    cloud.fail(ZoneBusy).remove()


def test_a_failure_is_for_one_block(cloud: Cloud) -> None:
    failure = cloud.fail(ZoneBusy)
    with failure:
        assert outcome(cloud.private.zones) == 23
        with pytest.raises(ValueError, match="called for each block"), failure:
            pass
    ended = cloud.fail(ZoneBusy)
    ended.remove()
    for each in (failure, ended):
        with pytest.raises(ValueError, match="called for each block"), each:
            pass


def test_many_that_are_removed_one_by_one(cloud: Cloud) -> None:
    looked_at = 0

    class Report(dict[str, Any]):
        def __getitem__(self, key: str) -> Any:
            nonlocal looked_at
            looked_at += 1
            return super().__getitem__(key)

    def cost(count: int) -> int:
        nonlocal looked_at
        rules = cloud._ledger._rules
        reports = rules.reports
        failures = [cloud.fail(ZoneBusy, records=f"n{n}", optional=True) for n in range(count)]
        looked_at = 0
        with patch.object(rules, "reports", lambda *only: list(map(Report, reports(*only)))):
            for failure in failures:
                failure.remove()
        assert all(failure.count == 0 for failure in failures)  # they still exist
        return looked_at

    assert 0 < cost(40) < 3 * cost(20)  # each removal looks at its own rule some times
    assert not cloud._ledger.failures  # later calls do not look at failures that are over


@pytest.mark.parametrize("end", ["remove", "clear", "heal", "set"])
def test_the_count_is_kept(cloud: Cloud, end: str) -> None:
    failure = cloud.fail(ZoneBusy)
    assert [outcome(cloud.private.zones) for _ in range(2)] == [23, 23]
    if end == "remove":
        failure.remove()
    elif end == "clear":
        cloud.faults.clear()
    elif end == "heal":
        cloud.faults.heal()
    else:
        cloud.faults.remove(failure.rules[0])
    cloud.fail(NetworkFailure)
    assert outcome(cloud.private.zones) == NetworkFailure.code
    assert failure.count == 2


def test_a_conflict_arrives_as_it_was_made(cloud: Cloud) -> None:
    stored = cloud.private.save(Record("Note", {"title": "a"}, name="n1"))
    theirs = copy(stored)
    theirs["title"] = "b"
    made = ServerRecordChanged(server_record=theirs, client_record=stored, reason="too late")
    with cloud.fail(made, records="n1"), pytest.raises(ServerRecordChanged) as caught:
        cloud.private.save(stored)
    assert caught.value.server_record == theirs
    assert caught.value.client_record == stored
    assert (caught.value.record_name, caught.value.reason) == ("n1", "too late")
    with cloud.fail(made, operation="zones/list"), pytest.raises(ServerRecordChanged) as whole:
        cloud.private.zones()
    assert whole.value.server_record == theirs
    last = cloud.calls[-1].exception
    assert last is not None and last.server_record == theirs


def test_a_partial_failure_arrives_as_it_was_made(cloud: Cloud) -> None:
    parts = [ZoneBusy(record_name="n1", retry_after=3), UnknownItem(record_name="n2")]
    made = PartialFailure(partial_errors=parts)
    with cloud.fail(made, operation="records/modify"), pytest.raises(PartialFailure) as caught:
        cloud.private.save_all([Record("Note", name="n1")])
    assert [type(each) for each in caught.value.partial_errors] == [ZoneBusy, UnknownItem]
    assert caught.value.partial_error("n1").retry_after == 3
    rule = cloud.fail(made).rules[0]
    with Cloud(state=cloud.state.save()) as other, pytest.raises(PartialFailure) as again:
        other.private.zones()
    assert again.value.document["partialErrors"] == made.document["partialErrors"]
    assert rule in [each["id"] for each in cloud.faults.rules()]
