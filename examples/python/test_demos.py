"""Tests that the example programs run, and that all runs print the same, correct output."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
#: The size of a small terminal.
COLUMNS = 80
LINES = 24


def run(program: str) -> str:
    done = subprocess.run(
        [sys.executable, str(HERE / program)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("program", ["quickstart.py", "demo_timezones.py"])
def test_the_output_is_plain_and_the_same_on_every_run(program: str) -> None:
    output = run(program)
    assert output == run(program)
    assert "\x1b" not in output
    assert max(map(len, output.splitlines())) < COLUMNS


def test_the_quickstart_ends_with_no_cloud_left() -> None:
    output = run("quickstart.py")
    assert "zoneBusy, retry after 3 s" in output
    assert "partialFailure: quotaExceeded" in output
    assert "in the copy    'Changed' at 2026-01-02" in output
    assert "in the cloud   'Hello' at 2026-01-01" in output
    assert output.endswith("Clouds that are left: 0\n")


def test_every_section_of_the_story_fits_on_a_screen() -> None:
    sections = sections_of(run("demo_timezones.py"))
    assert list(sections) == [
        "Seed data",
        "Queries",
        "Injected errors",
        "Two devices change the same record",
        "What happened",
    ]
    for title, lines in sections.items():
        assert len(lines) < LINES, title


def test_the_story_shows_the_data() -> None:
    sections = sections_of(run("demo_timezones.py"))
    world = " ".join(" ".join(sections["Seed data"]).split())
    assert "North 197 222 South 57 90" in world
    queries = sections["Queries"]
    assert sum("Berlin" in line for line in queries) == 2
    meeting = [line.split() for line in sections["Two devices change the same record"]]
    tags = {words[1]: words[3] for words in meeting if words[:1] == ["the"] and len(words) > 4}
    began = next(words[3] for words in meeting if words[:2] == ["both", "began"])
    assert tags["tablet"] not in (tags["phone"], began)


def sections_of(output: str) -> dict[str, list[str]]:
    """Returns the lines of each section by title, including the title and its underline."""
    sections: dict[str, list[str]] = {}
    current: list[str] = []
    lines = output.splitlines()
    for line, following in zip(lines, [*lines[1:], ""], strict=True):
        if following and set(following) == {"="}:
            current = sections[line] = []
        current.append(line)
    return sections
