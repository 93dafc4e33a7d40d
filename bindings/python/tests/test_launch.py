"""Clouds whose environment variables name the state, faults, journal and final state."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from mockcloud import BadMockRequest, Cloud, OperationName, Record, read_journal
from support import ROOT

BUSY = {"when": {"op": "records/modify"}, "then": {"error": "zoneBusy"}}

#: Saves a note for each line of input, and prints the result.
PROGRAM = """
import sys
from mockcloud import Cloud, CKError, Record
with Cloud() as cloud:
    for line in sys.stdin:
        try:
            cloud.private.save(Record("Note", name=line.strip()))
            print("saved", flush=True)
        except CKError as error:
            print(error.name, flush=True)
"""


def program(environment: dict[str, str]) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", PROGRAM],
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def save(child: subprocess.Popen[str], name: str) -> str:
    assert child.stdin is not None and child.stdout is not None
    print(name, file=child.stdin, flush=True)
    return child.stdout.readline().strip()


def test_a_program_gets_a_world_and_gives_it_back(tmp_path: Path) -> None:
    journal, state = tmp_path / "journal", tmp_path / "state.json"
    with Cloud(seed=5) as cloud:
        cloud.seed([Record("Note", name="seeded")])
        environment = cloud.environ(journal=journal, state_out=state, faults=[BUSY])
        with program(environment) as child:
            assert save(child, "n1") == "zoneBusy"
            [call] = read_journal(journal)
            assert (call.number, call.operation, call.error) == (1, "records/modify", "zoneBusy")
            assert not state.exists()
            _, complaint = child.communicate()
            assert (child.returncode, complaint) == (0, "")
        environment = cloud.environ(journal=journal, state_out=state)
        environment["MOCKCLOUD_STATE"] = str(state)
        environment.pop("MOCKCLOUD_FAULTS", None)
        with program(environment) as child:
            assert save(child, "n1") == "zoneBusy"
    assert [call.number for call in read_journal(journal)] == [1, 1]
    with Cloud(state=str(state)) as last:
        assert [record.name for record in last.records()] == ["seeded"]
        assert [rule.injections for rule in last.faults.report()] == [2]


def test_a_person_breaks_a_running_program_by_editing_a_file(tmp_path: Path) -> None:
    faults = tmp_path / "faults.json"
    faults.write_text("[]")
    with Cloud(seed=1) as cloud, program(cloud.environ(faults=faults)) as child:
        assert save(child, "a") == "saved"
        faults.write_text(json.dumps([BUSY]))
        assert save(child, "b") == "zoneBusy"
        faults.write_text('[{"then": ')
        assert save(child, "b") == "zoneBusy"
        assert save(child, "b") == "zoneBusy"
        faults.write_text("[]\n")
        assert save(child, "b") == "saved"
        _, complaint = child.communicate()
    assert re.fullmatch(r"mockcloud: .*faults\.json: line 1, .* stay\n", complaint)


def test_a_program_that_is_killed_loses_no_call(tmp_path: Path) -> None:
    journal, state = tmp_path / "journal", tmp_path / "state.json"
    with Cloud(seed=1) as cloud:
        child = program(cloud.environ(journal=journal, state_out=state))
        with child:
            assert [save(child, name) for name in "abc"] == ["saved"] * 3
            child.send_signal(signal.SIGKILL)
    assert [call.number for call in read_journal(journal)] == [1, 2, 3]
    assert not state.exists()


def test_a_large_world_goes_by_a_file_as_long_as_the_cloud_is_there(tmp_path: Path) -> None:
    with Cloud(seed=1) as cloud:
        small = cloud.environ(base={"PATH": "x", "MOCKCLOUD_CONFIG": "{}"})
        assert set(small) == {"PATH", "MOCKCLOUD_STATE"}
        assert small["MOCKCLOUD_STATE"].startswith("{")
        cloud.seed([Record("Note", {"text": "x" * 1000}, name=f"n{i}") for i in range(200)])
        path = Path(cloud.environ()["MOCKCLOUD_STATE"])
        with Cloud(state=str(path)) as copy:
            assert copy.call_raw("mock/state/save") == cloud.call_raw("mock/state/save")
    del cloud
    assert not path.exists()


def test_what_makes_no_sense_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for variable, value in (
        ("MOCKCLOUD_FAULTS", '[{"then": {"eror": 1}}]'),
        ("MOCKCLOUD_JOURNAL", str(tmp_path / "none" / "journal")),
        ("MOCKCLOUD_STATE_OUT", str(tmp_path)),
        ("MOCKCLOUD_SCRIPT", "{}"),
    ):
        with monkeypatch.context() as context:
            context.setenv(variable, value)
            with pytest.raises(BadMockRequest, match=f"^{variable}: "):
                Cloud()


@pytest.mark.parametrize("form", ["text", "path"])
def test_a_program_gets_a_script(form: str, cloud: Cloud, tmp_path: Path) -> None:
    script = {
        "entries": [
            {"operation": "account/status", "response": {"accountStatus": "restricted"}},
            {"operation": "zones/list", "response": {"error": {"ckErrorName": "zoneBusy"}}},
        ]
    }
    path = tmp_path / "script.json"
    path.write_text(json.dumps(script))
    program = (
        "from mockcloud import Cloud, errors\n"
        "cloud = Cloud()\n"
        "print(cloud.container().account_status())\n"
        "try:\n    cloud.private.zones()\n"
        "except errors.ZoneBusy:\n    print('busy', len(cloud.script.status().remaining))\n"
    )
    environment = cloud.environ(script=script if form == "text" else path)
    done = subprocess.run(
        [sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["restricted", "busy", "0"]


#: Fills a cloud, limits the size of files, and saves the state; the old file must not change.
FULL_DISK = """
import os, resource, sys
from mockcloud import Cloud, Record
path = sys.argv[1]
with Cloud(seed=1) as cloud:
    cloud.state.save(path)
    cloud.seed([Record("Note", {"text": "x" * 1000}, name=f"n{i}") for i in range(200)])
    resource.setrlimit(resource.RLIMIT_FSIZE, (50_000, resource.RLIM_INFINITY))
    try:
        cloud.state.save(path)
    except OSError as error:
        print(error.filename)
