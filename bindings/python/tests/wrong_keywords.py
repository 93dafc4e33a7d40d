"""Wrong keywords, and words that are not known, for tables of wrong inputs."""

from __future__ import annotations

from mockcloud import (
    Participant,
    QuerySubscription,
    Record,
    Share,
    ZoneSubscription,
    explore,
    read_journal,
)
from mockcloud.testing.exploration import Exploration
from wrong_inputs import MOCK, row

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
    row(TypeError, "read_journal()", "'sice'", "'since' is a filter of the calls")(
        lambda c: read_journal("calls.jsonl", sice=3)  # type: ignore[call-arg]
    ),
    row(TypeError, "fail()", "'retryafter'", "ZoneBusy(retry_after=...)")(
        lambda c: c.fail("zoneBusy", retryafter=3)
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
    row(ValueError, "operation:", "'records/save'", "did you mean 'records/modify'")(
        lambda c: c.fail("zoneBusy", operation="records/save")
    ),
    row(ValueError, "did you mean 'records/lookup'")(
        lambda c: c.fail("zoneBusy", operation=["zones/list", "record/fetch"])
    ),
    row(ValueError, "did you mean 'zones/modify'")(lambda c: c.calls("zones/delete")),
    row(ValueError, "did you mean 'records/query'")(lambda c: c.assert_called("search")),
]
