"""The journal of a cloud, and assertions on it."""

from __future__ import annotations

import json
import threading
import weakref
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

import pytest

from mockcloud import Call, Calls, CKError, Cloud, Record, errors, explore


def two_edits(cloud: Cloud) -> None:
    """Saves a record with all fields, and then with only the changed field."""
    record = cloud.private.save(Record("Note", {"title": "Milk", "rank": 1}, name="n1"))
    record["title"] = "Bread"
    cloud.private.save(record, save_policy="changedKeys")


def wires(cloud: Cloud) -> list[dict[str, Any]]:
    """Returns the calls as `mock/journal` returns them."""
    calls: list[dict[str, Any]] = cloud.call("mock/journal")["calls"]
    return calls


class TestCalls:
    def test_only_what_changed_was_sent(self, cloud: Cloud) -> None:
        two_edits(cloud)
        assert cloud.calls("records/modify", last=1).fields_sent() == {"n1": ["title"]}
        assert cloud.calls("records/modify").fields_sent() == {"n1": ["rank", "title"]}

    def test_how_operations_were_run(self, cloud: Cloud) -> None:
        cloud.call("zones/list", deliver="events", priority="low", group="sync")
        cloud.call("zones/list", deliver="events")
        cloud.call("zones/list")
        cloud.advance(0)
        assert [call.delivery for call in cloud.calls("zones/list")] == [
            None,
            {},
            {"priority": "low", "group": "sync"},
        ]

    def test_a_failure_shows_the_calls(self, cloud: Cloud) -> None:
        two_edits(cloud)
        calls = cloud.calls("records/modify")
        assert repr(calls).splitlines() == [
            "<calls:",
            "  1. records/modify by me/device-1: save Note n1 -> ok",
            "  2. records/modify by me/device-1: save Note n1 -> ok>",
        ]
        assert repr(cloud.calls("zones/list")) == "<no calls>"

    def test_deletions_send_no_fields_and_cleared_fields_are_sent(self, cloud: Cloud) -> None:
        record = cloud.private.save(Record("Note", {"title": "Milk"}, name="n1"))
        cloud.journal.clear()
        del record["title"]
        cloud.private.save(record, save_policy="changedKeys")
        cloud.private.delete("n1")
        assert cloud.calls().fields_sent() == {"n1": ["title"]}

    def test_a_record_without_a_name_has_that_of_the_answer(self, cloud: Cloud) -> None:
        record = cloud.private.save(Record("Note", {"title": "Milk"}))
        assert cloud.calls().fields_sent() == {record.name: ["title"]}

    def test_a_call(self, cloud: Cloud) -> None:
        cloud.faults.add({"id": "busy", "then": {"error": "zoneBusy"}, "limit": {"injections": 1}})
        with pytest.raises(errors.ZoneBusy):
            cloud.private.save(Record("Note", name="n1"))
        [call] = cloud.calls()
        assert (call.number, call.operation, call.device) == (1, "records/modify", "device-1")
        assert call.time == datetime(2026, 1, 1, tzinfo=timezone.utc)
        assert (call.status, call.error) == (23, "zoneBusy")
        assert [(each.source, each.rule) for each in call.faults] == [("mock/faults/add", "busy")]
        assert call.request["operations"][0]["record"]["recordName"] == "n1"
        assert not call.changed_state
        assert str(call) == (
            "1. records/modify by me/device-1: save Note n1 -> zoneBusy, fault busy"
        )
        assert call.error_class is errors.ZoneBusy
        assert isinstance(call.exception, errors.ZoneBusy)

    def test_filters(self, cloud: Cloud) -> None:
        cloud.accounts.add_user("ann")
        two_edits(cloud)
        with pytest.raises(errors.UnknownItem):
            cloud.private.fetch("gone")
        with pytest.raises(errors.UnknownItem):
            cloud.database("private", user="ann").fetch("n1")
        cloud.faults.add({"when": {"op": "zones/list"}, "then": {"error": "zoneBusy"}})
        with pytest.raises(errors.ZoneBusy):
            cloud.private.zones()

        def numbers(*operations: str, **filters: object) -> list[int]:
            operation = list(operations) or None
            calls = cloud.calls(operation, **filters)  # type: ignore[arg-type]
            return [call.number for call in calls]

        assert numbers() == [1, 2, 3, 4, 5]
        assert numbers("records/modify") == [1, 2]
        assert numbers("records/modify", "zones/list") == [1, 2, 5]
        assert numbers(user="ann") == [4]
        assert numbers(device="device-1") == [1, 2, 3, 5]
        assert numbers(status=0) == [1, 2]
        assert numbers(status=[errors.PartialFailure, errors.ZoneBusy]) == [3, 4, 5]
        assert numbers(status=errors.ZoneBusy) == [5]
        assert numbers(record="n1") == [1, 2, 4]
        assert numbers(record=Record("Note", name="gone")) == [3]
        assert numbers(faults=True) == [5]
        assert numbers(faults=False) == [1, 2, 3, 4]
        assert numbers(since=3) == [4, 5]
        assert numbers(last=2) == [4, 5]
        assert numbers(since=1, last=9, status=0) == [2]
        assert [call.number for call in cloud.calls(since=4)] == [5]
        with pytest.raises(ValueError, match="did you mean 'records/modify'"):
            cloud.calls("records/modfiy")  # type: ignore[arg-type]

    def test_calls_are_a_sequence(self, cloud: Cloud) -> None:
        two_edits(cloud)
        calls = cloud.calls()
        assert len(calls) == 2
        assert calls[-1].number == 2
        assert calls[1:] == cloud.calls(since=1)
        assert calls[1:] != calls
        assert cloud.calls("zones/list") == []


