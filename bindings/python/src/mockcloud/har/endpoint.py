"""The endpoints in URLs of CloudKit Web Services: operation, container, environment, database."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import unquote, urlsplit

from ..io.documents import DocumentError

_ENVIRONMENTS = ("development", "production")
_DATABASES = ("public", "private", "shared")

_VERSION = re.compile(r"[0-9]{1,3}")


@dataclass(frozen=True)
class Endpoint:
    """An operation with the context keys from its URL."""

    operation: str
    context: Mapping[str, str]


def host_of(url: str) -> str:
    """Returns the host of a URL for messages, without path and query, which may contain tokens."""
    try:
        return urlsplit(url).hostname or "no host"
    except ValueError:
        return "no host"


def endpoint(url: str, file: str, place: str) -> Endpoint | None:
    """Returns the endpoint in a URL, or None if it is not a URL of CloudKit Web Services.

    The paths are `/database/1/{container}/{environment}/{database}/{operation}`, or for push
    tokens, which belong to no database, `/device/1/{container}/{environment}/{operation}`.
    """
    try:
        path = urlsplit(url).path
    except ValueError as error:
        raise DocumentError(file, place, f"is not a URL: {error}") from None
    parts = [unquote(part) for part in path.split("/") if part]
    if len(parts) < 5 or not _VERSION.fullmatch(parts[1]):
        return None
    door, _, container, environment, *rest = parts
    context = {"container": container, "environment": environment}
    if door == "database" and len(rest) > 1:
        context["database"], *rest = rest
    elif door != "device":
        return None
    for key, known in (("environment", _ENVIRONMENTS), ("database", _DATABASES)):
        if context.get(key, known[0]) not in known:
            reason = f"the {key} is {context[key][:40]!r}; expected {', '.join(known)}"
            raise DocumentError(file, place, reason)
    return Endpoint("/".join(rest), context)
