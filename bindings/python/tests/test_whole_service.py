"""Every operation of the service has a method, or a reason for having none."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any, get_args

import pytest

from mockcloud import (
    Asset,
    Cloud,
    DatabaseSubscription,
    OperationInFlight,
    Record,
    ServiceOperation,
    ZoneSubscription,
    errors,
)

#: The method for an operation, in a cloud with the record `n1`, its file, and a share.
METHODS: dict[str, Callable[[Cloud, str], Any]] = {
    "records/modify": lambda cloud, _: cloud.private.save(Record("Note")),
    "records/lookup": lambda cloud, _: cloud.private.fetch("n1"),
    "records/query": lambda cloud, _: list(cloud.private.iter_query("Note")),
    "zones/list": lambda cloud, _: cloud.private.zones(),
    "zones/lookup": lambda cloud, _: cloud.private.fetch_zone("Home"),
    "zones/modify": lambda cloud, _: cloud.private.create_zone("Home"),
    "changes/database": lambda cloud, _: cloud.private.changes(),
    "changes/zone": lambda cloud, _: list(cloud.private.zone_changes("Home")),
    "subscriptions/modify": lambda cloud, _: cloud.private.save_subscription(
        ZoneSubscription("Home")
    ),
    "subscriptions/lookup": lambda cloud, _: cloud.private.fetch_subscription("all"),
    "subscriptions/list": lambda cloud, _: cloud.private.subscriptions(),
    "tokens/create": lambda cloud, _: cloud.container().create_token(),
    "tokens/register": lambda cloud, _: cloud.container().register_token("00"),
    "account/status": lambda cloud, _: cloud.container().account_status(),
    "account/userRecordID": lambda cloud, _: cloud.container().user_record_name(),
    "users/caller": lambda cloud, _: cloud.container().identity(),
    "users/discover": lambda cloud, _: cloud.container().discover(),
    "users/lookup/email": lambda cloud, _: cloud.container().users_by_email("bob@example.com"),
    "users/lookup/id": lambda cloud, _: cloud.container().users_by_name("bob"),
    "assets/upload": lambda cloud, _: cloud.private.upload(b"hello", "Note", "photo"),
    "assets/download": lambda cloud, _: cloud.private.download("n1", "photo"),
    "assets/rereference": lambda cloud, _: cloud.private.rereference("n1", "photo"),
    "records/resolve": lambda cloud, url: cloud.container().resolve(url),
    "records/accept": lambda cloud, url: cloud.container().accept(url, user="bob"),
    "shares/participants": lambda cloud, _: cloud.container().participants("bob"),
}

#: Forms that Apple has deprecated. `Cloud.call` runs them, to test clients that still use them;
#: each has the method of the operation that replaced it.
DEPRECATED = {
    "records/changes": "changes/zone",
    "zones/changes": "changes/database",
    "users/current": "users/caller",
    "users/lookup/contacts": "users/discover",
}


def test_every_operation_is_here() -> None:
    assert METHODS.keys() | DEPRECATED.keys() == set(get_args(ServiceOperation))
    assert set(DEPRECATED.values()) <= METHODS.keys()


@pytest.mark.parametrize("operation", METHODS)
def test_the_method_calls_the_operation(cloud: Cloud, operation: str) -> None:
    cloud.accounts.add_user("bob", email="bob@example.com")
    cloud.private.save(Record("Note", {"photo": Asset(b"hello")}, name="n1"))
    home = cloud.private.in_zone(cloud.private.create_zone("Home"))
    share = home.share(Record("List", name="list"), participants="bob")
    home.save_subscription(DatabaseSubscription(subscription_id="all"))
    cloud.journal.clear()
    METHODS[operation](cloud, str(share.url))
    calls = cloud.journal.calls()
    assert {(call.operation, call.status) for call in calls} == {(operation, 0)}


def test_operations_in_flight(cloud: Cloud) -> None:
    cloud.accounts.add_user("bob")
    answers = [cloud.private.call("zones/list", deliver="events") for _ in range(2)]
    cloud.call("zones/list", user="bob", deliver="events")
    first, second = cloud.operations.in_flight()
    assert first == OperationInFlight(answers[0]["operationID"], "zones/list", "waiting", False)
    assert len(cloud.operations.in_flight(user="bob")) == 1
    cloud.operations.cancel(second)
    *_, completion = cloud.run(second)
    assert completion.status == errors.OperationCancelled.code
    assert cloud.run(first)[-1].status == 0
    assert cloud.operations.in_flight() == []
    cloud.operations.cancel(cloud.operations.in_flight(user="bob")[0].operation_id)
    for use in (cloud.operations.cancel, cloud.run):
        with pytest.raises(errors.BadMockRequest):
            use("no such operation")


def test_run_lets_time_pass_until_the_operation_has_ended(cloud: Cloud) -> None:
    start = cloud.now
    for seconds, operation in ((30, "zones/list"), (2, "account/status")):
        cloud.faults.add({"when": {"op": operation}, "then": {"latency": seconds}})
    slow, fast = (cloud.call(name, deliver="events") for name in ("zones/list", "account/status"))
    assert cloud.run(fast)[-1].time - start == timedelta(seconds=2)
    assert [each.operation_id for each in cloud.operations.in_flight()] == [slow["operationID"]]
    assert cloud.run(slow)[-1].time - start == timedelta(seconds=30)
    assert cloud.run(slow) == []
