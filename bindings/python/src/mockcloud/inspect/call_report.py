"""Formats calls as lines of text, for failed tests and assertions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from .call import Call
from .call_filters import Wanted

#: The number of calls that a text shows, and of operations.
SHOWN_CALLS = 20
SHOWN_OPERATIONS = 8


def listed(calls: Sequence[Call], earlier: int = 0) -> list[str]:
    """Returns a line for each of the latest calls, after a line that counts earlier ones."""
    more = earlier + max(len(calls) - SHOWN_CALLS, 0)
    lines = [f"  ... {more} earlier call{'' if more == 1 else 's'}"] if more else []
    return lines + [f"  {call}" for call in calls[-SHOWN_CALLS:]]


def unmet(wanted: Wanted, times: int | None, calls: Sequence[Call]) -> str:
    """Returns the message of a failed assertion, with the matching calls or the nearest one."""
    found = wanted.of(calls)
    count = "nothing was called"
    if calls:
        count = f"there {'was' if len(found) == 1 else 'were'} {len(found) or 'none'}"
    lines = [f"expected {_expected(times)}{wanted}, {count}", *listed(found)]
    meant = set(map(id, found))
    others = [call for call in calls if id(call) not in meant]
    if others and len(found) < (1 if times is None else times):
        nearest = min(reversed(others), key=lambda call: _distance(wanted, call))
        lines.append(f"nearest: {nearest}")
        for key, expected, has in wanted.reasons(nearest):
            lines.append(f"  {key}: expected {expected!r}, got {has!r}")
        lines.append(f"called instead: {_counted(others)}")
    return "\n".join(lines)


def out_of_order(wanted: Sequence[Wanted], found: Sequence[Call], calls: Sequence[Call]) -> str:
    """Returns the message about steps that did not follow each other, with all calls."""
    missing = wanted[len(found)]
    after = f" after call {found[-1].number}" if found else ""
    lines = [f"step {len(found) + 1}: expected a call{missing}{after}, there was none"]
    earlier = missing.of(calls)
    if earlier:
        numbers = ", ".join(str(call.number) for call in earlier[:SHOWN_OPERATIONS])
        lines.append(f"such calls were made earlier: {numbers}")
    lines += [f"step {number}: {call}" for number, call in enumerate(found, start=1)]
    return "\n".join([*lines, "the calls:" if calls else "nothing was called", *listed(calls)])


def _expected(times: int | None) -> str:
    if times == 0:
        return "no call"
    return "a call" if times is None else f"{times} call{'' if times == 1 else 's'}"


def _distance(wanted: Wanted, call: Call) -> tuple[bool, int]:
    """Returns how far a call is from matching; another operation outweighs all other filters."""
    keys = [key for key, _, _ in wanted.reasons(call)]
    return "operation" in keys, len(keys)


def _counted(calls: Sequence[Call]) -> str:
    """Returns the number of calls of each operation, such as `records/modify 2x`."""
    return counted_operations([call.operation for call in calls])


def counted_operations(operations: Sequence[str]) -> str:
    """Returns the number of calls of each operation."""
    counts = Counter(operations).most_common()
    texts = [f"{name} {count}x" for name, count in counts[:SHOWN_OPERATIONS]]
    if len(counts) > SHOWN_OPERATIONS:
        texts.append(f"{len(counts) - SHOWN_OPERATIONS} other operations")
    return ", ".join(texts)
