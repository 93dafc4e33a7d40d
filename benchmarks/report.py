"""Runs the measuring programs and prints one table of their rows.

A row is: name, time, unit, limit, ratio, verdict, separated by tabs. With --check, the exit
code is 1 if a verdict is "over". --results FILE stores the rows as JSON; --from FILE reads them
and runs nothing. --write draws docs/speed.svg and writes the ratios into docs/SPEED.md, and beside
them the figures of the library's last build; --library writes only these. --again compares the
rows with those of docs/SPEED.md, and writes there which were not reproduced within a third.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import re
import subprocess
import sys
from pathlib import Path

import speed_page

HEAD = ["what", "median", "unit", "limit", "ratio", ""]
TEXT = (0, 2, 5)
#: Written by scripts/write-figures.
FIGURES = speed_page.DOCS.parent / "build/figures.json"


def commands(arguments: list[str]) -> list[list[str]]:
    """Returns the arguments between each two `--`."""
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


def measured(programs: list[list[str]]) -> speed_page.Results:
    rows: list[list[str]] = []
    for program in programs:
        output = subprocess.run(program, check=True, stdout=subprocess.PIPE, text=True).stdout
        rows += [row.split("\t") for row in output.splitlines()]
    return {"machine": machine(), "rows": rows}


def machine() -> str:
    """Returns the architecture, the number of cores, and the processor's model if it is known."""
    described = f"{platform.machine()}, {os.cpu_count()} cores"
    try:
        text = Path("/proc/cpuinfo").read_text()
    except OSError:
        return described
    model = re.search(r"^model name\s*: (.+)$", text, re.M)
    return f"{described}, {model[1]}" if model else described


def print_table(rows: list[list[str]]) -> int:
    """Prints the rows, and returns the number of missed limits."""
    table = [HEAD, *rows]
    widths = [max(len(row[column]) for row in table) for column in range(len(HEAD))]
    for row in table:
        print(line(row, widths))
    missed = sum(row[-1] == "over" for row in rows)
    print(f"{missed} limits missed" if missed else "every limit holds")
    return missed


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--results", type=Path)
    parser.add_argument("--from", type=Path, dest="source")
    parser.add_argument("--write", type=Path, nargs="?", const=speed_page.DOCS, metavar="DOCS")
    parser.add_argument("--library", type=Path, nargs="?", const=speed_page.DOCS, metavar="DOCS")
    parser.add_argument("--again", type=Path, nargs="?", const=speed_page.DOCS, metavar="DOCS")
    parser.add_argument("--figures", type=Path, default=FIGURES)
    start = arguments.index("--") if "--" in arguments else len(arguments)
    options = parser.parse_args(arguments[:start])
    if options.library:
        speed_page.write_library(options.figures, options.library)
        return 0
    results: speed_page.Results = (
        json.loads(options.source.read_text())
        if options.source
        else measured(commands(arguments[start:]))
    )
    missed = print_table(results["rows"])
    if options.results:
        options.results.write_text(json.dumps(results, indent=1) + "\n")
    if options.write:
        speed_page.write(results, options.write)
        speed_page.write_library(options.figures, options.write)
    if options.again:
        lines = speed_page.compare(results, options.again)
        print("\n".join(f"not reproduced within a third: {each}" for each in lines) or "reproduced")
        missed += len(lines)
    return 1 if missed and options.check else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
