"""Measures queries from Python in MockCloud and in other packages.

Prints the median of the rounds in microseconds and its ratio to that of Python's sqlite3. With
`--rows`, prints rows for the table of `make bench`.
"""

from __future__ import annotations

import statistics
import sys
from collections.abc import Callable, Iterator
from typing import Any

from measuring import Measured, line, one_round, row
from peers import FIRST, Peer, present

#: The length of a round in microseconds, and the numbers of rounds of fast and of slow peers.
LENGTH = 2_000
ROUNDS, FEWEST = 21, 5

#: The title of a query, the query, and the number of records that it returns.
Question = tuple[str, Callable[[Peer], list[Any]], int]

QUESTIONS: tuple[Question, ...] = (
    ("10 equal of 10,000", lambda peer: peer.equal(), 10),
    ("range, sorted, 100 of 10,000", lambda peer: peer.first_of_range(), FIRST),
    ("all of 10,000 looked at", lambda peer: peer.scan(), 0),
)


def time_of(peer: Peer, ask: Callable[[Peer], list[Any]], count: int) -> float:
    found = ask(peer)
    assert len(found) == count, f"{peer.name} found {len(found)} instead of {count}"
    once = one_round(lambda: ask(peer), 1)
    turns = max(1, int(LENGTH / once))
    times = []
    for _ in range(ROUNDS if turns > 1 else FEWEST):
        peer.tidy()
        times.append(one_round(lambda: ask(peer), turns))
    return statistics.median(times)


def measurements(peers: list[Peer]) -> Iterator[Measured]:
    for what, ask, count in QUESTIONS:
        yardstick: float | None = None
        for peer in peers:
            time = time_of(peer, ask, count)
            yardstick = yardstick or time
            yield Measured(f"{what}: {peer.name}", time, time / yardstick)


def main(arguments: list[str]) -> int:
    peers = list(present())
    for measured in measurements(peers):
        print(row(measured) if "--rows" in arguments else line(measured), flush=True)
    for peer in peers:
        peer.close()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
