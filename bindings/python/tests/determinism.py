"""Journals of random calls with faults, to be compared between processes and languages.

As a program, `determinism.py SEED FIRST LAST [FILE]` creates a cloud for each number from FIRST to
LAST - 1, makes random calls, and prints the SHA-256 of the journal as JSON lines. With FILE, it
writes the calls to the file in the form that `Tests/c/replay.c` reads: `cloud` and a configuration,
a call on each line, and an empty line at which the journal is written.
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
        if step.operation in (FORK, RELOAD):
            continue
        yield delivered(step, chance)
        if chance.random() < 0.4:
            yield delivered(reading(chance), chance)
        if chance.random() < 0.3:
            yield Step("mock/clock/advance", {"seconds": chance.choice((0, 0.1, 0.4, 2))})
    yield Step("mock/clock/runUntilIdle", {})


def delivered(step: Step, chance: random.Random) -> Step:
    """Lets some calls of the service report by events."""
    if step.operation.startswith("mock/") or chance.random() < 0.6:
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


def journal(seed: int, number: int, calls: TextIO | None = None) -> bytes:
    """Returns the journal of one sequence; `calls` receives the calls."""
    config = {**CONFIG, "seed": number}
    if calls is not None:
        print("cloud", json.dumps(config), file=calls)
    with Cloud(config) as cloud:
        marks = Marks(cloud)
        cloud.journal.clear()
        if calls is not None:
            for user in USERS:
                print("account/userRecordID", json.dumps({"user": user}), file=calls)
            print("mock/journal/clear {}", file=calls)
        for step in (FAULTS, *steps(seed, number)):
            request = json.dumps(marks.resolved(step.request))
            if calls is not None:
                print(step.operation, request, file=calls)
            marks.learn(json.loads(cloud.call_raw(step.operation, request).text))
        if calls is not None:
            print(file=calls)
        return cloud.call_raw("mock/journal", JOURNAL).text


def main(arguments: list[str]) -> None:
    seed, first, last = map(int, arguments[:3])
    with ExitStack() as stack:
        calls = stack.enter_context(open(arguments[3], "w")) if arguments[3:] else None
        for number in range(first, last):
            print(hashlib.sha256(journal(seed, number, calls)).hexdigest())


if __name__ == "__main__":
    main(sys.argv[1:])
