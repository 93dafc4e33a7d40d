"""A cloud's life, its calls, and what a test does to it from outside."""

from __future__ import annotations

import gc
import json
import os
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest

from mockcloud import Cloud, Record, _json, _raw, errors, live_clouds

START = datetime(2026, 1, 1, tzinfo=timezone.utc)


class TestLife:
    def test_a_with_block_closes(self) -> None:
        before = live_clouds()
        with Cloud(seed=1) as cloud:
            assert live_clouds() == before + 1
            assert not cloud.closed
        assert cloud.closed
        assert live_clouds() == before
        assert "closed" in repr(cloud)

    def test_a_forgotten_cloud_is_closed(self) -> None:
        before = live_clouds()
        cloud = Cloud(seed=1)
        del cloud
        gc.collect()
        assert live_clouds() == before

    def test_a_closed_cloud_answers_bad_handle(self) -> None:
        cloud = Cloud(seed=1)
        cloud.close()
        cloud.close()
        for use in (
            lambda: cloud.call("mock/clock"),
            lambda: list(cloud.events()),
            lambda: cloud.fork(),
            lambda: cloud.private.fetch("n"),
        ):
            with pytest.raises(errors.BadHandle):
                use()
        assert cloud.call_raw("mock/clock").status == -2

    def test_the_end_of_the_process_closes_quietly(self) -> None:
        code = "from mockcloud import Cloud; kept = Cloud(seed=1); kept.call('mock/clock')"
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
        assert done.stderr == b""

    def test_clouds_share_nothing(self) -> None:
        with Cloud(seed=1) as one, Cloud(seed=1) as other:
            one.private.save(Record("Note", {}, name="n"))
            with pytest.raises(errors.UnknownItem):
                other.private.fetch("n")

    def test_a_fork_is_independent(self, cloud: Cloud) -> None:
        cloud.private.save(Record("Note", {"v": 1}, name="n"))
        with cloud.fork() as copy:
            note = copy.private.fetch("n")
            note["v"] = 2
            copy.private.save(note)
            assert copy.private.fetch("n")["v"] == 2
        assert cloud.private.fetch("n")["v"] == 1


class TestConfiguration:
    def test_keywords_and_mapping(self) -> None:
        clock = "2030-05-06T07:08:09.010Z"
        with Cloud({"seed": 1, "clock": "2000-01-01T00:00:00.000Z"}, clock=clock) as cloud:
            assert cloud.now == datetime(2030, 5, 6, 7, 8, 9, 10000, tzinfo=timezone.utc)

    def test_an_unknown_key_is_named(self) -> None:
        before = live_clouds()
        with pytest.raises(errors.BadMockRequest, match="sede") as caught:
            Cloud(sede=1)
        assert caught.value.key == "sede"
        assert live_clouds() == before

    def test_what_json_cannot_say(self) -> None:
        with pytest.raises(errors.BadJSON):
            Cloud(seed=float("nan"))

    def test_the_environment_is_read_without_configuration(self, tmp_path: Path) -> None:
        path = tmp_path / "config.json"
        path.write_text('{"seed": 1, "clock": "2030-01-01T00:00:00.000Z"}')
        for text in (str(path), path.read_text()):
            code = "from mockcloud import Cloud; print(Cloud().now.year, Cloud({}).now.year)"
            done = subprocess.run(
                [sys.executable, "-c", code],
                env={**os.environ, "MOCKCLOUD_CONFIG": text},
                capture_output=True,
                check=True,
            )
            assert done.stdout.split() == [b"2030", b"2026"]

    def test_the_same_seed_gives_the_same_bytes(self) -> None:
        answers = []
        for _ in range(2):
            with Cloud(seed=7) as cloud:
                note = cloud.private.save(Record("Note", {"a": 1}))
                answers.append((note.record_name, cloud.call_raw("mock/state/save")))
        assert answers[0] == answers[1]
        with Cloud(seed=8) as cloud:
            assert cloud.private.save(Record("Note", {"a": 1})).record_name != answers[0][0]


