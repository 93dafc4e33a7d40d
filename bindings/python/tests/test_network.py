"""The networks of devices from Python; the scenarios show what each state does."""

from __future__ import annotations

from datetime import timedelta

import pytest

from mockcloud import BadMockRequest, Cloud, Record, errors


def test_a_device_goes_offline_and_comes_back(cloud: Cloud) -> None:
    cloud.network("offline", schedule=[(timedelta(minutes=1), "oneWay"), (90, "online")])
    with pytest.raises(errors.NetworkUnavailable):
        cloud.private.save(Record("Note", name="n"))
    cloud.advance_clock(60)
    with pytest.raises(errors.ServerResponseLost):
        cloud.private.save(Record("Note", name="n"))
    cloud.advance_clock(30)
    assert cloud.private.fetch("n").name == "n"


def test_only_the_named_device_is_cut_off(cloud: Cloud) -> None:
    cloud.add_device("pad")
    start = cloud.now
    cloud.network("unreachable", device="pad")
    with pytest.raises(errors.NetworkFailure):
        cloud.database("private", device="pad").save(Record("Note", name="n"))
    assert cloud.now == start + timedelta(minutes=1)
    cloud.private.save(Record("Note", name="n"))
    cloud.network(device="pad")
    assert cloud.database("private", device="pad").fetch("n").name == "n"


def test_a_slow_network_takes_time(cloud: Cloud) -> None:
    start = cloud.now
    cloud.network(bytes_per_second=100)
    cloud.private.save(Record("Note", {"text": "x" * 1000}, name="n"))
    assert cloud.now > start + timedelta(seconds=20)
    with pytest.raises(BadMockRequest, match="bytesPerSecond"):
        cloud.network(bytes_per_second=0)
