"""Wrong arguments of the Python API that users write, for tables of wrong inputs."""

from __future__ import annotations

from mockcloud import (
    Asset,
    DatabaseSubscription,
    Field,
    Key,
    Location,
    NameComponents,
    NotificationInfo,
    Participant,
    QuerySubscription,
    Record,
    Reference,
    Script,
    Share,
    Typed,
    ZoneID,
    assert_same,
    diff,
    errors,
    explore,
    graph,
    read_journal,
    shrink,
    tree,
)
from wrong_inputs import MOCK, Loose, row

FLAG = "must be True or False, not"
MISSING = "No such file or directory: '/nowhere/{}'"

#: The same functions for calls that type checkers refuse.
compare: Loose = diff
compare_equal: Loose = assert_same
draw: Loose = tree
link: Loose = graph
read: Loose = read_journal
reduce: Loose = shrink
zone: Loose = ZoneID
location: Loose = Location
asset: Loose = Asset
components: Loose = NameComponents
field: Loose = Field
key: Loose = Key
info: Loose = NotificationInfo
participant: Loose = Participant
reference: Loose = Reference
share: Loose = Share
typed: Loose = Typed
of_query: Loose = QuerySubscription
of_database: Loose = DatabaseSubscription
busy: Loose = errors.ZoneBusy
partial: Loose = errors.PartialFailure

#: Empty values, which would mean the default.
EMPTY = [
    row(ValueError, "devices: an empty list", "leave it out")(
        lambda c: c.network.set("offline", devices=[])
    ),
    row(ValueError, "devices: an empty list", "to cut off")(lambda c: c.network.partition("p", [])),
    row(MOCK, "user", "''", "expected me, bob")(
        lambda c: c.accounts.set_status("noAccount", user="")
    ),
    row(MOCK, "user", "''", "expected me, bob")(lambda c: c.accounts.add_device("d", user="")),
    row(MOCK, "user", "''")(lambda c: c.operations.in_flight(user="")),
    row(ValueError, "devices: an empty list", "leave it out")(
        lambda c: c.accounts.add_user("eve", devices=[])
    ),
    row(TypeError, "set() changes nothing", "page_size=5")(lambda c: c.limits.set()),
    row(TypeError, "zone_wide", FLAG)(lambda c: c.private.query("Note", zone_wide="")),
    row(ValueError, "results_limit must be 1 or more, not 0")(
        lambda c: c.private.query_page("Note", results_limit=0)
    ),
    row(MOCK, "user", "'bbo'", "did you mean 'bob'")(lambda c: c.database("private", user="bbo")),
    row(MOCK, "device", "'tablet'", "user 'bob' has phone")(
        lambda c: c.container().database("shared", user="bob", device="tablet")
    ),
]

FLAGS = [
    row(TypeError, f"optional {FLAG} 'no'")(lambda c: c.fail("zoneBusy", optional="no")),
    row(TypeError, f"optional {FLAG} 'no'")(
        lambda c: c.faults.add({"then": {"error": "zoneBusy"}}, optional="no")
    ),
    row(TypeError, f"if_unchanged {FLAG} ''")(lambda c: c.private.delete("n1", if_unchanged="")),
    row(TypeError, f"if_unchanged {FLAG} 1")(lambda c: c.private.delete_all("n1", if_unchanged=1)),
    row(TypeError, f"all {FLAG} 'no'")(lambda c: c.records(all="no")),
    row(TypeError, f"return_exceptions {FLAG} 'no'")(
        lambda c: c.private.fetch_all(["n2"], return_exceptions="no")
    ),
    row(TypeError, f"return_exceptions {FLAG} None")(
        lambda c: c.private.save_all([Record("Note")], return_exceptions=None)
    ),
    row(TypeError, f"return_exceptions {FLAG} 'no'")(
        lambda c: c.container().users_by_email("b@x.y", return_exceptions="no")
    ),
    row(TypeError, f"return_exceptions {FLAG} 'no'")(
        lambda c: c.container().users_by_name("bob", return_exceptions="no")
    ),
    row(TypeError, f"return_exceptions {FLAG} 'no'")(
        lambda c: c.container().participants("bob", return_exceptions="no")
    ),
    row(TypeError, f"exact {FLAG} 'no'")(lambda c: c.script.match({}, {}, exact="no")),
    row(TypeError, f"exact {FLAG} 'no'")(lambda c: c.script.load([], exact="no")),
    row(TypeError, f"watch {FLAG} 'no'")(lambda c: c.faults.load("rules.json", watch="no")),
    row(TypeError, f"reset {FLAG} 'no'")(lambda c: c.faults.arm("rule-1", reset="no")),
    row(TypeError, f"paused {FLAG} 'no'")(lambda c: c.faults.pause("no")),
    row(TypeError, f"root_record {FLAG} 'no'")(
        lambda c: c.container().resolve("link", root_record="no")
    ),
    row(TypeError, f"reverse {FLAG} 'x'")(
        lambda c: c.private.zone_changes_page("Work", reverse="x")
    ),
    row(TypeError, f"system {FLAG} 'no'")(lambda c: field("n", system="no")),
    row(TypeError, f"should_badge {FLAG} 'no'")(lambda c: info(should_badge="no").to_wire()),
    row(TypeError, f"fires_once {FLAG} 'no'")(
        lambda c: c.private.save_subscription(of_query("Note", fires_once="no"))
    ),
]

