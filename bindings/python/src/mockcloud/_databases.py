"""The databases that are reached through a cloud or a container."""

from __future__ import annotations

from abc import ABC, abstractmethod

from ._context import UNSET, Unset
from ._requests import Scope
from .database import Database


class Databases(ABC):
    """What has a public database, and a private and a shared one for each user."""

    __slots__ = ()

    @abstractmethod
    def database(
        self, scope: Scope, *, user: str | Unset | None = UNSET, device: str | None = None
    ) -> Database:
        """Returns a database as that user sees it on that device; None: nobody is signed in."""

    @property
    def private(self) -> Database:
        """The default user's private database."""
        return self.database("private")

    @property
    def public(self) -> Database:
        """The public database, as the default user sees it."""
        return self.database("public")

    @property
    def shared(self) -> Database:
        """What others shared with the default user."""
        return self.database("shared")
