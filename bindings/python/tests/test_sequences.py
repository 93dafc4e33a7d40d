"""Random sequences of calls by two owners and the participants of their zones.

After every call `mock/state/check` must find nothing, every reference must have its target, and a
refused call must have left the state document unchanged, byte for byte. MOCKCLOUD_SEQUENCES and
MOCKCLOUD_SEED set the number of sequences and their seed (`make sequences`).
"""

from __future__ import annotations

import os

import pytest

from sequence_runs import as_scenario, failure, missing_targets, shrunk
from sequences import Generator, Step

COUNT = int(os.environ.get("MOCKCLOUD_SEQUENCES", "3000"))
SEED = int(os.environ.get("MOCKCLOUD_SEED", "1"))
#: The maximum number of different failures that are shrunk and printed.
MOST = 8
#: The parts of the sequences, each of which is a test, so that processors share them.
PARTS = 8


@pytest.mark.parametrize("part", range(PARTS))
def test_random_sequences(part: int) -> None:
    broken: dict[str, list[Step]] = {}
    counts: dict[str, int] = {}
    for number in range(part, COUNT, PARTS):
        steps = Generator(SEED, number).steps()
        found = failure(steps)
        if found is not None:
            broken.setdefault(found[0].kind, steps)
            counts[found[0].kind] = counts.get(found[0].kind, 0) + 1
    reports = []
    for kind, steps in sorted(broken.items(), key=lambda each: -counts[each[0]])[:MOST]:
        problem, made = shrunk(steps, kind)
        reports.append(f"{counts[kind]} sequences: {problem}\n{as_scenario(made, problem)}")
    if reports:
        pytest.fail("\n\n".join(reports), pytrace=False)


def test_sequences_are_the_same_again() -> None:
    assert Generator(7, 3).steps() == Generator(7, 3).steps()
    assert Generator(7, 3).steps() != Generator(7, 4).steps()


def test_a_failure_is_found_and_made_small(monkeypatch: pytest.MonkeyPatch) -> None:
    """With an invalid rule, the shortest sequence that violates it is found."""
    monkeypatch.setattr("sequence_runs.missing_targets", lambda state: two_records(state))
    steps = next(
        steps for number in range(100) if failure(steps := Generator(1, number).steps()) is not None
    )
    found = failure(steps)
    assert found is not None
    problem, made = shrunk(steps, found[0].kind)
    assert str(problem) == "there are two records"
    assert made[0].operation == "zones/modify"
    assert [step.operation for step in made[1:]] == ["records/modify"] * (len(made) - 1)
    assert sum(len(step.request["operations"]) for step in made[1:]) == 2
    assert '"source": ""' in as_scenario(made, problem)


def two_records(state: dict[str, object]) -> list[str]:
    databases = state["databases"]
    assert isinstance(databases, list)
    sizes = [len(zone["records"]) for database in databases for zone in database["zones"]]
    return ["there are two records"] if max(sizes, default=0) > 1 else []


def test_missing_targets_are_found() -> None:
    reference = {"value": {"recordName": "gone", "action": "VALIDATE"}}
    records = [
        {"recordName": "a", "fields": {}, "parent": {"recordName": "gone"}},
        {"recordName": "b", "fields": {"ref": reference, "refs": {"value": [1]}}},
        {"recordName": "c", "fields": {"ref": {"value": {"recordName": "a", "action": "NONE"}}}},
    ]
    found = list(missing_targets({"databases": [{"zones": [{"records": records}]}]}))
    assert len(found) == 2
