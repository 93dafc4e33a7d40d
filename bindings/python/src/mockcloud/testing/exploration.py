"""Runs a scenario once for every single fault at every call.

    @explore(Cloud)
    def test_sync(cloud):
        client = Client(cloud)
        client.sync()
        assert client.is_consistent()

The first run has no fault and counts the calls. Every run starts from the state that the cloud had
when the exploration began. The scenario must create everything else that it uses.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from types import TracebackType
from typing import Any

from .._core.keywords import explained_constructor, explained_function
from .._core.wire import Wire
from .._core.wording import counted, more
from .._core.words import flag, whole, word
from ..cloud import Cloud
from ..errors import BadHandle, BadMockRequest, ClientEnded, Livelock
from ..errors.forms import ErrorLike, errors_of
from .cases import Case, Outcome, Report, group_lines, inactive_lines
from .checks import last_calls
from .likeness import Likeness, of_users

__all__ = ["Case", "Exploration", "ExplorationFailed", "Outcome", "Report", "Run", "explore"]

#: The maximum number of groups of failed cases in a message.
SHOWN_GROUPS = 10
#: The number of the last calls of a failing run that a message shows.
SHOWN_CALLS = 10
#: What makes runs differ.
KEPT_STATE = (
    "  each run must make the same calls until its fault: a client that is made outside the",
    "  scenario, for example by a fixture, keeps its state between runs; make it in the scenario",
)
#: The number of characters of an exception's text that a report keeps.
SHOWN_TEXT = 500


class ExplorationFailed(AssertionError):
    """The scenario failed in some cases. The message lists them; `report` has all cases.

    The traceback is that of the first failure, in the client and the test.
    """

    def __init__(self, report: Report, first: BaseException | None = None) -> None:
        self.report = report
        #: The exception of the first failing case.
        self.first = first
        super().__init__(self._text(report))
        if first is not None:
            self.__traceback__ = of_users(first.__traceback__)
            self.__cause__ = first.__cause__
            self.__context__ = first.__context__
            self.__suppress_context__ = first.__suppress_context__

    @staticmethod
    def _text(report: Report) -> str:
        groups = report.groups
        cases, failures = len(report.outcomes), len(report.failures)
        ways = f", in {counted(len(groups), 'way')}" if failures > len(groups) else ""
        lines = [f"{failures} of {cases} cases break the scenario{ways}:"] if failures else []
        for group in groups[:SHOWN_GROUPS]:
            lines += group_lines(group)
        if len(groups) > SHOWN_GROUPS:
            lines.append(f"  {more(len(groups) - SHOWN_GROUPS, 'way')}")
        if inactive := report.inactive:
            lines.append(f"{len(inactive)} of {cases} cases tried nothing:")
            lines += inactive_lines(inactive)
            if any(outcome.verdict in CALLING_OTHERWISE for outcome in inactive):
                lines += KEPT_STATE
            lines.append("  allow=[...] of the exploration allows them by these words")
        if unused := report.unused:
            lines += [
                f"there was no case of {', '.join(unused)}:",
                "  leave out these keywords, or allow=['noCase']",
            ]
        return "\n".join([*lines, "", report.table()])


#: The verdicts of runs that made other calls than those before them.
CALLING_OTHERWISE = ("notReached", "diverged", "firstOnly")
#: The verdicts of cases whose faults did not act.
INACTIVE = ("notReached", "diverged", "livelocked", "noEffect", "firstOnly")
#: The words of `allow`: these verdicts, and keywords that add no case.
ALLOWED = (*INACTIVE, "noCase")


def verdicts(allow: Iterable[str]) -> frozenset[str]:
    """Returns the words of `allow`; raises ValueError for an unknown one."""
    allowed = frozenset([allow] if isinstance(allow, str) else allow)
    for name in sorted(allowed):
        word(name, ALLOWED, "allow")
    return allowed


def _conflicts(given: Any) -> Any:
    """Returns the conflicts to try."""
    if isinstance(given, Mapping):
        if not given:
            raise ValueError(
                "conflicts: an empty dictionary has no effect; conflicts=True saves the same values"
            )
        return dict(given)
    if given is not True:
        raise TypeError(
            'conflicts is True, or what another device saves, {"field": {"done": 1}}, '
            f"not {given!r}"
        )
    return True


class Run:
    """One run of the scenario, as a `with` block. An exception in the block fails the case."""

    def __init__(
        self, cloud: Cloud, case: Case | None, failures: tuple[type[BaseException], ...]
    ) -> None:
        self.cloud = cloud
        #: None in the first run, which has no fault.
        self.case = case
        self.error: BaseException | None = None
        self._failures = failures
        self._ended = False

    def __enter__(self) -> Cloud:
        return self.cloud

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> bool:
        self._ended = True
        if self.case is None or not isinstance(error, (*self._failures, ClientEnded)):
            return False
        self.error = error
        return True

    def _verdict(self) -> Wire:
        if not self._ended:
            raise RuntimeError(
                "each run is a with block: `for run in explore(cloud):`, `with run:`"
            )
        if self.error is None:
            return {}
        text = f"{type(self.error).__name__}: {self.error}"[:SHOWN_TEXT]
        return {"failed": True, "message": text}


def _next(cloud: Cloud, verdict: Wire, error: BaseException | None) -> Any:
    """Ends a run. If that is refused, the failure of the run, if it failed, is the cause."""
    try:
        return cloud.call("mock/explore/next", verdict)
    except BadMockRequest as refused:
        raise refused from error


@explained_constructor
class Exploration:
    """Runs a scenario once for each fault: as a decorator, as an iterator, or by `run(body)`."""

    def __init__(
        self,
        cloud: Cloud | Callable[[], Cloud],
        *,
        errors: Iterable[ErrorLike] | None = None,
        pairs: bool | int = False,
        conflicts: bool | Mapping[str, Any] = False,
        items: bool = False,
        lasting: bool = False,
        crashes: bool = False,
        allow: Iterable[str] = (),
        progress: Callable[[Run, int, int], object] | None = None,
        failures: tuple[type[BaseException], ...] = (Exception,),
    ) -> None:
        self._cloud = cloud
        self._request: Wire = {} if pairs is False else {"pairs": True}
        if not isinstance(pairs, bool):
            self._request["pairBudget"] = whole(pairs, "pairs", 1)
        if conflicts is not False:
            self._request["conflicts"] = _conflicts(conflicts)
        for name, is_tried in (("items", items), ("lasting", lasting), ("crashes", crashes)):
            if flag(is_tried, name):
                self._request[name] = True
        self._allowed = verdicts(allow)
        if errors is not None:
            self._request["errors"] = errors_of(errors)
        self._progress = progress
        self._failures = failures
        #: The results of the cases; None until all cases were run.
        self.report: Report | None = None

    @contextmanager
    def _opened(self) -> Iterator[Cloud]:
        """Yields the cloud, and closes it at the end if it was created for the exploration."""
        if isinstance(self._cloud, Cloud):
            yield self._cloud
        else:
            with self._cloud() as cloud:
                yield cloud

    def __iter__(self) -> Iterator[Run]:
        __tracebackhide__ = True
        first: BaseException | None = None
        failed: dict[Case, Likeness] = {}
        groups: set[Likeness] = set()
        calls: dict[Case, list[str]] = {}
        with self._opened() as cloud:
            cloud.call("mock/explore/begin", self._request)
            earlier = cloud.call("mock/journal", {"format": "count"})["latest"]
            case: Case | None = None
            done = False
            while not done:
                run = Run(cloud, case, self._failures)
                try:
                    yield run
                    if isinstance(run.error, Livelock) and "livelocked" in self._allowed:
                        run.error = None
                    verdict = run._verdict()
                    if case is not None and run.error is not None:
                        first = first or run.error
                        failed[case] = case.likeness(run.error)
                        if len(groups) < SHOWN_GROUPS and failed[case] not in groups:
                            groups.add(failed[case])
                            # The next case begins with the journal of the first run.
                            calls[case] = last_calls(cloud, since=earlier, most=SHOWN_CALLS)
                    response = _next(cloud, verdict, run.error)
                except BaseException:
                    # The loop was left early: no fault of the case is left in the cloud. Nor is
                    # an exploration, if the scenario reset or restored the cloud.
                    with suppress(BadHandle, BadMockRequest):
                        cloud.call("mock/explore/end")
                    raise
                if self._progress is not None:
                    self._progress(run, response["tried"], response["cases"])
                done = response["done"]
                case = None if done else Case.from_wire(response["case"])
            wire = cloud.call("mock/explore/report")
        self.report = Report(
            wire["faultPoints"],
            [Outcome.from_wire(each, failed, calls) for each in wire["cases"]],
            self._allowed,
            wire.get("withoutCases", ()),
        )
        if not self.report.outcomes:
            raise ValueError("the scenario made no call that a fault can affect")
        if self.report.failures or self.report.inactive or self.report.unused:
            raise ExplorationFailed(self.report, first)

    def run(self, body: Callable[[Cloud], object]) -> Report:
        """Runs the body for all cases; raises `ExplorationFailed` if it fails in any of them."""
        __tracebackhide__ = True
        if inspect.iscoroutinefunction(body):
            raise TypeError("an exploration runs plain functions, not coroutines")
        for run in self:
            with run as cloud:
                body(cloud)
        assert self.report is not None
        return self.report

    def __call__(self, body: Callable[[Cloud], object]) -> Callable[[], None]:
        """Returns a function without parameters that runs the body for all cases."""
        try:
            with suppress(ValueError):  # a function in C has no signature
                inspect.signature(body).bind(self._cloud)
        except TypeError as error:
            name = getattr(body, "__name__", repr(body))
            raise TypeError(f"explore calls {name}(cloud), but {error}") from None

        def explored() -> None:
            __tracebackhide__ = True
            self.run(body)

        for name in ("__module__", "__name__", "__qualname__", "__doc__"):
            setattr(explored, name, getattr(body, name))
        explored.__dict__.update(body.__dict__)
        return explored


@explained_function
def explore(
    cloud: Cloud | Callable[[], Cloud],
    *,
    errors: Iterable[ErrorLike] | None = None,
    pairs: bool | int = False,
    conflicts: bool | Mapping[str, Any] = False,
    items: bool = False,
    lasting: bool = False,
    crashes: bool = False,
    allow: Iterable[str] = (),
    progress: Callable[[Run, int, int], object] | None = None,
) -> Exploration:
    """Runs a scenario for every single fault at every call, and with `pairs` for pairs of faults.

    The second fault of a pair is in a call that followed the first in the run with the first alone.
    A number as `pairs` is the maximum number of pairs: those of the nearest calls come first. With
    True, it is one of the next four calls.

    With `conflicts`, another device saves a record just before a call does: True saves the same
    values, `{"field": {"done": 1}}` others; `recordName` restricts it to some records.

    With `items`, each of the first ten items of a call fails alone, then the second half of its
    items, and then one item with each other error that it can have.

    With `lasting`, errors such as `quotaExceeded` last from a call on, until `cloud.faults.heal()`.

    With `crashes`, the client ends before each call and after it: the call raises `Crash`. The
    scenario catches it, calls `cloud.accounts.restart_device()`, and starts a client from what was
    stored.

    A case whose fault did not act fails too: `notReached`, `diverged`, `livelocked`, `noEffect`, or
    `firstOnly` for the second fault of a pair. So does a keyword that added no case: `noCase`.
    `allow` names those that may occur.

    As a decorator, `@explore(Cloud)` turns a function that takes a cloud into one that runs it for
    all cases. As an iterator, it yields the runs:

        for run in explore(cloud):
            with run:
                scenario(cloud)

    An exploration of an existing cloud starts from its current state. A function that creates a
    cloud is called once, and its cloud is closed at the end. `errors` are the errors that are
    simulated at the calls that allow them; by default all errors, and with an empty list only those
    of the network. `progress` is called after each
    run with the run, the number of completed cases and the number of all cases. At the end,
    `ExplorationFailed` lists the faults with which the scenario failed.
    """
    return Exploration(
        cloud,
        errors=errors,
        pairs=pairs,
        conflicts=conflicts,
        items=items,
        lasting=lasting,
        crashes=crashes,
        allow=allow,
        progress=progress,
    )
