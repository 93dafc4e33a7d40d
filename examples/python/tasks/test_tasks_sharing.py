"""Tasks: shares and their participants."""

from __future__ import annotations

import pytest

from mockcloud import Cloud, Database, Participant, Record, Share, User
from mockcloud.errors import (
    AlreadyShared,
    ParticipantMayNeedVerification,
    PermissionFailure,
    TooManyParticipants,
    UnknownItem,
    ZoneNotFound,
)


def test_share_a_record(phone: Database, bob: User) -> None:
    share = phone.share(phone.fetch("n1"), participants=["bob@example.com"])
    metadata = bob.accept(share)  # as when Bob taps the link
    shared = bob.shared.in_zone(metadata.zone_id)
    assert shared.fetch("n1")["title"] == "Milk"


def test_share_a_zone(phone: Database, bob: User) -> None:
    share = phone.share_zone("Notes", public_permission="READ_WRITE")  # everyone with the link
    shared = bob.shared.in_zone(bob.accept(share).zone_id)
    shared.save(Record("Note", {"title": "Bread"}, name="from-bob"))
    assert phone.fetch("from-bob")["title"] == "Bread"


def test_share_link_of_others(phone: Database, bob: User) -> None:
    share = phone.share(phone.fetch("n1"), participants=["ann@example.com"])
    with pytest.raises(ParticipantMayNeedVerification):
        bob.accept(share)  # he is not invited


def test_read_only_participant(phone: Database, bob: User) -> None:
    share = phone.share(phone.fetch("n1"), participants=["bob@example.com"])  # READ_ONLY
    shared = bob.shared.in_zone(bob.accept(share).zone_id)
    note = shared.fetch("n1")
    note["title"] = "Bread"
    with pytest.raises(PermissionFailure):
        shared.save(note)


def test_permission_changes(phone: Database, bob: User) -> None:
    share = phone.share(
        phone.fetch("n1"),
        participants=[Participant(email="bob@example.com", permission="READ_WRITE")],
    )
    note = bob.shared.in_zone(bob.accept(share).zone_id).fetch("n1")
    current = phone.fetch(share)
    assert isinstance(current, Share)
    current.participants = [each.may("READ_ONLY") for each in current.participants]
    phone.save(current)
    with pytest.raises(PermissionFailure):
        bob.shared.save(note)


def test_participant_removed(phone: Database, bob: User) -> None:
    share = phone.share(phone.fetch("n1"), participants=["bob@example.com"])
    zone = bob.accept(share).zone_id
    token = bob.shared.changes().token
    current = phone.fetch(share)
    assert isinstance(current, Share)
    current.participants = []
    phone.save(current)
    with pytest.raises(ZoneNotFound):
        bob.shared.in_zone(zone).fetch("n1")
    assert bob.shared.changes(token).zones[0].deleted


def test_participant_leaves(phone: Database, bob: User) -> None:
    share = phone.share(phone.fetch("n1"), participants=["bob@example.com"])
    zone = bob.accept(share).zone_id
    assert share.name is not None
    bob.shared.in_zone(zone).delete(share.name)  # deleting the share leaves it
    assert bob.shared.zones() == []
    assert phone.fetch("n1")["title"] == "Milk"  # the owner's records are kept


def test_sharing_stops(phone: Database, bob: User) -> None:
    share = phone.share(phone.fetch("n1"), participants=["bob@example.com"])
    bob.accept(share)
    phone.delete(share)
    assert bob.shared.zones() == []


def test_shared_twice(phone: Database) -> None:
    phone.share(phone.fetch("n1"))
    with pytest.raises(AlreadyShared):
        phone.save(Share(phone.fetch("n1")))  # fetch the existing share, and change it


def test_too_many_participants(cloud: Cloud, phone: Database) -> None:
    cloud.limits.set(participants_per_share=1)
    people = ["bob@example.com", "ann@example.com"]
    with pytest.raises(TooManyParticipants):
        phone.save(Share(phone.fetch("n1"), participants=people))


def test_root_deleted_by_owner(phone: Database, bob: User) -> None:
    share = phone.share(phone.fetch("n1"), participants=["bob@example.com"])
    bob.accept(share)
    phone.delete("n1")  # the share goes with its root
    with pytest.raises(UnknownItem):
        phone.fetch(share)
    assert bob.shared.zones() == []
