"""Converts recordings into scripts, with one entry for each call of the service."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timezone
from functools import cache
from typing import Any, Literal

from ..cloud import Cloud
from ..harness.script import Mode
from ..io.documents import DocumentError, parse_json
from . import archive, lines
from .endpoint import Endpoint, endpoint, host_of
from .exchange import WebExchange
from .literals import literal
from .names import ClientNames
from .responses import response_of
from .secrets import REDACTED, Secrets

RequestStyle = Literal["full", "pattern", "none"]

_TIME = re.compile(r"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?\d*(Z|[+-]\d\d:?\d\d)?")

#: Members whose values differ in every run, so that patterns cannot require them.
VOLATILE = frozenset(
    """recordChangeTag syncToken metaSyncToken continuationMarker clientChangeToken fileChecksum
    referenceChecksum size""".split()
)

#: The maximum delay of a response in seconds: one day.
_LONGEST = 86_400

#: The maximum number of entries of a script.
_MOST_ENTRIES = 100_000

#: The default context of calls.
_IMPLIED = {"environment": "development", "database": "private"}

#: Matches any value in the pattern of a request.
_ANY = "$any"


@dataclass(frozen=True)
class Options:
    """The options of the conversion."""

    mode: Mode = "strict"
    #: What an entry requires of the request: `full` requires all that was recorded, `pattern` all
    #: except values that differ in every run, `none` nothing.
    request: RequestStyle = "pattern"
    #: Whether responses have the recorded delays.
    delays: bool = False


@dataclass
class Imported:
    """A script with notes on the conversion."""

    script: dict[str, Any]
    notes: list[str] = field(default_factory=list)


def import_recording(
    text: str,
    file: str,
    options: Options | None = None,
    operations: Mapping[str, list[str]] | None = None,
) -> Imported:
    """Converts the text of a recording into a script.

    `file` is the name of the recording in messages. `operations` are the allowed operations with
    their keys, by default those of the library. Raises `DocumentError` with the position and the
    reason if the recording is invalid.
    """
    if operations is None:
        operations = service_operations()
    return _Import(file, operations, options or Options()).run(text)


def service_operations() -> dict[str, list[str]]:
    """Returns the library's operations of the service, with their keys."""
    return {each["name"]: each["keys"] for each in _listed() if each["name"][:5] != "mock/"}


@cache
def _only_databases() -> Mapping[str, str]:
    """Returns the databases of the operations that only one database has."""
    return {each["name"]: each["database"] for each in _listed() if "database" in each}


def _listed() -> list[dict[str, Any]]:
    with Cloud({}) as cloud:
        listed: list[dict[str, Any]] = cloud.info()["operations"]
    return listed


class _Import:
    def __init__(self, file: str, operations: Mapping[str, list[str]], options: Options) -> None:
        self.file = file
        self.operations = operations
        self.options = options
        self.notes: list[str] = []
        #: The hosts of the upload and download URLs in responses.
        self.file_hosts: set[str] = set()
        self.names = ClientNames()

    def run(self, text: str) -> Imported:
        exchanges = self._in_order(_read(text, self.file))
        self.secrets = Secrets(exchanges)
        entries: list[dict[str, Any]] = []
        for each in exchanges:
            entry = self._entry(each)
            if entry is not None and len(entries) == _MOST_ENTRIES:
                reason = f"a script has at most {_MOST_ENTRIES} entries"
                raise DocumentError(self.file, each.place, reason)
            entries += [] if entry is None else [entry]
        if not entries:
            raise DocumentError(self.file, None, "contains no call of CloudKit Web Services")
        return Imported({"mode": self.options.mode, "entries": entries}, self.notes)

    def _in_order(self, exchanges: list[WebExchange]) -> list[WebExchange]:
        """Returns the exchanges sorted by time, as HAR requires, if all of them have one."""
        times = [_time(each.started) for each in exchanges]
        known = [time for time in times if time is not None]
        if len(known) < len(times):
            return exchanges
        order = sorted(range(len(exchanges)), key=known.__getitem__)
        return [exchanges[index] for index in order]

    def _entry(self, exchange: WebExchange) -> dict[str, Any] | None:
        """Returns the entry for an exchange, or None for one that is not a call to replay."""
        found = endpoint(exchange.url, self.file, f"{exchange.place}, url")
        if found is None:
            return self._left_out(exchange, self._what_else(exchange))
        operation = found.operation
        if exchange.method.upper() == "OPTIONS":
            return None  # a CORS preflight request of a browser
        if operation not in self.operations:
            return self._left_out(exchange, f"MockCloud has no operation {operation[:80]!r}")
        if exchange.status == 0:
            return self._left_out(exchange, f"{operation} received no response")
        if not (200 <= exchange.status < 300 or 400 <= exchange.status < 600):
            return self._left_out(exchange, f"{operation} has the status HTTP {exchange.status}")
        if exchange.response.is_empty and exchange.status < 400:
            return self._left_out(exchange, f"the response to {operation} has no body")
        entry: dict[str, Any] = {"operation": operation}
        if self.options.request != "none":
            request = self._request(exchange, self.operations[operation])
            entry["request"] = {**self._context(found), **request}
        response = self.secrets.clean(response_of(exchange, self.file), REDACTED)
        self.file_hosts.update(_hosts_of_files(response))
        # In a response of a script, `$` has a special meaning, as in a pattern.
        entry["response"] = self.names.in_response(literal(response))
        if self.options.delays and exchange.seconds is not None and exchange.seconds > 0:
            if exchange.seconds > _LONGEST:
                raise DocumentError(self.file, f"{exchange.place}, time", "more than a day")
            entry["delay"] = exchange.seconds
        return entry

    def _context(self, found: Endpoint) -> dict[str, Any]:
        """Returns the context keys for the pattern of a request.

        They exclude the default environment and database, because a pattern with these keys would
        refuse requests that omit them. All clients omit the only database of an operation.
        """
        context: dict[str, Any] = literal(found.context)
        if context.get("database") == _only_databases().get(found.operation):
            context.pop("database", None)
        if self.options.request == "full":
            return context
        return {key: value for key, value in context.items() if _IMPLIED.get(key) != value}

    def _what_else(self, exchange: WebExchange) -> str:
        host = host_of(exchange.url)
        if host not in self.file_hosts:
            return f"{host} is not CloudKit Web Services"
        # In a replay, `mock/assets/put` and `assets/download` transfer the bytes.
        way = "from" if exchange.method.upper() == "GET" else "to"
        return f"the bytes of a file, {way} {host}"

    def _left_out(self, exchange: WebExchange, reason: str) -> dict[str, Any] | None:
        self.notes.append(f"{exchange.place}: left out: {reason}")
        return None

    def _request(self, exchange: WebExchange, keys: list[str]) -> dict[str, Any]:
        """Returns the pattern of a request, without keys that the library does not have."""
        sent = exchange.request.read(self.file)
        unknown = [key for key in sent if key not in keys]
        if unknown:
            names = ", ".join(key[:40] for key in unknown[:5])
            self.notes.append(f"{exchange.place}: keys that MockCloud does not have: {names}")
        loose = VOLATILE if self.options.request == "pattern" else frozenset[str]()
        known = {key: value for key, value in sent.items() if key in keys}
        pattern: dict[str, Any] = _loosened(literal(self.secrets.clean(known, _SECRET)), loose)
        # In other modes, a call may precede the one that captures its names.
        if self.options.request == "pattern" and self.options.mode == "strict":
            pattern = self.names.in_request(pattern)
        return pattern


