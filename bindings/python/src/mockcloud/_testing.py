"""What the pytest plugin and the unittest class have in common."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from functools import wraps
from typing import Any

from ._call_report import SHOWN_CALLS, listed
from ._usage_errors import MockCloudError
from .cloud import Cloud

#: Of how many clouds a failed test shows the calls.
SHOWN_CLOUDS = 5


def fork_for_test(base: Cloud) -> Cloud:
    """A fork whose calls begin with the test's own."""
    copy = base.fork()
    copy.clear_journal()
    return copy


def within(
    block: Callable[[], AbstractContextManager[None]], coroutine: Callable[..., Awaitable[None]]
) -> Callable[..., Awaitable[None]]:
    """A coroutine function that runs in such a block.

    It is not beside the class for unittest: there its frame would end tracebacks, and those of a
    coroutine would not reach the test.
    """

    @wraps(coroutine)
    async def run(*arguments: Any) -> None:
        with block():
            await coroutine(*arguments)

    return run


def last_calls(cloud: Cloud) -> list[str]:
    """The latest calls, a line each."""
    try:
        calls = cloud.calls(last=SHOWN_CALLS + 1)
        lines = listed(calls[-SHOWN_CALLS:])
    except MockCloudError as error:
        return [f"  the calls cannot be read: {error}"]
    return ["  ... earlier calls", *lines] if len(calls) > SHOWN_CALLS else lines


def reports(clouds: Sequence[Cloud]) -> Iterator[tuple[str, str]]:
    """A title and a text with the latest calls for each of the first few clouds with any."""
    for number, cloud in enumerate(clouds[:SHOWN_CLOUDS], start=1):
        lines = last_calls(cloud)
        if lines:
            yield f"mockcloud {number}: last calls", "\n".join(lines)


def overdue(clouds: Sequence[Cloud]) -> list[str]:
    """What to say of rules that must act (`mustFire`) and have not."""
    return [
        f"the rule {rule.id!r} never acted: it was asked {rule.evaluations} times"
        + (f", and {rule.last_reason} stood in the way the last time" if rule.last_reason else "")
        for cloud in clouds
        for rule in cloud.faults.overdue()
    ]


def unscripted(clouds: Sequence[Cloud]) -> list[str]:
    """What to say of scripts that were not played to their ends, or not as they are."""
    statuses = [cloud.script.status() for cloud in clouds]
    return [
        f"the script was not played as it is: {status}"
        for status in statuses
        if status.mismatch_count or status.remaining
    ]


def leaked(places: Sequence[str]) -> str:
    """What to say of clouds that a test left open."""
    clouds = "1 cloud" if len(places) == 1 else f"{len(places)} clouds"
    return (
        f"the test left {clouds} open, made at {', '.join(dict.fromkeys(places))}: "
        "close what you fork or make yourself"
    )
