"""Prints the functions in which two builds of a library with symbols differ, one per line:
`python3 scripts/differing_functions.py FIRST SECOND`. Prints nothing if their code has different
lengths, because the addresses of all later functions differ then.
"""

from __future__ import annotations

import bisect
import re
import subprocess
import sys
from pathlib import Path


def output(*command: str) -> str:
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def code(path: Path) -> tuple[int, bytes]:
    """Returns the address and the bytes of the section .text."""
    fields = re.search(
        r" \.text +PROGBITS +([0-9a-f]+) ([0-9a-f]+) ([0-9a-f]+)",
        output("readelf", "-SW", str(path)),
    )
    if fields is None:
        raise SystemExit(f"{path} has no section .text")
    address, offset, size = (int(field, 16) for field in fields.groups())
    return address, path.read_bytes()[offset : offset + size]


def functions(path: Path) -> list[tuple[int, str]]:
    """Returns the address and the name of each function, in order."""
    lines = (line.split(maxsplit=2) for line in output("nm", "-n", str(path)).splitlines())
    return [(int(line[0], 16), line[2]) for line in lines if len(line) == 3 and line[1] in "tT"]


def differing(first: Path, second: Path) -> list[str]:
    (address, left), (_, right) = code(first), code(second)
    if len(left) != len(right):
        return []
    known = functions(first)
    places = [place for place, _ in known]
    found: dict[str, None] = {}
    for offset, (a, b) in enumerate(zip(left, right, strict=True)):
        if a != b:
            index = bisect.bisect_right(places, address + offset) - 1
            found[known[index][1] if index >= 0 else "?"] = None
    return list(found)


if __name__ == "__main__":
    print(*differing(Path(sys.argv[1]), Path(sys.argv[2])), sep="\n")
