"""Tests a C program as a black box. Its state, faults and journal are in environment variables.

`examples/c/Makefile` builds the program and sets NOTES_TOOL to its path.
"""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from mockcloud import Cloud, Record, read_journal

BUILT = Path(__file__).resolve().parents[2] / "build" / "examples" / "notes_tool"
TOOL = os.environ.get("NOTES_TOOL", str(BUILT))

pytestmark = pytest.mark.skipif(not os.path.isfile(TOOL), reason="notes_tool is not built")

#: The exit codes of the tool.
OK, NOT_FOUND, SIGNED_OUT, BUSY = range(4)


@pytest.fixture
def cloud() -> Iterator[Cloud]:
    """The initial state of the tool's cloud."""
    with Cloud(seed=1) as cloud:
        cloud.private.create_zone("Notes")
        cloud.private.in_zone("Notes").save(Record("Note", {"text": "Buy milk"}, name="milk"))
        yield cloud


def run(environment: dict[str, str], *arguments: str) -> tuple[int, str]:
    done = subprocess.run([TOOL, *arguments], env=environment, capture_output=True, text=True)
    return done.returncode, done.stdout.strip()


def test_a_world_goes_in_and_comes_out(cloud: Cloud, tmp_path: Path) -> None:
    state, journal = tmp_path / "state.json", tmp_path / "journal.jsonl"
    environment = cloud.environ(journal=journal, state_out=state)
    assert run(environment, "show", "milk") == (OK, "Buy milk")
    assert run(environment, "show", "glue") == (NOT_FOUND, "")
    # Each further run starts with the state at the end of the previous one.
    environment["MOCKCLOUD_STATE"] = str(state)
    assert run(environment, "save", "glue", "Buy glue") == (OK, "")
    assert run(environment, "remove", "milk") == (OK, "")
    calls = [call.operation for call in read_journal(journal)]
    assert calls == ["records/lookup"] * 3 + ["records/modify"] * 2
    with Cloud(state=str(state)) as last:
        [note] = last.private.in_zone("Notes").query("Note")
        assert (note.name, note["text"]) == ("glue", "Buy glue")
        assert last.findings() == []


def test_every_fault_is_survived_or_reported(cloud: Cloud, tmp_path: Path) -> None:
    for error, ended in (("zoneBusy", BUSY), ("notAuthenticated", SIGNED_OUT)):
        rule = {"when": {"op": "records/modify"}, "then": {"error": error}}
        environment = cloud.environ(faults=[rule], state_out=tmp_path / "state.json")
        assert run(environment, "save", "milk", "Buy oat milk")[0] == ended
        with Cloud(state=str(tmp_path / "state.json")) as last:
            assert last.private.in_zone("Notes").fetch("milk")["text"] == "Buy milk"


def test_a_running_program_is_broken_by_editing_a_file(cloud: Cloud, tmp_path: Path) -> None:
    faults = tmp_path / "faults.json"
    faults.write_text("[]")
    with subprocess.Popen(
        [TOOL, "-"],
        env=cloud.environ(faults=faults),
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    ) as tool:
        assert tool.stdin is not None and tool.stderr is not None
        for rules, result in (
            ([], "ok"),
            ([{"then": {"error": "notAuthenticated"}}], "signed out"),
            ([{"then": {"latency": 60}}], "ok"),
            ([{"when": {"op": "records/lookup"}, "then": {"error": "unknownItem"}}], "not found"),
            ([], "ok"),
        ):
            faults.write_text(json.dumps(rules))
            print("show milk", file=tool.stdin, flush=True)
            assert tool.stderr.readline().strip() == result
