"""A string, a record or a zone in place of a list is a single element."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from mockcloud import Cloud, Field, NotificationInfo, QuerySubscription, Record, Share, errors

# For arguments that a type checker refuses, but that users pass nevertheless.
Loose = Any


@pytest.fixture
def notes(cloud: Cloud) -> Loose:
    """Returns a database with a record whose name consists of the names of two others."""
    for name in ("n", "1", "n1"):
        cloud.private.save(Record("Note", {"title": name, "n": 1}, name=name))
    return cloud.private


def stored(cloud: Cloud) -> list[str]:
    return sorted(str(record.name) for record in cloud.records())


def test_delete_all(cloud: Cloud, notes: Loose) -> None:
    assert notes.delete_all("n1") == ["n1"]
    assert stored(cloud) == ["1", "n"]
    # A record is a mapping, so iterating over it would yield the names of its fields.
    assert notes.delete_all(notes.fetch("1")) == ["1"]
    assert stored(cloud) == ["n"]


def test_modify(cloud: Cloud, notes: Loose) -> None:
    saved, deleted = notes.modify(save=Record("Note", name="new"), delete="n1")
    assert (saved.name, deleted) == ("new", "n1")
    assert stored(cloud) == ["1", "n", "new"]


def test_fetch_and_save_all(notes: Loose) -> None:
    assert [note.name for note in notes.fetch_all("n1")] == ["n1"]
    (fetched,) = notes.fetch_all("n1", desired_keys="title")
    assert fetched == {"title": "n1"}
    assert [note.name for note in notes.save_all(Record("Note", name="a"))] == ["a"]


def test_query(notes: Loose) -> None:
    found = notes.query("Note", sort_by="-title", desired_keys="title")
    assert [note["title"] for note in found] == ["n1", "n", "1"]
    assert "n" not in found[0]


def test_errors_for_records(cloud: Cloud, notes: Loose) -> None:
    loose: Loose = cloud
    loose.fail(errors.ZoneBusy, records="n1")
    assert notes.fetch("n")["title"] == "n"
    with pytest.raises(errors.ZoneBusy):
        notes.fetch("n1")


def test_changes(cloud: Cloud) -> None:
    home: Loose = cloud.private.in_zone(cloud.private.create_zone("Home"))
    home.save(Record("Note", {"title": "a", "body": "b"}, name="n1"))
    page = home.zone_changes_page("Home", desired_keys="title", record_types="Note")
    assert page.records[0] == {"title": "a"}


def test_people_zones_and_what_is_kept(cloud: Cloud) -> None:
    loose: Loose = cloud
    loose.accounts.add_user("bob", email="bob@example.com", devices="phone")
    loose.accounts.set_status("noAccount", user="bob", device="phone")
    assert len(loose.container().participants("bob@example.com")) == 1
    assert len(Share("root", participants="bob@example.com").participants) == 1
    loose.seed(Record("Note", name="n1"), zones="Work")
    assert cloud.private.fetch_zone("Work").name == "Work"
    loose.state.reset(keep="users")
    assert "bob" in {user["alias"] for user in cloud.state.save()["users"]}


def test_subscriptions(cloud: Cloud) -> None:
    info: Loose = NotificationInfo
    subscription: Loose = QuerySubscription
    wire = subscription("Note", fires_on="create", info=info(desired_keys="title")).to_wire()
    assert wire["firesOn"] == ["create"]
    assert wire["notificationInfo"] == {"additionalFields": ["title"]}


@pytest.mark.parametrize("wrong", [None, 3, b"n1", [None], [3]], ids=repr)
def test_what_is_neither_name_nor_list(cloud: Cloud, notes: Loose, wrong: Any) -> None:
    loose: Loose = cloud
    for call in (
        lambda: notes.fetch_all(wrong),
        lambda: notes.delete_all(wrong),
        lambda: notes.modify(delete=wrong),
        lambda: loose.fail(errors.ZoneBusy, records=3 if wrong is None else wrong),
        lambda: notes.save_all(wrong),
        lambda: loose.seed(zones=wrong),
        lambda: Share("root", participants=wrong),
    ):
        with pytest.raises(TypeError, match=r"takes a list, not|, not ((by|as) )?(None|3)"):
            call()
    assert stored(cloud) == ["1", "n", "n1"]


def test_a_dictionary_is_no_list(cloud: Cloud, notes: Loose) -> None:
    """Its keys alone would be used, and its values would have no effect."""
    loose: Loose = cloud
    field: Loose = Field("title")
    root = notes.save(Record("Note", {"title": "a"}, name="root"))
    calls: tuple[Callable[[], Any], ...] = (
        lambda: notes.share(root, participants={"bob@example.com": "READ_WRITE"}),
        lambda: notes.query("Note", sort_by={"title": "desc"}),
        lambda: notes.delete_all({"n1": 1}),
        lambda: notes.fetch("n1", desired_keys={"title": 1}),
        lambda: loose.accounts.add_user("bob", devices={"pad": 1}),
        lambda: field.is_in({"a": 1}),
    )
    for call in calls:
        with pytest.raises(TypeError, match=r"takes a list"):
            call()
    assert "bob" not in {user["alias"] for user in cloud.state.save()["users"]}
