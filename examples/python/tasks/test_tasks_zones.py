"""Tasks: zones that are missing, deleted or lost."""

from __future__ import annotations

import pytest

from mockcloud import Cloud, Database, Record
from mockcloud.errors import ChangeTokenExpired, UserDeletedZone, ZoneNotFound


def test_first_run(cloud: Cloud) -> None:
    database = cloud.private.in_zone("Tasks")
    task = Record("Task", {"title": "Paint"}, name="t1")
    with pytest.raises(ZoneNotFound):
        database.save(task)
    cloud.private.create_zone("Tasks")
    database.save(task)


def test_zone_deleted_elsewhere(phone: Database, pad: Database) -> None:
    token = phone.changes().token
    pad.delete_zone("Notes")
    with pytest.raises(ZoneNotFound):
        phone.fetch("n1")
    (change,) = phone.changes(token).zones
    assert (change.deleted, change.deletion_reason) == (True, "deleted")


def test_zone_recreated_elsewhere(phone: Database, pad: Database) -> None:
    token = phone.zone_changes_page("Notes").token
    pad.delete_zone("Notes")
    pad.create_zone("Notes")
    with pytest.raises(ChangeTokenExpired):
        phone.zone_changes_page("Notes", token)  # the token is from the deleted zone


def test_zone_purged(cloud: Cloud, phone: Database) -> None:
    token = phone.changes().token
    cloud.state.purge_zone("Notes")  # Settings, iCloud, Manage Storage, Delete Data
    with pytest.raises(UserDeletedZone):
        phone.fetch("n1")
    assert phone.changes(token).zones[0].deletion_reason == "purged"
    phone.create_zone("Notes")  # only if the user agrees
    phone.save(Record("Note", {"title": "Milk"}, name="n1"))


def test_zone_purged_during_sync(cloud: Cloud, phone: Database) -> None:
    purge = {
        "operation": "mock/zones/purge",
        "request": {"device": "pad", "zoneID": {"zoneName": "Notes"}},
    }
    cloud.faults.add(
        {"when": {"op": "records/modify"}, "limit": {"skip": 1}, "then": {"call": purge}}
    )
    phone.save(Record("Note", {"title": "Bread"}, name="n2"))
    with pytest.raises(UserDeletedZone):
        phone.save(Record("Note", {"title": "Oats"}, name="n3"))


def test_encrypted_data_reset(cloud: Cloud, phone: Database) -> None:
    phone.save(Record("Note", name="secret", encrypted={"pin": "1234"}))
    token = phone.changes().token
    cloud.state.reset_encrypted_data("Notes")
    with pytest.raises(ZoneNotFound) as error:
        phone.fetch("n1")
    assert error.value.user_did_reset_encrypted_data
    assert phone.changes(token).zones[0].deletion_reason == "encryptedDataReset"
    phone.delete_zone("Notes")  # then create it again, and upload the local data
    phone.create_zone("Notes")
