"""Where calls are read from: the journal of a cloud, or a file."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from .._core.vocabulary import OperationName
from .._core.wire import Wire
from .call import Call
from .call_names import known_names
from .findings import Finding, findings

Ask = Callable[[OperationName, Mapping[str, Any]], Wire]


class CallSource(ABC):
    """A source of calls."""

    @abstractmethod
    def read(self, wanted: Wire) -> list[Call]:
        """Returns the calls that match keys of `mock/journal`; raises for unknown names."""

    @abstractmethod
    def count(self) -> tuple[int, int]:
        """Returns the number of calls, and the number of the latest call."""

    @abstractmethod
    def known_names(self) -> Mapping[str, set[str]]:
        """Returns the names that the cloud has, by the filters for them."""

    @abstractmethod
    def findings(self) -> list[Finding]:
        """Returns the findings of `mock/report`."""


class CloudSource(CallSource):
    def __init__(self, ask: Ask, aliases: Callable[[], dict[str, str]]) -> None:
        self._ask = ask
        self._aliases = aliases

    def read(self, wanted: Wire) -> list[Call]:
        wires = self._ask("mock/journal", wanted)["calls"]
        aliases = aliases_in(wires)
        if any(wire["user"] not in aliases for wire in wires if wire["user"] is not None):
            aliases = {**self._aliases(), **aliases}
        return [Call.from_wire(wire, aliases) for wire in wires]

    def count(self) -> tuple[int, int]:
        response = self._ask("mock/journal", {"format": "count"})
        return response["count"], response["latest"]

    def known_names(self) -> Mapping[str, set[str]]:
        return known_names(self._ask("mock/summary", {}))

    def findings(self) -> list[Finding]:
        return findings(self._ask)


class FileSource(CallSource):
    def __init__(self, calls: Sequence[Call]) -> None:
        self._calls = calls

    def read(self, wanted: Wire) -> list[Call]:
        return list(self._calls)

    def count(self) -> tuple[int, int]:
        return len(self._calls), max((call.number for call in self._calls), default=0)

    def known_names(self) -> Mapping[str, set[str]]:
        return {}

    def findings(self) -> list[Finding]:
        raise ValueError("a journal file has no findings; get them from the cloud that was called")


def aliases_in(wires: Iterable[Wire]) -> dict[str, str]:
    """Returns the aliases that the requests have for their users, by record name."""
    found: dict[str, str] = {}
    for wire in wires:
        user, request = wire.get("user"), wire.get("request")
        alias = request.get("user") if isinstance(request, dict) else None
        if isinstance(alias, str) and user not in (None, alias):
            found[user] = alias
    return found
