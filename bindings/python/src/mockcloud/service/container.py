"""Containers: the databases, users and share links of an app."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from .._core import words
from .._core.context import UNSET, Unset, context
from .._core.keywords import explained
from .._core.wire import ENVIRONMENTS, SCOPES, AccountStatus, Scope, Wire
from .._core.words import text, word
from .calls import only_item
from .database import Database
from .databases import Databases
from .people import People
from .sharing import Share, ShareMetadata, link
from .views import check_caller

#: The push service that a token is for.
PushEnvironment = Literal["development", "production"]


@dataclass(frozen=True)
class PushToken:
    """A token with which a device registers for pushes."""

    token: str
    environment: PushEnvironment
    #: The URL at which a browser waits for pushes.
    courier_url: str


@explained
class Container(People, Databases):
    """A container: the databases of one app."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"Container({self._context.get('container', 'default')!r})"

    def database(
        self, scope: Scope, *, user: str | Unset | None = UNSET, device: str | None = None
    ) -> Database:
        """Returns a database for a user on a device.

        With `user=None`, no user is signed in. Raises `ValueError` if the cloud has no such user,
        or the user no such device.
        """
        caller = context(user=user, device=device)
        check_caller(self._cloud, caller)
        place = {**caller, "database": word(scope, SCOPES, "database")}
        return Database(self._cloud, {**self._context, **place})

    def account_status(
        self, *, user: str | Unset | None = UNSET, device: str | None = None
    ) -> AccountStatus:
        """Returns the status of the iCloud account; `available` if the user is signed in."""
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
        """Returns the metadata of the share that a link refers to.

        With `root_record`, the metadata includes the root record if the user may read it.

        Raises `UnknownItem` if there is no such share, or if the user may not join it.
        """
        wanted: Wire = {"value": link(share)}
        if words.flag(root_record, "root_record"):
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
        """Accepts a share: the zone then appears in the user's shared database.

        Raises `UnknownItem` if there is no such share, or if the user may not join it.
        """
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
        """Creates a push token for the device. Repeated calls return the same token."""
        word(environment, ENVIRONMENTS, "environment")
        request = {**context(user=user, device=device), "apnsEnvironment": environment}
        response = self._cloud.call("tokens/create", {**self._context, **request})
        return PushToken(
            response["apnsToken"], response["apnsEnvironment"], response["webcourierURL"]
        )

    def register_token(
        self,
        token: str | PushToken,
        environment: PushEnvironment | None = None,
        *,
        user: str | Unset | None = UNSET,
        device: str | None = None,
    ) -> None:
        """Registers the device for pushes.

        Devices that never register receive pushes as events as well. The environment is by default
        that of the `PushToken`, or `development` if the token is a string.
        """
        if isinstance(token, PushToken):
            environment = environment or token.environment
            token = token.token
        environment = word(environment or "development", ENVIRONMENTS, "environment")
        request = {"apnsToken": text(token, "token"), "apnsEnvironment": environment}
        caller = context(user=user, device=device)
        self._cloud.call("tokens/register", {**self._context, **caller, **request})
