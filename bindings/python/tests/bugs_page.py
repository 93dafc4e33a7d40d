"""The table of docs/FAULTS.md that shows which faults find the planted bugs of the sync clients.

`make bugs` measures and writes it. `python3 bindings/python/tests/bugs_page.py` prints it for the
last measurement in build/bugs, and `--write` writes it into the page.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from generated import Part
from support import ROOT

PAGE = ROOT / "docs" / "FAULTS.md"
MEASURED = ROOT / "build" / "bugs"
TABLE = Part(
    PAGE,
    "<!-- The table of bugs begins: make bugs -->\n",
    "<!-- The table of bugs ends. -->\n",
)
CLIENTS = ("Python", "C", "Swift")
#: The ways to find a bug, with the name of one run.
WAYS = {"exploration": "case", "crashes": "case", "chaos": "seed", "findings": "case"}


def cell(way: str, found: int, runs: int, seconds: str) -> str:
    """Returns the number of the run that found the bug, or of the runs that did not."""
    if found == 0:
        return f"not in {runs}"
    return f"{WAYS[way]} {found}, {float(seconds):.1f} s"


def table(lines: Iterable[str]) -> Iterator[str]:
    """Yields the lines of the table for lines `client bug way found runs seconds`."""
    cells: dict[str, dict[str, dict[str, str]]] = {}
    for line in lines:
        client, bug, way, found, runs, seconds = line.rstrip("\n").split("\t")
        row = cells.setdefault(bug, {}).setdefault(client, {})
        row[way] = cell(way, int(found), int(runs), seconds)
    yield "| Bug | Client | Exploration | Crashes | Chaos | Findings |\n|---|---|---|---|---|---|\n"
    for bug, clients in cells.items():
        for client in CLIENTS:
            yield f"| {' | '.join([bug, client, *(clients[client][way] for way in WAYS)])} |\n"


def measured() -> Iterator[str]:
    """Yields the lines of the last measurement."""
    for client in CLIENTS:
        yield from (MEASURED / f"{client.lower()}.tsv").read_text().splitlines()


if __name__ == "__main__":
    TABLE.run("".join(table(measured())))
