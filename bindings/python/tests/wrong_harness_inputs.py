"""Wrong calls of the harness that users write, for tables of wrong inputs."""

from __future__ import annotations

from datetime import date, datetime, timedelta

from mockcloud import Cloud, Field, Record, errors
from wrong_inputs import MOCK, row, rule

HARNESS = [
    row(ValueError, "error:", "'zonebusy'", "did you mean 'zoneBusy'")(
        lambda c: c.fail("zonebusy")
    ),
    row(ValueError, "error:", "999", "1 to 37")(lambda c: c.fail(999)),
    row(ValueError, "operation", "'records/modfy'", "did you mean 'records/modify'")(
        lambda c: c.fail("zoneBusy", operation="records/modfy")
    ),
    row(MOCK, "error.retry_after:", "did you mean 'retryAfter'")(
        lambda c: c.fail({"code": "zoneBusy", "retry_after": 3})
    ),
    row(MOCK, "error.retryAfter:", "must be a number, not a string")(
        lambda c: c.fail({"code": "zoneBusy", "retryAfter": "3"})
    ),
    row(MOCK, "errors:", "did you mean 'error'")(
        lambda c: c.call("mock/error/set", {"errors": "zoneBusy"})
    ),
    row(ValueError, "times", "-1", "1 or more")(lambda c: c.fail("zoneBusy", times=-1)),
    row(TypeError, "times", "must be an integer")(lambda c: c.fail("zoneBusy", times=1.5)),
    row(TypeError, "times must be an integer, not '1'")(lambda c: c.fail("zoneBusy", times="1")),
    row(MOCK, "recordNames:", "must be a list, not a string")(
        lambda c: c.call("mock/recordErrors/set", {"recordNames": "n1"})
    ),
    row(ValueError, "error:", "did you mean 'zoneBusy'")(lambda c: c.fail("zoneBussy")),
    row(ValueError, "operation:", "did you mean 'records/modify'")(
        lambda c: c.fail("zoneBusy", operation="records/modfy")
    ),
    row(ValueError, "times", "1 or more")(lambda c: c.fail("zoneBusy", times=0)),
    row(TypeError, "times must be an integer, not '1'")(lambda c: c.fail("zoneBusy", times="1")),
    row(ValueError, "database:", "did you mean 'private'")(
        lambda c: c.fail("zoneBusy", database="privat")
    ),
    row(TypeError, "ZoneBusy(retry_after=3)", "ValueError")(lambda c: c.fail(ValueError)),
    row(TypeError, "ZoneBusy(retry_after=3)", "ValueError()")(lambda c: c.fail(ValueError())),
    row(TypeError, "a duration is a number", "'3'")(lambda c: errors.ZoneBusy(retry_after="3")),  # type: ignore[arg-type]
    row(TypeError, "ZoneBusy()", "'retryAfter'", "did you mean 'retry_after'")(
        lambda c: errors.ZoneBusy(retryAfter=3)  # type: ignore[call-arg]
    ),
    row(MOCK, "rules[0].when.operation:", "op")(
        lambda c: c.call("mock/faults/add", rule(when={"operation": "records/modify"}))
    ),
    row(MOCK, "rules[0].do:", "then")(
        lambda c: c.call("mock/faults/add", {"rules": [{"do": {"error": "zoneBusy"}}]})
    ),
    row(MOCK, "rules[0].then.latency:", "'fast'", "PT1M30S")(
        lambda c: c.faults.add({"then": {"latency": "fast"}})
    ),
    row(MOCK, "rule:", "did you mean 'rules'")(lambda c: c.call("mock/faults/add", {"rule": {}})),
    row(MOCK, "then:", "'rules': [{'then': ...}]")(
        lambda c: c.call("mock/faults/add", {"then": {"error": "zoneBusy"}})
    ),
    row(TypeError, "rule", "'zoneBusy'", "then")(lambda c: c.faults.add("zoneBusy")),
    row(ValueError, "name:", "'flaky-wfi'", "did you mean 'flaky-wifi'")(
        lambda c: c.faults.profile("flaky-wfi")
    ),
    row(ValueError, "name:", "'flaky'", "did you mean 'flaky-wifi'")(
        lambda c: c.faults.profile("flaky")
    ),
    row(ValueError, "state:", "'ofline'", "did you mean 'offline'")(
        lambda c: c.network.set("ofline")
    ),
    row(ValueError, "state:", "'off'", "offline")(lambda c: c.network.set("off")),
    row(MOCK, "device:", "'tablet'", "device-1, phone")(
        lambda c: c.network.set("offline", device="tablet")
    ),
    row(TypeError, "a duration is a number")(lambda c: c.network.set(schedule=[("3", "offline")])),
    row(ValueError, "status:", "'signedOut'", "noAccount")(
        lambda c: c.accounts.set_status("signedOut")
    ),
    row(MOCK, "user:", "did you mean 'bob'")(
        lambda c: c.accounts.set_status("available", user="bobby")
    ),
    row(TypeError, "cloud.limits.set()", "'maxRecord'")(lambda c: c.limits.set(maxRecord=3)),
    row(MOCK, "limits.recordsPerRequest:", "did you mean 'itemsPerRequest'")(
        lambda c: c.call("mock/limits/set", {"limits": {"recordsPerRequest": 1}})
    ),
    row(MOCK, "maxOperations:", "limits")(
        lambda c: c.call("mock/limits/set", {"maxOperations": 3})
    ),
]

