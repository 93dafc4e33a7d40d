"""Traces of faults: what a chaos run did, repeated without chance, and reduced."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from itertools import count, islice
from typing import Any

import pytest
from chaos_client import BUGS, Bug, run

from mockcloud import Cloud, Record, shrink
from mockcloud.harness.traces import Trace

#: The number of failing seeds; `MOCKCLOUD_TRACES=1000` for a long run.
FAILURES = int(os.environ.get("MOCKCLOUD_TRACES", "60"))


def journal(cloud: Cloud) -> bytes:
    """Returns the journal without the names and sources of rules.

    A trace has other rules than the run that it repeats, so that `notApplied`, and `rule` and
    `source` in `faults`, differ. Everything else is compared: requests, responses with their
    UUIDs, times, digests of the state, the records in `faults`, and the number of faults of each
    call.
    """
    calls = cloud.call("mock/journal")["calls"]
    for call in calls:
        call.pop("notApplied", None)
        for fault in call["faults"]:
            fault.pop("rule", None)
            fault.pop("source", None)
    return json.dumps(calls).encode()


def failing(seeds: Iterator[int]) -> Iterator[tuple[int, Bug, Trace, bytes]]:
    """Yields the seeds with which a client with a planted bug fails, with what faults did."""
    for seed in seeds:
        for bug in BUGS:
            with Cloud(seed=seed) as cloud:
                if run(cloud, seed, bug, None):
                    yield seed, bug, cloud.faults.trace(), journal(cloud)


def test_a_trace_repeats_a_failure_at_once_and_shrinks() -> None:
    sizes: list[int] = []
    runs: list[int] = []
    for seed, bug, trace, expected in islice(failing(count(1)), FAILURES):
        assert trace.rules
        assert not trace.dropped
        assert not trace.unexpressed
        with Cloud(seed=seed) as cloud:
            assert run(cloud, seed, bug, trace.rules), f"seed {seed}, bug {bug}: it passes"
            assert journal(cloud) == expected, f"seed {seed}, bug {bug}: another journal"

        def fails(rules: list[dict[str, Any]], seed: int = seed, bug: Bug = bug) -> bool:
            with Cloud(seed=seed) as cloud:
                return run(cloud, seed, bug, rules)

        shrunk = shrink(trace, fails)
        assert fails(shrunk)
        sizes.append(len(shrunk))
        runs.append(shrunk.runs)
    small = sum(size <= 3 for size in sizes)
    print(
        f"{len(sizes)} failures repeated; {small} have at most 3 rules, the largest {max(sizes)}; "
    )
    print(f"{sum(runs) / len(runs):.0f} runs on average, at most {max(runs)}")
    assert small >= 0.9 * len(sizes)


@pytest.mark.parametrize("seed", range(1, 9))
def test_the_correct_client_passes_and_is_repeated_too(seed: int) -> None:
    with Cloud(seed=seed) as cloud:
        assert not run(cloud, seed, None, None)
        trace, expected = cloud.faults.trace(), journal(cloud)
    with Cloud(seed=seed) as cloud:
        assert not run(cloud, seed, None, trace.rules)
        assert journal(cloud) == expected
        # The trace of a trace has the same acts, and the names of the first causes.
        again = cloud.faults.trace()
        assert again.rules == trace.rules


#: Effects of which the response of the call itself may show nothing.
QUIET: list[dict[str, Any]] = [
    {"when": {"op": "records/query"}, "then": {"limits": {"markerLife": 30}}},
    {"when": {"op": ["zones/list", "zones/modify"]}, "then": {"limits": {"syncTokenLife": 30}}},
    {"when": {"op": "changes/zone"}, "then": {"limits": {"syncTokenLife": 40}}},
    {"then": {"duplicate": True}},
    {"then": {"skew": -30}},
    {
        "when": {"op": "records/modify"},
        "then": [{"duplicate": True}, {"rateLimit": {"perSecond": 0.05}}],
    },
    {"then": {"call": {"operation": "mock/schema/deploy"}}},
]


def visit(cloud: Cloud, rules: Sequence[dict[str, Any]]) -> None:
    """Makes calls with tokens and markers of different ages."""
    cloud.seed([Record("Note", {}, name=f"n{number}") for number in range(3)])
    cloud.faults.add(*rules)
    query: dict[str, Any] = {"query": {"recordType": "Note"}, "resultsLimit": 1}
    token = None
    for turn in range(16):
        zone = {"zoneID": {"zoneName": f"z{turn % 3}"}}
        kind = "create" if turn % 4 else "delete"
        cloud.exchange("zones/modify", {"operations": [{"operationType": kind, "zone": zone}]})
        kind = "forceUpdate" if turn % 2 else "forceDelete"
        record = {"recordName": f"r{turn % 4}", "recordType": "Note"}
        cloud.exchange(
            "records/modify", {"operations": [{"operationType": kind, "record": record}]}
        )
        page = cloud.exchange("records/query", query)[1]
        query.pop("continuationMarker", None)
        if "continuationMarker" in page:
            query["continuationMarker"] = page["continuationMarker"]
        if token is not None:
            zone["syncToken"] = token
        cloud.exchange("changes/zone", {"zones": [zone]})
        zones = cloud.exchange("zones/list")[1].get("zones", [])
        token = next((each["syncToken"] for each in zones if "syncToken" in each), None)
        cloud.clock.advance(10)


@pytest.mark.parametrize("seed", range(1, 7))
def test_what_only_later_calls_show_is_repeated_too(seed: int) -> None:
    with Cloud(seed=seed) as cloud:
        visit(cloud, [{"limit": {"probability": 0.4}, **rule} for rule in QUIET])
        trace, expected = cloud.faults.trace(), journal(cloud)
    kinds = {kind for rule in trace.rules for effect in rule["then"] for kind in effect}
    assert kinds > {"limits", "duplicate", "skew", "error"}
    with Cloud(seed=seed) as cloud:
        visit(cloud, trace.rules)
        assert journal(cloud) == expected


def test_a_trace_survives_a_state_document_and_a_snapshot() -> None:
    with Cloud() as cloud:
        cloud.faults.add({"then": {"error": "zoneBusy"}})
        for _ in range(3):
            cloud.exchange("zones/list")
        state = cloud.state.save()
        trace = cloud.faults.trace()
        assert [str(trace)] == ["zones/list 1 to 3 by device-1: error zoneBusy (rule-1)"]
        cloud.call("mock/snapshot", {"name": "s"})
        cloud.exchange("zones/list")
        cloud.exchange("account/status")
        assert len(cloud.faults.trace().rules) == 2
        cloud.call("mock/restore", {"name": "s"})
        assert cloud.faults.trace() == trace
        cloud.faults.clear()
        assert cloud.faults.trace() == trace
        cloud.call("mock/reset")
        assert cloud.faults.trace().rules == []
    with Cloud(state=state) as loaded:
        assert loaded.faults.trace() == trace
        loaded.exchange("zones/list")
        assert str(loaded.faults.trace()).startswith("zones/list 1 to 4 by")


def test_a_trace_goes_on_in_a_cloud_that_loads_it() -> None:
    """The document has no rules any more, but the trace names calls by their numbers."""
    with Cloud(seed=1) as cloud, Cloud(seed=2) as loaded:
        cloud.faults.add({"then": {"error": "zoneBusy"}})
        cloud.exchange("zones/list")
        cloud.faults.clear()
        loaded.state.load(cloud.state.save())
        traces = []
        for each in (cloud, loaded):
            each.exchange("zones/list")
            each.faults.add({"then": {"error": "quotaExceeded"}})
            each.exchange("zones/list")
            traces.append(str(each.faults.trace()))
    assert "zones/list 3 by" in traces[0]
    assert traces[0] == traces[1]


def test_a_trace_is_bounded() -> None:
    with Cloud() as cloud:
        cloud.faults.add(
            {"when": {"call": {"every": 2}}, "then": {"error": "zoneBusy"}},
            {"then": {"error": "internalError"}},
        )
        for _ in range(10_003):
            cloud.exchange("account/status")
        trace = cloud.faults.trace()
        assert len(trace.rules) == 10_000
        assert trace.dropped == 3
        assert list(trace.lines(2))[-1] == "... 10001 more acts"


def test_what_no_rule_expresses_is_named() -> None:
    with Cloud(users=[{"alias": "me", "devices": ["a*b", "pad"]}]) as cloud:
        cloud.faults.add({"then": {"error": "zoneBusy"}})
        cloud.exchange("zones/list", {"device": "a*b"})
        cloud.exchange("zones/list", {"device": "a*b"})
        trace = cloud.faults.trace()
        assert trace.rules == []
        assert [(each.source, each.count) for each in trace.unexpressed] == [("mock/faults/add", 2)]
        assert "'*'" in str(trace)


def test_an_exploration_has_traces_of_its_runs() -> None:
    with Cloud() as cloud:
        cloud.call("mock/explore/begin", {"errors": ["zoneBusy"]})
        cloud.exchange("zones/list")
        assert cloud.faults.trace().rules == []
        cloud.call("mock/explore/next")
        assert cloud.exchange("zones/list")[0] == 23
        trace = cloud.faults.trace()
        assert str(trace) == "zones/list 1 by device-1: error zoneBusy (explored)"
        cloud.call("mock/explore/end")
        assert cloud.faults.trace().rules == []
        cloud.faults.add(*trace.rules)
        assert [cloud.exchange("zones/list")[0] for _ in range(2)] == [23, 0]


def test_shrinking_a_cloud() -> None:
    def fails(rules: list[dict[str, Any]]) -> bool:
        with Cloud() as cloud:
            cloud.faults.add(*rules)
            statuses = [cloud.exchange("zones/list")[0] for _ in range(4)]
            statuses += [cloud.exchange("account/status")[0] for _ in range(4)]
            return 23 in statuses[1:] and 6 in statuses

    with Cloud() as cloud:
        cloud.seed([Record("Note", {}, name="a")])
        cloud.faults.add(
            {"when": {"op": "zones/list"}, "then": {"error": "zoneBusy"}},
            {
                "when": {"op": "account/status"},
                "then": [{"latency": 1}, {"error": "serviceUnavailable"}],
            },
        )
        for _ in range(4):
            cloud.exchange("zones/list")
            cloud.exchange("account/status")
        shrunk = shrink(cloud, fails)
    assert len(shrunk) == 2
    assert 0 < shrunk.runs < 40
    assert fails(shrunk)
