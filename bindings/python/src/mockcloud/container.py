"""Containers: the databases of an app, its users, and the shares that lead into it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ._calls import only_item
from ._context import UNSET, Unset, context
from ._databases import Databases
from ._mishaps import AccountStatus
from ._people import People
from ._requests import Scope, Wire
from .database import Database
from .sharing import Share, ShareMetadata, link

#: Which push service a token is for.
PushEnvironment = Literal["development", "production"]


@dataclass(frozen=True)
class PushToken:
    """What a device registers for pushes with."""

    token: str
    environment: PushEnvironment
    #: Where a browser waits for pushes.
    courier_url: str


class Container(People, Databases):
    """A container: the databases of one app."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"Container({self._context.get('container', 'default')!r})"

    def database(
        self, scope: Scope, *, user: str | Unset | None = UNSET, device: str | None = None
    ) -> Database:
        """Returns a database as that user sees it on that device; None: nobody is signed in."""
        caller = context(user=user, device=device)
        return Database(self._cloud, {**self._context, "database": scope, **caller})

    def account_status(
        self, *, user: str | Unset | None = UNSET, device: str | None = None
    ) -> AccountStatus:
        """Returns the status of the iCloud account, `available` for one that is signed in."""
        status: AccountStatus = self._call("account/status", user, device)["accountStatus"]
        return status

    # Shares of other users

    def resolve(
        self,
        share: str | Share | ShareMetadata,
        *,
        root_record: bool = False,
        user: str | Unset | None = UNSET,
        device: str | None = None,
    ) -> ShareMetadata:
        """Returns what a link leads to.

        `root_record`: with the record at the top, if the user may see it.
        """
        wanted: Wire = {"value": link(share)}
        if root_record:
            wanted["shouldFetchRootRecord"] = True
        exchanged = self._exchange("records/resolve", {"shortGUIDs": [wanted]}, user, device)
        return ShareMetadata.from_wire(only_item(exchanged, "results"))

    def accept(
        self,
        share: str | Share | ShareMetadata,
        *,
        user: str | Unset | None = UNSET,
        device: str | None = None,
    ) -> ShareMetadata:
        """Makes the user a participant: the zone appears in the user's shared database."""
        request = {"shortGUIDs": [{"value": link(share)}]}
        exchanged = self._exchange("records/accept", request, user, device)
        return ShareMetadata.from_wire(only_item(exchanged, "results"))

    # Pushes

    def create_token(
        self,
        environment: PushEnvironment = "development",
        *,
        user: str | Unset | None = UNSET,
        device: str | None = None,
    ) -> PushToken:
        """Makes a push token for the device, the same one for each call."""
        request = {**context(user=user, device=device), "apnsEnvironment": environment}
        answer = self._cloud.call("tokens/create", {**self._context, **request})
        return PushToken(answer["apnsToken"], answer["apnsEnvironment"], answer["webcourierURL"])

    def register_token(
        self,
        token: str | PushToken,
        environment: PushEnvironment | None = None,
        *,
        user: str | Unset | None = UNSET,
        device: str | None = None,
    ) -> None:
        """Asks for the device's pushes; a device that never did gets them as events as well.

        The environment is that of the `PushToken`, and `development` for a token given as text.
        """
        if isinstance(token, PushToken):
            environment = environment or token.environment
            token = token.token
        request = {"apnsToken": token, "apnsEnvironment": environment or "development"}
        caller = context(user=user, device=device)
        self._cloud.call("tokens/register", {**self._context, **caller, **request})
