"""Measures many rules of faults, added by one request: `python3 benchmarks/many_rules.py 1000000`.

Prints for each step the seconds, and the peak of the process's memory so far.
"""

from __future__ import annotations

import resource
import sys
import time
from collections.abc import Callable

from mockcloud import Cloud


def rule(number: int) -> str:
    return (
        f'{{"when":{{"op":"records/lookup","recordName":"x{number}"}},'
        '"then":{"error":"zoneBusy"}}'
    )


def measure(name: str, step: Callable[[], object]) -> None:
    start = time.perf_counter()
    step()
    seconds = time.perf_counter() - start
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(f"{name:16}{seconds:10.3f} s {peak:8} MB", flush=True)


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    rules = '{"rules":[' + ",".join(map(rule, range(count))) + "]}"
    with Cloud(seed=1) as cloud:

        def ask(operation: str, request: str = "{}", status: int = 0) -> None:
            answer = cloud.call_raw(operation, request)
            assert answer.status == status, answer.text[:300]

        lookup = '{"records":[{"recordName":"n"}]}'
        measure("add", lambda: ask("mock/faults/add", rules))
        measure("first lookup", lambda: ask("records/lookup", lookup, 2))
        measure("next lookup", lambda: ask("records/lookup", lookup, 2))
        measure("list", lambda: ask("mock/faults/list"))
        measure("trace", lambda: ask("mock/faults/trace"))

        def remove() -> None:
            for number in range(1, count + 1, max(1, count // 1000)):
                ask("mock/faults/remove", f'{{"id":"rule-{number}"}}')

        measure("remove 1,000", remove)
        measure("next lookup", lambda: ask("records/lookup", lookup, 2))
        measure("clear", lambda: ask("mock/faults/clear"))


if __name__ == "__main__":
    main()