TYPES = [
    row(TypeError, f"faults {FLAG} 'no'")(lambda c: c.journal.lines(faults="no")),
    row(TypeError, "since must be an integer, not '3'")(lambda c: c.journal.lines(since="3")),
    row(ValueError, "last must be 0 or more, not -1")(lambda c: c.journal.write("j", last=-1)),
    row(TypeError, "user must be a string, not 3")(lambda c: c.journal.lines(user=3)),
    row(TypeError, "token must be a string, not 3")(lambda c: c.private.changes(3)),
    row(TypeError, "token must be a string, not 3")(lambda c: c.private.zone_changes_page("W", 3)),
    row(TypeError, "token must be a string, not 3")(
        lambda c: next(c.private.zone_changes("Work", 3))
    ),
    row(TypeError, "results_limit must be an integer, not '3'")(
        lambda c: c.private.changes_page(results_limit="3")
    ),
    row(ValueError, "results_limit must be 1 or more, not -7")(
        lambda c: c.private.zone_changes_page("Work", results_limit=-7)
    ),
    row(TypeError, "field must be a string, not 3")(lambda c: c.private.download("n1", 3)),
    row(TypeError, "field must be a string, not 3")(lambda c: c.private.rereference("n1", 3)),
    row(TypeError, "record_type must be a string, not 3")(
        lambda c: c.private.upload(b"x", 3, "file")
    ),
    row(TypeError, "name must be a string, not 3")(
        lambda c: c.private.upload_url("Note", "file", name=3)
    ),
    row(TypeError, "url must be a string, not 3")(lambda c: c.private.put_asset(3, b"x")),
    row(TypeError, "client_change_token must be a string, not 3")(
        lambda c: c.private.modify(client_change_token=3)
    ),
    row(TypeError, "title must be a string, not 3")(
        lambda c: c.private.share(Record("Note", name="r"), title=3)
    ),
    row(TypeError, "name is a string or None, not 3")(
        lambda c: c.private.share(Record("Note", name="r"), name=3)
    ),
    row(TypeError, "the root of a share is a Record or its name, not 3")(lambda c: share(3)),
    row(TypeError, "zone_name must be a string, not 3")(lambda c: zone(3)),
    row(TypeError, "owner_record_name must be a string, not 3")(lambda c: zone("Work", 3)),
    row(TypeError, "the zone_id of a reference is a ZoneID, not 'Work'")(
        lambda c: reference("n1", zone_id="Work")
    ),
    row(TypeError, "type must be a string, not 3")(lambda c: typed([], 3)),
    row(TypeError, "the path of an asset is a string or a Path, not 3")(lambda c: asset(path=3)),
    row(TypeError, "name must be a string, not 3")(lambda c: field(3)),
    row(TypeError, "prefix must be a string, not 3")(lambda c: field("title").begins_with(3)),
    row(TypeError, "words must be a string, not 3")(
        lambda c: field("title").contains_all_tokens(3)
    ),
    row(TypeError, "distance is a number of metres, not '3'")(
        lambda c: field("at").near(Location(1, 2), "3")
    ),
    row(TypeError, "location is a Location(latitude, longitude), not (1, 2)")(
        lambda c: field("at").nearest_first((1, 2))
    ),
    row(TypeError, "given_name must be a string, not 3")(lambda c: components(given_name=3)),
    row(TypeError, "email must be a string, not 3")(lambda c: participant(email=3)),
    row(TypeError, "alert_body must be a string, not 3")(lambda c: info(alert_body=3).to_wire()),
    row(TypeError, "subscription_id must be a string, not 3")(
        lambda c: c.private.save_subscription(of_database(subscription_id=3))
    ),
    row(TypeError, "record_type must be a string, not 3")(
        lambda c: c.private.save_subscription(of_database(record_type=3))
    ),
    row(TypeError, "info is a NotificationInfo or None, not {}")(
        lambda c: c.private.save_subscription(of_database(info={}))
    ),
    row(TypeError, "base is a dictionary of environment variables, not []")(
        lambda c: c.environ(base=[])
    ),
    row(TypeError, "name_components is NameComponents(given_name=...)")(
        lambda c: c.accounts.add_user("eve", name_components={"givenName": "Eve"})
    ),
    row(TypeError, "arguments takes a list of values, not 3")(
        lambda c: c.private.query("Note", predicate="title = %@", arguments=3)
    ),
    row(TypeError, "schedule takes a list, not 3")(lambda c: c.network.set("offline", schedule=3)),
    row(TypeError, "a step of schedule", '(5, "online")', "not 3")(
        lambda c: c.network.set("offline", schedule=[3])
    ),
    row(TypeError, "load() takes a script", "unload() ends it")(lambda c: c.script.load(None)),
    row(TypeError, "script takes dictionaries, not 3")(lambda c: c.script.load([3])),
    row(TypeError, "captured is a dictionary", "not 3")(
        lambda c: c.script.match({}, {}, captured=3)
    ),
    row(TypeError, "load() takes the path", "add() takes rules")(
        lambda c: c.faults.load({"rules": []})
    ),
    row(TypeError, "partial_errors takes a list", "[ZoneBusy(record_name='n1')]")(
        lambda c: partial(partial_errors={"n1": errors.ZoneBusy()})
    ),
    row(TypeError, "users takes dictionaries, not 'eve'")(lambda c: c.seed(users=["eve"])),
    row(TypeError, "subscriptions takes Subscriptions and dictionaries, not 3")(
        lambda c: c.seed(subscriptions=[3])
    ),
    row(ValueError, "times must be 0 or more, not -1")(
        lambda c: c.assert_called("records/modify", times=-1)
    ),
    row(TypeError, "times must be an integer, not '1'")(
        lambda c: c.assert_called("records/modify", times="1")
    ),
]

