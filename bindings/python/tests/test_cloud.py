"""Creating and closing clouds, their calls, and their use in threads and processes."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timezone
from pathlib import Path

import pytest

from mockcloud import Cloud, Record, errors, live_clouds
from mockcloud._core import json as _json
from mockcloud._core import library as _raw

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
        with pytest.raises(TypeError, match=r"Cloud\(\) .*'sede'; did you mean 'seed'"):
            Cloud(sede=1)  # type: ignore[call-arg]
        with pytest.raises(errors.BadMockRequest, match="sede") as caught:
            Cloud({"sede": 1})
        assert caught.value.key == "sede"
        assert live_clouds() == before

    def test_what_json_cannot_say(self) -> None:
        with pytest.raises(errors.BadJSON):
            Cloud(seed=float("nan"))  # type: ignore[arg-type]

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
                answers.append((note.name, cloud.call_raw("mock/state/save")))
        assert answers[0] == answers[1]
        with Cloud(seed=8) as cloud:
            assert cloud.private.save(Record("Note", {"a": 1})).name != answers[0][0]


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

    def test_exchange_raises_no_error_of_the_service(self, cloud: Cloud) -> None:
        status, answer = cloud.exchange("records/lookup", {"records": [{"recordName": "no"}]})
        assert status == 2
        assert answer["records"][0]["ckErrorCode"] == 11

    def test_exchange_raises_mistakes_of_the_test(self, cloud: Cloud) -> None:
        with pytest.raises(errors.UnknownOperation):
            cloud.exchange("no/such")
        with pytest.raises(errors.BadMockRequest, match="fone"):
            cloud.exchange("zones/list", {"device": "fone"})
        with pytest.raises(errors.BadMockRequest, match="bobby"):
            cloud.as_user("bobby").exchange("zones/list")

    def test_exchange_as_a_user(self, cloud: Cloud) -> None:
        cloud.accounts.add_user("bob", devices=["phone", "pad"])
        pad = cloud.as_user("bob", "pad")
        status, answer = pad.exchange("account/userRecordID")
        assert (status, answer["userRecordName"]) == (0, pad.identity().user)
        database = cloud.database("public", user="bob", device="pad")
        database.exchange("records/query", {"query": {"recordType": "Note"}})
        callers = [(call.caller, call.device, call.database) for call in cloud.calls]
        assert callers[0] == ("bob", "pad", None)
        assert callers[-1] == ("bob", "pad", "public")

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
            cloud.call_raw("mock/clock\0")

    def test_info_lists_what_there_is(self, cloud: Cloud) -> None:
        names = {operation["name"] for operation in cloud.info()["operations"]}
        assert {"records/modify", "records/lookup", "records/query", "mock/seed"} <= names


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
                return cloud.private.save(Record("Note", {"v": seed})).name

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
