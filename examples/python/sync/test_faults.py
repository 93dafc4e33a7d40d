"""Tests the sync client with every single fault at every call, with crashes, and at random.

The same tests must find eight bugs that were planted in other clients.
"""

from __future__ import annotations

import pytest

from mockcloud.testing.exploration import ExplorationFailed, explore
from planted_bugs import BUGS, TagDropped
from sync_client import SyncClient
from trials import (
    OTHERS,
    SEEDS,
    WAYS,
    ClientType,
    Story,
    case_problems,
    chaos,
    new_cloud,
    play,
)


def test_every_case() -> None:
    conflicts = {"field": {OTHERS: "kept"}}
    exploration = explore(new_cloud, conflicts=conflicts, items=True, lasting=True, crashes=True)
    for run in exploration:
        with run as cloud:
            story = Story(cloud, SyncClient)
            play(story)
            assert case_problems(cloud, story, run.case) == []
            assert cloud.findings() == []
    assert exploration.report is not None
    assert len(exploration.report.outcomes) > 500


@pytest.mark.parametrize("part", range(10))
def test_random_faults(part: int) -> None:
    calls = succeeded = 0
    for seed in range(1 + part, SEEDS + 1, 10):
        with new_cloud(seed) as cloud:
            story = chaos(cloud, SyncClient, seed)
            calls += len(cloud.calls)
            succeeded += len(cloud.calls(status=0))
            assert list(story.problems()) == [], seed
            assert cloud.findings() == [], seed
    assert 0.3 < succeeded / calls < 0.9, "the clients meet faults, and get on"


@pytest.mark.parametrize("client", BUGS.values(), ids=BUGS.keys())
def test_two_ways_find(client: ClientType) -> None:
    found = []
    for way in WAYS:
        result = way(client)
        if result.found:
            found.append(result.way)
        if len(found) == 2:
            return
    pytest.fail(f"{client.__name__} is found by {found}")


def test_a_failure_names_the_fault() -> None:
    with pytest.raises(ExplorationFailed) as failed:
        for run in explore(new_cloud, errors=[], conflicts={"field": {OTHERS: "kept"}}):
            with run as cloud:
                story = Story(cloud, TagDropped)
                play(story)
                assert case_problems(cloud, story, run.case) == []
    assert "conflict" in {outcome.case.effect for outcome in failed.value.report.failures}
    assert "again: cloud.faults.add(" in str(failed.value)
