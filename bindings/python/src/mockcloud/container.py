"""Containers: the databases of an app, its users, and the shares that lead into it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from ._context import UNSET, Unset, context
from ._databases import Databases
from ._requests import Scope, Wire
from ._vocabulary import OperationName
from .database import Database
from .sharing import (
    Participant,
    ParticipantLike,
    Share,
    ShareMetadata,
    link,
    participants_of,
    share_items,
)

if TYPE_CHECKING:
    from .cloud import Cloud


class Container(Databases):
    """A container: the databases of one app."""

    __slots__ = ("_cloud", "_context")

    def __init__(self, cloud: Cloud, context: Wire) -> None:
        self._cloud = cloud
        self._context = context

    def __repr__(self) -> str:
        return f"Container({self._context.get('container', 'default')!r})"

    def database(
        self, scope: Scope, *, user: str | Unset | None = UNSET, device: str | None = None
    ) -> Database:
        """A database as that user sees it on that device; `user=None`: nobody is signed in."""
        caller = context(user=user, device=device)
        return Database(self._cloud, {**self._context, "database": scope, **caller})

    def account_status(self, *, user: str | Unset | None = UNSET, device: str | None = None) -> str:
        """The iCloud account's status, `available` for one; needs no account itself."""
        answer = self._call("account/status", user, device)
        status: str = answer["accountStatus"]
        return status

    def user_record_name(
        self, *, user: str | Unset | None = UNSET, device: str | None = None
    ) -> str:
        """The record name of the user, who must be signed in."""
        answer = self._call("account/userRecordID", user, device)
        name: str = answer["userRecordName"]
        return name

    # Shares of other users

    def resolve(
        self,
        share: str | Share | ShareMetadata,
        *,
        root_record: bool = False,
        user: str | Unset | None = UNSET,
        device: str | None = None,
    ) -> ShareMetadata:
        """What a link leads to; `root_record`: with the record at the top, if one may see it."""
        wanted: Wire = {"value": link(share)}
        if root_record:
            wanted["shouldFetchRootRecord"] = True
        items = self._items("records/resolve", {"shortGUIDs": [wanted]}, "results", user, device)
        return ShareMetadata.from_wire(items[0])

    def accept(
        self,
        share: str | Share | ShareMetadata,
        *,
        user: str | Unset | None = UNSET,
        device: str | None = None,
    ) -> ShareMetadata:
        """Makes the user a participant: the zone appears in the user's shared database."""
        wanted = [{"value": link(share)}]
        items = self._items("records/accept", {"shortGUIDs": wanted}, "results", user, device)
        return ShareMetadata.from_wire(items[0])

    def participants(
        self,
        people: Iterable[ParticipantLike],
        *,
        user: str | Unset | None = UNSET,
        device: str | None = None,
    ) -> list[Participant]:
        """The users of these addresses or names, as participants to put into a share."""
        infos = [each.lookup_info for each in participants_of(people, "people")]
        request = {"lookupInfos": infos}
        items = self._items("shares/participants", request, "participants", user, device)
        return [Participant.from_wire(each) for each in items]

    def _items(
        self,
        operation: OperationName,
        request: Wire,
        items: str,
        user: str | Unset | None,
        device: str | None,
    ) -> list[Any]:
        whole = {**self._context, **context(user=user, device=device), **request}
        return share_items(self._cloud.exchange(operation, whole), items)

    def _call(self, operation: OperationName, user: str | Unset | None, device: str | None) -> Wire:
        return self._cloud.call(operation, {**self._context, **context(user=user, device=device)})
