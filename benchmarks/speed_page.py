"""The measured ratios as a table in docs/SPEED.md and as bars in docs/speed.svg, and the figures of
the library's build as a table.
"""

from __future__ import annotations

import json
import math
import re
from html import escape
from pathlib import Path
from typing import NamedTuple, TypedDict

DOCS = Path(__file__).resolve().parents[1] / "docs"
BEGIN = "<!-- The ratios begin: make bench -->\n"
END = "<!-- The ratios end. -->\n"
AGAIN_BEGIN = "<!-- The second run begins: make bench AGAIN=1 -->\n"
AGAIN_END = "<!-- The second run ends. -->\n"
#: A row is reproduced if a second run differs from it by at most this factor.
REPRODUCED = 4 / 3
LIBRARY_BEGIN = "<!-- The figures of the build begin: python3 benchmarks/report.py --library -->\n"
LIBRARY_END = "<!-- The figures of the build end. -->\n"
NANOSECONDS = {"ns": 1.0, "us": 1e3, "ms": 1e6}


class Results(TypedDict):
    """The stored results of a run: each row is name, median, unit, limit, ratio, verdict."""

    machine: str
    rows: list[list[str]]


class Figures(TypedDict):
    """What scripts/write-figures stores about a build: bytes and seconds."""

    machine: str
    elapsed: int
    size: int
    cpu: dict[str, float]


class Group(NamedTuple):
    """Comparable measurements: (name, its row, the row of 1).

    The row of 1 is None where the row has a ratio. Its rounds alternated with those of the
    yardstick, so the ratio is reproduced more often than one of two rows.
    """

    title: str
    bars: list[tuple[str, str, str | None]]


RECORD = "json-c parse + print, 527 bytes (the yardstick)"
#: The usual alternative to a mock.
LIST = "a list of dicts"
SEARCHES = {
    "range, sorted, first 100": "range, sorted, 100 of 100,000, indexed",
    "two equalities, 10 matches": "1,000 and 1,000 equal, 10 both, indexed",
    "no index": "all of 100,000 looked at, no index",
    "no index, predicate text": "the same by their text",
}
PYTHON_SEARCHES = {
    "10 equal": "10 equal of 10,000",
    "range, sorted, first 100": "range, sorted, 100 of 10,000",
    "no index": "all of 10,000 looked at",
}

GROUPS = [
    Group(
        "One record of 11 fields in C; 1 is json-c parsing and printing it",
        [
            ("new cloud, and its end", "fresh cloud and its end", RECORD),
            ("fork of a cloud with 100,000 records", "fork of 100,000 records", RECORD),
            ("lookup", "lookup", None),
            ("save, update", "save: update", None),
            ("save, new record", "save: creation", None),
            (
                "batch of 400 updates (1 is json-c with the batch)",
                "batch of 400: update",
                None,
            ),
            ("save that conflicts", "conflict, beside a save", RECORD),
        ],
    ),
    Group(
        "Queries of 100,000 records in C; 1 is SQLite",
        [(label, f"query: {name}", None) for label, name in SEARCHES.items()],
    ),
    Group(
        "The same call in a larger cloud; 1 is the small one",
        [
            (
                "save among 100,000 records, not 1,000",
                "save among 100,000 records",
                None,
            ),
            (
                "page of 200 changes, the last of 100,000, not the first",
                "page of 200 changes, end of 100,000",
                None,
            ),
            (
                "10 equal of 1,000,000 by an index, not of 10,000",
                "query: 10 equal in 1,000,000",
                None,
            ),
        ],
    ),
    Group(
        "One record of 11 fields in Python; 1 is copy.deepcopy of it",
        [
            ("lookup, `call`", "Python, json: call lookup", None),
            ("save, `call`", "Python, json: call save", None),
            ("`Database.fetch`", "Python, json: Database.fetch", None),
            ("`Database.save`", "Python, json: Database.save", None),
            ("`Database.fetch` with orjson", "Python, orjson: Database.fetch", None),
            ("`Database.save` with orjson", "Python, orjson: Database.save", None),
        ],
    ),
    Group(
        "Queries of 10,000 records in Python; 1 is the module sqlite3",
        [
            (f"{label}, {called}", f"Python, {name}: {row}", None)
            for label, name in PYTHON_SEARCHES.items()
            for called, row in (("MockCloud", "MockCloud, call"), (LIST, LIST))
        ],
    ),
]

