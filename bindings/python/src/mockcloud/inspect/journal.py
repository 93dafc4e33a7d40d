"""The journal of a cloud, and journals in files."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from os import PathLike, fspath

from .._core.calls import Belonging
from .._core.files import writing
from .._core.keywords import explained_function, explained_part
from .._core.wire import ServiceOperations
from ..io.documents import DocumentError
from ..service.requests import RecordLike
from .call import Call
from .call_filters import StatusLike, check_since, wire_filters
from .call_sources import Ask, CloudSource, FileSource, aliases_in
from .calls import Calls
from .findings import Finding, findings
from .journal_files import read_calls
from .unread import Unread


@explained_part("journal")
class Journal(Belonging):
    """The journal of the calls of the service: `cloud.journal`, which later calls are added to.

    Its size is limited by `journalBytes`.
    """

    def __init__(
        self,
        ask: Ask,
        aliases: Callable[[], dict[str, str]],
        unread: Unread | None = None,
    ) -> None:
        self._ask = ask
        self._aliases = aliases
        self._unread = unread

    def _owner(self) -> object:
        return self._ask

    @property
    def calls(self) -> Calls:
        """The calls so far, as in `cloud.calls`."""
        return Calls(CloudSource(self._ask, self._aliases), unread=self._unread)

    def lines(
        self,
        operation: ServiceOperations | None = None,
        *,
        user: str | None = None,
        device: str | None = None,
        status: StatusLike | Sequence[StatusLike] | None = None,
        record: RecordLike | None = None,
        faults: bool | None = None,
        since: int | None = None,
        last: int | None = None,
    ) -> str:
        """Returns the calls that match all filters as JSON, one call per line."""
        chosen = wire_filters(operation, user, device, status, record, faults, since, last)
        self._check(since)
        text: str = self._ask("mock/journal", {**chosen, "format": "lines"})["lines"]
        return text

    def write(
        self,
        path: str | PathLike[str],
        operation: ServiceOperations | None = None,
        *,
        user: str | None = None,
        device: str | None = None,
        status: StatusLike | Sequence[StatusLike] | None = None,
        record: RecordLike | None = None,
        faults: bool | None = None,
        since: int | None = None,
        last: int | None = None,
    ) -> None:
        """Writes the calls that match all filters to a file as JSON, one call per line."""
        chosen = wire_filters(operation, user, device, status, record, faults, since, last)
        self._check(since)
        with writing(path) as name:
            self._ask("mock/journal", {**chosen, "path": name})

    def _check(self, since: int | None) -> None:
        if since is not None:
            check_since(since, self._ask("mock/journal", {"format": "count"})["latest"])

    def findings(self) -> list[Finding]:
        """Returns the mistakes of clients, in the order of the calls."""
        return findings(self._ask)

    @property
    def dropped(self) -> int:
        """How many of the oldest calls the journal dropped because of the limit `journalBytes`."""
        dropped: int = self._ask("mock/journal", {"last": 0})["dropped"]
        return dropped

    def clear(self) -> None:
        """Removes all calls. The numbers of later calls continue."""
        self._ask("mock/journal/clear", {})


@explained_function
def read_journal(path: str | PathLike[str]) -> Calls:
    """Returns the calls in a journal that a program wrote (`MOCKCLOUD_JOURNAL`), oldest first."""
    file = fspath(path)
    wires = list(read_calls(file))
    aliases = aliases_in(wires)
    calls = []
    for number, wire in enumerate(wires, start=1):
        try:
            calls.append(Call.from_wire(wire, aliases))
        except KeyError as error:
            raise DocumentError(file, f"call {number}", f"has no {error}") from None
        except (AttributeError, TypeError, ValueError) as error:
            raise DocumentError(file, f"call {number}", str(error)) from None
    return Calls(FileSource(calls), calls)
