"""The databases of clouds and containers."""

from __future__ import annotations

from abc import ABC, abstractmethod

from .._core.context import UNSET, Unset
from .._core.wire import Scope
from .database import Database


class Databases(ABC):
    """An object with a public database, and a private and a shared database for each user."""

    __slots__ = ()

    @abstractmethod
    def database(
        self, scope: Scope, *, user: str | Unset | None = UNSET, device: str | None = None
    ) -> Database:
        """Returns a database for a user and a device. With `user=None`, nobody is signed in."""

    @property
    def private(self) -> Database:
        """The default user's private database."""
        return self.database("private")

    @property
    def public(self) -> Database:
        """The public database, as seen by the default user."""
        return self.database("public")

    @property
    def shared(self) -> Database:
        """The default user's shared database, with the records that others shared."""
        return self.database("shared")