#: Replaces secrets in a cleaned request until the pattern is made.
_SECRET = "\ufdd0"


def _loosened(pattern: Any, loose: frozenset[str], key: str | None = None) -> Any:
    """Returns the pattern with `$any` for secrets and for the members in `loose`."""
    if pattern == _SECRET or (key in loose and pattern is not None):
        return _ANY
    if isinstance(pattern, list):
        return [_loosened(each, loose) for each in pattern]
    if isinstance(pattern, dict):
        # Field names are chosen by the app and may be equal to one of the members.
        return {
            name: _loosened(each, loose, None if key == "fields" else name)
            for name, each in pattern.items()
        }
    return pattern


def _hosts_of_files(value: Any) -> Iterator[str]:
    """Yields the hosts of the upload and download URLs in a response."""
    pending = [value]
    while pending:
        each = pending.pop()
        if isinstance(each, list):
            pending += each
        elif isinstance(each, dict):
            pending += each.values()
            for key in ("url", "downloadURL"):
                if isinstance(each.get(key), str):
                    yield host_of(each[key])


def _read(text: str, file: str) -> list[WebExchange]:
    """Returns the exchanges in a HAR file, which is one document with `log`, or in JSON lines."""
    first, _, rest = text.strip().partition("\n")
    if rest and _is_line(first, file):
        return lines.read(text, file)
    document = parse_json(text, file)
    if isinstance(document, dict) and "log" not in document and "url" in document:
        return [lines.exchange(document, file, "line 1")]
    return archive.read(document, file)


def _is_line(text: str, file: str) -> bool:
    """Returns whether the first line is a complete object, as in JSON lines."""
    try:
        return isinstance(parse_json(text, file), dict)
    except DocumentError:
        return False


def _time(text: str | None) -> datetime | None:
    """Returns an ISO 8601 time, in UTC if it has no zone, or None if the text is not a time."""
    found = _TIME.fullmatch(text or "")
    if found is None:
        return None
    seconds, fraction, zone = found.groups()
    zone = (zone or "Z").replace("Z", "+00:00")
    if ":" not in zone:
        zone = f"{zone[:3]}:{zone[3:]}"
    try:
        time = datetime.fromisoformat(f"{seconds}.{(fraction or '0')[:6]:0<6}{zone}")
        return time.astimezone(timezone.utc)
    except (ValueError, OverflowError):
        return None


def described(imported: Imported) -> Iterator[str]:
    """Yields readable lines with the number of calls of each operation in a script."""
    counts: dict[str, int] = {}
    for entry in imported.script["entries"]:
        counts[entry["operation"]] = counts.get(entry["operation"], 0) + 1
    for operation, count in counts.items():
        yield f"{count} {operation}"
