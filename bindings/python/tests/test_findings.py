"""Mistakes of clients in Python; the scenarios test each kind."""

from __future__ import annotations

import contextlib

import pytest

from mockcloud import Cloud, Record, errors


def test_a_call_before_its_wait_is_over_is_found(cloud: Cloud) -> None:
    cloud.set_error({"code": "zoneBusy", "retryAfter": 3}, times=1)
    with pytest.raises(errors.ZoneBusy):
        cloud.private.save(Record("Note", name="n"))
    cloud.advance_clock(2)
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
                    cloud.advance_clock(busy.retry_after)
    assert len(cloud.calls) > 20
    assert cloud.findings() == []
