"""Runs the programs that measure and makes one table of the rows that they print.

A row is: what, time, unit, limit, ratio, verdict, with tabs between them. With --check, the exit
code is 1 when a verdict is "over".
"""

from __future__ import annotations

import subprocess
import sys

HEAD = ["what", "median", "unit", "limit", "ratio", ""]
TEXT = (0, 2, 5)


def commands(arguments: list[str]) -> list[list[str]]:
    """The arguments between each two `--`."""
    parts: list[list[str]] = []
    for argument in arguments:
        if argument == "--":
            parts.append([])
        elif parts:
            parts[-1].append(argument)
    return parts


def line(row: list[str], widths: list[int]) -> str:
    cells = zip(row, widths, strict=True)
    return "  ".join(
        cell.ljust(width) if column in TEXT else cell.rjust(width)
        for column, (cell, width) in enumerate(cells)
    ).rstrip()


def main(arguments: list[str]) -> int:
    rows = [HEAD]
    for command in commands(arguments):
        output = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout
        rows += [row.split("\t") for row in output.splitlines()]
    widths = [max(len(row[column]) for row in rows) for column in range(len(HEAD))]
    for row in rows:
        print(line(row, widths))
    missed = sum(row[-1] == "over" for row in rows)
    print(f"{missed} limits missed" if missed else "every limit holds")
    return 1 if missed and "--check" in arguments else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
