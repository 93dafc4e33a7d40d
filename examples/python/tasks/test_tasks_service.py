"""Tasks: a service that is busy, limited or full."""

from __future__ import annotations

import pytest

from mockcloud import Cloud, Database, Record, explore
from mockcloud.errors import (
    BadContainer,
    CKError,
    LimitExceeded,
    QuotaExceeded,
    RequestRateLimited,
    ServiceUnavailable,
    ZoneBusy,
)


def test_zone_busy(cloud: Cloud, phone: Database) -> None:
    cloud.fail(ZoneBusy(retry_after=3), operation="records/modify", times=2)
    note = Record("Note", {"title": "Bread"}, name="n2")
    for _ in range(2):
        with pytest.raises(ZoneBusy) as busy:
            phone.save(note)
        cloud.clock.advance(busy.value.retry_after or 1)  # the client waits
    phone.save(note)


def test_rate_limited(cloud: Cloud, phone: Database) -> None:
    bucket = {"rateLimit": {"perSecond": 1, "burst": 2}}
    cloud.faults.add({"limit": {"per": "device"}, "then": bucket})
    phone.fetch("n1")
    phone.fetch("n1")
    with pytest.raises(RequestRateLimited) as limited:
        phone.fetch("n1")
    assert limited.value.retry_after == 1
    cloud.clock.advance(1)
    phone.fetch("n1")


def test_service_unavailable(cloud: Cloud, phone: Database) -> None:
    with cloud.fail(ServiceUnavailable(retry_after=30)) as outage:
        with pytest.raises(ServiceUnavailable):
            phone.fetch("n1")
        assert outage.count == 1
    assert phone.fetch("n1")["title"] == "Milk"  # the outage ends with the block


def test_growing_waits(cloud: Cloud, phone: Database) -> None:
    limited = {"error": {"code": "requestRateLimited", "retryAfter": 1}}
    cloud.faults.add({"then": {**limited, "retryAfterGrows": {"factor": 2, "most": 60}}})
    waits = []
    for _ in range(4):
        with pytest.raises(RequestRateLimited) as error:
            phone.fetch("n1")
        waits.append(error.value.retry_after)
    assert waits == [1, 2, 4, 8]


def test_retry_too_early(cloud: Cloud, phone: Database) -> None:
    cloud.fail(ZoneBusy(retry_after=3), operation="records/query", times=1)
    with pytest.raises(ZoneBusy):
        phone.query("Note")
    phone.query("Note")  # no wait: it succeeds, and is reported
    assert [finding.kind for finding in cloud.findings()] == ["earlyRetry"]


def test_quota_full(cloud: Cloud, phone: Database) -> None:
    cloud.limits.set(storage_per_user=1000)
    with pytest.raises(QuotaExceeded):
        phone.save(Record("Note", {"title": "x" * 1000}, name="n2"))
    cloud.limits.set(storage_per_user=None)  # the user buys storage
    phone.save(Record("Note", {"title": "x" * 1000}, name="n2"))


def test_quota_half_used(cloud: Cloud, phone: Database, pad: Database) -> None:
    large = [Record("Note", {"title": "x" * 500}, name=f"big-{n}") for n in range(3)]
    cloud.limits.set(storage_per_user=1200)
    phone.save(large[0])  # half of it is used
    phone.save(large[1])
    with pytest.raises(QuotaExceeded):
        phone.save(large[2])
    pad.delete("big-0")  # frees storage
    phone.save(large[2])


def test_quota_full_while_syncing(cloud: Cloud, phone: Database) -> None:
    cloud.fail(QuotaExceeded, operation="records/modify", records="big*")
    small, big = (Record("Note", {"title": "Bread"}, name=name) for name in ("small", "big-1"))
    saved, failed = phone.save_all([small, big], atomic=False, return_exceptions=True)
    assert isinstance(saved, Record) and isinstance(failed, QuotaExceeded)


def test_too_many_records(cloud: Cloud, phone: Database) -> None:
    def save(batch: list[Record]) -> None:
        try:
            phone.save_all(batch)
        except LimitExceeded:
            half = len(batch) // 2
            save(batch[:half])
            save(batch[half:])

    save([Record("Note", {"number": number}, name=f"b{number}") for number in range(401)])
    assert [call.status for call in cloud.journal.calls("records/modify")] == [27, 0, 0]


def test_small_limits(cloud: Cloud, phone: Database) -> None:
    cloud.limits.set(items_per_request=2)  # the code for 400 records is tested with 3
    notes = [Record("Note", {"number": number}, name=f"b{number}") for number in range(3)]
    with pytest.raises(LimitExceeded):
        phone.save_all(notes)
    phone.save_all(notes[:2])


def test_record_too_large(cloud: Cloud, phone: Database) -> None:
    with pytest.raises(LimitExceeded):  # 1 MB, without files
        phone.save(Record("Note", {"title": "x" * 1_100_000}, name="n2"))
    phone.save(Record("Note", {"title": "x" * 1_000_000}, name="n2"))


def test_fails_now_and_then(cloud: Cloud, phone: Database) -> None:
    cloud.faults.add({"limit": {"probability": 0.3}, "then": {"error": "serviceUnavailable"}})
    failed = 0
    for _ in range(100):
        try:
            phone.fetch("n1")
        except ServiceUnavailable:
            failed += 1
    assert 15 < failed < 45  # the same calls fail in every run with this seed


def test_every_call_can_fail(cloud: Cloud, phone: Database) -> None:
    for run in explore(cloud):
        with run:
            note = Record("Note", {"title": "Bread"}, name="n2")
            try:  # the code under test: it saves, and tries once more
                phone.save(note, save_policy="allKeys")
            except CKError:
                cloud.faults.pause()  # the fault is over
                phone.save(note, save_policy="allKeys")
            assert [each.name for each in cloud.records()] == ["n1", "n2"]


def test_wrong_container(cloud: Cloud) -> None:
    with Cloud(containers="declared") as strict:
        with pytest.raises(BadContainer):
            strict.container("iCloud.example.typo").private.zones()
        strict.schema.create_container("iCloud.example.notes")
        assert len(strict.container("iCloud.example.notes").private.zones()) == 1
