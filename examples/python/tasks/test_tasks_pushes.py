"""Tasks: pushes."""

from __future__ import annotations

from mockcloud import (
    SILENT,
    Cloud,
    Database,
    DatabaseSubscription,
    Notification,
    NotificationInfo,
    QuerySubscription,
    Record,
)


def test_push_arrives(cloud: Cloud, phone: Database, pad: Database) -> None:
    phone.save_subscription(DatabaseSubscription(subscription_id="changes", info=SILENT))
    pad.save(Record("Note", {"title": "Bread"}, name="n2"))
    cloud.clock.advance()  # pushes arrive with the clock, not on the writing device
    (push,) = cloud.events()
    assert isinstance(push, Notification)
    assert (push.device, push.subscription_id) == ("phone", "changes")


def test_push_with_fields(cloud: Cloud, phone: Database, pad: Database) -> None:
    info = NotificationInfo(alert_body="New note", desired_keys=["title"])
    phone.save_subscription(QuerySubscription("Note", fires_on=["create"], info=info))
    pad.save(Record("Note", {"title": "Bread"}, name="n2"))
    cloud.clock.advance()
    (push,) = cloud.events()
    assert isinstance(push, Notification)
    assert (push.record_name, push.reason, push.record_fields) == (
        "n2",
        "create",
        {"title": "Bread"},
    )


def test_push_lost(cloud: Cloud, phone: Database, pad: Database) -> None:
    phone.save_subscription(DatabaseSubscription(info=SILENT))
    cloud.faults.add({"when": {"device": "phone"}, "then": {"drop": True}})
    pad.save(Record("Note", {"title": "Bread"}, name="n2"))
    cloud.clock.advance()
    assert list(cloud.events()) == []  # the client must find the change without a push
    assert cloud.faults.report()[0].injections == 1


def test_push_late(cloud: Cloud, phone: Database, pad: Database) -> None:
    phone.save_subscription(DatabaseSubscription(info=SILENT))
    cloud.faults.add({"then": {"delay": 60}})
    pad.save(Record("Note", {"title": "Bread"}, name="n2"))
    cloud.clock.advance(59)
    assert list(cloud.events()) == []
    cloud.clock.advance(1)
    assert len(list(cloud.events())) == 1


def test_pushes_coalesced(cloud: Cloud, phone: Database, pad: Database) -> None:
    phone.save_subscription(DatabaseSubscription(info=SILENT))
    cloud.faults.add({"then": {"coalesce": 10}})
    for number in range(5):
        pad.save(Record("Note", {"number": number}, name=f"b{number}"))
    cloud.clock.advance(10)
    assert len(list(cloud.events())) == 1  # one push for five changes


def test_push_comes_twice(cloud: Cloud, phone: Database, pad: Database) -> None:
    phone.save_subscription(DatabaseSubscription(info=SILENT))
    cloud.faults.add({"then": {"repeat": 1}})
    pad.save(Record("Note", {"title": "Bread"}, name="n2"))
    cloud.clock.advance()
    assert len(list(cloud.events())) == 2


def test_pushes_overtake(cloud: Cloud, phone: Database, pad: Database) -> None:
    phone.save_subscription(QuerySubscription("Note", info=SILENT))
    cloud.faults.add({"limit": {"injections": 1}, "then": {"delay": 5}})
    for name in ("first", "second"):
        pad.save(Record("Note", {"title": "Bread"}, name=name))
    cloud.clock.advance(10)
    assert [push.record_name for push in cloud.events() if isinstance(push, Notification)] == [
        "second",
        "first",
    ]


def test_push_waits_for_network(cloud: Cloud, phone: Database, pad: Database) -> None:
    phone.save_subscription(DatabaseSubscription(info=SILENT))
    cloud.network.set("offline", device="phone", schedule=[(3600, "online")])
    pad.save(Record("Note", {"title": "Bread"}, name="n2"))
    cloud.clock.advance(60)
    assert list(cloud.events()) == []
    cloud.clock.advance(3600)
    assert len(list(cloud.events())) == 1