TIMES = [
    row(TypeError, "a datetime with a time zone", "'2026")(lambda c: c.clock.set("2026-01-01")),
    row(TypeError, "a time is a datetime")(lambda c: c.clock.set(date(2026, 1, 1))),
    row(ValueError, "has no time zone")(lambda c: c.clock.set(datetime(2026, 1, 1))),
    row(MOCK, "now:", "'tomorrow'", "2026-01-01T00:00:00.000Z")(
        lambda c: c.call("mock/clock/set", {"now": "tomorrow"})
    ),
    row(MOCK, "now:", "'2026-13-01T00:00:00Z'", "ISO 8601")(
        lambda c: c.call("mock/clock/set", {"now": "2026-13-01T00:00:00Z"})
    ),
    row(MOCK, "now:", "'2026-01-01T00:00:00'", "UTC")(
        lambda c: c.call("mock/clock/set", {"now": "2026-01-01T00:00:00"})
    ),
    row(MOCK, "now:", "must be a string, not an integer")(
        lambda c: c.call("mock/clock/set", {"now": 0})
    ),
    row(TypeError, "a duration is a number", "'1'")(lambda c: c.clock.advance("1")),
    row(TypeError, "a duration is a number", "None")(lambda c: c.advance(None)),
    row(TypeError, "a duration is a number", "True")(lambda c: c.clock.run_until_idle(True)),
    row(ValueError, "nan")(lambda c: c.clock.advance(float("nan"))),
    row(ValueError, "inf")(lambda c: c.clock.advance(float("inf"))),
    row(MOCK, "seconds:", "only advances", "mock/clock/set")(lambda c: c.clock.advance(-1)),
    row(MOCK, "seconds:", "out of range")(lambda c: c.clock.advance(1e300)),
    row(MOCK, "by:", "seconds")(lambda c: c.call("mock/clock/advance", {"by": 1})),
]