"""


def test_a_full_disk_leaves_the_old_file_alone(tmp_path: Path) -> None:
    path = tmp_path / "state.json"
    done = subprocess.run(
        [sys.executable, "-c", FULL_DISK, str(path)], capture_output=True, text=True, check=True
    )
    assert done.stdout == f"{path}\n"
    assert os.listdir(tmp_path) == ["state.json"]
    with Cloud(state=str(path)) as cloud:
        assert cloud.records() == []


def canopy_rows() -> list[str]:
    page = (ROOT / "docs" / "FAULTS.md").read_text()
    section = page.split("## Faults in a running program\n")[1].split("\n## ")[0]
    return re.findall(r"^\| [^|]+ \| `(\{.*\})` \|$", section, re.MULTILINE)


def status(cloud: Cloud, operation: OperationName, request: dict[str, object]) -> int:
    return cloud.exchange(operation, request)[0]


def test_the_settings_of_canopy_are_a_line_each(tmp_path: Path) -> None:
    faults = tmp_path / "faults.json"
    seen = []
    for row in canopy_rows():
        faults.write_text(f"[{row}]")
        with Cloud(seed=2) as cloud:
            cloud.seed([Record("Note", name="n3")])
            before = cloud.now
            cloud.faults.load(faults)
            records = [{"recordName": f"n{number}", "recordType": "Note"} for number in range(3)]
            saves = [{"operationType": "save", "record": record} for record in records]
            saved = status(cloud, "records/modify", {"operations": saves, "atomic": False})
            fetched = status(cloud, "records/lookup", {"records": [{"recordName": "n3"}]})
            seen.append((saved, fetched, (cloud.now - before).total_seconds()))
    assert seen == [
        (4, 0, 0),
        (2, 0, 0),
        (2, 0, 0),
        (0, 4, 0),
        (0, 0, 5),
        (6, 6, 5),
    ]
