"""docs/FAULTS.md shows for every planted bug of the sync clients which faults find it."""

from __future__ import annotations

import re

from bugs_page import CLIENTS, TABLE, WAYS, table
from support import ROOT

CLIENT = ROOT / "examples"


def rows() -> list[list[str]]:
    """Returns the cells of the table, without its heading."""
    lines = TABLE.written().splitlines()[2:]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def bugs(path: str, pattern: str) -> list[str]:
    """Returns the bugs of a client, as its source names them."""
    return re.findall(pattern, (CLIENT / path).read_text(), re.MULTILINE)


def test_the_clients_have_the_same_bugs_as_the_page() -> None:
    named = list(dict.fromkeys(row[0] for row in rows()))
    assert len(named) == 8
    assert bugs("python/sync/planted_bugs.py", r'^    "(.+)": \w+,$') == named
    assert bugs("swift/sync/SyncClient.swift", r'^  case \w+ = "(.+)"$') == named
    listed = bugs("c/sync/trial.c", r"bug_names\[BUGS\] = \{([^;]+)\};")
    assert re.findall(r'"(.+)"', listed[0]) == ["none", *named]


def test_two_ways_find_each_bug_of_each_client() -> None:
    for bug, client, *cells in rows():
        found = [cell for cell in cells if not cell.startswith("not in ")]
        assert len(found) >= 2, (bug, client)
    assert [row[1] for row in rows()] == [*CLIENTS] * 8


def test_a_row_of_the_table() -> None:
    figures = {"exploration": "3\t3\t0.26", "crashes": "0\t38\t1", "chaos": "7\t7\t0.01"}
    lines = [
        f"{client}\tearly retry\t{way}\t{figures.get(way, figures['crashes'])}"
        for client in CLIENTS
        for way in WAYS
    ]
    row = "| early retry | Python | case 3, 0.3 s | not in 38 | seed 7, 0.0 s | not in 38 |\n"
    assert list(table(lines))[1] == row
