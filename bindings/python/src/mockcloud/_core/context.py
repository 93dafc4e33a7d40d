"""The context keys of requests, which choose the caller and the database."""

from __future__ import annotations

from enum import Enum
from typing import Final

from .wire import ENVIRONMENTS, SCOPES, Wire
from .words import word


class Unset(Enum):
    """The type of a missing `user`; the value None means that nobody is signed in."""

    UNSET = "unset"


UNSET: Final = Unset.UNSET


def context(*, user: str | Unset | None = UNSET, **keys: str | None) -> Wire:
    """Returns the context keys that were passed, and checks them."""
    given: Wire = {key: value for key, value in keys.items() if value is not None}
    if not isinstance(user, Unset):
        given["user"] = user
    for key, value in given.items():
        if not isinstance(value, str) and not (key == "user" and value is None):
            raise TypeError(f"{key} must be a string, not {value!r}")
    if "environment" in given:
        word(given["environment"], ENVIRONMENTS, "environment")
    if "database" in given:
        word(given["database"], SCOPES, "database")
    return given
