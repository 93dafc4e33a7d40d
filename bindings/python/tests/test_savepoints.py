"""Savepoints: blocks whose changes are undone."""

from __future__ import annotations

import asyncio
import threading

import pytest

from mockcloud import Cloud, FaultNeverActed, Record, ZoneSubscription
from mockcloud.errors import BadMockRequest, ChangeTokenExpired, UsageError, ZoneBusy


def stored(cloud: Cloud) -> list[str]:
    """Returns the names of all snapshots, those of savepoints too."""
    return [each["name"] for each in cloud.call("mock/snapshot/list")["snapshots"]]


def names(cloud: Cloud) -> list[str | None]:
    return [each.name for each in cloud.records()]


def test_the_end_of_the_block_undoes_it(cloud: Cloud) -> None:
    cloud.private.save(Record("Note", name="before"))
    before = cloud.state.save()
    with cloud.savepoint():
        cloud.private.save(Record("Note", name="in"))
        cloud.accounts.add_user("bob")
        cloud.schema.create_container("iCloud.other")
        assert names(cloud) == ["before", "in"]
    assert names(cloud) == ["before"] and cloud.state.snapshots() == []
    assert [each.alias for each in cloud.accounts.users()] == ["me"]
    after = cloud.state.save()
    assert after.pop("epoch") == 1  # tokens of the block are expired
    assert after == before


def test_an_exception_undoes_it_too(cloud: Cloud) -> None:
    with pytest.raises(KeyError), cloud.savepoint():
        cloud.private.save(Record("Note"))
        raise KeyError("x")
    assert names(cloud) == [] and cloud.state.snapshots() == []


def test_blocks_are_nested(cloud: Cloud) -> None:
    with cloud.savepoint():
        cloud.private.save(Record("Note", name="a"))
        with cloud.savepoint():
            cloud.private.save(Record("Note", name="b"))
            cloud.state.snapshot("mine")
            assert cloud.state.snapshots() == ["mine"]
        assert names(cloud) == ["a"]
    assert names(cloud) == [] and cloud.state.snapshots() == ["mine"]


def test_changes_are_kept_or_undone_before_the_end(cloud: Cloud) -> None:
    with cloud.savepoint() as point:
        cloud.private.save(Record("Note", name="a"))
        point.restore()
        assert names(cloud) == []
        cloud.private.save(Record("Note", name="b"))
        point.release()
        with pytest.raises(ValueError, match="the savepoint has ended"):
            point.restore()
    assert names(cloud) == ["b"]
    with pytest.raises(ValueError, match="a savepoint is for one block"):
        with point:
            pass
    with pytest.raises(ValueError, match="or its block has not begun"):
        cloud.savepoint().release()


def test_clock_events_and_tokens(cloud: Cloud) -> None:
    cloud.accounts.add_device("phone")
    home = cloud.private.in_zone(cloud.private.create_zone("Home"))
    home.save_subscription(ZoneSubscription("Home"))
    home.save(Record("Note", name="a"))
    now = cloud.now
    earlier = home.zone_changes_page("Home").token
    with cloud.savepoint():
        home.save(Record("Note", name="b"))
        token = home.zone_changes_page("Home").token
        cloud.clock.advance(60)
        assert len(list(cloud.events())) > 0
    assert cloud.now == now
    cloud.clock.advance(60)
    assert len(list(cloud.events())) > 0  # the pushes of the save before the block
    with pytest.raises(ChangeTokenExpired):
        home.zone_changes_page("Home", token)
    assert home.zone_changes_page("Home", earlier).records == ()


