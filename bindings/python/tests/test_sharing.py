"""Shares between users in Python."""

from __future__ import annotations

import pytest

from mockcloud import Cloud, Container, Database, Participant, Record, Share, errors


@pytest.fixture
def home(cloud: Cloud) -> Database:
    cloud.accounts.add_user("bob", email="bob@example.com", phone="+123")
    cloud.accounts.add_user("eve")
    cloud.private.create_zone("Home")
    return cloud.private.in_zone("Home")


def bobs(cloud: Cloud) -> Database:
    return cloud.database("shared", user="bob")


def test_from_invitation_to_leaving(cloud: Cloud, home: Database) -> None:
    root = home.save(Record("List", {"t": "Shopping"}, name="list"))
    share = home.share(root, participants=["bob@example.com"], title="Our list")
    assert share.root == "list"
    assert share["cloudkit.title"] == "Our list"
    assert share.change_tag is not None
    assert [each.role for each in share.participants] == ["OWNER", "USER"]
    assert share.owner is not None
    assert share.current_user == share.owner
    assert share.participants[1].acceptance == "INVITED"
    assert home.fetch("list").share_name == share.name
    fetched = home.fetch(str(share.name))
    assert isinstance(fetched, Share)
    assert fetched.url == share.url

    container = cloud.container()
    before = container.resolve(share, user="bob", root_record=True)
    assert (before.acceptance, before.root_record_name) == ("INVITED", "list")
    after = container.accept(str(share.url), user="bob")
    assert (after.acceptance, after.permission) == ("ACCEPTED", "READ_ONLY")
    assert after.database_scope == "shared"
    assert after.container_identifier == "iCloud.mockcloud.default"
    zone = after.zone_id
    assert [each.zone_id for each in bobs(cloud).zones()] == [zone]
    (page,) = bobs(cloud).zone_changes(zone)
    assert "list" in [record.name for record in page.records]
    seen = bobs(cloud).in_zone(zone).fetch("list")
    seen["t"] = "Mine"
    with pytest.raises(errors.PermissionFailure):
        bobs(cloud).save(seen)

    # From now on Bob may write.
    share = container.resolve(share).share
    share.participants[1] = share.participants[1].may("READ_WRITE")
    home.save(share)
    assert bobs(cloud).save(seen)["t"] == "Mine"

    bobs(cloud).in_zone(zone).delete(str(share.name))
    assert bobs(cloud).zones() == []


def test_leaving_by_deleting_the_zone(cloud: Cloud, home: Database) -> None:
    share = home.share(Record("List", name="list"), public_permission="READ_ONLY")
    zone = cloud.container().accept(share, user="bob").zone_id
    bobs(cloud).delete_zone(zone)
    assert bobs(cloud).zones() == []
    assert home.fetch("list").name == "list"
    with pytest.raises(errors.PermissionFailure, match="Shared zone update is not enabled"):
        bobs(cloud).create_zone("Mine")
    left = home.fetch(str(share.name))
    assert isinstance(left, Share)
    assert [each.role for each in left.participants if each.acceptance == "ACCEPTED"] == ["OWNER"]


def test_a_removed_participant_stays_removed(cloud: Cloud, home: Database) -> None:
    root = home.save(Record("List", name="list"))
    share = home.share(root, participants=["bob@example.com"])
    cloud.container().accept(str(share.url), user="bob")
    fetched = home.fetch(str(share.name))
    assert isinstance(fetched, Share)
    fetched.participants = [each for each in fetched.participants if each.role == "OWNER"]
    saved = home.save(fetched)
    assert [each.acceptance for each in saved.participants] == ["ACCEPTED", "REMOVED"]
    saved.participants.append(Participant(user="eve"))
    saved = home.save(saved)
    assert sorted(each.acceptance for each in saved.participants[1:]) == ["INVITED", "REMOVED"]
    with pytest.raises(errors.UnknownItem):
        cloud.container().accept(str(share.url), user="bob")


def test_a_new_root_is_saved_along(cloud: Cloud, home: Database) -> None:
    root = Record("List", {"t": "x"}, name="list", zone="Home")
    home.share(root)
    assert home.fetch("list")["t"] == "x"
    with pytest.raises(ValueError, match="no name"):
        home.share(Record("List"))


def test_a_zone(cloud: Cloud, home: Database) -> None:
    share = home.share_zone("Home", participants=[Participant(user="bob", permission="READ_WRITE")])
    assert share.root is None
    metadata = cloud.container().accept(share, user="bob")
    assert metadata.root_record_name is None
    bobs(cloud).in_zone(metadata.zone_id).save(Record("Note", name="n"))
    assert home.fetch("n").record_type == "Note"


def test_a_link_for_everyone(cloud: Cloud, home: Database) -> None:
    share = home.share(Record("List", name="list"), public_permission="READ_ONLY")
    container = cloud.container()
    assert container.resolve(share, user="eve").permission == "READ_ONLY"
    assert container.resolve(share, user="eve").share.current_user is None
    container.accept(container.resolve(share, user="eve"), user="eve")
    share = container.resolve(share).share
    assert [each.role for each in share.participants] == ["OWNER", "PUBLIC_USER"]
    share.public_permission = "NONE"
    assert home.save(share).participants[0].role == "OWNER"
    assert cloud.database("shared", user="eve").zones() == []


def test_adding_somebody(cloud: Cloud, home: Database) -> None:
    share = home.share(Record("List", name="list"))
    share.add("eve", "READ_WRITE")
    share.add(Participant(phone="+123"))
    saved = home.save(share)
    assert [each.permission for each in saved.participants[1:]] == ["READ_WRITE", "READ_ONLY"]
    assert all(each.participant_id and each.user for each in saved.participants)
    # A share that is saved unchanged keeps its participants.
    assert home.save(saved).participants == saved.participants


def test_looking_people_up(cloud: Cloud, home: Database) -> None:
    container: Container = cloud.container()
    bob, eve = container.participants(["bob@example.com", "eve"])
    assert bob.email == "bob@example.com"
    assert bob.user == container.user_record_name(user="bob")
    assert eve.user == container.user_record_name(user="eve")
    assert bob.participant_id is None
    (nobody,) = container.participants(["nobody@example.com"])
    assert (nobody.email, nobody.user) == ("nobody@example.com", None)


def test_what_goes_wrong(cloud: Cloud, home: Database) -> None:
    container = cloud.container()
    share = home.share(Record("List", name="list"))
    with pytest.raises(errors.UnknownItem, match="Share not found"):
        container.accept(share, user="bob")
    with pytest.raises(errors.UnknownItem):
        container.resolve("0NoSuchShare")
    with pytest.raises(ValueError, match="no link"):
        container.resolve(Share("list"))
    with pytest.raises(errors.AlreadyShared):
        home.share(home.fetch("list"))
