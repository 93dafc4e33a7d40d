"""The calls of a cloud, and the assertions on them."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from typing import Any

from ._call_filters import CallFilters
from ._calls_base import Calls as _Calls
from ._requests import ServiceOperations, Wire
from ._typing import Unpack
from ._vocabulary import OperationName
from .findings import Finding, findings
from .journal import Calls, Journal, Step, Unread


class Journalled(_Calls):
    """The operations on the journal of a cloud."""

    #: The snapshots of the journal that were not read yet.
    _unread: Unread

    @abstractmethod
    def _ask(self, operation: OperationName, request: Mapping[str, Any] | None = None) -> Wire:
        """Runs one operation that the test did not ask for."""

    @property
    def calls(self) -> Calls:
        """The calls of the service up to this moment, oldest first. Later calls are not added.

        Calling the object filters the calls.

        `cloud.calls("records/modify", user="bob")[0].error == "zoneBusy"`. The operations of the
        harness, `mock/…`, are not among them.
        """
        return self.journal.calls

    def assert_called(
        self,
        operation: ServiceOperations | None = None,
        /,
        *,
        times: int | None = None,
        **filters: Unpack[CallFilters],
    ) -> Calls:
        """Fails unless a call, or exactly `times` calls, match the filters; returns those calls.

        `cloud.assert_called("records/modify", times=1, record="n1", user="bob")`.
        """
        __tracebackhide__ = True
        return self.calls.assert_called(operation, times=times, **filters)

    def assert_not_called(
        self, operation: ServiceOperations | None = None, /, **filters: Unpack[CallFilters]
    ) -> None:
        """Fails if a call matches the filters."""
        __tracebackhide__ = True
        self.calls.assert_not_called(operation, **filters)

    def assert_called_in_order(self, *steps: Step) -> Calls:
        """Fails unless calls match the steps one after the other; returns those calls.

        `cloud.assert_called_in_order("zones/modify", ("records/modify", {"record": "n1"}))`.
        Other calls may be between them.
        """
        __tracebackhide__ = True
        return self.calls.assert_called_in_order(*steps)

    @property
    def journal(self) -> Journal:
        """The journal, which later calls are added to: `cloud.journal.calls` has those so far.

        The limit `journalBytes` chooses how many calls are kept.
        """
        return Journal(self.call, self._aliases, self._unread)

    @property
    def dropped_calls(self) -> int:
        """The number of old calls that the journal dropped because of the limit `journalBytes`."""
        return self.journal.dropped

    def findings(self) -> list[Finding]:
        """Returns the mistakes of clients, in the order of the calls."""
        return findings(self.call)

    def clear_journal(self) -> None:
        """Removes the calls so far."""
        self.journal.clear()

    def _aliases(self) -> dict[str, str]:
        """Returns the aliases of the users by record name."""
        users = self._ask("mock/users/list")["users"]
        return {each["userRecordName"]: each["alias"] for each in users}
