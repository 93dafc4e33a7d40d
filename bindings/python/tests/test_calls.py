"""Filters, texts and assertions of calls."""

from __future__ import annotations

import json
from datetime import datetime, timezone
from pathlib import Path

import pytest

from mockcloud import Calls, Cloud, Field, PartialFailure, Record, errors, read_journal
from mockcloud.io.documents import DocumentError


@pytest.fixture
def world(cloud: Cloud) -> Cloud:
    """Calls of two users: 1 and 2 create and fill a zone, 3 fails, 4 queries, 5 reads changes."""
    cloud.accounts.add_user("bob", devices=["phone"])
    bob = cloud.as_user("bob", "phone")
    bob.private.create_zone("Work")
    bob.private.in_zone("Work").save(Record("Note", {"n": 1}, name="n1"))
    with pytest.raises(PartialFailure):
        cloud.private.fetch_all(["x", "y"])
    bob.private.in_zone("Work").query("Note", Field("n") == 1)
    bob.private.zone_changes_page("Work")
    return cloud


def numbers(calls: Calls) -> list[int]:
    return [call.number for call in calls]


class TestChoosing:
    def test_a_call(self, world: Cloud) -> None:
        saving = world.calls[1]
        assert (saving.caller, saving.device, saving.database) == ("bob", "phone", "private")
        assert saving.user == world.container().user_record_name(user="bob")
        assert saving.time == datetime(2026, 1, 1, tzinfo=timezone.utc)
        assert (saving.zone, saving.records, saving.record_types) == ("Work", ("n1",), ("Note",))
        assert (saving.error, saving.error_class, saving.exception) == (None, None, None)
        [item] = saving.items
        assert (item.action, item.kind, item.name, item.zone) == ("save", "record", "n1", "Work")

    def test_a_call_that_failed(self, world: Cloud) -> None:
        reading = world.calls[2]
        assert reading.caller == "me"
        assert (reading.error, reading.error_class) == ("partialFailure", PartialFailure)
        assert reading.item_errors == {"x": "unknownItem", "y": "unknownItem"}
        assert isinstance(reading.exception, PartialFailure)
        assert isinstance(reading.exception.partial_error("x"), errors.UnknownItem)

    def test_records_without_names_are_not_named_by_their_zone(self, cloud: Cloud) -> None:
        zone = cloud.private.in_zone(cloud.private.create_zone("Work"))
        [saved] = zone.save_all([Record("Note", {"n": 1})])
        [item] = cloud.calls[-1].items
        assert (item.kind, item.name) == ("record", saved.name)
        cloud.faults.add(
            {"when": {"op": "records/modify", "phase": "items"}, "then": {"error": "zoneBusy"}}
        )
        with pytest.raises(PartialFailure):
            zone.save_all([Record("Note", {"n": 1}), Record("Note", {"n": 2})])
        failed = cloud.calls[-1]
        assert [(item.kind, item.name) for item in failed.items] == [("record", None)] * 2
        assert failed.item_errors == {"item 1": "zoneBusy", "item 2": "zoneBusy"}
        assert ": save Note (zoneBusy), save Note (zoneBusy) -> " in str(failed)
        assert "save of item 2: error zoneBusy" in str(cloud.faults.trace())

    def test_filters(self, world: Cloud) -> None:
        calls = world.calls
        assert numbers(calls(user="bob")) == [1, 2, 4, 5]
        assert numbers(calls(user=calls[0].user or "")) == [1, 2, 4, 5]
        assert numbers(calls(zone="Work")) == [1, 2, 4, 5]
        assert numbers(calls(record="n1")) == [2, 4, 5]
        assert numbers(calls(record_type="Note")) == [2, 4, 5]
        assert numbers(calls(error="unknownItem")) == [3]
        assert numbers(calls(error=errors.PartialFailure)) == [3]
        assert numbers(calls(error=11)) == [3]
        assert numbers(calls(status=PartialFailure)) == [3]
        assert numbers(calls(error=errors.ZoneBusy)) == []
        assert numbers(calls(["records/modify", "records/query"], user="bob")) == [2, 4]
        assert numbers(calls(user="bob")(record="n1")(last=1)) == [5]
        assert numbers(calls(last=0)) == []
        assert numbers(calls(database="private")) == [1, 2, 3, 4, 5]

    def test_what_is_not_known_is_refused(self, world: Cloud) -> None:
        for calls in (world.calls, world.calls[:]):
            with pytest.raises(ValueError, match="did you mean 'records/modify'"):
                calls("records/modfiy")  # type: ignore[arg-type]
            with pytest.raises(errors.BadMockRequest, match="did you mean 'bob'"):
                calls(user="bobb")
            with pytest.raises(TypeError, match="by 'recrod'; did you mean 'record'"):
                calls(recrod="n1")  # type: ignore[call-arg]
            with pytest.raises(ValueError, match="no error 'zoneBsy'; did you mean 'zoneBusy'"):
                calls(error="zoneBsy")  # type: ignore[arg-type]

    def test_counts(self, world: Cloud) -> None:
        assert numbers(world.calls(since=2, last=2)) == [4, 5]
        assert numbers(world.calls(record="n1", last=2)) == [4, 5]
        assert numbers(world.calls[:4](last=2)) == [3, 4]
        for wrong in (-1, True, "3"):
            with pytest.raises(ValueError, match="last is a number of calls"):
                world.calls(last=wrong)  # type: ignore[arg-type]

    def test_a_user_named_by_the_record_name_has_an_alias(self, world: Cloud) -> None:
        world.journal.clear()
        name = world.container().user_record_name(user="bob")
        world.database("private", user=name).zones()
        assert world.calls[-1].caller == "bob"

    def test_calls_are_read_once(self, world: Cloud) -> None:
        calls = world.calls
        assert len(calls) == 5
        world.private.zones()
        assert (len(calls), len(world.calls)) == (5, 6)
        assert calls("zones/list") == []

    def test_an_alias_is_known_without_being_named(self, cloud: Cloud) -> None:
        cloud.accounts.add_user("ann", devices=["pad"])
        cloud.call("zones/list", device="pad")
        cloud.call("zones/list")
        assert [call.caller for call in cloud.calls] == ["ann", "me"]

    def test_nonsense_is_a_call_too(self, cloud: Cloud) -> None:
        for request in ({"operations": [3, {"record": 3}]}, {"records": 3}, {"zoneID": 3}):
            cloud.exchange("records/modify", request)
        assert [call.error for call in cloud.calls] == ["invalidArguments"] * 3
        assert str(cloud.calls[1]) == "2. records/modify by me/device-1 -> invalidArguments"
        assert cloud.calls(record="n1") == []


