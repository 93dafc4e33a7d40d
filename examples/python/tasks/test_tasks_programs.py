"""Tasks: time, determinism, recorded traffic, and programs under test."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from mockcloud import CKError, Cloud, Database, Record, read_journal, shrink
from mockcloud.errors import NetworkUnavailable, ScriptMismatch, ZoneBusy

# set-up begins
# The program under test: it makes its cloud from the environment.
PROGRAM = """
from mockcloud import Cloud, Record
with Cloud() as cloud:
    cloud.private.in_zone("Notes").save(Record("Note", {"title": "Bread"}, name="n2"))
"""


# set-up ends


def test_clock_skew(cloud: Cloud, phone: Database) -> None:
    cloud.faults.add({"when": {"device": "phone"}, "then": {"skew": -3600}})
    saved = phone.save(Record("Note", {"title": "Bread"}, name="n2"))
    assert saved.modified is not None
    assert (cloud.now - saved.modified.timestamp).total_seconds() == 3600


def test_clock_goes_back(cloud: Cloud, phone: Database) -> None:
    before = cloud.now
    cloud.faults.add({"limit": {"injections": 1}, "then": {"jump": -600}})
    phone.fetch("n1")  # a wait computed from the wall clock would never end
    assert (before - cloud.now).total_seconds() == 600


def test_same_seed_same_bytes(cloud: Cloud) -> None:
    def run(seed: int) -> str:
        with Cloud(seed=seed) as other:
            other.private.save(Record("Note", {"title": "Bread"}))  # the seed gives its name
            return other.journal.lines()

    assert run(7) == run(7)  # byte for byte, in every process and language
    assert run(7) != run(8)


def test_chaos_run_again(cloud: Cloud, phone: Database) -> None:
    start = cloud.fork()

    def client(notes: Database) -> None:
        for number in range(20):
            notes.save(Record("Note", {"number": number}))  # it does not try again

    def fails(rules: list[dict[str, Any]]) -> bool:
        with start.fork() as copy:
            copy.faults.add(*rules)
            try:
                client(copy.as_user("me", "phone").private.in_zone("Notes"))
            except CKError:
                return True
        return False

    cloud.faults.profile("flaky-wifi", intensity=1)
    with pytest.raises(CKError):
        client(phone)
    trace = cloud.faults.trace()
    assert fails(list(trace.rules))  # again, without chance
    assert len(shrink(trace, fails)) == 1  # the one fault that matters
    start.close()


def test_start_from_snapshot(cloud: Cloud, phone: Database) -> None:
    cloud.state.snapshot("before")
    phone.delete("n1")
    cloud.state.restore("before")
    with cloud.fork() as copy:  # an independent copy, in microseconds
        copy.as_user("me").private.in_zone("Notes").delete("n1")
        assert copy.records() == []
    assert phone.fetch("n1")["title"] == "Milk"


def test_app_is_relaunched(cloud: Cloud, tmp_path: Path) -> None:
    cloud.state.save(tmp_path / "state.json")  # the first launch ends
    with Cloud(state=str(tmp_path / "state.json")) as later:
        assert later.private.in_zone("Notes").fetch("n1")["title"] == "Milk"


def test_black_box(cloud: Cloud, tmp_path: Path) -> None:
    calls, state = tmp_path / "calls.jsonl", tmp_path / "state.json"
    environment = cloud.environ(journal=calls, state_out=state)
    subprocess.run([sys.executable, "-c", PROGRAM], env=environment, check=True)
    assert [call.operation for call in read_journal(calls)] == ["records/modify"]
    with Cloud(state=str(state)) as left:
        assert left.private.in_zone("Notes").fetch("n2")["title"] == "Bread"


def test_black_box_meets_faults(cloud: Cloud) -> None:
    busy = {"when": {"op": "records/modify"}, "then": {"error": "zoneBusy"}}
    environment = cloud.environ(faults=[busy])
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], env=environment, stderr=subprocess.PIPE, text=True
    )
    assert "ZoneBusy" in done.stderr


def test_faults_in_a_file(cloud: Cloud, phone: Database, tmp_path: Path) -> None:
    faults = tmp_path / "faults.json"
    faults.write_text("[]")
    cloud.faults.load(faults)  # a program under test gets it by MOCKCLOUD_FAULTS
    phone.fetch("n1")
    faults.write_text(json.dumps([{"then": {"error": "networkUnavailable"}}]))
    with pytest.raises(NetworkUnavailable):
        phone.fetch("n1")  # the file was read again


def test_scripted_answers(cloud: Cloud, phone: Database) -> None:
    busy = {"error": {"ckErrorName": "zoneBusy", "retryAfter": 3}}
    cloud.script.load([{"operation": "records/query", "response": busy}])
    with pytest.raises(ScriptMismatch):
        phone.fetch("n1")  # not the expected call
    with pytest.raises(ZoneBusy):
        phone.query("Note")
    cloud.script.unload()


def test_record_and_replay(cloud: Cloud, phone: Database) -> None:
    with cloud.script.recorded(normalize=True) as recording:
        phone.save(Record("Note", {"title": "Bread"}, name="n2"))
    with cloud.fork() as other:
        other.script.load(recording.script)  # responses from the recording, nothing is stored
        database = other.as_user("me", "phone").private.in_zone("Notes")
        assert database.save(Record("Note", {"title": "Bread"}, name="n2")).change_tag == "tag-1"


def test_what_was_sent(cloud: Cloud, phone: Database) -> None:
    note = phone.fetch("n1")
    note["rank"] = 1
    phone.save(note)
    saves = cloud.journal.calls("records/modify", device="phone")
    assert saves.fields_sent() == {"n1": ["rank"]}  # only the changed field
    assert cloud.findings() == []  # and no mistakes of the client
