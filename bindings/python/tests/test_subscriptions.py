"""Subscriptions, pushes and other events in Python."""

from __future__ import annotations

from datetime import timedelta

import pytest

from mockcloud import (
    AccountChange,
    Cloud,
    DatabaseSubscription,
    Field,
    Notification,
    NotificationInfo,
    QuerySubscription,
    Record,
    Subscription,
    ZoneID,
    ZoneSubscription,
    errors,
)

LOUD = NotificationInfo(
    alert_body="News",
    title_localization_key="NEWS",
    title_localization_args=["t"],
    should_badge=True,
    desired_keys=["n"],
)


@pytest.fixture
def two_devices(cloud: Cloud) -> Cloud:
    cloud.accounts.add_device("pad")
    cloud.private.create_zone("Work")
    return cloud


SUBSCRIPTIONS: list[Subscription] = [
    QuerySubscription("Note", (Field("n") >= 2,), subscription_id="q", fires_on=["create"]),
    QuerySubscription("Note", predicate="n IN %@", arguments=[[2, 3]], subscription_id="qp"),
    QuerySubscription("Note", zone="Work", subscription_id="p", fires_once=True, info=LOUD),
    ZoneSubscription("Work", subscription_id="z", info=LOUD),
    ZoneSubscription("Work", record_type="Task", subscription_id="zt", info=None),
    DatabaseSubscription(subscription_id="d"),
    DatabaseSubscription(record_type="Note", subscription_id="dt"),
]


@pytest.mark.parametrize("subscription", SUBSCRIPTIONS, ids=lambda each: each.subscription_id)
def test_a_subscription_comes_back_as_it_went(
    two_devices: Cloud, subscription: Subscription
) -> None:
    database = two_devices.private
    database.save(Record("Note", {"n": 1}))
    saved = database.save_subscription(subscription)
    assert type(saved) is type(subscription)
    assert saved.subscription_id == subscription.subscription_id
    assert saved.info is None or saved.info.to_wire() == (subscription.info or LOUD).to_wire()
    assert database.fetch_subscription(str(saved.subscription_id)) == saved
    assert database.subscriptions() == [saved]
    # The returned subscription can be saved again.
    assert database.save_subscription(saved) == saved
    database.delete_subscription(saved)
    assert database.subscriptions() == []
    with pytest.raises(errors.UnknownItem):
        database.delete_subscription(str(saved.subscription_id))
    with pytest.raises(errors.UnknownItem):
        database.fetch_subscription(str(saved.subscription_id))


def test_the_service_names_it(two_devices: Cloud) -> None:
    assert two_devices.private.save_subscription(DatabaseSubscription()).subscription_id


def test_a_zone_subscription_needs_its_zone(two_devices: Cloud) -> None:
    with pytest.raises(errors.ZoneNotFound):
        two_devices.private.save_subscription(ZoneSubscription("Nowhere"))


def test_a_push_of_a_query(two_devices: Cloud) -> None:
    database = two_devices.private.in_zone("Work")
    database.save(Record("Note", {"n": 1, "t": "x"}, name="old"))
    database.save_subscription(QuerySubscription("Note", subscription_id="q", info=LOUD))
    saved = database.save(Record("Note", {"n": 2, "t": "x"}, name="a"))
    assert list(two_devices.events()) == []
    two_devices.clock.advance(0)
    (push,) = two_devices.events()
    assert isinstance(push, Notification)
    assert push.device == "pad"
    assert saved.created is not None
    assert push.user == saved.created.user_record_name
    assert push.notification_type == "query"
    assert push.subscription_id == "q"
    assert push.container_identifier == "iCloud.mockcloud.default"
    assert push.database_scope == "private"
    assert push.zone_id == ZoneID("Work", push.user)
    assert (push.record_name, push.reason) == ("a", "create")
    assert push.record_fields == {"n": 2}
    assert push.alert_body == "News"
    assert push.notification_id
    assert not push.is_pruned
    assert push.time == two_devices.now


def test_pushes_of_zones_and_databases(two_devices: Cloud) -> None:
    database = two_devices.private.in_zone("Work")
    database.save_subscription(ZoneSubscription("Work", subscription_id="z"))
    database.save_subscription(DatabaseSubscription(subscription_id="d"))
    database.save(Record("Note", name="a"))
    two_devices.clock.advance(timedelta(seconds=1))
    pushes = list(two_devices.events())
    assert all(isinstance(push, Notification) for push in pushes)
    found = {
        (push.notification_type, push.subscription_id, push.record_name, push.reason)
        for push in pushes
        if isinstance(push, Notification)
    }
    assert found == {("zone", "z", None, None), ("database", "d", None, None)}
    first = pushes[0]
    assert isinstance(first, Notification)
    assert first.alert_body is None


def test_until_idle(two_devices: Cloud) -> None:
    database = two_devices.private.in_zone("Work")
    database.save_subscription(ZoneSubscription("Work"))
    database.save(Record("Note", name="a"))
    assert two_devices.clock.run_until_idle() == two_devices.now
    assert two_devices.clock.run_until_idle(timedelta(seconds=3)) == two_devices.now
    assert len(list(two_devices.events())) == 1


def test_a_change_of_the_account(cloud: Cloud) -> None:
    cloud.accounts.set_status("noAccount")
    event = cloud.next_event()
    assert isinstance(event, AccountChange)
    assert (event.device, event.status) == ("device-1", "noAccount")
    assert event.previous_user is not None
    assert event.current_user is None
    assert event.time == cloud.now
    assert event.document["kind"] == event.kind == "accountChange"
    assert cloud.next_event() is None
