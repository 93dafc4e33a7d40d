"""The filters of calls: the keywords of `cloud.calls` and `assert_called`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypedDict

from .._core.usage_errors import Difference
from .._core.vocabulary import ErrorName
from .._core.wire import SCOPES, Scope, ServiceOperations, Wire
from .._core.words import flag, hint, operations, text, text_or_none, whole, word
from ..errors import CK_ERRORS, CKError
from ..service.requests import RecordLike, named
from .call import Call
from .call_names import check_names
from .patterns import compared

#: A status: 0, the code of an error, or the error's class.
StatusLike = int | type[CKError]

#: The name, the code or the class of an error.
NamedError = ErrorName | int | type[CKError]


class CallFilters(TypedDict, total=False):
    """The filters for calls. A call is chosen if it matches all of them."""

    #: The alias or the record name of the caller.
    user: str
    device: str
    #: The status of the whole call: 0, the code or the class of an error, or a list of them.
    status: StatusLike | Sequence[StatusLike]
    #: The error of the call or of one of its items.
    error: NamedError
    #: A record in the request or in the response.
    record: RecordLike
    #: The type of such a record, or the record type of a query.
    record_type: str
    #: The zone of the request or of one of its items.
    zone: str
    #: The database of the request.
    database: Scope
    #: True for calls on which a fault acted, False for the others.
    faults: bool
    #: A pattern of the request, as in scripts: `{"zones": {"$contains": [{"zoneName": "Work"}]}}`.
    request: Mapping[str, Any]
    #: A pattern of the response.
    response: Mapping[str, Any]
    #: A call number; only later calls are chosen.
    since: int
    #: The number of calls; only the latest ones are chosen.
    last: int


class Wanted:
    """The condition that an operation and filters describe."""

    def __init__(self, operation: ServiceOperations | None, filters: CallFilters) -> None:
        known = CallFilters.__annotations__
        for key in filters:
            if key in ("operation", "operations", "op"):
                raise TypeError(
                    f"the operation is the first argument, without {key}=: calls({filters[key]!r})"  # type: ignore[literal-required]
                )
            if key not in known:
                raise TypeError(f"calls cannot be filtered by {key!r}{hint(key, known)}")
        for key in ("since", "last"):
            count = filters.get(key, 0)
            if isinstance(count, bool) or not isinstance(count, int) or count < 0:
                raise ValueError(f"{key} is a number of calls, not {count!r}")
        if filters.get("faults") is not None:
            flag(filters.get("faults"), "faults")
        self._filters = filters
        self._patterns = _patterns(filters)
        for key, pattern in self._patterns.items():
            if not isinstance(pattern, Mapping) or any(map(_is_condition, pattern)):
                raise TypeError(f"{key} is a pattern of an object with its keys, not {pattern!r}")
        if self._patterns:
            compared(self._patterns, {})  # refuses invalid ones, also if there are no calls
        self._operations = None if operation is None else operations(operation)
        for key in ("user", "device", "record_type", "zone"):
            if filters.get(key) is not None and not text(filters.get(key), key):
                raise ValueError(f"{key}: no call has an empty name")
        if filters.get("database") is not None:
            word(filters.get("database"), SCOPES, "database")
        self._statuses = _statuses(filters.get("status"))
        self._error = _error_name(filters.get("error"))
        record = filters.get("record")
        self._record: str | None = None if record is None else named(record)["recordName"]
        if self._record == "":
            raise ValueError("record: no call has an empty name")

    def request(self) -> Wire:
        """Returns the filters that `mock/journal` has too, which refuses unknown names."""
        given: Wire = {
            "operation": self._operations,
            "user": self._filters.get("user"),
            "device": self._filters.get("device"),
            "since": self._filters.get("since"),
        }
        if self._filters.keys() <= {*given, "last"}:
            given["last"] = self._filters.get("last")
        return {key: value for key, value in given.items() if value is not None}

    def check(
        self,
        latest: int,
        known: Callable[[], Mapping[str, set[str]]],
        calls: Callable[[], Iterable[Call]],
    ) -> None:
        """Raises `ValueError` for a name that is probably misspelt, and for a `since` to come.

        `latest` is the number of the latest call; `known` and `calls` are as in `check_names`.
        """
        check_since(self._filters.get("since"), latest)
        check_names(self._filters, known, calls)

    def matches(self, call: Call) -> bool:
        return self.captures(call, {}) is not None

    def captures(self, call: Call, captured: Mapping[str, Any]) -> Mapping[str, Any] | None:
        """Returns the values that names in patterns stand for; None if the call does not match.

        `captured` are those that they stand for already.
        """
        if next(self._simple_reasons(call), None) is not None:
            return None
        if not self._patterns:
            return captured
        found, captures = self._compared(call, captured)
        return None if found else captures

    def of(self, calls: Sequence[Call]) -> list[Call]:
        """Returns the calls that match."""
        found = list(filter(self.matches, calls))
        last = self._filters.get("last")
        return found if last is None else found[max(len(found) - last, 0) :]

    def reasons(self, call: Call) -> Iterator[tuple[str, Any, Any]]:
        """Yields the filters that a call does not match, with the expected and the actual value."""
        yield from self._simple_reasons(call)
        if self._patterns:
            for each in self._compared(call, {})[0]:
                yield each.path, each.expected, each.actual

    def _simple_reasons(self, call: Call) -> Iterator[tuple[str, Any, Any]]:
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
        """Yields the reasons from filters that are compared as they are."""
        filters = self._filters
        user = filters.get("user")
        if user is not None and user not in (call.caller, call.user):
            yield "user", user, call.caller
        for key, actual in (
            ("device", call.device),
            ("database", call.database),
            ("faults", bool(call.faults)),
        ):
            wanted = filters.get(key)
            if wanted is not None and wanted != actual:
                yield key, wanted, actual
        # These are computed from the items of a call, so they are read only if they are needed.
        for key, attribute in (("record_type", "record_types"), ("zone", "zones")):
            wanted = filters.get(key)
            if wanted is not None and wanted not in getattr(call, attribute):
                yield key, wanted, _several(getattr(call, attribute))
        since = filters.get("since")
        if since is not None and call.number <= since:
            yield "since", since, call.number

    def _compared(
        self, call: Call, captured: Mapping[str, Any]
    ) -> tuple[list[Difference], dict[str, Any]]:
        """Compares a call with the patterns, together, so that their names stand for one value."""
        return compared(
            self._patterns, {key: getattr(call, key) for key in self._patterns}, captured
        )

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


def _patterns(filters: CallFilters) -> Wire:
    """Returns the patterns among the filters."""
    given: Wire = {"request": filters.get("request"), "response": filters.get("response")}
    return {key: value for key, value in given.items() if value is not None}


def _is_condition(key: object) -> bool:
    """Returns whether a key of a pattern is that of a condition, such as `$contains`."""
    return isinstance(key, str) and key.startswith("$") and not key.startswith("$$")


def check_since(since: int | None, latest: int) -> None:
    """Raises `ValueError` for the number of a call to come; `latest` is that of the latest call."""
    if since is not None and since > latest:
        raise ValueError(
            f"since: there is no call {since} yet; the latest call has the number {latest}"
        )


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
    """Returns the keys of `mock/journal` for these filters."""
    given: Wire = {
        "operation": None if operation is None else operations(operation),
        "user": text_or_none(user, "user"),
        "device": text_or_none(device, "device"),
        "status": _statuses(status),
        "recordName": None if record is None else named(record)["recordName"],
        "faults": None if faults is None else flag(faults, "faults"),
        "since": None if since is None else whole(since, "since", 0),
        "last": None if last is None else whole(last, "last", 0),
    }
    return {key: value for key, value in given.items() if value is not None}


def _several(found: Sequence[Any]) -> Any:
    """Returns a single value as it is, or a text with the first few of several."""
    if len(found) < 2:
        return found[0] if found else None
    more = f" and {len(found) - 3} more" if len(found) > 3 else ""
    return ", ".join(map(str, found[:3])) + more


def _statuses(status: StatusLike | Sequence[StatusLike] | None) -> list[int] | None:
    if status is None:
        return None
    given = list(status) if isinstance(status, list | tuple | set | frozenset) else [status]
    if not given:
        raise ValueError("status: an empty list has no effect; leave it out for all calls")
    return [_status(each) for each in given]


def _status(given: Any) -> int:
    """Returns a status that calls may have."""
    if isinstance(given, str):
        raise TypeError(f"status is a number or a class of errors; for a name, error={given!r}")
    if isinstance(given, type) and issubclass(given, CKError):
        given = _coded(given, "status").code
    code = whole(given, "status")
    if code != 0 and code not in CK_ERRORS:
        raise ValueError(
            f"status: no call returns {code}; expected 0, or the code of a CKError "
            f"(1 to {max(CK_ERRORS)})"
        )
    return code


def _coded(error: type[CKError], what: str) -> type[CKError]:
    """Returns a class of errors with a code; calls cannot be chosen by any other."""
    if error.code not in CK_ERRORS:
        raise ValueError(
            f"{what}: {error.__name__} has no code of CloudKit: use a class such as ZoneBusy, "
            "or [call for call in cloud.calls if call.error] for all errors"
        )
    return error


def _error_name(error: NamedError | None) -> str | None:
    """Returns the name of an error; raises ValueError if CloudKit has no such error."""
    by_code = {code: kind.name for code, kind in CK_ERRORS.items()}
    if error is None or error in by_code.values():
        return error  # type: ignore[return-value]
    if isinstance(error, type) and issubclass(error, CKError):
        return _coded(error, "error").name
    if isinstance(error, int) and error in by_code:
        return by_code[error]
    raise ValueError(f"CloudKit has no error {error!r}{hint(str(error), list(by_code.values()))}")
