"""Mistakes that users make: each error has the place, the expected value, and the nearest name.

A row is the wrong call, the class of the error, and parts of its text. The place comes first in
the text, the nearest known name after "did you mean".
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime, timedelta

import pytest

from mockcloud import (
    Asset,
    Cloud,
    Field,
    Location,
    Participant,
    QuerySubscription,
    Record,
    Reference,
    Share,
    ZoneSubscription,
    errors,
    explore,
)
from mockcloud.testing.exploration import Exploration
from wrong_arguments import ARGUMENTS
from wrong_attributes import ASSIGNED, HINTS
from wrong_harness_inputs import HARNESS, TIMES, WORLD
from wrong_inputs import MOCK, OPERATIONS, PREDICATES, SERVICE, SERVICE_REQUESTS, Row, row


class TypedNote(Record, record_type="Note"):
    title: str
    due: str


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
    row(TypeError, "type is a text, not 3")(lambda c: Record(3)),  # type: ignore[arg-type]
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

FAULTS = [
    row(MOCK, "user", "'bobby'", "did you mean 'bob'")(lambda c: c.fail("zoneBusy", user="bobby")),
    row(MOCK, "device", "'phne'", "did you mean 'phone'")(
        lambda c: c.fail("zoneBusy", device="phne")
    ),
    row(MOCK, "zoneID", "'Wrk'", "did you mean 'Work'")(
        lambda c: c.fail("zoneBusy", records=Record("Note", name="n1", zone="Wrk"))
    ),
    row(errors.BadJSON, "rules[0].then:", "cannot represent a ZoneBusy")(
        lambda c: c.faults.add({"then": errors.ZoneBusy()})
    ),
    row(errors.BadJSON, "rules[0].then.latency:", "timedelta", "number")(
        lambda c: c.faults.add({"then": {"latency": timedelta(seconds=1)}})
    ),
    row(errors.BadJSON, "query.filterBy[0]:", "cannot represent a Filter", "to_wire()")(
        lambda c: c.call("records/query", {"query": {"filterBy": [Field("n") == 1]}})
    ),
    row(ValueError, "records: an empty list")(lambda c: c.fail("zoneBusy", records=[])),
    row(ValueError, "operation: an empty list")(lambda c: c.fail("zoneBusy", operation=[])),
    row(MOCK, "user", "'bobby'", "did you mean 'bob'")(
        lambda c: c.environ(faults=[{"when": {"user": "bobby"}, "then": {"error": "zoneBusy"}}])
    ),
    row(MOCK, "rules[0].then", "error")(lambda c: c.environ(faults=[{"then": {"eror": 23}}])),
    row(MOCK, "entries[0].operation", "did you mean 'zones/list'")(
        lambda c: c.environ(script={"entries": [{"operation": "zones/lst", "response": {}}]})
    ),
    row(FileNotFoundError, "'/nowhere.json'")(lambda c: c.environ(faults="/nowhere.json")),
    row(FileNotFoundError, "'/nowhere.json'")(lambda c: c.environ(script="/nowhere.json")),
    row(FileNotFoundError, "'/nowhere.json'")(lambda c: c.faults.load("/nowhere.json")),
    row(FileNotFoundError, "'/nowhere.json'")(lambda c: c.script.load("/nowhere.json")),
]

OF_PARTICIPANT = ("participants=[Participant(", "permission='READ_WRITE')", "everybody")
KEYWORDS = [
    row(TypeError, "cloud.limits.set()", "'pagesize'", "did you mean 'page_size'")(
        lambda c: c.limits.set(pagesize=3)
    ),
    row(TypeError, "fail()", "'retry_after'", "ZoneBusy(retry_after=...)")(
        lambda c: c.fail("zoneBusy", retry_after=3)
    ),
    row(TypeError, "fail()", "ZoneBusy(reason=...)")(lambda c: c.fail("zoneBusy", reason="busy")),
    row(TypeError, "ZoneSubscription()", "'id'", "subscription_id")(
        lambda c: ZoneSubscription("Work", id="mine")  # type: ignore[call-arg]
    ),
    row(TypeError, "Participant()", "'mail'", "did you mean 'email'")(
        lambda c: Participant(mail="a@b.c")  # type: ignore[call-arg]
    ),
    row(TypeError, "cloud.faults.add()", "'then'", "cloud.faults.add({'then': ...})")(
        lambda c: c.faults.add(then={"error": "zoneBusy"})
    ),
    row(TypeError, "Database.query()", "'title'", "Field('title') == ...")(
        lambda c: c.private.query("Note", title="x")
    ),
    row(TypeError, "Database.query()", "'sortby'", "did you mean 'sort_by'")(
        lambda c: c.private.query("Note", sortby="x")
    ),
    row(TypeError, "Database.query() missing 1 required", "'record_type'")(
        lambda c: c.private.query()
    ),
    row(TypeError, "Database.save()", "'policy'", "did you mean 'save_policy'")(
        lambda c: c.private.save(Record("Note"), policy="allKeys")
    ),
    row(TypeError, "Record()", "'nme'", "did you mean 'name'")(lambda c: Record("Note", nme="n1")),
    row(TypeError, "Container.accept()", "'usr'", "did you mean 'user'")(
        lambda c: c.container().accept("link", usr="bob")
    ),
    row(TypeError, "cloud.faults.load()", "'wach'", "did you mean 'watch'")(
        lambda c: c.faults.load("rules.json", wach=False)
    ),
    row(TypeError, "User.events() takes 1 positional argument")(
        lambda c: c.as_user("bob").events("phone")
    ),
    row(TypeError, "'recrod'", "did you mean 'record'")(lambda c: c.assert_called(recrod="n1")),
    row(TypeError, "first argument, without operation=", "calls('zones/list')")(
        lambda c: c.calls(operation="zones/list")
    ),
    row(TypeError, "Database.share()", "'permission'", *OF_PARTICIPANT)(
        lambda c: c.private.share(c.private.fetch("n1"), permission="READ_WRITE")
    ),
    row(TypeError, "Database.share_zone()", "'permission'", *OF_PARTICIPANT)(
        lambda c: c.private.share_zone("Work", permission="READ_WRITE")
    ),
    row(TypeError, "Database.share() takes 2", "participants=[...]")(
        lambda c: c.private.share(c.private.fetch("n1"), "bob")
    ),
    row(TypeError, "Cloud.events()", "'device'", "cloud.as_user('me', 'phone').events()")(
        lambda c: c.events(device="phone")
    ),
    row(TypeError, "explore calls <lambda>(cloud)", "too many positional")(
        lambda c: explore(c)(lambda: None)  # type: ignore[arg-type, misc]
    ),
    row(TypeError, "Share()", "'permission'", *OF_PARTICIPANT)(
        lambda c: Share("n1", permission="READ_WRITE")  # type: ignore[call-arg]
    ),
    row(TypeError, "explore()", "'error'", "did you mean 'errors'")(
        lambda c: explore(c, error=["zoneBusy"])  # type: ignore[call-arg]
    ),
    row(TypeError, "Exploration()", "'conflict'", "did you mean 'conflicts'")(
        lambda c: Exploration(c, conflict=True)  # type: ignore[call-arg]
    ),
]

WORDS = [
    row(ValueError, "permission:", "'READ'", "did you mean 'READ_ONLY'")(
        lambda c: Participant(email="a@b.c", permission="READ")  # type: ignore[arg-type]
    ),
    row(ValueError, "public_permission:", "'WRITE'", "did you mean 'READ_WRITE'")(
        lambda c: c.private.share_zone("Work", public_permission="WRITE")
    ),
    row(ValueError, "role: 'ADMIN'", "'ADMINISTRATOR'")(
        lambda c: Participant(user="bob", role="ADMIN")  # type: ignore[arg-type]
    ),
    row(ValueError, "fires_on:", "'created'", "did you mean 'create'")(
        lambda c: c.private.save_subscription(QuerySubscription("Note", fires_on=["created"]))  # type: ignore[list-item]
    ),
    row(ValueError, "environment:", "'prod'", "did you mean 'production'")(
        lambda c: c.container(environment="prod")
    ),
    row(ValueError, "mode:", "'strct'", "did you mean 'strict'")(
        lambda c: c.script.load([], mode="strct")
    ),
    row(ValueError, "normalize:", "'date'", "did you mean 'dates'")(
        lambda c: c.script.stop_recording(normalize=["date"])
    ),
    row(ValueError, "assets:", "'file'", "did you mean 'files'")(
        lambda c: c.state.save(assets="file")
    ),
    row(TypeError, "atomic must be True or False, not 'yes'")(
        lambda c: c.private.save_all([Record("Note")], atomic="yes")
    ),
    row(TypeError, "marker must be a string, not 3")(
        lambda c: c.private.query_page("Note", marker=3)
    ),
    row(TypeError, "results_limit must be an integer, not '3'")(
        lambda c: c.private.query_page("Note", results_limit="3")
    ),
    row(TypeError, "an operation is given as its name, not as 3")(lambda c: c.call(3)),
    row(ValueError, "operation:", "'zones/lst'", "did you mean 'zones/list'")(
        lambda c: c.assert_called("zones/lst")
    ),
    row(TypeError, "device must be a string, not 3")(lambda c: c.calls(device=3)),
    row(MOCK, "zoneID", "'Wrk'", "did you mean 'Work'")(lambda c: c.records(zone="Wrk")),
    row(MOCK, "recordType", "'Nots'", "did you mean 'Note'")(lambda c: c.records("Nots")),
    row(MOCK, "zoneID", "'Wrk'")(lambda c: list(c.iter_records(zone="Wrk"))),
]

PART = "did you mean 'cloud.{}'?"

ATTRIBUTES = [
    row(AttributeError, "'Call' object", "did you mean 'operation'?")(
        lambda c: (c.private.zones(), c.calls[-1].operatoin)
    ),
    row(AttributeError, "'Call' object", "did you mean 'changed_state'?")(
        lambda c: (c.private.zones(), c.calls[-1].change_state)
    ),
    row(AttributeError, PART.format("accounts.add_user"))(lambda c: c.add_user("eve")),
    row(AttributeError, PART.format("accounts.users"))(lambda c: c.users),
    row(AttributeError, PART.format("state.snapshot"))(lambda c: c.snapshot("now")),
    row(AttributeError, PART.format("faults.profile"))(lambda c: c.profile("airplane")),
    row(AttributeError, PART.format("faults.heal"))(lambda c: c.heal),
    row(AttributeError, PART.format("private.zones"))(lambda c: c.zones()),
    row(AttributeError, PART.format("as_user"))(lambda c: c.asuser("bob")),
    row(AttributeError, "cloud.advance(seconds)")(lambda c: c.advance_clock(3)),
    row(AttributeError, 'cloud.network.set("offline")')(lambda c: c.offline()),
    row(AttributeError, "cloud.fail(error, operation=...)")(lambda c: c.set_error("zoneBusy")),
    row(AttributeError, "'Accounts'", "did you mean 'add_user'?")(lambda c: c.accounts.adduser),
    row(AttributeError, "'Faults'", "did you mean 'profile'?")(lambda c: c.faults.profiles),
    row(AttributeError, "'State'", "did you mean 'expire_tokens'?")(lambda c: c.state.expiretoken),
    row(AttributeError, "'Database'", "cloud.container().accept(share)")(
        lambda c: c.private.accept("link")
    ),
    row(AttributeError, "'Database'", "save_subscription(")(lambda c: c.private.subscribe("Work")),
    row(AttributeError, "did you mean 'create_zone'?")(lambda c: c.private.createzone("Home")),
    row(AttributeError, "'User'", "did you mean 'sign_out'?")(lambda c: c.as_user("bob").signout()),
    row(AttributeError, "'Record'", "record['title']: fields are items")(
        lambda c: c.private.fetch("n1").title
    ),
    row(AttributeError, "'Record'", "use record_type")(lambda c: c.private.fetch("n1").type),
    row(AttributeError, "'Record'", "use change_tag")(lambda c: c.private.fetch("n1").tag),
    row(AttributeError, "'TypedNote'", "did you mean 'title'?")(
        lambda c: c.private.fetch("n1", TypedNote).titel
    ),
    row(AttributeError, "has no value of TypedNote.due")(
        lambda c: c.private.fetch("n1", TypedNote).due
    ),
]

ROWS = [
    *ARGUMENTS,
    *ASSIGNED,
    *HINTS,
    *ATTRIBUTES,
    *FAULTS,
    *KEYWORDS,
    *WORDS,
    *OPERATIONS,
    *SERVICE_REQUESTS,
    *PREDICATES,
    *HARNESS,
    *TIMES,
    *WORLD,
    *RECORDS,
    *OTHERS,
]


@pytest.fixture(scope="module")
def world() -> Iterator[Cloud]:
    """A cloud with a user, a device, a zone, a record and a snapshot for misspelled names."""
    with Cloud(seed=1) as cloud:
        cloud.accounts.add_user("bob", devices=["phone"])
        cloud.private.create_zone("Work")
        cloud.private.save(Record("Note", {"title": "a", "n": 1}, name="n1"))
        cloud.state.snapshot("before")
        yield cloud


def test_there_are_enough() -> None:
    assert len(ROWS) >= 300


@pytest.mark.parametrize("wrong", ROWS)
def test_a_wrong_input(world: Cloud, wrong: Row) -> None:
    with world.fork() as cloud, pytest.raises(wrong.error) as raised:
        wrong.use(cloud)
    # A mistake of the test is no error of the service, unless the row says so.
    assert isinstance(raised.value, errors.CKError) == issubclass(wrong.error, errors.CKError)
    text = str(raised.value)
    missing = [part for part in wrong.parts if part not in text]
    assert not missing, text
    assert len(text) < 1500
