"""Attributes that are set and cannot be, and missing ones, for tables of wrong inputs."""

from __future__ import annotations

from mockcloud import Record, Script, errors
from wrong_inputs import Loose, row

script: Loose = Script
busy: Loose = errors.ZoneBusy


class TypedNote(Record, record_type="Note"):
    title: str
    due: str


#: Attributes that are set, and would hide a method or be of no effect.
ASSIGNED = [
    row(AttributeError, "Faults.paused cannot be set", "call paused()")(
        lambda c: setattr(c.faults, "paused", True)
    ),
    row(AttributeError, "Cloud.seed cannot be set", "Cloud(seed=...)")(
        lambda c: setattr(c, "seed", 7)
    ),
    row(AttributeError, "Cloud.now cannot be set", "clock.set(...)")(
        lambda c: setattr(c, "now", 7)
    ),
    row(AttributeError, "'Cloud'", "'sed'", "did you mean 'seed'")(lambda c: setattr(c, "sed", 7)),
    row(AttributeError, "Clock.now cannot be set", "read-only")(
        lambda c: setattr(c.clock, "now", 7)
    ),
    row(AttributeError, "'Journal'", "did you mean 'dropped'")(
        lambda c: setattr(c.journal, "droped", 0)
    ),
    row(AttributeError, "Scripts.status cannot be set")(lambda c: setattr(c.script, "status", 0)),
    row(AttributeError, "Calls.findings cannot be set")(lambda c: setattr(c.calls, "findings", [])),
    row(AttributeError, "Failure.count cannot be set", "read-only")(
        lambda c: setattr(c.fail("zoneBusy"), "count", 3)
    ),
    row(AttributeError, "'Savepoint'", "did you mean 'release'")(
        lambda c: setattr(c.savepoint(), "relaese", True)
    ),
    row(AttributeError, "cannot assign to field 'edges'")(
        lambda c: setattr(c.graph(), "edges", ())
    ),
    row(AttributeError, "'Script'", "use script['mode']")(
        lambda c: setattr(script(), "mode", "strict")
    ),
    row(AttributeError, "Database.save cannot be set", "call save()")(
        lambda c: setattr(c.private, "save", None)
    ),
    row(AttributeError, "User.name cannot be set")(
        lambda c: setattr(c.as_user("bob"), "name", "me")
    ),
    row(AttributeError, "ZoneBusy.retryAfter cannot be set", "ZoneBusy(retry_after=...)")(
        lambda c: setattr(busy(), "retryAfter", 3)
    ),
    row(AttributeError, "ZoneBusy.reason cannot be set", "ZoneBusy(reason=...)")(
        lambda c: setattr(busy(), "reason", "busy")
    ),
    row(AttributeError, "ZoneBusy.code cannot be set: it is read-only")(
        lambda c: setattr(busy(), "code", 3)
    ),
]

HINTS = [
    row(AttributeError, "'Calls'", "did you mean 'assert_called'")(lambda c: c.calls.asert_called),
    row(AttributeError, "'Call'", "did you mean 'operation'")(lambda c: c.calls[0].operatoin),
    row(AttributeError, "'Failure'", "did you mean 'count'")(lambda c: c.fail("zoneBusy").cout),
    row(AttributeError, "'Savepoint'", "did you mean 'restore'")(lambda c: c.savepoint().restor),
    row(AttributeError, "'Limits'", "did you mean 'page_size'")(lambda c: c.limits.get().pagesize),
    row(AttributeError, "'ZoneBusy'", "did you mean 'retry_after'")(lambda c: busy().retryAfter),
    row(AttributeError, "mockcloud.errors", "did you mean 'ZoneBusy'")(
        lambda c: getattr(errors, "ZoneBsy")  # noqa: B009
    ),
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
