"""Wrong records, values and arguments of a database's methods, for tables of wrong inputs."""

from __future__ import annotations

from datetime import date, datetime

from mockcloud import Asset, Location, Record, Reference, errors
from wrong_inputs import MOCK, SERVICE, row

RECORDS = [
    row(TypeError, "only a Record can be saved, not {")(lambda c: c.private.save({"title": "x"})),
    row(TypeError, "only a Record can be saved, not 'n1'")(lambda c: c.private.save("n1")),
    row(TypeError, "only a Record can be saved, not 'n1'")(lambda c: c.private.save_all(["n1"])),
    row(TypeError, "no field type for object")(lambda c: Record("Note", {"title": object()})),
    row(TypeError, "no field type for dict")(lambda c: Record("Note", {"a": {"b": 1}})),
    row(TypeError, "no field type for date")(lambda c: Record("Note", {"a": date(2026, 1, 1)})),
    row(TypeError, "values of one type", "INT64, STRING")(
        lambda c: Record("Note", {"a": [1, "a"]})
    ),
    row(OverflowError, "64 bits")(lambda c: Record("Note", {"a": 2**63})),
    row(ValueError, "nan")(lambda c: Record("Note", {"a": float("nan")})),
    row(ValueError, "has no time zone")(lambda c: Record("Note", {"a": datetime(2026, 1, 1)})),
    row(TypeError, "fields are a mapping", "['title']")(lambda c: Record("Note", ["title"])),  # type: ignore[arg-type]
    row(TypeError, "type is a string, not 3")(lambda c: Record(3)),  # type: ignore[arg-type]
    row(TypeError, "name is a string or None, not 3", "server generates a name")(
        lambda c: Record("Note", name=3)  # type: ignore[arg-type]
    ),
    row(TypeError, "name is a string or None, not 3")(
        lambda c: setattr(c.private.fetch("n1"), "name", 3)
    ),
    row(TypeError, "change_tag is a string or None, not 3", "fetch(...).change_tag")(
        lambda c: setattr(c.private.fetch("n1"), "change_tag", 3)
    ),
    row(TypeError, "zone_id is a ZoneID or None, not 'Work'", "ZoneID('Work') names")(
        lambda c: setattr(c.private.fetch("n1"), "zone_id", "Work")
    ),
    row(TypeError, "name is a string, not 3")(lambda c: Record("Note", {3: "a"})),  # type: ignore[dict-item]
    row(SERVICE, "'bad name'", "ASCII letter")(
        lambda c: c.private.save(Record("Note", {"bad name": "a"}))
    ),
    row(SERVICE, "needs a recordType")(lambda c: c.private.save(Record(None, {"a": "a"}))),
    row(SERVICE, "recordName", "must not be empty")(lambda c: c.private.save(Record("N", name=""))),
    row(SERVICE, "INT64", "'title'", "'Note'", "STRING")(
        lambda c: c.private.save(Record("Note", {"title": 3}))
    ),
    row(errors.ServerRecordChanged, "'n1'", "already exists")(
        lambda c: c.private.save(Record("Note", {"title": "b"}, name="n1"))
    ),
    row(ValueError, "save_policy:", "'overwrite'", "allKeys")(
        lambda c: c.private.save(Record("Note"), save_policy="overwrite")
    ),
    row(errors.UnknownItem, "'n2'", "not found")(lambda c: c.private.fetch("n2")),
    row(TypeError, "by a Record, not by None")(lambda c: c.private.fetch(None)),
    row(TypeError, "by a Record, not by None")(lambda c: c.private.delete(None)),
    row(TypeError, "desired_keys takes a list, not 3")(
        lambda c: c.private.fetch("n1", desired_keys=3)
    ),
    row(errors.ZoneNotFound, "'n1'", "Zone does not exist")(
        lambda c: c.private.in_zone("Home").fetch("n1")
    ),
    row(errors.ZoneNotFound, "'Home'")(lambda c: next(c.private.zone_changes("Home"))),
    row(SERVICE, "zoneName", "must not be empty")(lambda c: c.private.create_zone("")),
    row(TypeError, "a zone is given as", "3")(lambda c: c.private.create_zone(3)),
    row(TypeError, "a zone is given as", "None")(lambda c: c.private.in_zone(None)),
    row(SERVICE, "default zone cannot be deleted")(lambda c: c.private.delete_zone("_defaultZone")),
    row(ValueError, "database:", "'privat'", "did you mean 'private'")(
        lambda c: c.database("privat")
    ),
    row(TypeError, "bytes", "'x'", "path=")(lambda c: Asset("x")),  # type: ignore[arg-type]
    row(TypeError, "a reference", "not 3")(lambda c: Reference(3)),  # type: ignore[arg-type]
    row(ValueError, "'DELETE'", "DELETE_SELF")(lambda c: Reference("n1", "DELETE")),  # type: ignore[arg-type]
    row(TypeError, "latitude", "'1'")(lambda c: Location("1", 2)),  # type: ignore[arg-type]
    row(TypeError, "a time is a datetime", "3")(lambda c: Location(1, 2, timestamp=3)),  # type: ignore[arg-type]
    row(SERVICE, "100.0 degrees", "90.0")(
        lambda c: c.private.save(Record("Note", {"at": Location(100, 2)}))
    ),
]

OTHERS = [
    row(MOCK, "user:", "did you mean 'bob'")(lambda c: c.as_user("bobby")),
    row(MOCK, "device:", "'tablet'", "user 'bob' has phone", "users[].devices")(
        lambda c: c.as_user("bob", device="tablet")
    ),
    row(TypeError, "not as 3")(lambda c: c.as_user(3)),
    row(errors.UnknownItem, "Share not found")(lambda c: c.container().accept("link")),
    row(TypeError, "a share is given as")(lambda c: c.container().accept(3)),
    row(TypeError, "a participant is")(lambda c: c.container().participants([3])),
    row(TypeError, "takes a Record, not 'n1'", "share_zone()")(lambda c: c.private.share("n1")),
    row(TypeError, "takes a Subscription")(lambda c: c.private.save_subscription("Note")),
    row(TypeError, "a subscription is given as")(lambda c: c.private.delete_subscription(3)),
    row(errors.UnknownItem, "'nope'")(lambda c: c.private.delete_subscription("nope")),
    row(TypeError, "by a Record, not by 3")(lambda c: c.journal.calls(record=3)),
]
