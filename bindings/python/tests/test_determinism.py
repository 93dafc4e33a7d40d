"""The same seed and calls result in the same journal, byte for byte.

The tests compare the journals of two Python processes with different hash seeds, and of a program
in C. MOCKCLOUD_WORLDS is the number of sequences, MOCKCLOUD_SEED their seed (`make determinism`),
and MOCKCLOUD_REPLAY the path of the program, which is compiled from `Tests/c/replay.c`.
"""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import determinism
from sequences import FORK, RELOAD

COUNT = int(os.environ.get("MOCKCLOUD_WORLDS", "100"))
SEED = int(os.environ.get("MOCKCLOUD_SEED", "1"))
REPLAY = os.environ.get("MOCKCLOUD_REPLAY")
#: The number of sequences that one process runs.
BLOCK = 500


def worker(hash_seed: int, *arguments: object) -> subprocess.Popen[str]:
    """Starts a process that prints the digests of journals."""
    return subprocess.Popen(
        [sys.executable, determinism.__file__, str(SEED), *map(str, arguments)],
        env={**os.environ, "PYTHONHASHSEED": str(hash_seed)},
        stdout=subprocess.PIPE,
        text=True,
    )


def output(process: subprocess.Popen[str]) -> list[str]:
    text, _ = process.communicate()
    assert process.returncode == 0
    return text.splitlines()


def replayed(calls: Path) -> list[str]:
    """Returns the digests of the journals that the program in C writes."""
    assert REPLAY is not None
    with (
        calls.open("rb") as given,
        subprocess.Popen([REPLAY], stdin=given, stdout=subprocess.PIPE) as program,
    ):
        assert program.stdout is not None
        digests = [hashlib.sha256(line[:-1]).hexdigest() for line in program.stdout]
    assert program.returncode == 0
    return digests


def differences(first: int, one: list[str], other: list[str]) -> list[int]:
    """Returns the numbers of the sequences whose journals differ."""
    assert len(one) == len(other)
    pairs = enumerate(zip(one, other, strict=True), start=first)
    return [number for number, (left, right) in pairs if left != right]


def test_two_processes_and_two_languages_write_the_same_journals(tmp_path: Path) -> None:
    distinct: set[str] = set()
    for first in range(0, COUNT, BLOCK):
        last = min(first + BLOCK, COUNT)
        calls = tmp_path / "calls"
        processes = worker(1, first, last, calls), worker(2, first, last)
        one, other = map(output, processes)
        assert len(one) == last - first
        assert differences(first, one, other) == [], "these journals depend on the process"
        if REPLAY is not None:
            assert differences(first, one, replayed(calls)) == [], "these journals differ in C"
        distinct.update(one)
    # If most sequences had equal journals, the comparison would prove nothing. The shortest have.
    assert len(distinct) >= 0.95 * COUNT


def test_a_difference_is_found() -> None:
    one, other = (output(worker(1, first, first + 3)) for first in (0, 1))
    assert differences(5, one, other) == [5, 6, 7]
    assert differences(5, one[1:], other[:2]) == []


def test_the_journals_hold_faults_and_changes() -> None:
    """The sequences contain faults and changes of the stored data."""
    calls = [
        json.loads(line)
        for number in range(20)
        for journal in determinism.journals(SEED, number)
        for line in json.loads(journal)["lines"].splitlines()
    ]
    assert sum(bool(call["faults"]) for call in calls) > 20
    assert sum(call["stateBefore"] != call["stateAfter"] for call in calls) > 50
    assert {call["operation"] for call in calls} >= {"records/modify", "records/query"}
    assert len({call["status"] for call in calls}) > 5


def test_the_sequences_continue_in_copies_and_in_loaded_states() -> None:
    steps = [step for number in range(40) for step in determinism.steps(SEED, number)]
    operations = [step.operation for step in steps]
    assert operations.count(FORK) > 5
    assert operations.count(RELOAD) > 5
    assert sum(len(determinism.journals(SEED, number)) > 1 for number in range(40)) > 5


@pytest.mark.skipif(REPLAY is None, reason="MOCKCLOUD_REPLAY names no program")
def test_a_call_that_c_makes_otherwise_is_found(tmp_path: Path) -> None:
    calls = tmp_path / "calls"
    one = output(worker(1, 0, 2, calls))
    assert replayed(calls) == one
    calls.write_text(calls.read_text().replace('"seed": 1', '"seed": 7'))
    assert differences(0, one, replayed(calls)) == [1]