Ratios = list[tuple[str, list[tuple[str, float]]]]


def ratios(results: Results) -> Ratios:
    """Returns each group's title and, for each of its bars, the name and the ratio."""
    times: dict[str, float] = {}
    paired: dict[str, float] = {}
    for what, median, unit, _, ratio, *_ in results["rows"]:
        times.setdefault(what, float(median) * NANOSECONDS.get(unit, math.nan))
        if ratio.endswith(" x"):
            paired.setdefault(what, float(ratio.removesuffix(" x")))

    def ratio_of(row: str, one: str | None) -> float:
        return paired[row] if one is None else times[row] / times[one]

    return [
        (group.title, [(label, ratio_of(row, one)) for label, row, one in group.bars])
        for group in GROUPS
    ]


def spelled(ratio: float) -> str:
    return f"{ratio:.2f}" if ratio < 10 else f"{ratio:.0f}"


def table(groups: Ratios) -> str:
    lines: list[str] = []
    for title, bars in groups:
        head, _, one = title.partition("; ")
        lines += [f"| {head} | {one} |", "|---|---:|"]
        lines += [f"| {label} | {spelled(ratio)} |" for label, ratio in bars]
        lines.append("")
    return "\n".join(lines)


def rewrite(page: Path, begin: str, end: str, new: str) -> None:
    """Replaces what is between two lines of a page."""
    before, rest = page.read_text().split(begin)
    after = rest.split(end)[1]
    page.write_text(f"{before}{begin}\n{new}\n{end}{after}")


def write(results: Results, docs: Path) -> None:
    groups = ratios(results)
    run = f"One run of `make bench` on {results['machine']}. {limits(results)}\n"
    rewrite(docs / "SPEED.md", BEGIN, END, f"{run}\n{table(groups)}")
    rewrite(
        docs / "SPEED.md",
        AGAIN_BEGIN,
        AGAIN_END,
        "These rows were not measured a second time.\n",
    )
    (docs / "speed.svg").write_text(svg(groups))


def limits(results: Results) -> str:
    """Returns a sentence about the limits that the run missed."""
    missed = [
        f"{row[0].strip()} ({row[1]} {row[2]}, {row[3]})"
        for row in results["rows"]
        if row[-1] == "over"
    ]
    return f"It missed these limits: {'; '.join(missed)}." if missed else "It missed no limit."


def printed(page: str) -> dict[tuple[str, str], float]:
    """Returns the ratios of the page by the heads of their tables and their labels."""
    found: dict[tuple[str, str], float] = {}
    head = ""
    for first, second in re.findall(
        r"^\| (.*) \| (.*) \|$", page.split(BEGIN)[1].split(END)[0], re.M
    ):
        if re.fullmatch(r"[\d.]+", second):
            found[head, first] = float(second)
        else:
            head = first
    return found


def compare(results: Results, docs: Path) -> list[str]:
    """Compares a second run with the page, writes the result into it, and returns a line for each
    row that was not reproduced.
    """
    path = docs / "SPEED.md"
    before = printed(path.read_text())
    lines: list[str] = []
    count = 0
    for title, bars in ratios(results):
        head = title.partition("; ")[0]
        for label, ratio in bars:
            count += 1
            first = before.get((head, label))
            if first is None or not 1 / REPRODUCED <= ratio / first <= REPRODUCED:
                was = "missing" if first is None else spelled(first)
                lines.append(f"{head}, {label}: {was}, then {spelled(ratio)}")
    run = (
        f"A second run on {results['machine']} reproduced {count - len(lines)} of {count} rows "
        "within a third."
    )
    text = "\n".join(
        [
            run,
            *(["", "Not reproduced:", "", *(f"- {line}" for line in lines)] if lines else []),
        ]
    )
    rewrite(path, AGAIN_BEGIN, AGAIN_END, text + "\n")
    return lines


