"""Finds the errors of `mock/error/set` and `mock/recordErrors/set` by what they are set for."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import NamedTuple

from .._core.calls import CallFunction
from .._core.wire import Wire
from .duties import SETTING_ERRORS

#: The context keys, in the order in which the names of errors have them.
_CONTEXT = ("container", "environment", "database", "user", "device")

#: The operation and the keys of a request, as in the names of its errors.
Scope = tuple[str, ...]

#: A part of a name. Spaces in it are escaped.
_PART = re.compile(r"(?:[^\\ ]|\\.)+", re.DOTALL)


class ErrorChange(NamedTuple):
    """What a call does to the errors."""

    #: The names of the errors that it removes or replaces.
    removed: set[str]
    #: The names of those that it sets, or patterns for them.
    added: list[str]
    #: What they are set for.
    scopes: set[Scope]

    def sets(self, name: str) -> bool:
        """Returns whether the call has set the error with a name."""
        return _scope(name) in self.scopes


class SetErrors:
    """The names of the errors of one cloud, so that a call need not look at all its rules."""

    def __init__(self, call: CallFunction, names: Collection[str]) -> None:
        self._call = call
        self._names: dict[Scope, set[str]] = {}
        #: By each part of a scope.
        self._scopes: dict[str, set[Scope]] = {}
        self._users: dict[str, str] = {}
        self.add(names)

    def add(self, names: Collection[str]) -> None:
        """Records errors that were set."""
        for name in names:
            if name.startswith(SETTING_ERRORS):
                scope = _scope(name)
                self._names.setdefault(scope, set()).add(name)
                for part in scope:
                    self._scopes.setdefault(part, set()).add(scope)

    def remove(self, names: Collection[str]) -> None:
        """Records rules that were removed, of which some may be errors."""
        for name in names:
            if name.startswith(SETTING_ERRORS):
                scope = _scope(name)
                left = self._names.get(scope, set())
                left.discard(name)
                if not left:
                    self._names.pop(scope, None)
                    for part in scope:
                        self._scopes.get(part, set()).discard(scope)

    def change(self, operation: str, request: Wire) -> ErrorChange | None:
        """Returns what a call does if it is not refused; None if that is not known."""
        context = self._context(request)
        names = request.get("operation", ())
        if isinstance(names, str):
            names = [names]
        if context is None or names is None or not all(isinstance(name, str) for name in names):
            return None
        scopes = {(operation, *context)}
        if names:
            scopes = {(operation, f"operation={_escaped(name)}", *context) for name in names}
        if operation == "mock/error/set":
            if request.get("error") is None:
                return self._clearing(scopes)
            added = [" ".join(scope) for scope in scopes]
        else:
            records = request.get("recordNames")
            if not records:
                return self._clearing(scopes)
            added = _record_errors(" ".join((operation, *context)), records)
        removed = {name for scope in scopes for name in self._names.get(scope, ())}
        return ErrorChange(removed, added, scopes)

    def _clearing(self, scopes: set[Scope]) -> ErrorChange:
        """Returns the removal of the errors of all scopes that have each part of one of these."""
        found = {
            name
            for scope in scopes
            for wider in min((self._scopes.get(part, set()) for part in scope), key=len)
            if set(scope).issubset(wider)
            for name in self._names.get(wider, ())
        }
        return ErrorChange(found, [], set())

    def _context(self, request: Wire) -> list[str] | None:
        """Returns the parts of a name for the context keys of a request."""
        parts = []
        for key in _CONTEXT:
            if key in request:
                text = request[key]
                if key == "user":
                    text = "" if text is None else self._user(text)
                if not isinstance(text, str):
                    return None
                parts.append(f"{key}={_escaped(text)}")
        return parts

    def _user(self, user: object) -> str | None:
        """Returns the record name of a user, who is named by it or by an alias."""
        if not isinstance(user, str):
            return None
        if user not in self._users:
            for each in self._call("mock/users/list", {})["users"]:
                record_name = each["userRecordName"]
                self._users |= {each["alias"]: record_name, record_name: record_name}
        return self._users.get(user)


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace(" ", "\\ ")


def _scope(name: str) -> Scope:
    """Returns what the error with a name is set for."""
    parts = _PART.findall(name)
    if name.startswith("mock/recordErrors/set"):
        ends = (place for place, part in enumerate(parts) if part.startswith("recordName="))
        parts = parts[: next(ends, None)]
    return tuple(parts)


def _record_errors(scope: str, records: Collection[object]) -> list[str]:
    """Returns the names of the errors of records, or a pattern for all those of a scope."""
    if all(isinstance(each, str) for each in records):
        return [f"{scope} recordName={_escaped(str(each))}" for each in records]
    return [f"{scope} recordName=*"]  # the owner of a zone may be named in several ways
