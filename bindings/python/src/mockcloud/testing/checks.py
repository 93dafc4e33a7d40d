"""The common parts of the pytest plugin and the unittest class."""

from __future__ import annotations

import sys
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from functools import partial, wraps
from typing import Any

from .._core.usage_errors import MockCloudError
from ..cloud import Cloud
from ..harness.duties import first_texts
from ..harness.traces import Trace
from ..inspect.call_report import SHOWN_CALLS, listed

#: The number of clouds whose calls a failed test shows.
SHOWN_CLOUDS = 5
#: The number of rules of a trace that the line to repeat it contains.
SHOWN_IN_LINE = 3


def fork_for_test(base: Cloud) -> Cloud:
    """Returns a fork with an empty journal."""
    copy = base.fork()
    copy.journal.clear()
    copy._ledger.watch(is_copy=True)
    return copy


def within(
    block: Callable[[], AbstractContextManager[None]], coroutine: Callable[..., Awaitable[None]]
) -> Callable[..., Awaitable[None]]:
    """Returns a coroutine function that runs `coroutine` in such a block.

    It is not in the module of the unittest class, because unittest cuts tracebacks at frames of
    that module, and tracebacks of coroutines would then not reach the test.
    """

    @wraps(coroutine)
    async def run(*arguments: Any) -> None:
        with block():
            await coroutine(*arguments)

    return run


def last_calls(cloud: Cloud, *, since: int = 0, most: int = SHOWN_CALLS) -> list[str]:
    """Returns a line for each of the latest calls, of those after the call number `since`."""
    try:
        calls = cloud.calls(since=since, last=most + 1)
        lines = listed(calls[-most:])
    except MockCloudError as error:
        return [f"  the calls cannot be read: {error}"]
    return ["  ... earlier calls", *lines] if len(calls) > most else lines


def reports(clouds: Sequence[Cloud]) -> Iterator[tuple[str, str]]:
    """Yields a title and a text for each of the first few clouds that has calls."""
    for number, cloud in enumerate(clouds[:SHOWN_CLOUDS], start=1):
        lines = last_calls(cloud)
        if lines:
            yield f"mockcloud {number}: last calls", "\n".join(lines)


def tell(error: Exception, clouds: Sequence[Cloud]) -> None:
    """Adds the last calls to an exception."""
    for title, text in reports(clouds):
        note = f"{title}\n{text}"
        if sys.version_info >= (3, 11):
            error.add_note(note)
        else:
            print(note, file=sys.stderr)


def fault_reports(
    clouds: Sequence[Cloud], store: Callable[[int, Trace], str | None]
) -> Iterator[tuple[str, str]]:
    """Yields a title and a text for each of the first few clouds on whose calls faults acted.

    `store` writes a trace to a file, if it is too long for a line, and returns the path, or None if
    it has no place for files.
    """
    for number, cloud in enumerate(clouds[:SHOWN_CLOUDS], start=1):
        try:
            trace = cloud.faults.trace()
        except MockCloudError:
            continue
        if not trace.rules and not trace.unexpressed:
            continue
        lines = [", ".join([f"seed {trace.seed}", *(f"profile {name}" for name in trace.profiles)])]
        lines += trace.lines()
        lines.append(_again(trace, partial(store, number)))
        yield f"mockcloud {number}: faults", "\n".join(f"  {line}" for line in lines)


def _again(trace: Trace, store: Callable[[Trace], str | None]) -> str:
    """Returns the line that repeats what faults did."""
    again = trace.reproduction
    if len(trace.rules) > SHOWN_IN_LINE:
        path = store(trace)
        if path is None:
            return (
                "again: --mockcloud-transcript DIR, or pytest's cache, writes the rules that "
                "repeat it to a file"
            )
        again = f"cloud.faults.load({path!r})"
    return f"again, with the same seed and in place of the test's faults: {again}"


def unused_faults(clouds: Sequence[Cloud], turning_off: str | None = None) -> list[str]:
    """Returns messages about the faults of a test that must act and did not.

    The clouds may be closed.
    """
    return never_acted([text for cloud in clouds for text in cloud._ledger.problems()], turning_off)


def never_acted(texts: Sequence[str], turning_off: str | None) -> list[str]:
    """Returns texts about faults, and a last one about what allows them.

    `turning_off` is the setting that turns the check off, if there is one.
    """
    if not texts:
        return []
    allowing = "" if turning_off is None else f"; {turning_off} allows all"
    return [*first_texts(list(texts)), f"with optional=True, a fault need not act{allowing}"]


def mistaken(clouds: Sequence[Cloud], allowing: str) -> list[str]:
    """Returns messages about the mistakes of clients; `allowing` is what allows them.

    The clouds may be closed.
    """
    found = [each for cloud in clouds for each in cloud._ledger.findings()]
    if not found:
        return []
    lines = [f"  call {each.call}: {each.kind}: {each.message}" for each in found]
    return ["\n".join(["the client made mistakes:", *lines, f"  {allowing} allows them"])]


def unscripted(clouds: Sequence[Cloud]) -> list[str]:
    """Returns messages about scripts with unused entries, or with calls that did not match.

    The clouds may be closed.
    """
    statuses = [cloud._ledger.script() for cloud in clouds]
    return [
        f"the calls did not follow the script: {status}"
        for status in statuses
        if status.mismatch_count or status.remaining
    ]


def leaked(places: Sequence[str]) -> str:
    """Returns the message about clouds that a test left open."""
    clouds = "1 cloud" if len(places) == 1 else f"{len(places)} clouds"
    return (
        f"the test left {clouds} open, made at {', '.join(dict.fromkeys(places))}: "
        "close the clouds that you fork or make yourself"
    )