def library_table(figures: Figures) -> str:
    minutes, seconds = divmod(figures["elapsed"], 60)
    rows = {"user CPU, all phases": f"{sum(figures['cpu'].values()):.0f} s"}
    rows |= {f"user CPU, {phase}": f"{cpu:.0f} s" for phase, cpu in figures["cpu"].items()}
    rows["elapsed"] = f"{minutes} min {seconds} s"
    rows["size, stripped"] = f"{figures['size'] / 1e6:.2f} MB"
    head = f"One build by `make lib` on {figures['machine']}.\n\n"
    head += "| Build of the library | |\n|---|---:|\n"
    return head + "".join(f"| {what} | {figure} |\n" for what, figure in rows.items())


def write_library(stored: Path, docs: Path) -> None:
    """Rewrites the figures of the build, or leaves them if there are none."""
    if stored.exists():
        figures: Figures = json.loads(stored.read_text())
        rewrite(docs / "SPEED.md", LIBRARY_BEGIN, LIBRARY_END, library_table(figures))
    else:
        print(f"SPEED.md keeps its figures of the build: `make lib` has not written {stored}")


# The plot

WIDTH, LEFT, RIGHT, ROW = 860, 400, 60, 22
#: The ends of the scale, as powers of two.
LOWEST, HIGHEST = -3, 4
LESS, MORE, OTHER = "#3f51b5", "#e08a2e", "#b0b0b0"


def place(ratio: float) -> float:
    """Returns the position of a ratio on the logarithmic scale; beyond its ends, the end."""
    power = min(max(math.log2(ratio), LOWEST), HIGHEST)
    return LEFT + (power - LOWEST) / (HIGHEST - LOWEST) * (WIDTH - LEFT - RIGHT)


def text(x: float, y: float, words: str, more: str = "") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}"{more}>{escape(words.replace("`", ""))}</text>'


def svg(groups: Ratios) -> str:
    """Returns the ratios as bars from 1, to the left if something takes less time than the
    yardstick.
    """
    rows = sum(len(bars) + 2 for _, bars in groups)
    bottom = 24 + rows * ROW
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {bottom + 34}"'
        ' font-family="system-ui, sans-serif" font-size="13" fill="#222">',
        "<title>How many times the time of a yardstick calls of MockCloud take</title>",
        f'<rect width="{WIDTH}" height="{bottom + 34}" rx="6" fill="#fff"/>',
    ]
    for power in range(LOWEST, HIGHEST + 1):
        x = place(2.0**power)
        color = "#888" if power == 0 else "#e4e4e4"
        lines.append(f'<path d="M{x:.1f} 12V{bottom}" stroke="{color}"/>')
        label = f"1/{2**-power}" if power < 0 else str(2**power)
        lines.append(text(x, bottom + 20, label, ' text-anchor="middle" fill="#666"'))
    y = 24.0
    for title, bars in groups:
        y += ROW
        lines.append(text(16, y - 6, title, ' font-weight="600"'))
        for label, ratio in bars:
            lines += bar(y, label, ratio)
            y += ROW
        y += ROW
    return "\n".join([*lines, "</svg>"]) + "\n"


def bar(y: float, label: str, ratio: float) -> list[str]:
    one, end = place(1), place(ratio)
    left, width = min(one, end), max(abs(end - one), 1)
    color, anchor, shift = (LESS, "end", -6) if ratio < 1 else (MORE, "start", 6)
    if label.endswith(LIST):
        color = OTHER
    return [
        text(LEFT - 36, y + 15, label, ' text-anchor="end"'),
        f'<rect x="{left:.1f}" y="{y + 4:.1f}" width="{width:.1f}" height="14" fill="{color}"/>',
        text(
            end + shift,
            y + 15,
            spelled(ratio),
            f' text-anchor="{anchor}" font-size="12"',
        ),
    ]
