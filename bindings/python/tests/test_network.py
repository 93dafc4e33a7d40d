"""The networks of devices from Python; the scenarios show what each state does."""

from __future__ import annotations

from datetime import timedelta

import pytest

from mockcloud import BadMockRequest, Cloud, Record, errors


def test_a_device_goes_offline_and_comes_back(cloud: Cloud) -> None:
    cloud.network.set("offline", schedule=[(timedelta(minutes=1), "oneWay"), (90, "online")])
    with pytest.raises(errors.NetworkUnavailable):
        cloud.private.save(Record("Note", name="n"))
    cloud.clock.advance(60)
    with pytest.raises(errors.ServerResponseLost):
        cloud.private.save(Record("Note", name="n"))
    cloud.clock.advance(30)
    assert cloud.private.fetch("n").name == "n"


def test_only_the_named_device_is_cut_off(cloud: Cloud) -> None:
    cloud.accounts.add_device("pad")
    start = cloud.now
    cloud.network.set("unreachable", device="pad")
    with pytest.raises(errors.NetworkFailure):
        cloud.database("private", device="pad").save(Record("Note", name="n"))
    assert cloud.now == start + timedelta(minutes=1)
    cloud.private.save(Record("Note", name="n"))
    cloud.network.set(device="pad")
    assert cloud.database("private", device="pad").fetch("n").name == "n"


def test_a_slow_network_takes_time(cloud: Cloud) -> None:
    start = cloud.now
    cloud.network.set(bytes_per_second=100)
    cloud.private.save(Record("Note", {"text": "x" * 1000}, name="n"))
    assert cloud.now > start + timedelta(seconds=20)
    with pytest.raises(BadMockRequest, match="bytesPerSecond"):
        cloud.network.set(bytes_per_second=0)


def test_a_partition_cuts_devices_off(cloud: Cloud) -> None:
    for name in ("pad-1", "pad-2"):
        cloud.accounts.add_device(name)
    pads = [cloud.database("private", device=name) for name in ("pad-1", "pad-2")]
    assert cloud.network.partition("east", ["pad-*"]) == ["pad-1", "pad-2"]
    for pad in pads:
        with pytest.raises(errors.NetworkUnavailable):
            pad.save(Record("Note", name="n"))
    cloud.private.save(Record("Note", name="n"))
    west = cloud.network.partition("west", ["pad-2"], "unreachable", schedule=[(90, "online")])
    assert west == ["pad-2"]
    assert cloud.network.heal("east") == ["east"]
    assert pads[0].fetch("n").name == "n"
    with pytest.raises(errors.NetworkFailure):
        pads[1].fetch("n")
    cloud.clock.advance(30)
    assert pads[1].fetch("n").name == "n"
    assert cloud.network.heal() == ["west"]


def test_several_devices_get_a_network(cloud: Cloud) -> None:
    cloud.accounts.add_device("pad")
    cloud.network.set("offline", devices=["*"])
    for database in (cloud.private, cloud.database("private", device="pad")):
        with pytest.raises(errors.NetworkUnavailable):
            database.save(Record("Note", name="n"))
    with pytest.raises(BadMockRequest, match=r"devices\[0\]"):
        cloud.network.set("offline", devices=["watch"])


def test_with_the_systems_clock_a_slow_network_takes_no_time() -> None:
    with Cloud(clock="system") as cloud:
        cloud.call("mock/network/set", {"network": "online", "bytesPerSecond": 1})
        records = [{"recordName": f"a{number}"} for number in range(20)]
        lookup = cloud.call("records/lookup", records=records, timeout=5, deliver="events")
        assert cloud.run(lookup)[-1].status == 2
        assert not any(call.faults for call in cloud.calls)