def test_events_that_run_kept(cloud: Cloud) -> None:
    def begun() -> str:
        name: str = cloud.call("zones/list", deliver="events")["operationID"]
        return name

    cloud.state.snapshot("empty")
    with cloud.savepoint():
        begun()
        assert len(cloud.run(begun())) == 3  # it keeps the three blocks of the other operation
    assert list(cloud.events()) == []
    begun()
    cloud.run(begun())
    with cloud.savepoint(), cloud.fork() as fork:
        assert len(list(cloud.events())) == 3
        fork.state.snapshot("own")
        fork.state.restore("empty")
        assert list(fork.events()) == []
        fork.state.restore("own")
        assert len(list(fork.events())) == 3
    cloud.state.snapshot("full")
    with pytest.raises(UsageError):
        cloud.call("mock/snapshot", {"name": "empty", "nam": "empty"})
    cloud.state.restore("empty")
    assert list(cloud.events()) == []
    cloud.state.restore("full")
    assert len(list(cloud.events())) == 3
    cloud.state.restore("full")
    cloud.state.reset()
    assert list(cloud.events()) == []


def test_events_that_run_kept_and_explorations(cloud: Cloud) -> None:
    def kept() -> int:
        cloud.call("zones/list", deliver="events")
        second = cloud.call("zones/list", deliver="events")
        cloud.run(second)
        return len(cloud._queue.passed.events)

    assert kept() == 3
    cloud.call("mock/explore/begin", {"errors": ["internalError"]})
    assert kept() == 6
    cloud.call("mock/explore/next")
    assert len(list(cloud.events())) == 3
    kept()
    cloud.call("mock/explore/end")
    assert len(list(cloud.events())) == 3
    kept()
    cloud.call("mock/explore/end")  # it has ended already
    assert len(list(cloud.events())) == 3


def test_the_error_of_the_block_is_raised(cloud: Cloud) -> None:
    with pytest.raises(KeyError), cloud.savepoint():
        cloud.state.reset()
        raise KeyError("x")


def test_the_journal_keeps_the_calls(cloud: Cloud) -> None:
    with cloud.savepoint():
        cloud.private.save(Record("Note", name="a"))
    cloud.private.zones()
    assert [each.operation for each in cloud.calls] == ["records/modify", "zones/list"]
    cloud.assert_called("records/modify", record="a")


def test_faults_return_with_their_counters(cloud: Cloud) -> None:
    cloud._ledger.watch()
    failure = cloud.fail(ZoneBusy, operation="records/modify", times=1)
    with cloud.savepoint():
        with pytest.raises(ZoneBusy):
            cloud.private.save(Record("Note"))
        cloud.private.save(Record("Note"))
    with pytest.raises(FaultNeverActed, match="zones/list") as caught, cloud.savepoint():
        cloud.fail(ZoneBusy, operation="zones/list")
    assert str(caught.value).count("never acted") == 1
    with pytest.raises(ZoneBusy):  # the counter is that of the beginning of the block
        cloud.private.save(Record("Note"))
    assert len(cloud.private.zones()) == 1
    failure.remove()
    assert cloud._ledger.problems() == []  # the block has reported it
    with pytest.raises(FaultNeverActed), cloud.savepoint(), cloud.fail(ZoneBusy):
        pass


def test_faults_of_the_block_must_act_in_it() -> None:
    with Cloud() as cloud:
        cloud.fail(ZoneBusy, operation="zones/list")  # outside, and on a cloud of no fixture
        for optional in ({"mustFire": False}, {"limit": {"probability": 0.5}}):
            with cloud.savepoint():
                cloud.faults.add({"then": {"error": "zoneBusy"}, **optional})
        with cloud.savepoint():
            cloud.fail(ZoneBusy, optional=True)
        with cloud.savepoint():
            cloud.fail(ZoneBusy)
            with pytest.raises(ZoneBusy):
                cloud.private.fetch("n1")
        with cloud.savepoint() as point:
            cloud.fail(ZoneBusy)
            point.release()
        cloud.faults.clear()
        with pytest.raises(KeyError), cloud.savepoint():
            cloud.fail(ZoneBusy)
            raise KeyError("x")