class TestCalls:
    def test_call(self, codec: _json.Codec, cloud: Cloud) -> None:
        answer = (
            cloud.call("records/lookup", {"records": []}) if False else cloud.call("mock/clock")
        )
        assert answer == {"now": "2026-01-01T00:00:00.000Z"}
        with pytest.raises(errors.BadJSON):
            cloud.call("mock/clock", {"x": float("nan")})
        with pytest.raises(errors.BadJSON):
            cloud.call("mock/clock", {"x": object()})
        with pytest.raises(errors.BadJSON):
            cloud.call("mock/clock", {"x": 2**80})

    def test_exchange_raises_nothing(self, cloud: Cloud) -> None:
        status, answer = cloud.exchange("records/lookup", {"records": [{"recordName": "no"}]})
        assert status == 2
        assert answer["records"][0]["ckErrorCode"] == 11
        assert cloud.exchange("no/such")[0] == -4

    def test_call_raw_keeps_the_bytes(self, cloud: Cloud) -> None:
        answer = cloud.call_raw("mock/clock", "{}")
        assert answer == (0, b'{"now":"2026-01-01T00:00:00.000Z"}')
        assert cloud.call_raw("mock/clock", b"{").status == -3
        assert cloud.call_raw("mock/clock", b"\xff").status == -3
        assert cloud.call_raw("mock/clock", "[]").status == -3

    def test_nul_never_cuts_a_request_short(self, cloud: Cloud) -> None:
        with pytest.raises(ValueError, match="NUL"):
            cloud.call_raw("mock/clock", b"{}\0{")
        with pytest.raises(ValueError, match="NUL"):
            cloud.call("mock/clock\0")

    def test_info_lists_what_there_is(self, cloud: Cloud) -> None:
        names = {operation["name"] for operation in cloud.info()["operations"]}
        assert {"records/modify", "records/lookup", "records/query", "mock/seed"} <= names


class TestHarness:
    def test_time(self, cloud: Cloud) -> None:
        assert cloud.now == START
        assert cloud.advance_clock(1.5) == START + timedelta(seconds=1.5)
        assert cloud.advance_clock(timedelta(hours=1)) == START + timedelta(seconds=3601.5)
        later = datetime(2027, 3, 4, 6, tzinfo=timezone(timedelta(hours=1)))
        cloud.set_clock(later)
        assert cloud.now == later
        assert cloud.now.utcoffset() == timedelta(0)
        with pytest.raises(ValueError, match="time zone"):
            cloud.set_clock(datetime(2027, 1, 1))

    def test_users_and_devices(self, cloud: Cloud) -> None:
        name = cloud.add_user("alice", email="alice@example.com", devices=["phone"])
        cloud.add_device("tablet", user="alice")
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
        cloud.set_account_status(status)
        assert cloud.container().account_status() == status
        with pytest.raises(error):
            cloud.private.zones()
        cloud.set_account_status("available", device="device-1")
        assert cloud.container().account_status() == "available"
        cloud.private.zones()

    def test_containers(self, cloud: Cloud) -> None:
        cloud.create_container("iCloud.one")
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
            cloud.create_container("iCloud.one")
            cloud.container("iCloud.one").private.zones()
            with pytest.raises(errors.BadContainer):
                cloud.container("iCloud.two").private.zones()

    def test_seed_and_records(self, cloud: Cloud) -> None:
        cloud.seed(
            [Record("Note", {"v": 1}, name="a", zone="Work"), Record("Note", name="b")],
            zones=["Empty"],
        )
        assert {zone.name for zone in cloud.private.zones()} >= {"Work", "Empty"}
        assert [record.record_name for record in cloud.records()] == ["a", "b"]
        assert [record["v"] for record in cloud.records(recordType="Note")[:1]] == [1]
        work = cloud.records(zoneID={"zoneName": "Work"})
        assert [record.record_name for record in work] == ["a"]
        cloud.seed([Record("Note", name="p")], database="public", user="me")
        assert cloud.public.fetch("p").record_type == "Note"

    def test_seed_is_all_or_nothing(self, cloud: Cloud) -> None:
        before = cloud.save_state()
        with pytest.raises(errors.BadMockRequest):
            cloud.seed([Record("Note", name="a"), {"recordName": "b", "fields": 1}])
        assert cloud.save_state() == before

    def test_snapshots_and_reset(self, cloud: Cloud) -> None:
        fresh = cloud.call_raw("mock/state/save")
        cloud.private.save(Record("Note", {"v": 1}, name="n"))
        cloud.snapshot("one")
        cloud.private.delete("n")
        for _ in range(2):
            cloud.restore("one")
            assert cloud.private.fetch("n")["v"] == 1
        with pytest.raises(errors.BadMockRequest):
            cloud.restore("two")
        cloud.advance_clock(5)
        cloud.reset(keep=["clock"])
        assert cloud.now == START + timedelta(seconds=5)
        cloud.reset()
        assert cloud.call_raw("mock/state/save") == fresh

    def test_state(self, cloud: Cloud, tmp_path: Path) -> None:
        cloud.private.save(Record("Note", {"v": 1}, name="n"))
        document = cloud.save_state()
        path = tmp_path / "state.json"
        cloud.save_state(path)
        assert json.loads(path.read_text()) == document
        for state in (document, path):
            with Cloud(seed=2) as other:
                other.load_state(state)
                assert other.private.fetch("n")["v"] == 1
                assert other.save_state() == document

    def test_record_errors(self, cloud: Cloud) -> None:
        database = cloud.private
        note = database.save(Record("Note", {"v": 1}, name="n1"))
        database.save(Record("Note", {"v": 1}, name="n2"))
        cloud.set_record_errors([note], errors.QuotaExceeded)
        with pytest.raises(errors.QuotaExceeded):
            database.fetch("n1")
        assert database.fetch("n2")["v"] == 1
        cloud.set_record_errors(["n2"])
        with pytest.raises(errors.CKError):
            database.fetch("n2")
        cloud.set_record_errors([])
        assert len(database.fetch_all(["n1", "n2"])) == 2

    def test_limits(self, cloud: Cloud) -> None:
        assert cloud.set_limits(itemsPerRequest=2)["itemsPerRequest"] == 2
        records = [Record("Note", name=f"n{number}") for number in range(3)]
        with pytest.raises(errors.LimitExceeded):
            cloud.private.save_all(records)
        assert cloud.set_limits(itemsPerRequest=None)["itemsPerRequest"] == 400
        assert len(cloud.private.save_all(records)) == 3

    def test_journal(self, cloud: Cloud) -> None:
        cloud.private.save(Record("Note", name="n"))
        with pytest.raises(errors.UnknownItem):
            cloud.private.fetch("other")
        calls = cloud.journal(operation="records/lookup")
        assert [call["status"] for call in calls] == [2]
        assert [call["operation"] for call in cloud.journal()][:2] == [
            "records/modify",
            "records/lookup",
        ]
        cloud.clear_journal()
        assert cloud.journal(operation="records/modify") == []

    def test_events(self, codec: _json.Codec, cloud: Cloud) -> None:
        assert cloud.next_event() is None
        cloud.set_account_status("noAccount")
        (event,) = cloud.events()
        assert event.kind == "accountChange"
        assert event.document["accountStatus"] == "noAccount"
        assert cloud.next_event() is None


