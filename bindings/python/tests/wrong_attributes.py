"""Attributes that are set and cannot be, and missing ones, for tables of wrong inputs."""

from __future__ import annotations

from mockcloud import Script, errors
from wrong_inputs import Loose, row

script: Loose = Script
busy: Loose = errors.ZoneBusy

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