class TestLines:
    def test_lines(self, world: Cloud) -> None:
        world.call("zones/list", user=None, database="public")
        assert [str(call) for call in world.calls] == [
            "1. zones/modify by bob/phone in Work: create zone Work -> ok",
            "2. records/modify by bob/phone in Work: save Note n1 -> ok",
            "3. records/lookup by me/device-1: x (unknownItem), y (unknownItem) -> partialFailure",
            "4. records/query by bob/phone in Work: Note -> 1 record",
            "5. changes/zone by bob/phone in Work -> 1 record",
            "6. zones/list by nobody in public -> ok",
        ]

    def test_a_large_call_shows_what_failed(self, cloud: Cloud) -> None:
        cloud.private.save(Record("Note", name="n300"))
        notes = [Record("Note", name=f"n{number}") for number in range(400)]
        cloud.private.save_all(notes, return_exceptions=True, atomic=False)
        assert str(cloud.calls[1]) == (
            "2. records/modify by me/device-1: save Note n0, save Note n1, "
            "save Note n300 (serverRecordChanged), 397 more -> partialFailure"
        )


class TestAsserting:
    def test_calls_that_came(self, world: Cloud) -> None:
        [call] = world.assert_called("records/modify", times=1, record="n1", user="bob")
        assert call.number == 2
        assert len(world.assert_called(user="bob")) == 4
        world.assert_not_called("records/modify", record="n2")
        world.calls(user="bob").assert_not_called("records/lookup")

    def test_the_nearest_call(self, world: Cloud) -> None:
        with pytest.raises(AssertionError) as caught:
            world.assert_called("records/modify", record="n2", user="bob")
        assert str(caught.value).splitlines() == [
            "expected a call of records/modify with record 'n2', user 'bob', there were none",
            "nearest: 2. records/modify by bob/phone in Work: save Note n1 -> ok",
            "  record: expected 'n2', got 'n1'",
            "called instead: zones/modify 1x, records/modify 1x, records/lookup 1x, "
            "records/query 1x, changes/zone 1x",
        ]

    def test_too_few_and_too_many(self, world: Cloud) -> None:
        with pytest.raises(AssertionError) as caught:
            world.assert_called(times=2, zone="Work", record="n1")
        assert str(caught.value).splitlines() == [
            "expected 2 calls with zone 'Work', record 'n1', there were 3",
            "  2. records/modify by bob/phone in Work: save Note n1 -> ok",
            "  4. records/query by bob/phone in Work: Note -> 1 record",
            "  5. changes/zone by bob/phone in Work -> 1 record",
        ]
        with pytest.raises(AssertionError, match=r"expected 2 calls.*there was 1\n  3\. records"):
            world.assert_called("records/lookup", times=2)
        with pytest.raises(AssertionError, match=r"expected no call.*there was 1\n  3\. records"):
            world.assert_not_called("records/lookup")

    def test_nothing_was_called(self, cloud: Cloud) -> None:
        with pytest.raises(AssertionError) as caught:
            cloud.assert_called("zones/list")
        assert str(caught.value) == "expected a call of zones/list, nothing was called"

    def test_many_calls_are_bounded(self, cloud: Cloud) -> None:
        for _ in range(50):
            cloud.private.zones()
        with pytest.raises(AssertionError) as caught:
            cloud.assert_not_called("zones/list")
        lines = str(caught.value).splitlines()
        assert lines[1] == "  ... 30 earlier calls"
        assert len(lines) == 22

    def test_times_is_a_number(self, cloud: Cloud) -> None:
        with pytest.raises(TypeError, match="times must be an integer"):
            cloud.assert_called(times="1")  # type: ignore[arg-type]


