"""docs/SPEED.md and its plot are generated from the rows of one run of `make bench`."""

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
    times: dict[str, float] = {}
    for group in page.GROUPS:
        for _, row, one in group.bars:
            times[one] = times.get(one, 1.0)
            times[row] = 2 * times[one]
    return [[what, f"{time:.2f}", "us", "", "", ""] for what, time in times.items()]


def written(folder: Path, run: list[list[str]]) -> tuple[str, str]:
    """Returns the output of report.py for a stored run: the page and the plot."""
    stored = folder / "results.json"
    stored.write_text(json.dumps({"machine": "a machine", "rows": run}))
    (folder / "SPEED.md").write_text(f"Before.\n\n{page.BEGIN}old\n{page.END}\nAfter.\n")
    command = [sys.executable, str(BENCHMARKS / "report.py"), "--from", str(stored)]
    subprocess.run([*command, "--write", str(folder)], check=True, capture_output=True)
    return (folder / "SPEED.md").read_text(), (folder / "speed.svg").read_text()


def ratios_of_page(text: str) -> list[str]:
    return re.findall(r"^\|.* \| ([\d.]+) \|$", text, re.MULTILINE)


def ratios_of_plot(text: str) -> list[str]:
    return re.findall(r'font-size="12">([\d.]+)<', text)


def test_a_run_rewrites_the_page_and_the_plot(tmp_path: Path) -> None:
    text, plot = written(tmp_path, rows())
    assert text.startswith("Before.\n") and text.endswith("After.\n") and "old" not in text
    assert set(ratios_of_page(text)) == {"2.00"}
    assert ratios_of_plot(plot) == ratios_of_page(text)
    assert written(tmp_path, rows()) == (text, plot)
    slower = [[what, str(3 * float(time)), *rest] for what, time, *rest in rows()[1:]]
    assert written(tmp_path, [rows()[0], *slower]) != (text, plot)


def test_a_missing_row_is_no_ratio() -> None:
    with pytest.raises(KeyError, match="json-c"):
        page.ratios({"machine": "", "rows": rows()[1:]})


def test_what_the_readme_says_holds() -> None:
    told = dict(re.findall(r"^\| ([^|]*) \| ([\d.]+) \|$", (DOCS / "SPEED.md").read_text(), re.M))
    assert 0.3 < float(told["lookup"]) < 0.7, "README: about half the time"
    assert 1.5 < float(told["save, update"]) < 2.5, "README: about twice the time"


def test_the_committed_page_and_plot_are_of_one_run() -> None:
    told = ratios_of_page((DOCS / "SPEED.md").read_text())
    assert told == ratios_of_plot((DOCS / "speed.svg").read_text())
    assert len(told) == sum(len(group.bars) for group in page.GROUPS)
