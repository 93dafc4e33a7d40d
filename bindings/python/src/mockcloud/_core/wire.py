"""The names and words of requests, which Python checks before a call."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, get_args

from .vocabulary import ServiceOperation

#: A JSON object.
Wire = dict[str, Any]
#: An operation of the service, or several.
ServiceOperations = ServiceOperation | Sequence[ServiceOperation]
Scope = Literal["private", "public", "shared"]
Environment = Literal["development", "production"]
SCOPES: tuple[str, ...] = get_args(Scope)
ENVIRONMENTS: tuple[str, ...] = get_args(Environment)
AccountStatus = Literal[
    "available", "couldNotDetermine", "noAccount", "restricted", "temporarilyUnavailable"
]
STATUSES: tuple[str, ...] = get_args(AccountStatus)
