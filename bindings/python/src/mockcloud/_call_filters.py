"""Which calls are meant: the keywords of `cloud.calls` and `assert_called`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any, TypedDict

from ._names import names
from ._requests import RecordLike, Scope, ServiceOperations, Wire, named
from ._vocabulary import ErrorName
from .errors import CK_ERRORS, CKError

if TYPE_CHECKING:
    from .journal_call import Call

#: A status: 0, the code of an error, or the error's class.
StatusLike = int | type[CKError]

#: An error by its name, its code, or its class.
NamedError = ErrorName | int | type[CKError]


class CallFilters(TypedDict, total=False):
    """What calls can be chosen by. Everything that is given must hold."""

    #: The alias or the record name of who called.
    user: str
    device: str
    #: How the call as a whole ended: 0, a code, a class, or a list of them.
    status: StatusLike | Sequence[StatusLike]
    #: An error that the call failed with, or one of its items.
    error: NamedError
    #: A record that the request names, or that the answer has.
    record: RecordLike
    #: The type of such a record, or the type that a query asks for.
    record_type: str
    #: A zone that the request or one of its items names.
    zone: str
    #: The database that the request names.
    database: Scope
    #: Whether a fault acted on the call.
    faults: bool
    #: Calls after that number.
    since: int
    #: So many of the latest.
    last: int


class Wanted:
    """The calls that filters choose."""

    def __init__(self, operation: ServiceOperations | None, filters: CallFilters) -> None:
        known = CallFilters.__annotations__
        for key in filters:
            if key not in known:
                near = get_close_matches(key, known, 1)
                hint = f"; did you mean {near[0]!r}?" if near else f": {', '.join(known)}"
                raise TypeError(f"calls cannot be chosen by {key!r}{hint}")
        for key in ("since", "last"):
            count = filters.get(key, 0)
            if isinstance(count, bool) or not isinstance(count, int) or count < 0:
                raise ValueError(f"{key} is a number of calls, not {count!r}")
        self._filters = filters
        self._operations = None if operation is None else names(operation, "operation")
        self._statuses = _statuses(filters.get("status"))
        self._error = _error_name(filters.get("error"))
        record = filters.get("record")
        self._record: str | None = None if record is None else named(record)["recordName"]

    def request(self) -> Wire:
        """What `mock/journal` can choose by as well, and refuses where no such thing is known."""
        given: Wire = {
            "operation": self._operations,
            "user": self._filters.get("user"),
            "device": self._filters.get("device"),
            "since": self._filters.get("since"),
        }
        if self._filters.keys() <= {*given, "last"}:
            given["last"] = self._filters.get("last")
        return {key: value for key, value in given.items() if value is not None}

    def of(self, calls: Sequence[Call]) -> list[Call]:
        """Those of the calls that are meant."""
        found = [call for call in calls if next(self.reasons(call), None) is None]
        last = self._filters.get("last")
        return found if last is None else found[max(len(found) - last, 0) :]

    def reasons(self, call: Call) -> Iterator[tuple[str, Any, Any]]:
        """Why a call is not one that is meant: the key, what is wanted, what the call has."""
        if self._operations is not None and call.operation not in self._operations:
            yield "operation", " or ".join(self._operations), call.operation
        if self._statuses is not None and call.status not in self._statuses:
            yield "status", " or ".join(map(str, self._statuses)), call.status
        if self._error is not None:
            errors = [call.error, *(item.error for item in call.items)]
            if self._error not in errors:
                yield "error", self._error, _several([each for each in errors if each])
        if self._record is not None and self._record not in call.records:
            yield "record", self._record, _several(call.records)
        yield from self._plain_reasons(call)

    def _plain_reasons(self, call: Call) -> Iterator[tuple[str, Any, Any]]:
        """Those of filters that need no reading."""
        filters = self._filters
        user = filters.get("user")
        if user is not None and user not in (call.caller, call.user):
            yield "user", user, call.caller
        for key, came in (
            ("device", call.device),
            ("database", call.database),
            ("faults", bool(call.faults)),
        ):
            wanted = filters.get(key)
            if wanted is not None and wanted != came:
                yield key, wanted, came
        # What a call has many of is read from its items, so only where it is asked for.
        for key, attribute in (("record_type", "record_types"), ("zone", "zones")):
            wanted = filters.get(key)
            if wanted is not None and wanted not in getattr(call, attribute):
                yield key, wanted, _several(getattr(call, attribute))
        since = filters.get("since")
        if since is not None and call.number <= since:
            yield "since", since, call.number

    def __str__(self) -> str:
        operations = "" if self._operations is None else f" of {' or '.join(self._operations)}"
        named = {
            "status": None if self._statuses is None else " or ".join(map(str, self._statuses)),
            "error": self._error,
            "record": self._record,
        }
        given = {**self._filters, **{key: each for key, each in named.items() if each is not None}}
        texts = [f"{key} {value!r}" for key, value in given.items()]
        return f"{operations} with {', '.join(texts)}" if texts else operations


def wire_filters(
    operation: ServiceOperations | None,
    user: str | None,
    device: str | None,
    status: StatusLike | Sequence[StatusLike] | None,
    record: RecordLike | None,
    faults: bool | None,
    since: int | None,
    last: int | None,
) -> Wire:
    """The keys of `mock/journal` for what was given."""
    given: Wire = {
        "operation": None if operation is None else names(operation, "operation"),
        "user": user,
        "device": device,
        "status": _statuses(status),
        "recordName": None if record is None else named(record)["recordName"],
        "faults": faults,
        "since": since,
        "last": last,
    }
    return {key: value for key, value in given.items() if value is not None}


def _several(found: Sequence[Any]) -> Any:
    """What a call has of something that it may have many of: the one, or the first few."""
    if len(found) < 2:
        return found[0] if found else None
    more = f" and {len(found) - 3} more" if len(found) > 3 else ""
    return ", ".join(map(str, found[:3])) + more


def _statuses(status: StatusLike | Sequence[StatusLike] | None) -> list[int] | None:
    if status is None:
        return None
    given = status if isinstance(status, Sequence) else [status]
    return [each if isinstance(each, int) else each.code for each in given]


def _error_name(error: NamedError | None) -> str | None:
    """The name of an error; raises where CloudKit has none like it."""
    by_code = {code: kind.name for code, kind in CK_ERRORS.items()}
    if error is None or error in by_code.values():
        return error  # type: ignore[return-value]
    if isinstance(error, type) and issubclass(error, CKError):
        return error.name
    if isinstance(error, int) and error in by_code:
        return by_code[error]
    near = get_close_matches(str(error), by_code.values(), 1)
    hint = f"; did you mean {near[0]!r}?" if near else ""
    raise ValueError(f"CloudKit has no error {error!r}{hint}")
