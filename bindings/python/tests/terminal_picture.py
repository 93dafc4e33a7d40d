"""A failing test in the terminal, recorded: runs pytest and draws what it prints."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from drawing import Drawing

from support import PLUGIN, plugin_is_installed

TEST = """\
from mockcloud import Cloud, Record
from mockcloud.errors import ZoneBusy


def rename(cloud: Cloud, title: str) -> None:
    note = cloud.private.fetch("n1")
    note["title"] = title
    try:
        cloud.private.save(note)
    except ZoneBusy:
        pass  # "the next sync will save it"


def test_a_busy_zone(mockcloud: Cloud) -> None:
    mockcloud.seed([Record("Note", {"title": "Milk"}, name="n1")])
    expected = mockcloud.private.fetch("n1")
    expected["title"] = "Oats"
    with mockcloud.fail(ZoneBusy(retry_after=3), operation="records/modify", times=1):
        rename(mockcloud, "Oats")
    assert mockcloud.private.fetch("n1") == expected
"""

_STYLE = re.compile(r"\x1b\[([\d;]*)m")
#: The colours of the codes that pytest writes, on a dark ground.
COLOURS = {"31": "#ff8a80", "32": "#a5d6a7", "33": "#ffe082", "34": "#90caf9", "36": "#80deea"}
#: Environment variables with these beginnings change what pytest prints: its own options, colours,
#: and CI, where it does not shorten its summary.
IGNORED = ("PYTEST", "PY_COLORS", "NO_COLOR", "FORCE_COLOR", "CI", "BUILD_NUMBER")
#: Longer lines are cut.
WIDTH = 114
GROUND, INK = "#263238", "#eceff1"


def recorded() -> str:
    """Returns the output of pytest for the test, with its colours and without times."""
    plugins = [] if plugin_is_installed() else ["-p", PLUGIN]
    options = ["-q", "--no-header", "--color=yes", "--code-highlight=no", "--tb=short"]
    command = [sys.executable, "-m", "pytest", *options, "-p", "no:cacheprovider", *plugins]
    with TemporaryDirectory() as folder:
        (Path(folder) / "test_notes.py").write_text(TEST)
        environment = {
            name: value for name, value in os.environ.items() if not name.startswith(IGNORED)
        }
        done = subprocess.run(
            [*command, "test_notes.py"],
            cwd=folder,
            env={**environment, "COLUMNS": "88"},
            capture_output=True,
            text=True,
            check=False,
        )
    if done.returncode != 1:
        raise AssertionError(f"the test was to fail:\n{done.stdout}{done.stderr}")
    return re.sub(r" in [\d.]+s", "", done.stdout)


def spans(line: str) -> Iterator[tuple[str, str, bool]]:
    """Yields the parts of a line with their colour, and whether they are bold."""
    colour, bold = INK, False
    for number, part in enumerate(_STYLE.split(line)):
        if number % 2 == 0:
            if part:
                yield part, colour, bold
            continue
        for code in part.split(";"):
            if code in ("0", ""):
                colour, bold = INK, False
            elif code == "1":
                bold = True
            else:
                colour = COLOURS.get(code, colour)


def failing_test() -> str:
    lines = ["$ pytest -q --tb=short", *recorded().rstrip().splitlines()]
    lines = [line if len(line) < WIDTH else f"{line[: WIDTH - 4]} ..." for line in lines]
    step, advance = 17.0, 7.25
    drawing = Drawing("A failing test in the terminal", 860, step * len(lines) + 34)
    drawing.box(0, 0, 860, step * len(lines) + 34, fill=GROUND, stroke=GROUND)
    for row, line in enumerate(lines):
        column = 0
        for text, colour, bold in spans(line):
            x, y = 20 + advance * column, 28 + step * row
            drawing.text(x, y, text, fill=colour, size=12, bold=bold, mono=True)
            column += len(text)
    return drawing.svg()
