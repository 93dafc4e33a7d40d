"""Reads the rules of faults of a cloud, each with its identity."""

from __future__ import annotations

from collections.abc import Collection
from contextlib import suppress
from typing import TYPE_CHECKING

from .._core.calls import CallFunction
from .._core.usage_errors import BadMockRequest
from .._core.wire import Wire
from .duties import AWAITED

if TYPE_CHECKING:
    from .._core.vocabulary import HarnessOperation
    from .fault_texts import Descriptions

_DROPPED = "its file has changed and does not contain it any more"
_REPLACED = "since the state was replaced, no call has read the file, or it does not contain it"


class Rules:
    """The rules of one cloud at present.

    A report has the identity of its rule, which copies and earlier states of the cloud share.
    """

    def __init__(self, call: CallFunction) -> None:
        self._call = call
        #: The identities of rules that stand for earlier ones, with those of the latter.
        self.same: dict[int, int] = {}
        #: The last identity that any rule had when the reports were read.
        self.last = 0

    def reports(self, only: Collection[str] | None = None) -> list[Wire]:
        """Returns the reports of all rules, or at least of those of these that exist.

        All are those of awaited rules, too, which a watched file has brought and may bring again.
        """
        response = self._read("mock/faults/report", only, identities=True)
        reports: list[Wire] = response["rules"]
        self.last = response.get("lastIdentity", self.last)
        for each in response.get("awaited", ()):
            rule, reason = each["rule"], _DROPPED if each["dropped"] else _REPLACED
            counts = {"evaluations": 0, "injections": 0, "skipped": 0, "counts": 0, "overdue": True}
            acts = {"identity": each["identity"], "acts": each["acts"], "allActs": each["acts"]}
            reports.append(
                {"id": rule["id"], **counts, **acts, "lastReason": reason, AWAITED: rule}
            )
        if self.same:
            for each in reports:
                each["identity"] = self.same.get(each["identity"], each["identity"])
        return reports

    def now(self) -> int:
        """Returns the last identity that any rule has: rules that are added later have others."""
        self.reports()
        return self.last

    def by_name(self, only: Collection[str] | None = None) -> dict[str, Wire]:
        """Returns all rules, or at least those of these that exist."""
        return {each["id"]: each for each in self._read("mock/faults/list", only)["rules"]}

    def _read(
        self, operation: HarnessOperation, only: Collection[str] | None, **keys: bool
    ) -> Wire:
        if only is not None:
            if not only:
                return {"rules": []}
            with suppress(BadMockRequest):  # one of them does not exist
                return self._call(operation, {"ids": sorted(only), **keys})
        return self._call(operation, keys)

    def descriptions(self) -> Descriptions:
        from .fault_texts import Descriptions  # imported here because few faults never act

        return Descriptions(self._call)