class TestClients:
    def test_no_call_came_before_its_wait_was_over(self, cloud: Cloud) -> None:
        cloud.fail({"code": "zoneBusy", "retryAfter": 3}, times=1)
        with pytest.raises(errors.ZoneBusy):
            cloud.private.save(Record("Note", name="n"))
        cloud.clock.advance(2)
        cloud.private.save(Record("Note", name="n"))
        calls = cloud.calls("records/modify")
        assert calls.retried_early() == calls[1:]
        assert cloud.calls("records/lookup").retried_early() == []
        assert [each.kind for each in cloud.calls().findings()] == ["earlyRetry"]
        assert cloud.calls().findings("blindRetry") == []

    def test_calls_that_change_what_is_stored(self, cloud: Cloud) -> None:
        cloud.private.save(Record("Note", name="n"))
        cloud.private.fetch("n")
        with pytest.raises(errors.ServerRecordChanged):
            cloud.private.save(Record("Note", name="n"))
        calls = cloud.calls()
        assert [call.number for call in calls.changing_state()] == [1]
        assert calls[0].state_after == calls[1].state_before == cloud.state.hash()


class TestLines:
    def test_lines_are_the_calls(self, cloud: Cloud, tmp_path: Path) -> None:
        two_edits(cloud)
        assert [json.loads(line) for line in cloud.journal.lines().splitlines()] == wires(cloud)
        cloud.journal.write(tmp_path / "calls.jsonl")
        assert (tmp_path / "calls.jsonl").read_text() == cloud.journal.lines()
        cloud.journal.write(tmp_path / "calls.jsonl", last=1)
        assert (tmp_path / "calls.jsonl").read_text() == cloud.journal.lines(since=1)
        assert cloud.journal.lines(since=2) == ""
        assert [each.name for each in tmp_path.iterdir()] == ["calls.jsonl"]

    def test_a_file_that_cannot_be_written(self, cloud: Cloud, tmp_path: Path) -> None:
        with pytest.raises(FileNotFoundError, match=r"missing/calls\.jsonl"):
            cloud.journal.write(tmp_path / "missing" / "calls.jsonl")


class TestKept:
    def test_clearing_forgets_the_calls(self, cloud: Cloud) -> None:
        two_edits(cloud)
        kept = cloud.calls("records/modify")
        cloud.journal.clear()
        assert cloud.calls == []
        assert len(kept) == 2
        cloud.private.zones()
        assert [call.number for call in cloud.calls] == [3]

    def test_calls_that_the_journal_dropped_are_counted(self, cloud: Cloud) -> None:
        cloud.private.zones()
        assert cloud.journal.dropped == 0
        cloud.limits.set(journal_bytes=0)
        cloud.private.zones()
        assert cloud.journal.dropped == 1
        assert len(cloud.calls) == 1


