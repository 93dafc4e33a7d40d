"""Errors of items: a method for one item raises the item's own error."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from mockcloud import (
    Cloud,
    Database,
    Record,
    Share,
    ZoneSubscription,
    errors,
)

One = Callable[[Cloud], Any]


@pytest.fixture
def world(cloud: Cloud) -> Cloud:
    """A cloud with records, one of which is shared."""
    cloud.accounts.add_user("bob", email="bob@example.com")
    cloud.seed([Record("List", name="list", zone="Home"), Record("Note", {"a": 1}, name="n1")])
    home = cloud.private.in_zone("Home")
    home.share(home.fetch("list"))
    return cloud


def stale(cloud: Cloud) -> Record:
    note = cloud.private.fetch("n1")
    cloud.private.save(Record("Note", {"a": 2}, name="n1"), save_policy="allKeys")
    note["a"] = 3
    return note


ALONE: dict[str, tuple[type[errors.CKError], One]] = {
    "save": (errors.ServerRecordChanged, lambda cloud: cloud.private.save(stale(cloud))),
    "save_all": (errors.ServerRecordChanged, lambda cloud: cloud.private.save_all(stale(cloud))),
    "fetch": (errors.UnknownItem, lambda cloud: cloud.private.fetch("no")),
    "fetch_all": (errors.UnknownItem, lambda cloud: cloud.private.fetch_all("no")),
    "delete": (
        errors.ServerRecordChanged,
        lambda cloud: cloud.private.delete(stale(cloud), if_unchanged=True),
    ),
    "delete_all": (
        errors.ServerRecordChanged,
        lambda cloud: cloud.private.delete_all(stale(cloud), if_unchanged=True),
    ),
    "fetch_zone": (errors.ZoneNotFound, lambda cloud: cloud.private.fetch_zone("No")),
    "create_zone": (errors.InvalidArguments, lambda cloud: cloud.private.create_zone("")),
    "delete_zone": (errors.CKError, lambda cloud: cloud.private.delete_zone("_defaultZone")),
    "zone_changes": (errors.ZoneNotFound, lambda cloud: list(cloud.private.zone_changes("No"))),
    "save_subscription": (
        errors.ZoneNotFound,
        lambda cloud: cloud.private.save_subscription(ZoneSubscription("No")),
    ),
    "fetch_subscription": (
        errors.UnknownItem,
        lambda cloud: cloud.private.fetch_subscription("no"),
    ),
    "delete_subscription": (
        errors.UnknownItem,
        lambda cloud: cloud.private.delete_subscription("no"),
    ),
    "share": (
        errors.AlreadyShared,
        lambda cloud: (home := cloud.private.in_zone("Home")).share(home.fetch("list")),
    ),
    "share of a changed root": (
        errors.AlreadyShared,
        lambda cloud: cloud.private.in_zone("Home").share(changed(cloud)),
    ),
    "share_zone": (errors.InvalidArguments, lambda cloud: cloud.private.share_zone("Home")),
    "resolve": (errors.UnknownItem, lambda cloud: cloud.container().resolve("0No")),
    "accept": (errors.UnknownItem, lambda cloud: cloud.container().accept("0No")),
    "participants": (
        errors.UnknownItem,
        lambda cloud: cloud.container().participants("no"),
    ),
    "users_by_email": (
        errors.UnknownItem,
        lambda cloud: cloud.container().users_by_email("no@example.com"),
    ),
    "users_by_name": (errors.UnknownItem, lambda cloud: cloud.container().users_by_name("no")),
    "upload": (
        errors.AssetFileNotFound,
        lambda cloud: cloud.private.upload(Path("/no/such/file"), "Note", "photo"),
    ),
    "upload_all": (
        errors.AssetFileNotFound,
        lambda cloud: cloud.private.upload_all(Path("/no/such/file"), "Note", "photo"),
    ),
    "download": (errors.AssetNotAvailable, lambda cloud: cloud.private.download("n1", "photo")),
    "rereference": (errors.UnknownItem, lambda cloud: cloud.private.rereference("no", "photo")),
}


def changed(cloud: Cloud) -> Record:
    root = cloud.private.in_zone("Home").fetch("list")
    root["title"] = "Shopping"
    return root


@pytest.mark.parametrize(("kind", "one"), ALONE.values(), ids=ALONE)
def test_one_item_raises_its_own_error(world: Cloud, kind: type[errors.CKError], one: One) -> None:
    with pytest.raises(kind) as caught:
        one(world)
    assert not isinstance(caught.value, errors.PartialFailure)
    assert caught.value.response or caught.value.code == 12


MANY: dict[str, One] = {
    "save_all": lambda cloud: cloud.private.save_all([stale(cloud)]),
    "fetch_all": lambda cloud: cloud.private.fetch_all(["no"]),
    "delete_all": lambda cloud: cloud.private.delete_all([stale(cloud)], if_unchanged=True),
    "participants": lambda cloud: cloud.container().participants(["no"]),
    "users_by_email": lambda cloud: cloud.container().users_by_email(["no@example.com"]),
    "users_by_name": lambda cloud: cloud.container().users_by_name(["no"]),
    "upload_all": lambda cloud: cloud.private.upload_all([Path("/no/such")], "Note", "photo"),
}


@pytest.mark.parametrize("many", MANY.values(), ids=MANY)
def test_a_list_raises_the_same_at_any_length(world: Cloud, many: One) -> None:
    with pytest.raises(errors.PartialFailure) as caught:
        many(world)
    assert len(caught.value.partial_errors) == 1


def test_errors_among_the_results(world: Cloud) -> None:
    container = world.container()
    people = ["bob@example.com", "no@example.com"]
    for found in (
        container.participants(["bob@example.com", "no"], return_exceptions=True),
        container.users_by_email(people, return_exceptions=True),
        container.users_by_name(["bob", "no"], return_exceptions=True),
        world.private.fetch_all(["n1", "no"], return_exceptions=True),
    ):
        good, bad = found
        assert not isinstance(good, errors.CKError)
        assert isinstance(bad, errors.UnknownItem)
    (only,) = world.private.fetch_all("no", return_exceptions=True)
    assert isinstance(only, errors.UnknownItem)


def test_a_call_that_fails_as_a_whole(world: Cloud) -> None:
    with world.fail(errors.ZoneBusy):
        for _, one in ALONE.values():
            with pytest.raises(errors.ZoneBusy):
                one(world)


# mypy checks the types of these results: an assignment to another type is refused.


def test_saving_returns_the_kind_that_was_saved(world: Cloud) -> None:
    home = world.private.in_zone("Home")
    share = home.share_zone(world.private.create_zone("Whole"))
    share.public_permission = "READ_ONLY"
    saved: Share = world.private.save(share)
    assert saved.public_permission == "READ_ONLY" and saved.url == share.url
    saved.public_permission = "NONE"
    several: list[Share] = world.private.save_all([saved])
    assert several[0].public_permission == "NONE"
    plain: Record = world.private.save(Record("Note", name="n2"))
    assert type(plain) is Record


@pytest.mark.parametrize("flag", [False, True])
def test_a_flag_that_is_only_known_at_run_time(database: Database, flag: bool) -> None:
    saved: list[Record | errors.CKError] = database.save_all(
        [Record("Note", name="n1")], return_exceptions=flag
    )
    fetched: list[Record | errors.CKError] = database.fetch_all(["n1"], return_exceptions=flag)
    assert saved == fetched
    deleted: list[str | errors.CKError] = database.delete_all(["n1"], return_exceptions=flag)
    assert deleted == ["n1"]


def test_modify_with_a_single_record(world: Cloud) -> None:
    note = stale(world)
    private = world.private
    with pytest.raises(errors.ServerRecordChanged):
        private.modify(save=note)
    with pytest.raises(errors.ServerRecordChanged):
        private.modify(note)
    with pytest.raises(errors.ServerRecordChanged):
        private.modify(delete=note, if_unchanged=True)
    (error,) = private.modify(save=[note])
    assert isinstance(error, errors.ServerRecordChanged)
    errors_of_two = private.modify(save=note, delete="n9")
    assert isinstance(errors_of_two[0], errors.ServerRecordChanged)
    (saved,) = private.modify(save=private.fetch("n1"))
    assert isinstance(saved, Record)
    assert private.modify(delete="n1") == ["n1"]
