"""The operations of a container that find users."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal, overload

from .._core.context import UNSET, Unset, context
from .._core.names import names
from .._core.vocabulary import OperationName
from .._core.wire import Wire
from .._core.words import flag
from ..errors import CKError
from .calls import all_items
from .identities import UserIdentity
from .participants import PERSON, Participant, ParticipantsLike, participants_of
from .views import View

_User = str | Unset | None


class People(View):
    """The operations that look up users. `user` and `device` name the caller."""

    __slots__ = ()

    def user_record_name(self, *, user: _User = UNSET, device: str | None = None) -> str:
        """Returns the record name of the user, who must be signed in."""
        name: str = self._call("account/userRecordID", user, device)["userRecordName"]
        return name

    def identity(self, *, user: _User = UNSET, device: str | None = None) -> UserIdentity:
        """Returns the identity of the user, who must be signed in."""
        return UserIdentity.from_wire(self._call("users/caller", user, device))

    def discover(
        self,
        people: ParticipantsLike | None = None,
        *,
        user: _User = UNSET,
        device: str | None = None,
    ) -> list[UserIdentity]:
        """Returns the users with these addresses, numbers or names, without unknown ones.

        Without `people`, it returns all users except the caller.
        """
        request: Wire = {}
        if people is not None:
            request["lookupInfos"] = _infos(people)
        found = all_items(self._exchange("users/discover", request, user, device), "users")
        return [UserIdentity.from_wire(each) for each in found if not isinstance(each, CKError)]

    @overload
    def users_by_email(
        self,
        emails: Iterable[str],
        *,
        return_exceptions: Literal[False] = ...,
        user: _User = ...,
        device: str | None = ...,
    ) -> list[UserIdentity]: ...
    @overload
    def users_by_email(
        self,
        emails: Iterable[str],
        *,
        return_exceptions: bool,
        user: _User = ...,
        device: str | None = ...,
    ) -> list[UserIdentity | CKError]: ...
    def users_by_email(
        self,
        emails: Iterable[str],
        *,
        return_exceptions: bool = False,
        user: _User = UNSET,
        device: str | None = None,
    ) -> list[Any]:
        """Returns the users with these addresses; an unknown address is the error `UnknownItem`."""
        flag(return_exceptions, "return_exceptions")
        wanted = [{"emailAddress": email} for email in names(emails, "emails")]
        exchanged = self._exchange("users/lookup/email", {"users": wanted}, user, device)
        return _users(exchanged, return_exceptions, isinstance(emails, str))

    @overload
    def users_by_name(
        self,
        record_names: Iterable[str],
        *,
        return_exceptions: Literal[False] = ...,
        user: _User = ...,
        device: str | None = ...,
    ) -> list[UserIdentity]: ...
    @overload
    def users_by_name(
        self,
        record_names: Iterable[str],
        *,
        return_exceptions: bool,
        user: _User = ...,
        device: str | None = ...,
    ) -> list[UserIdentity | CKError]: ...
    def users_by_name(
        self,
        record_names: Iterable[str],
        *,
        return_exceptions: bool = False,
        user: _User = UNSET,
        device: str | None = None,
    ) -> list[Any]:
        """Returns the users with these record names or aliases; unknown ones are `UnknownItem`."""
        flag(return_exceptions, "return_exceptions")
        wanted = [{"userRecordName": name} for name in names(record_names, "record_names")]
        exchanged = self._exchange("users/lookup/id", {"users": wanted}, user, device)
        return _users(exchanged, return_exceptions, isinstance(record_names, str))

    @overload
    def participants(
        self,
        people: ParticipantsLike,
        *,
        return_exceptions: Literal[False] = ...,
        user: _User = ...,
        device: str | None = ...,
    ) -> list[Participant]: ...
    @overload
    def participants(
        self,
        people: ParticipantsLike,
        *,
        return_exceptions: bool,
        user: _User = ...,
        device: str | None = ...,
    ) -> list[Participant | CKError]: ...
    def participants(
        self,
        people: ParticipantsLike,
        *,
        return_exceptions: bool = False,
        user: _User = UNSET,
        device: str | None = None,
    ) -> list[Any]:
        """Returns participants for a share: the users with these addresses, numbers or names."""
        flag(return_exceptions, "return_exceptions")
        request = {"lookupInfos": _infos(people)}
        found = all_items(
            self._exchange("shares/participants", request, user, device),
            "participants",
            return_exceptions=return_exceptions,
            alone=isinstance(people, PERSON),
        )
        return [
            each if isinstance(each, CKError) else Participant.from_wire(each) for each in found
        ]

    def _exchange(
        self, operation: OperationName, request: Wire, user: _User, device: str | None
    ) -> tuple[int, Wire]:
        caller = context(user=user, device=device)
        return self._cloud.exchange(operation, {**self._context, **caller, **request})

    def _call(self, operation: OperationName, user: _User, device: str | None) -> Wire:
        return self._cloud.call(operation, {**self._context, **context(user=user, device=device)})


def _infos(people: ParticipantsLike) -> list[Wire]:
    return [each.lookup_info for each in participants_of(people, "people")]


def _users(exchanged: tuple[int, Wire], return_exceptions: bool, alone: bool) -> list[Any]:
    found = all_items(exchanged, "users", return_exceptions=return_exceptions, alone=alone)
    return [each if isinstance(each, CKError) else UserIdentity.from_user(each) for each in found]
