"""Tasks: conflicts, and saves of which a part fails."""

from __future__ import annotations

import pytest

from mockcloud import Cloud, Database, PartialFailure, Record, Reference, User
from mockcloud.errors import (
    BatchRequestFailed,
    InvalidArguments,
    NetworkUnavailable,
    PermissionFailure,
    QuotaExceeded,
    ReferenceViolation,
    ServerRecordChanged,
    UnknownItem,
)


def test_conflict(phone: Database, pad: Database) -> None:
    mine, theirs = phone.fetch("n1"), pad.fetch("n1")
    theirs["title"] = "Bread"
    pad.save(theirs)
    mine["title"] = "Butter"
    with pytest.raises(ServerRecordChanged) as conflict:
        phone.save(mine)
    server, client, ancestor = (
        conflict.value.server_record,
        conflict.value.client_record,
        conflict.value.ancestor_record,
    )
    assert server is not None and client is not None and ancestor is not None
    assert (server["title"], client["title"], ancestor["title"]) == ("Bread", "Butter", "Milk")
    server["title"] = "Bread, Butter"  # merge into the server's record: it has the current tag
    phone.save(server)


def test_conflict_between_fetch_and_save(cloud: Cloud, phone: Database) -> None:
    note = phone.fetch("n1")
    other = {"conflict": {"recordName": "n1", "field": {"title": "Bread"}}}
    cloud.faults.add({"limit": {"injections": 1}, "then": other})
    note["title"] = "Butter"
    with pytest.raises(ServerRecordChanged) as conflict:
        phone.save(note)
    assert conflict.value.server_record == {"title": "Bread"}


def test_conflict_again_and_again(cloud: Cloud, phone: Database) -> None:
    cloud.faults.add({"limit": {"injections": 3}, "then": {"conflict": True}})
    note = phone.fetch("n1")
    for _ in range(10):
        note["title"] = "Butter"
        try:
            phone.save(note)
            break
        except ServerRecordChanged as conflict:
            assert conflict.server_record is not None
            note = conflict.server_record
    assert [call.status for call in cloud.journal.calls("records/modify")] == [2, 2, 2, 0]


def test_edits_made_offline(cloud: Cloud, phone: Database, pad: Database) -> None:
    note = phone.fetch("n1")
    cloud.network.set("offline", device="phone")
    note["title"] = "Butter"
    with pytest.raises(NetworkUnavailable):
        phone.save(note)  # the older edit
    pad.save(Record("Note", {"title": "Bread"}, name="n1"), save_policy="changedKeys")
    cloud.network.set("online", device="phone")
    with pytest.raises(ServerRecordChanged):
        phone.save(note)  # arrives last


def test_record_exists(phone: Database) -> None:
    with pytest.raises(ServerRecordChanged) as exists:
        phone.save(Record("Note", {"title": "Bread"}, name="n1"))  # it has no change tag
    assert exists.value.reason.startswith("record to insert already exists")


def test_last_writer_wins(phone: Database, pad: Database) -> None:
    pad.save(Record("Note", {"title": "Bread", "rank": 2}, name="n1"), save_policy="changedKeys")
    phone.save(Record("Note", {"title": "Butter"}, name="n1"), save_policy="changedKeys")
    assert pad.fetch("n1") == {"title": "Butter", "rank": 2}  # other fields are unchanged


def test_deleted_elsewhere(phone: Database, pad: Database) -> None:
    note = phone.fetch("n1")
    pad.delete("n1")
    note["title"] = "Butter"
    with pytest.raises(UnknownItem):
        phone.save(note)
    phone.save(Record("Note", {"title": "Butter"}, name="n1"))  # without a tag it is a new record


def test_deleted_by_two(cloud: Cloud, phone: Database, pad: Database) -> None:
    pad.delete("n1")
    phone.delete("n1")  # no error, as in CloudKit
    assert [call.status for call in cloud.journal.calls("records/modify")] == [0, 0]


def test_partial_failure(cloud: Cloud, phone: Database) -> None:
    cloud.fail(QuotaExceeded, records=["b2"])
    notes = [Record("Note", {"title": "Bread"}, name=name) for name in ("b1", "b2")]
    with pytest.raises(PartialFailure) as failure:
        phone.save_all(notes, atomic=False)
    assert isinstance(failure.value.partial_error("b2"), QuotaExceeded)
    assert phone.fetch("b1")["title"] == "Bread"  # the other one is saved


def test_atomic_zone(cloud: Cloud, phone: Database) -> None:
    cloud.fail(QuotaExceeded, records=["b2"])
    notes = [Record("Note", {"title": "Bread"}, name=name) for name in ("b1", "b2")]
    with pytest.raises(PartialFailure) as failure:
        phone.save_all(notes)
    assert isinstance(failure.value.partial_error("b1"), BatchRequestFailed)
    with pytest.raises(UnknownItem):
        phone.fetch("b1")  # nothing is saved


def test_only_a_part_is_done(cloud: Cloud, phone: Database) -> None:
    cloud.faults.add({"when": {"op": "records/modify"}, "then": {"applyPrefix": 1}})
    notes = [Record("Note", {"title": "Bread"}, name=name) for name in ("b1", "b2")]
    results = phone.save_all(notes, atomic=False, return_exceptions=True)
    assert [isinstance(result, Record) for result in results] == [True, False]


def test_missing_record(phone: Database) -> None:
    found, missing = phone.fetch_all(["n1", "n9"], return_exceptions=True)
    assert isinstance(found, Record) and isinstance(missing, UnknownItem)


def test_child_before_parent(phone: Database) -> None:
    item = Record("Item", {"title": "Oats"}, name="i1", parent="list")
    with pytest.raises(ReferenceViolation):
        phone.save(item)
    phone.save_all([item, Record("List", {"title": "Shopping"}, name="list")])  # in one request


def test_children_go_with_parent(phone: Database) -> None:
    folder = phone.save(Record("Folder", {"title": "Home"}, name="f1"))
    owner = Reference("f1", action="DELETE_SELF")
    phone.save(Record("Note", {"title": "Bread", "folder": owner}, name="n2"))
    phone.delete(folder)
    with pytest.raises(UnknownItem):
        phone.fetch("n2")


def test_wrong_type(phone: Database) -> None:
    with pytest.raises(InvalidArguments) as error:
        phone.save(Record("Note", {"title": 5}, name="n2"))  # n1 made title a STRING
    assert "title" in error.value.reason


def test_no_permission_in_public(cloud: Cloud, bob: User) -> None:
    bob.public.save(Record("City", {"title": "Bern"}, name="c1"))
    city = cloud.public.fetch("c1")  # everyone may read
    city["title"] = "Mine now"
    with pytest.raises(PermissionFailure):
        cloud.public.save(city)  # only the creator may write