WRONG_KEYWORDS = [
    row(TypeError, "diff()", "'ignor'", "did you mean 'ignore'")(lambda c: compare(c, c, ignor=[])),
    row(TypeError, "assert_same()", "did you mean 'ignore'")(
        lambda c: compare_equal(c, c, ignor=[])
    ),
    row(TypeError, "tree()", "did you mean 'limit'")(lambda c: draw(c, limt=1)),
    row(TypeError, "graph()", "did you mean 'zones'")(lambda c: link(c, zone=["Work"])),
    row(TypeError, "read_journal() got an unexpected keyword argument 'since'")(
        lambda c: read("calls", since=1)
    ),
    row(TypeError, "shrink()", "did you mean 'fails'")(lambda c: reduce(c, fail=print)),
    row(TypeError, "ZoneID()", "did you mean 'zone_name'")(lambda c: zone(name="Work")),
    row(TypeError, "Location()", "did you mean 'latitude'")(lambda c: location(lat=1, lon=2)),
    row(TypeError, "Asset()", "'file'", "Asset(path=...)")(lambda c: asset(file="photo.jpg")),
    row(TypeError, "Reference()", "did you mean 'zone_id'")(
        lambda c: reference("n1", zone_ID=ZoneID("Work"))
    ),
    row(TypeError, "NameComponents()", "did you mean 'given_name'")(
        lambda c: components(given="E")
    ),
    row(TypeError, "Key()", "did you mean 'name'")(lambda c: key(nam="title")),
    row(TypeError, "Field.near()", "did you mean 'distance'")(
        lambda c: field("at").near(Location(1, 2), distanc=3)
    ),
    row(TypeError, "ZoneBusy()", "did you mean 'reason'")(lambda c: busy(reson="busy")),
    row(ValueError, "ignore: 'tag'", "did you mean 'tags'")(lambda c: compare(c, c, ignore="tag")),
    row(ValueError, "allow: 'noEfect'", "did you mean 'noEffect'")(
        lambda c: explore(c, allow=["noEfect"])
    ),
]

FOLDERS = [
    row(FileNotFoundError, MISSING.format("j"))(lambda c: c.journal.write("/nowhere/j")),
    row(FileNotFoundError, MISSING.format("s"))(lambda c: c.state.save("/nowhere/s")),
    row(FileNotFoundError, MISSING.format("r.csv"))(lambda c: c.export("/nowhere/r.csv")),
    row(FileNotFoundError, MISSING.format("j"))(lambda c: c.environ(journal="/nowhere/j")),
    row(FileNotFoundError, MISSING.format("s"))(lambda c: c.environ(state_out="/nowhere/s")),
    row(NotADirectoryError, "'/dev/null/j'")(lambda c: c.journal.write("/dev/null/j")),
    row(IsADirectoryError, "'/tmp'")(lambda c: c.state.save("/tmp")),
    row(FileNotFoundError, "/nowhere/s")(lambda c: Script.read("/nowhere/s")),
    row(ValueError, "/dev/null: line 1, column 1", "is not JSON")(
        lambda c: Script.read("/dev/null")
    ),
]

ARGUMENTS = [
    *EMPTY,
    *FLAGS,
    *TYPES,
    *WRONG_KEYWORDS,
    *FOLDERS,
]
