"""Journals of random calls with faults, to be compared between processes and languages.

As a program, `determinism.py SEED FIRST LAST [FILE]` creates a cloud for each number from FIRST to
LAST - 1, makes random calls, and prints the SHA-256 of the journal as JSON lines. With FILE, it
writes the calls to the file in the form that `Tests/c/replay.c` reads: `cloud` and a configuration,
a call on each line, `fork` and `reload` for calls that continue in a copy or in a cloud that loads
the saved state, and an empty line at which the journal is written.
"""

from __future__ import annotations

import hashlib
import json
import random
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any, TextIO

from mockcloud import Cloud
from sequence_runs import Marks
from sequences import CONFIG, FORK, RELOAD, USERS, ZONES, Generator, Step

#: The faults of the calls.
FAULTS = Step("mock/faults/profile", {"name": "everything", "intensity": 0.5})

#: The request for a journal, here and in C.
JOURNAL = b'{"format":"lines"}'


def steps(seed: int, number: int) -> Iterator[Step]:
    """Yields a random sequence, with additional calls that read the results of the others.

    Some calls report by events, so that they overlap, and the clock advances between them.
    """
    chance = random.Random(f"{seed}/{number}/readings")
    for step in Generator(seed, number).steps():
        yield delivered(step, chance)
        if chance.random() < 0.4:
            yield delivered(reading(chance), chance)
        if chance.random() < 0.3:
            yield Step("mock/clock/advance", {"seconds": chance.choice((0, 0.1, 0.4, 2))})
        if chance.random() < 0.04:
            yield Step(chance.choice((FORK, RELOAD)), {})
    yield Step("mock/clock/runUntilIdle", {})


def delivered(step: Step, chance: random.Random) -> Step:
    """Lets some calls of the service report by events."""
    if "/" not in step.operation or step.operation.startswith("mock/") or chance.random() < 0.6:
        return step
    return Step(step.operation, {**step.request, "deliver": "events"})


def reading(chance: random.Random) -> Step:
    owner = chance.choice(tuple(ZONES))
    user = chance.choice(USERS)
    database = "private" if user == owner else "shared"
    zone = {"zoneName": chance.choice(ZONES[owner]), "ownerRecordName": owner}
    where: dict[str, Any] = {"user": user, "database": database}
    return chance.choice(
        (
            Step("records/query", {**where, "zoneID": zone, "query": {"recordType": "Note"}}),
            Step("records/lookup", {**where, "zoneID": zone, "records": [{"recordName": "r0"}]}),
            Step("changes/zone", {**where, "zones": [{"zoneID": zone}]}),
            Step("changes/database", where),
            Step("zones/list", where),
            Step("account/status", {"user": user}),
        )
    )


class Recorded:
    """The cloud of one sequence; `calls` receives the calls."""

    def __init__(self, number: int, calls: TextIO | None) -> None:
        self.config = {**CONFIG, "seed": number}
        self.calls = calls
        self.write("cloud", json.dumps(self.config))
        self.cloud = Cloud(self.config)
        self.marks = Marks(self.cloud)
        for user in USERS:
            self.write("account/userRecordID", json.dumps({"user": user}))
        self.call("mock/journal/clear", "{}")
        #: The journals of the clouds before the current one.
        self.earlier: list[bytes] = []

    def write(self, operation: str, request: str) -> None:
        if self.calls is not None:
            print(operation, request, file=self.calls)

    def call(self, operation: str, request: str) -> bytes:
        self.write(operation, request)
        return self.cloud.call_raw(operation, request).text

    def take(self, step: Step) -> None:
        if step.operation == FORK:
            self.write(FORK, "{}")
            self.replace(self.cloud.fork())
        elif step.operation == RELOAD:
            self.write(RELOAD, json.dumps(self.config))
            state = self.cloud.call_raw("mock/state/save", None).text
            self.earlier.append(self.journal())
            self.replace(Cloud(self.config))
            status, text = self.cloud.call_raw("mock/state/load", b'{"state":%s}' % state)
            assert status == 0, text
        else:
            request = json.dumps(self.marks.resolved(step.request))
            self.marks.learn(json.loads(self.call(step.operation, request)))

    def replace(self, other: Cloud) -> None:
        self.cloud.close()
        self.cloud = other

    def journal(self) -> bytes:
        return self.cloud.call_raw("mock/journal", JOURNAL).text


def journals(seed: int, number: int, calls: TextIO | None = None) -> list[bytes]:
    """Returns the journals of one sequence: one for each state that was loaded, and the last."""
    recorded = Recorded(number, calls)
    with ExitStack() as stack:
        stack.callback(lambda: recorded.cloud.close())
        for step in (FAULTS, *steps(seed, number)):
            recorded.take(step)
        if calls is not None:
            print(file=calls)
        return [*recorded.earlier, recorded.journal()]


def main(arguments: list[str]) -> None:
    seed, first, last = map(int, arguments[:3])
    with ExitStack() as stack:
        calls = stack.enter_context(open(arguments[3], "w")) if arguments[3:] else None
        for number in range(first, last):
            print(hashlib.sha256(b"".join(journals(seed, number, calls))).hexdigest())


if __name__ == "__main__":
    main(sys.argv[1:])
