"""`cloud.fail`: calls and records that fail until a block ends."""

from __future__ import annotations

from typing import Any

import pytest

from mockcloud import CKError, Cloud, Record, ZoneID, errors
from mockcloud.errors import NetworkFailure, ZoneBusy


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
    assert cloud.faults.rules() == [] and failure.count == 0


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
    cloud.set_error("networkFailure", operation="zones/list")
    with cloud.fail(ZoneBusy, operation="records/query"):
        with cloud.fail(ZoneBusy, operation="records/query", times=1):
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
    with cloud.fail(ZoneBusy, records=[]):
        assert not fails("n1")


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
    cloud.add_user("bob", devices=["phone", "pad"])
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


def test_it_may_be_gone_already(cloud: Cloud) -> None:
    with cloud.fail(ZoneBusy):
        cloud.faults.clear()
    with cloud.fail(ZoneBusy):
        cloud.close()


def test_mistakes(cloud: Cloud) -> None:
    loose: Any = cloud.fail
    with pytest.raises(errors.BadMockRequest, match="records/modify"):
        cloud.fail(ZoneBusy, operation="records/modfy")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="an error is a CKError"):
        loose(None)
    with pytest.raises(TypeError, match="records takes a list, not 3"):
        loose(ZoneBusy, records=3)
    assert cloud.faults.rules() == []
