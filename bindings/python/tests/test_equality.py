"""Values and errors are equal if they have the same content, parts if they have the same cloud."""

from __future__ import annotations

import copy
import pickle

import pytest

from mockcloud import (
    Cloud,
    DatabaseSubscription,
    Field,
    Filter,
    Location,
    NotificationInfo,
    QuerySubscription,
    Record,
    Sort,
    Subscription,
    ZoneID,
    ZoneSubscription,
    errors,
)

V = Field("v")

FILTERS = [
    (V > 3, Field("v") > 3),
    (V.is_in([1, 2]), Field("v").is_in((1, 2))),
    (V.near(Location(1, 2), 5), V.near(Location(1, 2), 5)),
    (Sort(V), V.ascending()),
]
DIFFERENT = [V > 4, V >= 3, Field("w") > 3, Field("v", system=True) > 3, Sort(Field("v"), False)]

SUBSCRIPTIONS: list[tuple[Subscription, Subscription]] = [
    (
        QuerySubscription("Note", (V > 3,), fires_on=["create"]),
        QuerySubscription("Note", (V > 3,), fires_on=("create",)),
    ),
    (ZoneSubscription("Home"), ZoneSubscription(ZoneID("Home"))),
    (DatabaseSubscription(record_type="Note"), DatabaseSubscription(record_type="Note")),
]
OTHERS: list[Subscription] = [
    QuerySubscription("Note", (V > 4,), fires_on=["create"]),
    ZoneSubscription("Work"),
    DatabaseSubscription(),
    DatabaseSubscription(record_type="Note", info=NotificationInfo(alert_body="Look")),
]


@pytest.mark.parametrize(("one", "other"), FILTERS)
def test_equal_filters(one: Filter | Sort, other: Filter | Sort) -> None:
    assert one == other and hash(one) == hash(other) and len({one, other}) == 1
    assert all(one != each for each in DIFFERENT) and one != "v"
    assert one in {*DIFFERENT, other}


@pytest.mark.parametrize(("one", "other"), SUBSCRIPTIONS)
def test_equal_subscriptions(one: Subscription, other: Subscription) -> None:
    assert one == other and hash(one) == hash(other) and len({one, other}) == 1
    assert all(one != each for each in OTHERS) and one != "Note"


def test_equal_notification_infos() -> None:
    one = NotificationInfo(alert_body="Look", desired_keys=["a"])
    other = NotificationInfo(alert_body="Look", desired_keys=("a",))
    assert one == other and hash(one) == hash(other)
    assert one != NotificationInfo(alert_body="Look", desired_keys=["b"])


def test_a_subscription_from_the_server_is_itself(cloud: Cloud) -> None:
    cloud.private.save(Record("Note", {"v": 1}))
    saved = cloud.private.save_subscription(QuerySubscription("Note", (V > 3,)))
    assert saved == cloud.private.subscriptions()[0]
    assert {saved: "mine"}[cloud.private.subscriptions()[0]] == "mine"


ERRORS: list[errors.MockCloudError] = [
    errors.ZoneBusy(retry_after=3),
    errors.PartialFailure(partial_errors=[errors.UnknownItem("gone", record_name="n1")]),
    errors.BadMockRequest({"message": "bad", "key": "user"}),
    errors.NoResultFound("no record"),
]


@pytest.mark.parametrize("error", ERRORS)
def test_equal_errors(error: errors.MockCloudError) -> None:
    for other in (pickle.loads(pickle.dumps(error)), copy.copy(error), copy.deepcopy(error)):
        assert other is not error and other == error and hash(other) == hash(error)
    assert error != str(error)
    assert sum(error == each for each in ERRORS) == 1


def test_unequal_errors() -> None:
    assert errors.ZoneBusy(retry_after=3) != errors.ZoneBusy(retry_after=4)
    assert errors.ZoneBusy("wait") != errors.RequestRateLimited("wait")
    assert errors.ZoneBusy("wait") != errors.ZoneBusy("wait", {"records": []})


PARTS = (
    "clock faults network accounts schema state journal script limits operations private".split()
)


@pytest.mark.parametrize("name", PARTS)
def test_equal_parts(cloud: Cloud, name: str) -> None:
    part = getattr(cloud, name)
    assert part == getattr(cloud, name) and hash(part) == hash(getattr(cloud, name))
    with cloud.fork() as fork:
        assert part != getattr(fork, name)
    assert [each for each in PARTS if getattr(cloud, each) == part] == [name]