def test_calls_are_those_before_the_first_access(cloud: Cloud) -> None:
    for _ in range(3):
        cloud.call("account/status")
    calls = cloud.calls
    assert len(calls) == 3
    cloud.call("account/status")
    assert [call.number for call in calls[-2:]] == [2, 3]
    assert (calls[-1].number, calls[-3].number) == (3, 1)
    assert [call.number for call in calls] == [1, 2, 3]
    assert len(calls("account/status")) == 3
    with pytest.raises(IndexError):
        calls[-4]
    with pytest.raises(IndexError):
        cloud.calls[-5]
    assert len(cloud.calls[-9:]) == 4


def test_counting_calls_does_not_read_them(cloud: Cloud, monkeypatch: pytest.MonkeyPatch) -> None:
    for _ in range(100):
        cloud.call("account/status")
    asked: list[Any] = []
    ask = cloud.call

    def noted(operation: Any, request: Any) -> dict[str, Any]:
        asked.append(request)
        return ask(operation, request)

    monkeypatch.setattr(cloud, "call", noted)
    calls = cloud.calls
    assert len(calls) == 100
    assert calls
    assert len(calls[-5:]) == 5
    assert asked == [{"format": "count"}, {"until": 100, "last": 5}]


class TestSnapshots:
    """`cloud.calls` has the calls up to the moment at which it is read, whatever follows."""

    def test_later_calls_are_not_in_it(self, cloud: Cloud) -> None:
        two_edits(cloud)
        before = cloud.calls
        live = cloud.journal
        cloud.private.zones()
        assert [call.operation for call in cloud.calls[len(before) :]] == ["zones/list"]
        assert len(before) == len(before("records/modify")) == 2
        assert before[-1].number == 2
        assert len(live.calls) == 3

    @pytest.mark.parametrize(
        ("read", "numbers"),
        [
            (lambda calls: calls, [1, 2]),
            (lambda calls: calls(), [1, 2]),
            (lambda calls: calls[-1:], [2]),
            (lambda calls: [calls[-1]], [2]),
        ],
    )
    @pytest.mark.parametrize("moment", ["counting", "reading"])
    def test_a_thread_clears_the_journal(
        self,
        cloud: Cloud,
        read: Callable[[Calls], Sequence[Call]],
        numbers: list[int],
        moment: str,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        """Another thread clears it after the snapshot has counted the calls, or before it reads."""
        two_edits(cloud)
        ask, threads = cloud.call, list[threading.Thread]()

        def clear() -> None:
            threads.append(threading.Thread(target=cloud.journal.clear))
            threads[0].start()
            threads[0].join(0.2)  # it must wait while calls are counted

        def asked(operation: Any, request: Any) -> dict[str, Any]:
            is_reading = operation == "mock/journal" and "format" not in request
            if moment == "reading" and is_reading and not threads:
                clear()
            answer = ask(operation, request)
            if moment == "counting" and request.get("format") == "count" and not threads:
                clear()
            return answer

        monkeypatch.setattr(cloud, "call", asked)
        calls = cloud.calls
        assert [call.number for call in read(calls)] == numbers
        threads[0].join()
        assert [call.number for call in calls] == [1, 2]
        assert len(cloud.journal.calls) == 0

    @pytest.mark.parametrize("lose", ["clear", "reset", "restore", "load", "explore"])
    def test_lost_calls_are_still_in_it(self, cloud: Cloud, lose: str) -> None:
        cloud.state.snapshot("before")
        state = cloud.state.save()
        two_edits(cloud)
        before = cloud.calls
        if lose == "clear":
            cloud.journal.clear()
        elif lose == "reset":
            cloud.state.reset()
        elif lose == "restore":
            cloud.state.restore("before")
        elif lose == "load":
            cloud.state.load(state)
        else:
            for run in explore(cloud, errors=["zoneBusy"], allow=["noEffect"]):
                with run, suppress(CKError):
                    cloud.private.zones()
        cloud.private.zones()
        assert [call.operation for call in before] == ["records/modify"] * 2

    def test_dropped_calls_are_reported(self, cloud: Cloud) -> None:
        two_edits(cloud)
        before = cloud.calls
        cloud.limits.set(journal_bytes=1)
        cloud.private.zones()
        with pytest.raises(ValueError, match="dropped from the journal before they were read"):
            before[0]

    def test_an_unread_snapshot_keeps_no_cloud_alive(self) -> None:
        cloud = Cloud(seed=1)
        two_edits(cloud)
        calls = cloud.calls
        assert len(calls) == 2
        gone = weakref.ref(cloud)
        del calls, cloud
        assert gone() is None
