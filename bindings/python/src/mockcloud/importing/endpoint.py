"""What a URL of CloudKit Web Services names: where a call goes, and which operation it is."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import unquote, urlsplit

from ..documents import DocumentError

_ENVIRONMENTS = ("development", "production")
_DATABASES = ("public", "private", "shared")

_VERSION = re.compile(r"[0-9]{1,3}")


@dataclass(frozen=True)
class Endpoint:
    """An operation, and the context keys that its URL has for it."""

    operation: str
    context: Mapping[str, str]


def host_of(url: str) -> str:
    """The host of a URL, for messages: its path and query may hold tokens."""
    try:
        return urlsplit(url).hostname or "no host"
    except ValueError:
        return "no host"


def endpoint(url: str, file: str, place: str) -> Endpoint | None:
    """What the URL names, or None where it is none of CloudKit Web Services.

    `/database/1/{container}/{environment}/{database}/{operation}`; tokens for pushes, which
    belong to no database, are at `/device/1/{container}/{environment}/{operation}`.
    """
    try:
        path = urlsplit(url).path
    except ValueError as error:
        raise DocumentError(file, place, f"is no URL: {error}") from None
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
