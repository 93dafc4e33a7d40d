"""The calls of a cloud, and assertions on them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Any, overload

from .._core.attributes import Explaining
from .._core.typing import Unpack
from .._core.usage_errors import BadHandle
from .._core.vocabulary import ServiceOperation
from .._core.wire import ServiceOperations, Wire
from .._core.words import whole, word
from .call import Call
from .call_filters import CallFilters, Wanted
from .call_report import out_of_order, unmet
from .call_sources import CallSource
from .findings import FINDING_KINDS, Finding, FindingKind
from .unread import Unread

#: A step of `assert_called_in_order`: an operation, or an operation with filters.
Step = ServiceOperations | tuple[ServiceOperation, CallFilters]


def _step(given: Step) -> Wanted:
    """Returns the condition of a step."""
    if isinstance(given, tuple) and len(given) == 2 and isinstance(given[1], Mapping):
        if "last" in given[1]:
            raise TypeError("a step is one call, the first that matches: it has no filter 'last'")
        return Wanted(given[0], given[1])
    if isinstance(given, str) or (isinstance(given, Sequence) and not isinstance(given, tuple)):
        return Wanted(given, {})
    raise TypeError(f"a step is an operation, or (operation, {{filter: value}}), not {given!r}")


def _call(given: object) -> object:
    """Returns a call that is looked for among others; nothing else could be found."""
    if not isinstance(given, Call):
        raise TypeError(
            f"the elements are calls, not {given!r}; calls({given!r}) are those of an operation"
            if isinstance(given, str)
            else f"the elements are calls, not {given!r}"
        )
    return given


class Calls(Sequence[Call], Explaining):
    """The calls of the service, oldest first: `cloud.calls`. A failing test shows a line for each.

    Calling the object filters the calls: `cloud.calls("records/modify", user="bob", record="n1")`.
    It has the calls up to the moment of its creation. They are read as far as they are needed:
    their number, and the latest ones by a negative index, are found without reading the others.
    """

    def __init__(
        self,
        source: CallSource,
        calls: Iterable[Call] | None = None,
        unread: Unread | None = None,
    ) -> None:
        self._source = source
        self._read = None if calls is None else tuple(calls)
        #: The number of calls and that of the latest one, when the object was created.
        self._extent = (0, 0)
        if self._read is None:
            self._extent = source.count() if unread is None else unread.note(self, source.count)

    @property
    def _calls(self) -> tuple[Call, ...]:
        if self._read is None:
            found = tuple(self._source.read(self._until))
            if self._read is not None:
                return self._read  # by another thread, before it cleared the journal
            lost = self._extent[0] - len(found)
            if lost > 0:
                raise ValueError(
                    f"{lost} of these calls were dropped from the journal before they were read; "
                    "the limit journal_bytes keeps more"
                )
            self._read = found
        return self._read

    def _settle(self) -> None:
        """Reads the calls, which the journal is about to lose."""
        with suppress(ValueError):
            len(self._calls)

    @property
    def _until(self) -> Wire:
        """The key of `mock/journal` that leaves out later calls."""
        return {"until": self._extent[1]}

    def _latest(self, count: int) -> list[Call]:
        """Returns the latest calls, without reading the others."""
        found = self._source.read({**self._until, "last": count})
        return found if self._read is None else list(self._read[-count:])

    def __call__(
        self, operation: ServiceOperations | None = None, /, **filters: Unpack[CallFilters]
    ) -> Calls:
        """Returns the calls of the given operations that match all filters; see `CallFilters`.

        `cloud.calls("records/modify", user="bob", record="n1", error="zoneBusy")`.
        """
        return self._chosen(Wanted(operation, filters))

    def _chosen(self, wanted: Wanted) -> Calls:
        chosen = wanted.of(self._candidates(wanted.request()))
        if not chosen:
            self._check(wanted)
        return Calls(self._source, chosen)

    def _candidates(self, request: Wire) -> Sequence[Call]:
        """Returns calls among which are all that match keys of `mock/journal`."""
        if self._read is None:
            found = self._source.read({**self._until, **request})
            if self._read is None:
                return found
        elif request:
            with suppress(BadHandle):  # the cloud is closed, but its calls were read
                self._source.read({**request, "last": 0})  # raises for unknown names
        return self._read

    def _check(self, wanted: Wanted) -> None:
        """Raises `ValueError` for filters that no call can match, as no call matches them."""
        source: CallSource = self._source
        with suppress(BadHandle):
            wanted.check(source.count()[1], source.known_names, lambda: source.read({}))
            return
        latest = max((call.number for call in self._calls), default=0)
        wanted.check(latest, dict, lambda: self._calls)

    def __len__(self) -> int:
        return self._extent[0] if self._read is None else len(self._read)

    @overload
    def __getitem__(self, index: int) -> Call: ...

    @overload
    def __getitem__(self, index: slice) -> Calls: ...

    def __getitem__(self, index: int | slice) -> Call | Calls:
        if isinstance(index, slice):
            start = index.start
            is_end = isinstance(start, int) and start < 0 and index.stop is index.step is None
            found = self._latest(-start) if self._read is None and is_end else self._calls[index]
            return Calls(self._source, found)
        if self._read is None and index < 0 and -index <= len(self):
            return self._latest(-index)[0]
        return self._calls[index]

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Calls):
            return self._calls == other._calls
        return list(self._calls) == other if isinstance(other, list) else NotImplemented

    def __contains__(self, value: object) -> bool:
        return super().__contains__(_call(value))

    def index(self, value: Any, start: int = 0, stop: int | None = None) -> int:
        """Returns the place of a call."""
        return super().index(_call(value), start, len(self) if stop is None else stop)

    def count(self, value: Any) -> int:
        """Returns how many times these calls contain a call; `len` counts the calls."""
        return super().count(_call(value))

    def __hash__(self) -> int:
        return hash(tuple(call.number for call in self._calls))

    def __repr__(self) -> str:
        if not self._calls:
            return "<no calls>"
        return "\n".join(["<calls:", *(f"  {call}" for call in self._calls)]) + ">"

    # Assertions

    def assert_called(
        self,
        operation: ServiceOperations | None = None,
        /,
        *,
        times: int | None = None,
        **filters: Unpack[CallFilters],
    ) -> Calls:
        """Returns the matching calls; fails if there is none, or not as many as `times`."""
        __tracebackhide__ = True
        if times is not None:
            whole(times, "times", 0)
        wanted = Wanted(operation, filters)
        found = self._chosen(wanted)
        if len(found) == times or (times is None and len(found)):
            return found
        raise AssertionError(unmet(wanted, times, self._calls))

    def assert_not_called(
        self, operation: ServiceOperations | None = None, /, **filters: Unpack[CallFilters]
    ) -> None:
        """Fails if there is a matching call."""
        __tracebackhide__ = True
        self.assert_called(operation, times=0, **filters)

    def assert_called_in_order(self, *steps: Step) -> Calls:
        """Returns the first calls that match the steps in their order; fails if there are none.

        A step is an operation, or an operation with filters in a tuple:
        `cloud.calls.assert_called_in_order("zones/modify", ("records/modify", {"record": "n1"}))`.
        Other calls may be between them.
        """
        __tracebackhide__ = True
        if not steps:
            raise TypeError("assert_called_in_order() needs at least one step")
        if len(steps) == 1 and isinstance(steps[0], list):
            # A list within steps is one of several operations, in any order.
            raise TypeError(
                "steps are separate arguments: assert_called_in_order(*steps), not a list of them"
            )
        wanted = [_step(each) for each in steps]
        rest = iter(self._calls)
        found: list[Call] = []
        captured: Mapping[str, Any] = {}
        for each in wanted:
            for call in rest:
                captures = each.captures(call, captured)
                if captures is not None:
                    captured = captures
                    found.append(call)
                    break
            else:
                raise AssertionError(out_of_order(wanted, found, self._calls))
        return Calls(self._source, found)

    def fields_sent(self) -> dict[str, list[str]]:
        """Returns the sorted names of the fields that the calls sent in saves, by record name:
        `cloud.calls("records/modify").fields_sent() == {"n1": ["title"]}`."""
        sent: dict[str, set[str]] = {}
        for call in self._calls:
            for name, fields in call.fields_sent().items():
                sent.setdefault(name, set()).update(fields)
        return {name: sorted(fields) for name, fields in sent.items()}

    def findings(self, kind: FindingKind | None = None) -> list[Finding]:
        """Returns the mistakes of clients that `mock/report` finds in the calls.

        With `kind`, returns only those of one kind.
        """
        if kind is not None:
            word(kind, FINDING_KINDS, "kind")
        numbers = {call.number for call in self._calls}
        return [
            each
            for each in self._source.findings()
            if each.call in numbers and kind in (None, each.kind)
        ]

    def retried_early(self) -> Calls:
        """Returns the calls that were made before the `retryAfter` of an earlier error ended."""
        numbers = {each.call for each in self.findings("earlyRetry")}
        return Calls(self._source, (call for call in self._calls if call.number in numbers))

    def changing_state(self) -> Calls:
        """Returns the calls that changed the state of the cloud."""
        return Calls(self._source, (call for call in self._calls if call.changed_state))
