"""`cloud.as_user`: a user on a device, and the user's view of the cloud."""

from __future__ import annotations

from typing import Any

import pytest

from mockcloud import AccountChange, Cloud, DatabaseSubscription, Record, User, errors


@pytest.fixture
def bob(cloud: Cloud) -> User:
    cloud.accounts.add_user("bob", email="bob@example.com", devices=["pad", "phone"])
    return cloud.as_user("bob", device="phone")


def test_databases_are_the_users(cloud: Cloud, bob: User) -> None:
    saved = bob.private.save(Record("Note", name="n1"))
    assert saved.modified is not None and saved.modified.device_id == "phone"
    assert cloud.as_user("bob").private.fetch("n1") == {}
    with pytest.raises(errors.UnknownItem):
        cloud.private.fetch("n1")
    assert bob.public.save(Record("Note", name="p1")).created == cloud.public.fetch("p1").created
    other = bob.container("iCloud.example.app").private
    assert other.save(Record("Note", name="n2")).modified is not None
    with pytest.raises(errors.UnknownItem):
        bob.private.fetch("n2")


def test_a_share_is_accepted(cloud: Cloud, bob: User) -> None:
    home = cloud.private.in_zone(cloud.private.create_zone("Home"))
    share = home.share(Record("List", {"a": 1}, name="list"), participants="bob@example.com")
    metadata = bob.accept(share)
    assert bob.shared.in_zone(metadata.zone_id).fetch("list") == {"a": 1}


def pushed(cloud: Cloud, bob: User) -> None:
    """Queues a push for each of three devices except the one that wrote."""
    cloud.accounts.add_device("watch", user="bob")
    home = bob.private.in_zone(bob.private.create_zone("Home"))
    home.save_subscription(DatabaseSubscription())
    cloud.as_user("bob", "watch").private.in_zone("Home").save(Record("Note", name="n1"))
    cloud.clock.advance(0)


def pass_events(cloud: Cloud) -> None:
    """Takes the events so far from the library, and keeps them in the cloud."""
    cloud.run(cloud.call("account/status", deliver="events"))


def test_events_are_the_devices(cloud: Cloud, bob: User) -> None:
    pushed(cloud, bob)
    assert [event.device for event in bob.events()] == ["phone"]
    assert list(bob.events()) == []
    assert [event.device for event in cloud.events()] == ["pad"]


@pytest.mark.parametrize(("device", "left"), [("phone", "pad"), (None, "phone")])
def test_events_that_a_run_left(cloud: Cloud, bob: User, device: str | None, left: str) -> None:
    pushed(cloud, bob)
    pass_events(cloud)
    mine = list(cloud.as_user("bob", device).events())
    assert [event.device for event in mine] == [device or "pad"]
    assert [event.device for event in cloud.events()] == [left]


def test_an_iterator_that_is_left_early_takes_no_more(cloud: Cloud, bob: User) -> None:
    for is_passed in (False, True):
        for status in ("noAccount", "available", "restricted"):
            cloud.accounts.set_status(status, user="bob")
        if is_passed:
            pass_events(cloud)
        taken = bob.events()
        first = next(taken)
        taken.close()  # type: ignore[attr-defined]
        rest = list(bob.events())
        assert first not in rest
        others = list(cloud.events())
        assert len(others) == len(rest) + 1 and {event.device for event in others} == {"pad"}
        statuses = [event.status for event in others if isinstance(event, AccountChange)]
        assert statuses == ["noAccount", "available", "restricted"]


def test_signing_out_and_in(cloud: Cloud, bob: User) -> None:
    bob.sign_out()
    assert bob.account_status() == "noAccount"
    with pytest.raises(errors.NotAuthenticated):
        bob.private.zones()
    assert cloud.as_user("bob", device="pad").account_status() == "available"
    (change,) = bob.events()
    assert isinstance(change, AccountChange) and change.status == "noAccount"
    bob.sign_in()
    assert bob.account_status() == "available"
    everywhere = cloud.as_user("bob")
    everywhere.sign_out()
    assert {cloud.as_user("bob", each).account_status() for each in ("pad", "phone")} == {
        "noAccount"
    }
    everywhere.sign_in()
    assert bob.private.zones()


def test_who_is_not_there(cloud: Cloud, bob: User) -> None:
    loose: Any = cloud.as_user
    with pytest.raises(TypeError, match="given as strings"):
        loose(None)
    with pytest.raises(TypeError, match="given as strings"):
        loose("bob", device=3)
    with pytest.raises(errors.UsageError):
        cloud.as_user("carol").private.zones()
    with pytest.raises(errors.BadMockRequest, match="carol"):
        list(cloud.as_user("carol").events())
    assert repr(bob) == "User('bob', device='phone')"
    cloud.close()
    with pytest.raises(errors.BadHandle, match="the cloud is closed"):
        list(bob.events())
    with pytest.raises(errors.BadHandle, match="the cloud is closed"):
        bob.private.zones()


def test_advance_takes_the_events_of_the_default_device(cloud: Cloud, bob: User) -> None:
    pushed(cloud, bob)
    assert cloud.advance() == []
    cloud.accounts.sign_out()
    (mine,) = cloud.advance(1)
    assert mine.device == "device-1"
    assert [event.device for event in bob.events()] == ["phone"]
    assert [event.device for event in cloud.events()] == ["pad"]


@pytest.mark.parametrize(("defaults", "count"), [({"user": None}, 0), ({"user": "bob"}, 1)])
def test_advance_takes_events_that_a_run_left(defaults: Any, count: int) -> None:
    bob: Any = {"alias": "bob", "devices": ["pad", "phone"]}
    with Cloud(defaults=defaults, users=[bob]) as cloud:
        cloud.accounts.sign_out(device="pad")
        answer = cloud.call("account/status", user="bob", device="phone", deliver="events")
        cloud.run(answer)
        assert len(cloud.advance()) == count
