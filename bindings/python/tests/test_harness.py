"""The operations of the harness in Python."""

from __future__ import annotations

import json
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest

from mockcloud import Cloud, Record, errors
from mockcloud._core import json as _json

START = datetime(2026, 1, 1, tzinfo=timezone.utc)


class TestHarness:
    def test_time(self, cloud: Cloud) -> None:
        assert cloud.now == START
        assert cloud.clock.advance(1.5) == START + timedelta(seconds=1.5)
        assert cloud.clock.advance(timedelta(hours=1)) == START + timedelta(seconds=3601.5)
        later = datetime(2027, 3, 4, 6, tzinfo=timezone(timedelta(hours=1)))
        cloud.clock.set(later)
        assert cloud.now == later
        assert cloud.now.utcoffset() == timedelta(0)
        with pytest.raises(ValueError, match="time zone"):
            cloud.clock.set(datetime(2027, 1, 1))

    def test_nothing_contradicts_itself(self, cloud: Cloud) -> None:
        cloud.private.save(Record("Note", {"n": 1}, name="n"))
        assert cloud.state.problems() == []
        state = cloud.state.save()
        state["schemas"] = []
        with pytest.raises(ValueError, match="which the schema does not have"):
            cloud.state.load(state)

    def test_users_and_devices(self, cloud: Cloud) -> None:
        name = cloud.accounts.add_user("alice", email="alice@example.com", devices=["phone"])
        cloud.accounts.add_device("tablet", user="alice")
        container = cloud.container()
        assert container.user_record_name(user="alice") == name
        assert container.user_record_name(device="tablet") == name
        assert container.user_record_name() != name
        alice = cloud.database("private", user="alice", device="tablet")
        saved = alice.save(Record("Note", {}, name="n"))
        assert saved.created is not None
        assert saved.created.user_record_name == name
        assert saved.created.timestamp == START
        with pytest.raises(errors.UnknownItem):
            cloud.private.fetch("n")

    def test_nobody_signed_in(self, cloud: Cloud) -> None:
        assert cloud.container().account_status(user=None) == "noAccount"
        with pytest.raises(errors.NotAuthenticated):
            cloud.database("private", user=None).fetch("n")
        with pytest.raises(PermissionError):
            cloud.database("private", user=None).save(Record("Note"))

    @pytest.mark.parametrize(
        ("status", "error"),
        [
            ("noAccount", errors.NotAuthenticated),
            ("restricted", errors.NotAuthenticated),
            ("couldNotDetermine", errors.NotAuthenticated),
            ("temporarilyUnavailable", errors.AccountTemporarilyUnavailable),
        ],
    )
    def test_account_status(self, cloud: Cloud, status: Any, error: type[Exception]) -> None:
        cloud.accounts.set_status(status)
        assert cloud.container().account_status() == status
        with pytest.raises(error):
            cloud.private.zones()
        cloud.accounts.set_status("available", device="device-1")
        assert cloud.container().account_status() == "available"
        cloud.private.zones()

    def test_containers(self, cloud: Cloud) -> None:
        cloud.schema.create_container("iCloud.one")
        one, other = cloud.container("iCloud.one"), cloud.container("iCloud.two")
        one.public.save(Record("Note", {}, name="n"))
        with pytest.raises(errors.UnknownItem):
            other.public.fetch("n")
        production = cloud.container("iCloud.one", environment="production")
        with pytest.raises(errors.UnknownItem):
            production.public.fetch("n")
        assert "iCloud.one" in repr(one)

    def test_shortcuts(self, cloud: Cloud) -> None:
        container = cloud.container()
        for shortcut, long in (
            (cloud.private, container.database("private")),
            (container.private, cloud.database("private")),
        ):
            shortcut.save(Record("Note", name="n"))
            long.delete("n")
        cloud.public.save(Record("Note", name="p"))
        assert container.public.fetch("p") == cloud.public.fetch("p")
        assert cloud.shared.zones() == container.shared.zones() == []

    def test_declared_containers(self) -> None:
        with Cloud(seed=1, containers="declared") as cloud:
            cloud.schema.create_container("iCloud.one")
            cloud.container("iCloud.one").private.zones()
            with pytest.raises(errors.BadContainer):
                cloud.container("iCloud.two").private.zones()

    def test_seed_and_records(self, cloud: Cloud) -> None:
        cloud.seed(
            [Record("Note", {"v": 1}, name="a", zone="Work"), Record("Note", name="b")],
            zones=["Empty"],
        )
        assert {zone.name for zone in cloud.private.zones()} >= {"Work", "Empty"}
        assert [record.name for record in cloud.records()] == ["a", "b"]
        assert [record["v"] for record in cloud.records("Note")[:1]] == [1]
        work = cloud.records(zone="Work")
        assert [record.name for record in work] == ["a"]
        cloud.seed([Record("Note", name="p")], database="public", user="me")
        assert cloud.public.fetch("p").record_type == "Note"

    def test_seed_is_all_or_nothing(self, cloud: Cloud) -> None:
        before = cloud.state.save()
        with pytest.raises(errors.BadMockRequest):
            cloud.seed([Record("Note", name="a"), {"recordName": "b", "fields": 1}])
        assert cloud.state.save() == before

    def test_snapshots_and_reset(self, cloud: Cloud) -> None:
        fresh = cloud.call_raw("mock/state/save")
        cloud.private.save(Record("Note", {"v": 1}, name="n"))
        cloud.state.snapshot("one")
        cloud.private.delete("n")
        for _ in range(2):
            cloud.state.restore("one")
            assert cloud.private.fetch("n")["v"] == 1
        with pytest.raises(errors.BadMockRequest):
            cloud.state.restore("two")
        cloud.clock.advance(5)
        cloud.state.reset(keep=["clock"])
        assert cloud.now == START + timedelta(seconds=5)
        cloud.state.reset()
        assert cloud.call_raw("mock/state/save") == fresh

    def test_state(self, cloud: Cloud, tmp_path: Path) -> None:
        cloud.private.save(Record("Note", {"v": 1}, name="n"))
        document = cloud.state.save()
        path = tmp_path / "state.json"
        cloud.state.save(path)
        assert json.loads(path.read_text()) == document
        for state in (document, path):
            with Cloud(seed=2) as other:
                other.state.load(state)
                assert other.state.save() == document
                assert other.private.fetch("n")["v"] == 1

    def test_record_errors(self, cloud: Cloud) -> None:
        database = cloud.private
        note = database.save(Record("Note", {"v": 1}, name="n1"))
        database.save(Record("Note", {"v": 1}, name="n2"))
        cloud.fail(errors.QuotaExceeded, records=[note])
        with pytest.raises(errors.QuotaExceeded):
            database.fetch("n1")
        assert database.fetch("n2")["v"] == 1
        cloud.call("mock/recordErrors/set", {"recordNames": ["n2"]})
        with pytest.raises(errors.CKError):
            database.fetch("n2")
        cloud.faults.clear()
        assert len(database.fetch_all(["n1", "n2"])) == 2

    def test_limits(self, cloud: Cloud) -> None:
        assert cloud.limits.set(items_per_request=2).items_per_request == 2
        records = [Record("Note", name=f"n{number}") for number in range(3)]
        with pytest.raises(errors.LimitExceeded):
            cloud.private.save_all(records)
        assert cloud.limits.set(items_per_request=None).items_per_request == 400
        assert len(cloud.private.save_all(records)) == 3

    def test_events(self, codec: _json.Codec, cloud: Cloud) -> None:
        assert cloud.next_event() is None
        cloud.accounts.set_status("noAccount")
        (event,) = cloud.events()
        assert event.kind == "accountChange"
        assert event.document["accountStatus"] == "noAccount"
        assert cloud.next_event() is None
