"""Tasks: the network of a device."""

from __future__ import annotations

import pytest

from mockcloud import Cloud, Database, Field, Record
from mockcloud.errors import (
    NetworkFailure,
    NetworkUnavailable,
    ServerRecordChanged,
    ServerResponseLost,
)


def test_start_offline(cloud: Cloud, phone: Database) -> None:
    cloud.network.set("offline", device="phone", schedule=[(30, "online")])
    with pytest.raises(NetworkUnavailable):
        phone.fetch("n1")
    cloud.clock.advance(30)
    assert phone.fetch("n1")["title"] == "Milk"


def test_network_breaks_midway(cloud: Cloud, phone: Database, pad: Database) -> None:
    cloud.fail(NetworkFailure, device="phone", after=2)  # the third call and all after it
    phone.fetch("n1")
    phone.fetch("n1")
    with pytest.raises(NetworkFailure):
        phone.fetch("n1")
    assert pad.fetch("n1")["title"] == "Milk"


def test_no_answer(cloud: Cloud, phone: Database) -> None:
    before = cloud.now
    cloud.network.set("unreachable", device="phone")
    with pytest.raises(NetworkFailure):
        phone.fetch("n1")
    assert (cloud.now - before).total_seconds() == 60


def test_response_lost(cloud: Cloud, phone: Database) -> None:
    cloud.faults.add(
        {
            "when": {"op": "records/modify"},
            "limit": {"injections": 1},
            "then": {"lostResponse": True},
        }
    )
    note = Record("Note", {"title": "Bread"})  # unnamed: the service names it
    with pytest.raises(ServerResponseLost):
        phone.save(note)
    phone.save(note)  # the blind retry saves a second note
    assert len(phone.query("Note", Field("title") == "Bread")) == 2


def test_response_lost_named(cloud: Cloud, phone: Database) -> None:
    note = Record("Note", {"title": "Bread"}, name="n2")
    cloud.network.set("oneWay", device="phone")  # requests arrive, responses do not
    with pytest.raises(ServerResponseLost):
        phone.save(note)
    cloud.network.set("online", device="phone")
    with pytest.raises(ServerRecordChanged) as exists:
        phone.save(note)  # no duplicate: the retry conflicts with the first save
    assert exists.value.server_record == {"title": "Bread"}


def test_request_lost(cloud: Cloud, phone: Database) -> None:
    cloud.faults.add({"limit": {"injections": 1}, "then": {"lostRequest": True}})
    note = Record("Note", {"title": "Bread"}, name="n2")
    with pytest.raises(NetworkFailure):
        phone.save(note)
    assert cloud.records("Note")[-1].name == "n1"  # nothing was saved
    phone.save(note)


def test_request_sent_twice(cloud: Cloud, phone: Database) -> None:
    cloud.faults.add({"when": {"op": "records/modify"}, "then": {"duplicate": True}})
    phone.save(Record("Note", {"title": "Bread"}))
    assert len(phone.query("Note", Field("title") == "Bread")) == 2


def test_slow_network(cloud: Cloud, phone: Database) -> None:
    before = cloud.now
    cloud.network.set("online", device="phone", bytes_per_second=1000)
    phone.save(Record("Note", {"title": "x" * 5000}, name="n2"))
    assert (cloud.now - before).total_seconds() > 10  # in the request, and in the response


def test_slow_service(cloud: Cloud, phone: Database) -> None:
    before = cloud.now
    cloud.faults.add({"when": {"op": "records/lookup"}, "then": {"latency": 2.5}})
    phone.fetch("n1")
    assert (cloud.now - before).total_seconds() == 2.5


def test_bad_day(cloud: Cloud, phone: Database) -> None:
    cloud.faults.profile("flaky-wifi", intensity=0.5)
    for number in range(20):
        try:
            phone.save(Record("Note", {"number": number}, name=f"b{number}"))
        except (NetworkFailure, ServerResponseLost, ServerRecordChanged):
            continue  # the client's reaction is the subject of the test
    cloud.faults.heal()  # the faults end: everything must arrive now
    assert any(call.faults for call in cloud.journal.calls("records/modify"))
