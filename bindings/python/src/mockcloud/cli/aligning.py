"""The alignment of two lists, so that one element too many is one difference."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from difflib import SequenceMatcher
from typing import Any

#: The members of a dictionary that are comments and are not compared.
NOTES = frozenset({"note"})

#: The maximum number of pairs of elements that are compared; longer lists are aligned only at
#: their beginnings and ends.
_PAIRS = 1_000_000


def aligned(before: Sequence[Any], after: Sequence[Any]) -> Iterator[tuple[int | None, int | None]]:
    """Yields pairs of indices of JSON values: None for an element that the other list lacks."""
    left, right = [_key(each) for each in before], [_key(each) for each in after]
    least = min(len(left), len(right))
    head = next((at for at in range(least) if left[at] != right[at]), least)
    rest = least - head
    tail = next((at for at in range(rest) if left[-1 - at] != right[-1 - at]), rest)
    yield from ((at, at) for at in range(head))
    ends = len(left) - tail, len(right) - tail
    middles = left[head : ends[0]], right[head : ends[1]]
    if len(middles[0]) * len(middles[1]) > _PAIRS:
        blocks = [(0, len(middles[0]), 0, len(middles[1]))]
    else:
        matcher = SequenceMatcher(None, *middles, autojunk=False)
        blocks = [block[1:] for block in matcher.get_opcodes()]
    for first, first_end, second, second_end in blocks:
        # Elements that differ are compared in their order.
        for at in range(max(first_end - first, second_end - second)):
            yield (
                head + first + at if first + at < first_end else None,
                head + second + at if second + at < second_end else None,
            )
    yield from ((ends[0] + at, ends[1] + at) for at in range(tail))


def _key(value: Any) -> Hashable:
    """Returns equal keys for equal JSON values. Numbers are compared by value."""
    if isinstance(value, dict):
        return frozenset((key, _key(each)) for key, each in value.items() if key not in NOTES)
    if isinstance(value, list):
        return tuple(map(_key, value))
    return ("bool", value) if isinstance(value, bool) else (value,)
