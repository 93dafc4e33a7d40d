"""From what was recorded to a script: one entry for each call of the service."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timezone
from typing import Any, Literal

from ..cloud import Cloud
from ..documents import DocumentError, parse_json
from ..patterns import literal
from ..scripts import Mode
from . import har, lines
from .answers import answer
from .endpoint import Endpoint, endpoint, host_of
from .exchange import Exchange
from .names import ClientNames
from .secrets import REDACTED, Secrets

RequestStyle = Literal["full", "pattern", "none"]

_TIME = re.compile(r"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?\d*(Z|[+-]\d\d:?\d\d)?")

#: Members that are other in every run, so that a client cannot be expected to send them again.
VOLATILE = frozenset(
    """recordChangeTag syncToken metaSyncToken continuationMarker clientChangeToken fileChecksum
    referenceChecksum size""".split()
)

#: No answer takes longer than a day, in seconds.
_LONGEST = 86_400

#: Where a call goes that does not say where.
_IMPLIED = {"environment": "development", "database": "private"}

#: In a request's pattern, stands for a value that may be any.
_ANY = "$any"


@dataclass(frozen=True)
class Options:
    """How a script is made."""

    mode: Mode = "strict"
    #: What an entry expects of the request: all that was sent, all but what changes from run to
    #: run, or nothing.
    request: RequestStyle = "pattern"
    #: Whether responses take as long as the recorded ones.
    delays: bool = False


@dataclass
class Imported:
    """A script, and what a person should know of it."""

    script: dict[str, Any]
    notes: list[str] = field(default_factory=list)


def import_recording(
    text: str,
    file: str,
    options: Options | None = None,
    operations: Mapping[str, list[str]] | None = None,
) -> Imported:
    """Makes a script from the text of a recording.

    `file` is what messages call the recording, and `operations` are those that a script may
    have, with their keys: by default those of the library. Raises `DocumentError` with the
    place and the reason where the recording is damaged.
    """
    if operations is None:
        operations = service_operations()
    return _Import(file, operations, options or Options()).run(text)


def service_operations() -> dict[str, list[str]]:
    """The operations of the service that the library has, with their keys."""
    with Cloud({}) as cloud:
        listed = cloud.info()["operations"]
    return {each["name"]: each["keys"] for each in listed if each["name"][:5] != "mock/"}


class _Import:
    def __init__(self, file: str, operations: Mapping[str, list[str]], options: Options) -> None:
        self.file = file
        self.operations = operations
        self.options = options
        self.notes: list[str] = []
        #: Where answers said that files are uploaded to and downloaded from.
        self.file_hosts: set[str] = set()
        self.names = ClientNames()

    def run(self, text: str) -> Imported:
        exchanges = self._in_order(_read(text, self.file))
        self.secrets = Secrets(exchanges)
        entries = [entry for each in exchanges if (entry := self._entry(each)) is not None]
        if not entries:
            raise DocumentError(self.file, None, "holds no call of CloudKit Web Services")
        return Imported({"mode": self.options.mode, "entries": entries}, self.notes)

    def _in_order(self, exchanges: list[Exchange]) -> list[Exchange]:
        """By the time at which they began, where every one has it: HAR asks readers to sort."""
        times = [_time(each.started) for each in exchanges]
        known = [time for time in times if time is not None]
        if len(known) < len(times):
            return exchanges
        order = sorted(range(len(exchanges)), key=known.__getitem__)
        return [exchanges[index] for index in order]

    def _entry(self, exchange: Exchange) -> dict[str, Any] | None:
        """The entry of an exchange; None, with a note, where it is no call to be replayed."""
        found = endpoint(exchange.url, self.file, f"{exchange.place}, url")
        if found is None:
            return self._left_out(exchange, self._what_else(exchange))
        operation = found.operation
        if exchange.method.upper() == "OPTIONS":
            return None  # a browser asking whether it may ask
        if operation not in self.operations:
            return self._left_out(exchange, f"MockCloud has no operation {operation[:80]!r}")
        if exchange.status == 0:
            return self._left_out(exchange, f"no answer to {operation} came")
        if not (200 <= exchange.status < 300 or 400 <= exchange.status < 600):
            return self._left_out(exchange, f"{operation} has the status HTTP {exchange.status}")
        if exchange.response.is_empty and exchange.status < 400:
            return self._left_out(exchange, f"no body of the answer to {operation} was kept")
        entry: dict[str, Any] = {"operation": operation}
        if self.options.request != "none":
            request = self._request(exchange, self.operations[operation])
            entry["request"] = {**self._context(found), **request}
        response = self.secrets.clean(answer(exchange, self.file), REDACTED)
        self.file_hosts.update(_hosts_of_files(response))
        # A `$` in an answer of a script has a meaning, as in a pattern.
        entry["response"] = self.names.in_answer(literal(response))
        if self.options.delays and exchange.seconds is not None and exchange.seconds > 0:
            if exchange.seconds > _LONGEST:
                raise DocumentError(self.file, f"{exchange.place}, time", "more than a day")
            entry["delay"] = exchange.seconds
        return entry

    def _context(self, found: Endpoint) -> dict[str, Any]:
        """The context keys that a request must have: those without which it means something else.

        A request need not name the environment and the database that are meant anyway, so a
        pattern that named them would refuse it.
        """
        context: dict[str, Any] = literal(found.context)
        if self.options.request == "full":
            return context
        return {key: value for key, value in context.items() if _IMPLIED.get(key) != value}

    def _what_else(self, exchange: Exchange) -> str:
        host = host_of(exchange.url)
        if host not in self.file_hosts:
            return f"{host} is not CloudKit Web Services"
        # In a replay, `mock/assets/put` and `assets/download` are what moves bytes.
        way = "from" if exchange.method.upper() == "GET" else "to"
        return f"the bytes of a file, {way} {host}"

    def _left_out(self, exchange: Exchange, reason: str) -> dict[str, Any] | None:
        self.notes.append(f"{exchange.place}: left out: {reason}")
        return None

    def _request(self, exchange: Exchange, keys: list[str]) -> dict[str, Any]:
        """The pattern of a request: what was sent, but for what the dialect does not have."""
        sent = exchange.request.read(self.file)
        unknown = [key for key in sent if key not in keys]
        if unknown:
            names = ", ".join(key[:40] for key in unknown[:5])
            self.notes.append(f"{exchange.place}: keys that MockCloud does not have: {names}")
        loose = VOLATILE if self.options.request == "pattern" else frozenset[str]()
        known = {key: value for key, value in sent.items() if key in keys}
        pattern: dict[str, Any] = _loosened(literal(self.secrets.clean(known, _SECRET)), loose)
        # In another mode a call could come before the one that captures its names.
        if self.options.request == "pattern" and self.options.mode == "strict":
            pattern = self.names.in_request(pattern)
        return pattern


#: Stands in a cleaned request for what was taken out, until the pattern is made.
_SECRET = "\ufdd0"


def _loosened(pattern: Any, loose: frozenset[str], key: str | None = None) -> Any:
    """The pattern with `$any` for secrets and for the members in `loose`."""
    if pattern == _SECRET or (key in loose and pattern is not None):
        return _ANY
    if isinstance(pattern, list):
        return [_loosened(each, loose) for each in pattern]
    if isinstance(pattern, dict):
        # The names of fields are the app's own, whatever they look like.
        return {
            name: _loosened(each, loose, None if key == "fields" else name)
            for name, each in pattern.items()
        }
    return pattern


def _hosts_of_files(value: Any) -> Iterator[str]:
    """The hosts of the URLs in an answer to which files go, or from which they come."""
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


def _read(text: str, file: str) -> list[Exchange]:
    """The exchanges of a HAR file, or of JSON lines: a HAR file is one document with `log`."""
    first, _, rest = text.strip().partition("\n")
    if rest and _is_line(first, file):
        return lines.read(text, file)
    document = parse_json(text, file)
    if isinstance(document, dict) and "log" not in document and "url" in document:
        return [lines.exchange(document, file, "line 1")]
    return har.read(document, file)


def _is_line(text: str, file: str) -> bool:
    """Whether the first of several lines is a whole object, and so not the start of a document."""
    try:
        return isinstance(parse_json(text, file), dict)
    except DocumentError:
        return False


def _time(text: str | None) -> datetime | None:
    """A time of ISO 8601; without a zone it is one of UTC."""
    found = _TIME.fullmatch(text or "")
    if found is None:
        return None
    seconds, fraction, zone = found.groups()
    zone = (zone or "Z").replace("Z", "+00:00")
    if ":" not in zone:
        zone = f"{zone[:3]}:{zone[3:]}"
    try:
        time = datetime.fromisoformat(f"{seconds}.{(fraction or '0')[:6]:0<6}{zone}")
    except ValueError:
        return None
    return time.astimezone(timezone.utc)


def described(imported: Imported) -> Iterator[str]:
    """How many calls of each operation a script has, for people."""
    counts: dict[str, int] = {}
    for entry in imported.script["entries"]:
        counts[entry["operation"]] = counts.get(entry["operation"], 0) + 1
    for operation, count in counts.items():
        yield f"{count} {operation}"