class TestThreadsAndProcesses:
    def test_threads_on_one_cloud(self, cloud: Cloud) -> None:
        def work(number: int) -> None:
            for turn in range(20):
                cloud.private.save(Record("Note", {"v": number}, name=f"n{number}-{turn}"))

        with ThreadPoolExecutor(8) as pool:
            list(pool.map(work, range(8)))
        assert len(cloud.records()) == 160

    def test_a_cloud_per_thread(self) -> None:
        def work(seed: int) -> str | None:
            with Cloud(seed=seed) as cloud:
                return cloud.private.save(Record("Note", {"v": seed})).record_name

        before = live_clouds()
        with ThreadPoolExecutor(8) as pool:
            names = list(pool.map(work, [1, 2] * 8))
        assert names == names[:2] * 8
        assert live_clouds() == before

    def test_close_while_others_call(self) -> None:
        cloud = Cloud(seed=1)
        started = threading.Event()

        def work(_: int) -> int:
            started.set()
            calls = 0
            while cloud.call_raw("mock/clock").status == 0:
                calls += 1
            return calls

        with ThreadPoolExecutor(4) as pool:
            running = [pool.submit(work, number) for number in range(4)]
            started.wait()
            cloud.close()
            assert all(each.result() >= 0 for each in running)
        assert cloud.call_raw("mock/clock").status == -2

    def test_loading_by_many_threads_loads_once(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(_raw, "_loaded", None)
        with ThreadPoolExecutor(8) as pool:
            loaded = list(pool.map(lambda _: _raw.library(), range(32)))
        assert len({id(library) for library in loaded}) == 1

    @pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")
    @pytest.mark.filterwarnings("ignore::DeprecationWarning")
    def test_a_child_process_has_its_own_copy(self, cloud: Cloud) -> None:
        cloud.private.save(Record("Note", {"v": 1}, name="n"))
        child = os.fork()
        if child == 0:
            try:
                note = cloud.private.fetch("n")
                note["v"] = 2
                kept = cloud.private.save(note)["v"] == 2 and cloud.private.fetch("n")["v"] == 2
                os._exit(0 if kept else 3)
            finally:
                os._exit(4)
        _, status = os.waitpid(child, 0)
        assert os.waitstatus_to_exitcode(status) == 0
        assert cloud.private.fetch("n")["v"] == 1