WORLD = [
    row(TypeError, "Cloud()", "'sed'", "did you mean 'seed'")(lambda c: Cloud(sed=1)),  # type: ignore[call-arg]
    row(MOCK, "seed:", "must be an integer, not a string")(lambda c: Cloud(seed="1")),  # type: ignore[arg-type]
    row(MOCK, "limits.maxRecord:", "itemsPerRequest")(
        lambda c: Cloud({"limits": {"maxRecord": 1}})
    ),
    row(MOCK, "clock:", "'now'", "2026-01-01T00:00:00.000Z")(lambda c: Cloud(clock="now")),
    row(MOCK, "users[0]", "must be an object, not a string")(lambda c: Cloud(users=["bob"])),  # type: ignore[list-item]
    row(MOCK, "users[0].name:", "alias")(lambda c: Cloud(users=[{"name": "bob"}])),  # type: ignore[typeddict-item]
    row(TypeError, "configuration", "'seed=1'")(lambda c: Cloud("seed=1")),  # type: ignore[arg-type]
    row(FileNotFoundError, "'/nowhere.json'")(lambda c: Cloud(state="/nowhere.json")),
    row(MOCK, "line 1, column 1", "expected DEFINE, found 'nonsense'")(
        lambda c: Cloud(schema={"schema": "nonsense"})
    ),
    row(MOCK, "alias:", "missing")(lambda c: c.call("mock/users/add", {})),
    row(MOCK, "'bob' is taken", "a free name")(lambda c: c.accounts.add_user("bob")),
    row(TypeError, "alias must be a string, not 3")(lambda c: c.accounts.add_user(3)),
    row(MOCK, "email:", "emailAddress")(
        lambda c: c.call("mock/users/add", {"alias": "eve", "email": "eve@example.com"})
    ),
    row(MOCK, "device:", "missing")(lambda c: c.call("mock/devices/add", {"user": "bob"})),
    row(MOCK, "'phone' exists already")(lambda c: c.accounts.add_device("phone", user="bob")),
    row(MOCK, "user:", "'eve'", "me, bob")(lambda c: c.accounts.add_device("x", user="eve")),
    row(FileNotFoundError, "'note.ckdb'")(lambda c: c.schema.load("note.ckdb")),
    row(MOCK, "line 1, column 1", "expected DEFINE")(
        lambda c: c.schema.load(text="RECORD TYPE Note ();")
    ),
    row(MOCK, "line 2", "'STRNG'", "STRING")(
        lambda c: c.schema.load(text="DEFINE SCHEMA\nRECORD TYPE Note ( title STRNG );")
    ),
    row(MOCK, "path:", "'/nowhere.ckdb' cannot be read")(
        lambda c: c.call("mock/schema/load", {"path": "/nowhere.ckdb"})
    ),
    row(MOCK, "name:", "'befor'", "did you mean 'before'")(lambda c: c.state.restore("befor")),
    row(ValueError, "keep:", "'user'", "did you mean 'users'")(
        lambda c: c.state.reset(keep=["user"])
    ),
    row(MOCK, "stateVersion", "missing")(lambda c: c.state.load({})),
    row(FileNotFoundError, "'/nowhere.json'")(lambda c: c.state.load("/nowhere.json")),
    row(TypeError, "state", "not 3")(lambda c: c.state.load(3)),
    row(MOCK, "zoneID", "'Wrk'", "did you mean 'Work'")(lambda c: c.state.purge_zone("Wrk")),
    row(MOCK, "record:", "did you mean 'records'")(lambda c: c.call("mock/seed", {"record": []})),
    row(MOCK, "records[0]", "'recordType' is missing")(lambda c: c.seed([{"recordName": "x"}])),
    row(TypeError, "seed takes Records", "not 3")(lambda c: c.seed([3])),
    row(MOCK, "script", "must be an object, not a list")(
        lambda c: c.call("mock/script/load", {"script": [{"op": "records/lookup"}]})
    ),
    row(TypeError, "an operation", "not as 3")(lambda c: c.run(3)),
    row(ValueError, "no operationID", "deliver='events'")(lambda c: c.run(c.call("zones/list"))),
    row(ValueError, "no operationID", "deliver='events'")(
        lambda c: c.operations.cancel(c.call("zones/list"))
    ),
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