class TestFiles:
    def test_a_file_has_the_same_calls(self, world: Cloud, tmp_path: Path) -> None:
        path = tmp_path / "calls.jsonl"
        world.journal.write(path)
        calls = read_journal(path)
        # The file has no alias of a user whom no call names.
        assert calls(user="bob") == world.calls(user="bob")
        assert calls[2].caller == world.calls[2].user
        assert calls.fields_sent() == {"n1": ["n"]}
        calls.assert_called("records/modify", times=1, user="bob")
        with pytest.raises(ValueError, match="did you mean 'records/modify'"):
            calls("records/modfiy")  # type: ignore[arg-type]
        with pytest.raises(ValueError, match="a journal file has no findings"):
            calls.findings()

    def test_a_damaged_file_is_refused(self, world: Cloud, tmp_path: Path) -> None:
        path = tmp_path / "calls.jsonl"
        path.write_text('{"operation": "zones/list", "status": 0}\n')
        with pytest.raises(DocumentError, match="call 1: has no 'request'"):
            read_journal(path)
        whole = {**world.call("mock/journal")["calls"][0], "faults": [3]}
        path.write_text(json.dumps(whole))
        with pytest.raises(DocumentError, match="call 1: 'int' object"):
            read_journal(path)
        path.write_text('{"operation": "zones/list", "status": 0}\n{"oper')
        with pytest.raises(DocumentError, match="line 2"):
            read_journal(path)
        path.write_text("")
        assert read_journal(path) == []


def test_lines_of_change_feeds(cloud: Cloud) -> None:
    cloud.private.create_zone("Work")
    work = cloud.private.in_zone("Work")
    token = work.zone_changes_page("Work").token
    work.save_all([Record("Note", name="a"), Record("Note", name="b")])
    work.zone_changes_page("Work", token)
    work.delete("a")
    work.zone_changes_page("Work", token)
    cloud.state.expire_tokens("Work")
    with pytest.raises(errors.ChangeTokenExpired):
        work.zone_changes_page("Work", token)
    lines = [str(call).partition(" ")[2] for call in cloud.calls("changes/zone")]
    assert [line.removeprefix("changes/zone by me/device-1 in Work") for line in lines] == [
        " -> 0 records",
        " -> 2 records",
        " -> 1 record, 1 deletion",
        ": zone Work (changeTokenExpired) -> partialFailure",
    ]