def test_faults_of_the_block_that_ended_in_it() -> None:
    with Cloud() as cloud:
        with pytest.raises(FaultNeverActed), cloud.savepoint():
            cloud.call("mock/error/set", {"operation": "zones/list", "error": "zoneBusy"})
        error = {"operation": "zones/list", "error": "zoneBusy"}
        with pytest.raises(FaultNeverActed), cloud.savepoint():
            cloud.call("mock/error/set", error)
            cloud.call("mock/error/set", {**error, "error": None})
        with pytest.raises(FaultNeverActed), cloud.savepoint():
            cloud.call("mock/recordErrors/set", {"recordNames": ["a"], "error": "zoneBusy"})
            cloud.call("mock/recordErrors/set", {"recordNames": []})
        with cloud.savepoint(), pytest.raises(ZoneBusy):
            cloud.call("mock/error/set", error)
            cloud.private.zones()
        with pytest.raises(FaultNeverActed), cloud.savepoint():
            cloud.call(
                "mock/faults/add", {"rules": [{"mustFire": True, "then": {"error": "zoneBusy"}}]}
            )
        with pytest.raises(FaultNeverActed), cloud.savepoint() as point:
            cloud.fail(ZoneBusy)
            point.restore()
        with pytest.raises(FaultNeverActed), cloud.savepoint():
            cloud.fail(ZoneBusy)
            cloud.faults.clear()
        with pytest.raises(FaultNeverActed) as caught, cloud.savepoint():
            cloud.fail(ZoneBusy)
            with cloud.savepoint():
                cloud.clock.advance(1)
        assert str(caught.value).count("never acted") == 1
        with cloud.savepoint():
            cloud.fail(ZoneBusy)
            with cloud.savepoint(), pytest.raises(ZoneBusy):
                cloud.private.zones()
        with pytest.raises(FaultNeverActed), cloud.savepoint():
            cloud.fail(ZoneBusy)
            cloud.close()


def test_other_orders_are_refused(cloud: Cloud) -> None:
    first, second = cloud.savepoint(), cloud.savepoint()
    first.__enter__()
    cloud.private.save(Record("Note", name="a"))
    second.__enter__()
    cloud.private.save(Record("Note", name="b"))
    first.__exit__(None, None, None)
    assert names(cloud) == []
    with pytest.raises(RuntimeError, match="undone by an earlier one that ended before it"):
        second.__exit__(None, None, None)
    assert names(cloud) == [] and stored(cloud) == []


def test_errors_name_no_savepoints(cloud: Cloud) -> None:
    cloud.state.snapshot("mine")
    for change in (cloud.state.restore, cloud.state.remove_snapshot):
        with cloud.savepoint(), pytest.raises(BadMockRequest) as raised:
            change("mien")
        assert "expected mine; did you mean 'mine'?" in str(raised.value)
        assert raised.value.expected == "mine" and "savepoint" not in str(raised.value)
    cloud.state.remove_snapshot("mine")
    with cloud.savepoint(), pytest.raises(BadMockRequest) as raised:
        cloud.state.restore("mine")
    assert "expected" not in str(raised.value)


def test_savepoints_of_two_threads(cloud: Cloud) -> None:
    entered, left = threading.Event(), threading.Event()
    errors: list[BaseException] = []

    def other() -> None:
        try:
            with cloud.savepoint():
                entered.set()
                assert left.wait(10)
        except RuntimeError as error:
            errors.append(error)

    thread = threading.Thread(target=other)
    with cloud.savepoint():
        thread.start()
        assert entered.wait(10)
    left.set()
    thread.join()
    assert len(errors) == 1 and "also in several threads" in str(errors[0])


def test_what_ends_within_the_block(cloud: Cloud) -> None:
    with pytest.raises(RuntimeError, match=r"the savepoint is gone: reset\(\) removes snapshots"):
        with cloud.savepoint():
            cloud.state.reset()
    with cloud.savepoint():
        cloud.close()


def test_a_fork_has_savepoints_of_its_own(cloud: Cloud) -> None:
    with cloud.savepoint():
        with cloud.fork() as copy, copy.savepoint():
            copy.private.save(Record("Note", name="a"))
            assert names(cloud) == []
        cloud.private.save(Record("Note", name="b"))
    assert names(cloud) == []


def test_in_coroutines(cloud: Cloud) -> None:
    async def run() -> None:
        async with cloud.savepoint() as point:
            cloud.private.save(Record("Note"))
            await asyncio.sleep(0)
            assert point is not None

    asyncio.run(run())
    assert names(cloud) == []
