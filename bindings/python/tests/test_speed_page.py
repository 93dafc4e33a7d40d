"""docs/SPEED.md and its plot are generated from the rows of one run of `make bench`, and the
figures of the library's build from those that the build stored.
"""

from __future__ import annotations

import importlib.util
import json
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from support import ROOT

BENCHMARKS = ROOT / "benchmarks"
DOCS = ROOT / "docs"


def loaded() -> ModuleType:
    path = BENCHMARKS / "speed_page.py"
    spec = importlib.util.spec_from_file_location("speed_page", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


page: Any = loaded()


def rows() -> list[list[str]]:
    """A run in which everything takes twice as long as its yardstick."""
    made: dict[str, list[str]] = {}
    for group in page.GROUPS:
        for _, row, one in group.bars:
            if one is None:
                made[row] = [row, "7.00", "us", "", "2.00 x", ""]
            else:
                made[one] = [one, "1.00", "us", "", "", ""]
                made[row] = [row, "2.00", "us", "", "", ""]
    return list(made.values())


def slower(name: str) -> list[list[str]]:
    """A run in which one row is half as long again."""
    run = rows()
    for cells in run:
        if cells[0] == name:
            cells[1] = str(float(cells[1]) * 1.5)
            cells[4] = "3.00 x" if cells[4] else ""
    return run


FIGURES = {
    "machine": "a machine",
    "elapsed": 185,
    "size": 9_754_321,
    "cpu": {"type check": 10.4, "LLVM": 67.2},
}


def report(folder: Path, *arguments: str) -> str:
    """Runs report.py with the figures in a folder, and returns what it prints."""
    command = [
        sys.executable,
        str(BENCHMARKS / "report.py"),
        "--figures",
        str(folder / "figures.json"),
    ]
    done = subprocess.run([*command, *arguments], check=True, capture_output=True, text=True)
    return done.stdout


def empty_page(folder: Path) -> Path:
    path = folder / "SPEED.md"
    build = f"{page.LIBRARY_BEGIN}\nold build\n{page.LIBRARY_END}"
    again = f"{page.AGAIN_BEGIN}\nold comparison\n{page.AGAIN_END}"
    path.write_text(
        f"Before.\n\n{page.BEGIN}old\n{page.END}\n{again}\nBetween.\n\n{build}\nAfter.\n"
    )
    return path


def written(folder: Path, run: list[list[str]]) -> tuple[str, str]:
    """Returns the output of report.py for a stored run: the page and the plot."""
    stored = folder / "results.json"
    stored.write_text(json.dumps({"machine": "a machine", "rows": run}))
    path = empty_page(folder)
    report(folder, "--from", str(stored), "--write", str(folder))
    return path.read_text(), (folder / "speed.svg").read_text()


def between(text: str, begin: str, end: str) -> str:
    return text.split(begin)[1].split(end)[0]


def ratios_of_page(text: str) -> list[str]:
    return re.findall(r"^\|.* \| ([\d.]+) \|$", text, re.MULTILINE)


def ratios_of_plot(text: str) -> list[str]:
    return re.findall(r'font-size="12">([\d.]+)<', text)


def test_a_run_rewrites_the_page_and_the_plot(tmp_path: Path) -> None:
    text, plot = written(tmp_path, rows())
    assert text.startswith("Before.\n") and text.endswith("After.\n")
    assert "old" not in between(text, page.BEGIN, page.END)
    assert set(ratios_of_page(text)) == {"2.00"}
    assert ratios_of_plot(plot) == ratios_of_page(text)
    assert written(tmp_path, rows()) == (text, plot)
    for _, row, _ in page.GROUPS[0].bars:
        assert written(tmp_path, slower(row)) != (text, plot)


def test_the_figures_of_a_build_are_rewritten_alone_or_with_a_run(tmp_path: Path) -> None:
    (tmp_path / "figures.json").write_text(json.dumps(FIGURES))
    path = empty_page(tmp_path)
    before = path.read_text()
    assert report(tmp_path, "--library", str(tmp_path)) == ""
    text = path.read_text()
    build = between(text, page.LIBRARY_BEGIN, page.LIBRARY_END)
    assert text == before.replace("\nold build\n", build)
    assert "on a machine." in build and "| user CPU, all phases | 78 s |" in build
    assert "| user CPU, type check | 10 s |" in build and "| user CPU, LLVM | 67 s |" in build
    assert "| elapsed | 3 min 5 s |" in build and "| size, stripped | 9.75 MB |" in build
    assert between(written(tmp_path, rows())[0], page.LIBRARY_BEGIN, page.LIBRARY_END) == build


def test_without_figures_of_a_build_those_of_the_page_stay(tmp_path: Path) -> None:
    path = empty_page(tmp_path)
    before = path.read_text()
    told = report(tmp_path, "--library", str(tmp_path))
    assert path.read_text() == before and "keeps its figures of the build" in told
    assert "figures.json" in told
    assert "\nold build\n" in written(tmp_path, rows())[0]


def test_the_committed_page_has_the_figures_of_a_build() -> None:
    build = between((DOCS / "SPEED.md").read_text(), page.LIBRARY_BEGIN, page.LIBRARY_END)
    phases = [float(cpu) for cpu in re.findall(r"^\| user CPU, .* \| (\d+) s \|$", build, re.M)]
    assert phases[0] == pytest.approx(sum(phases[1:]), abs=len(phases) / 2)
    assert re.search(
        r"^\| elapsed \| \d+ min \d+ s \|\n\| size, stripped \| [\d.]+ MB \|$", build, re.M
    )


@pytest.mark.parametrize(("index", "is_paired"), [(0, False), (2, True)])
def test_a_second_run_names_what_it_did_not_reproduce(
    index: int, is_paired: bool, tmp_path: Path
) -> None:
    written(tmp_path, rows())
    stored = tmp_path / "results.json"
    text = (tmp_path / "SPEED.md").read_text()
    assert "old comparison" not in text and "not measured a second time" in text

    assert report(tmp_path, "--from", str(stored), "--again", str(tmp_path)).endswith(
        "reproduced\n"
    )
    text = (tmp_path / "SPEED.md").read_text()
    count = sum(len(group.bars) for group in page.GROUPS)
    assert f"A second run on a machine reproduced {count} of {count} rows within a third." in text

    label, row, one = page.GROUPS[0].bars[index]
    assert (one is None) == is_paired
    run = slower(row)
    stored.write_text(json.dumps({"machine": "a machine", "rows": run}))
    told = report(tmp_path, "--from", str(stored), "--again", str(tmp_path))
    line = f"One record of 11 fields in C, {label}: 2.00, then 3.00"
    assert f"not reproduced within a third: {line}\n" in told
    text = (tmp_path / "SPEED.md").read_text()
    assert f"reproduced {count - 1} of {count} rows" in text and f"\n- {line}\n" in text
    assert set(ratios_of_page(text)) == {"2.00"}


def test_a_run_names_the_limits_that_it_missed(tmp_path: Path) -> None:
    assert "It missed no limit." in written(tmp_path, rows())[0]
    run = [*rows(), ["a save", "9.00", "us", "5.00", "", "over"]]
    assert "It missed these limits: a save (9.00 us, 5.00)." in written(tmp_path, run)[0]


def test_a_missing_row_is_no_ratio() -> None:
    with pytest.raises(KeyError, match="json-c"):
        page.ratios({"machine": "", "rows": rows()[1:]})


def test_what_the_readme_says_holds() -> None:
    told = dict(re.findall(r"^\| ([^|]*) \| ([\d.]+) \|$", (DOCS / "SPEED.md").read_text(), re.M))
    assert 0.3 < float(told["lookup"]) < 0.7, "README: about half the time"
    assert 2 < float(told["save, update"]) < 3, "README: two to three times the time"


def test_the_committed_page_and_plot_are_of_one_run() -> None:
    told = ratios_of_page((DOCS / "SPEED.md").read_text())
    assert told == ratios_of_plot((DOCS / "speed.svg").read_text())
    assert len(told) == sum(len(group.bars) for group in page.GROUPS)
