"""Mistakes of clients in Python; the scenarios test each kind."""

from __future__ import annotations

import contextlib

import pytest

from mockcloud import Cloud, Crash, Record, errors
from mockcloud.testing.exploration import explore


def test_a_call_before_its_wait_is_over_is_found(cloud: Cloud) -> None:
    cloud.fail({"code": "zoneBusy", "retryAfter": 3}, times=1)
    with pytest.raises(errors.ZoneBusy):
        cloud.private.save(Record("Note", name="n"))
    cloud.clock.advance(2)
    cloud.private.save(Record("Note", name="n"))
    [finding] = cloud.findings()
    assert (finding.kind, finding.call) == ("earlyRetry", 2)
    assert "1.0 s before" in finding.message
    assert cloud.calls[finding.call - 1].operation == "records/modify"


def test_a_client_that_waits_and_takes_the_tag_is_not_found(cloud: Cloud) -> None:
    cloud.faults.profile("throttled", 1)
    mine = Record("Note", {"n": 0}, name="n")
    for number in range(20):
        mine["n"] = number
        with contextlib.suppress(errors.ServerRecordChanged):
            while True:
                try:
                    mine = cloud.private.save(mine)
                    break
                except (errors.RequestRateLimited, errors.ServiceUnavailable) as busy:
                    assert busy.retry_after is not None
                    cloud.clock.advance(busy.retry_after)
    assert len(cloud.calls) > 20
    assert cloud.findings() == []


def test_a_query_of_which_one_page_was_taken_is_found(cloud: Cloud) -> None:
    cloud.limits.set(page_size=2)
    cloud.seed(Record("Note", name=f"n{number}") for number in range(5))
    records, marker = cloud.private.query_page("Note")
    assert cloud.findings() == []
    records[0]["done"] = 1
    cloud.private.save(records[0])
    [finding] = cloud.findings()
    assert (finding.kind, finding.call) == ("continuationMarkerIgnored", 1)
    assert "resultsLimit" in finding.message
    cloud.private.query_page("Note", marker=marker)
    assert cloud.findings() == []


def test_a_query_for_its_first_records_is_not_found(cloud: Cloud) -> None:
    cloud.limits.set(page_size=2)
    cloud.seed(Record("Note", name=f"n{number}") for number in range(5))
    first = next(cloud.private.iter_query("Note", page_size=1))
    assert len(cloud.private.query("Note")) == 5
    cloud.private.save(first)
    assert cloud.findings() == []


class Stored:
    """The data that a client keeps beyond its end."""

    token: str | None = None


def sync(cloud: Cloud, stored: Stored) -> None:
    """Reads changes of the default database, and stores their token after another call."""
    request = {} if stored.token is None else {"syncToken": stored.token}
    changes = cloud.call("changes/database", request)
    cloud.call("zones/list")
    stored.token = changes["syncToken"]


@pytest.mark.parametrize("forgets", [False, True])
def test_a_client_that_ended_in_an_exploration_is_not_found(forgets: bool) -> None:
    found: dict[str, list[str]] = {}
    for run in explore(Cloud, errors=[], crashes=True, allow=["notReached"]):
        with run as cloud:
            if run.case is not None and not run.case.effect.startswith("crash"):
                continue
            stored = Stored()
            try:
                sync(cloud, stored)
            except Crash:
                cloud.accounts.restart_device()
                sync(cloud, stored)
                if forgets:
                    stored.token = None
                sync(cloud, stored)
            if run.case is not None:
                kinds = [finding.kind for finding in cloud.findings()]
                found[f"{run.case.effect} {run.case.call}"] = kinds
    expected = ["tokenThrownAway"] if forgets else []
    assert len(found) == 4
    assert all(kinds == expected for kinds in found.values()), found


def test_a_state_that_is_loaded_around_a_restart_has_the_same_findings() -> None:
    def found(load_before: str | None) -> list[tuple[str, int]]:
        stored = Stored()
        with Cloud(seed=1) as cloud:
            for step in ("crash", "restart", "read", "read again"):
                if step == load_before:
                    cloud.state.load(cloud.state.save())
                if step == "crash":
                    sync(cloud, Stored())
                    sync(cloud, Stored())
                    cloud.faults.add({"when": {"op": "zones/list"}, "then": {"crash": True}})
                    with pytest.raises(Crash):
                        sync(cloud, stored)
                    cloud.faults.clear()
                elif step == "restart":
                    cloud.accounts.restart_device()
                else:
                    sync(cloud, stored)
            return [(finding.kind, finding.call) for finding in cloud.findings()]

    for step in ("crash", "restart", "read", "read again"):
        assert found(step) == found(None) != [], step
