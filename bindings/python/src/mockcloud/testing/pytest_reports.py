"""What the pytest plugin reports about a failing test: its calls, its faults, its transcripts.

It is imported when a test fails.
"""

from __future__ import annotations

import json
import re
import tempfile
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .._core.usage_errors import MockCloudError
from .checks import fault_reports, reports

if TYPE_CHECKING:
    import pytest

    from ..cloud import Cloud
    from ..harness.traces import Trace


def sections(item: pytest.Item, clouds: list[Cloud], when: str) -> list[tuple[str, str]]:
    """Returns the sections of the report of a failing test."""
    sections = list(reports(clouds))
    if when != "teardown":
        sections += fault_reports(clouds, partial(_store_trace, item))
    return sections


def _store_trace(item: pytest.Item, number: int, trace: Trace) -> str:
    """Writes the rules of a trace to a file that outlives the session, and returns its path."""
    cache = getattr(item.config, "cache", None)
    directory = Path(tempfile.mkdtemp()) if cache is None else cache.mkdir("mockcloud")
    path = directory / f"{_stem(item.nodeid)}-{number}.json"
    path.write_text(json.dumps(trace.rules, indent=1, ensure_ascii=False) + "\n")
    return str(path)


def _stem(test: str) -> str:
    """Returns the name of a test as the beginning of a file's name."""
    return re.sub(r"[^A-Za-z0-9_.-]+", "-", test).strip("-")[-200:]


def write_transcripts(directory: Path, test: str, clouds: list[Cloud]) -> None:
    """Writes the calls of a failing test's clouds, one file for each."""
    directory.mkdir(parents=True, exist_ok=True)
    stem = _stem(test)
    for number, cloud in enumerate(clouds, start=1):
        document = {"test": test, "cloud": number, "calls": _transcript(cloud)}
        path = directory / f"{stem}-{number}.json"
        path.write_text(json.dumps(document, indent=1, ensure_ascii=False) + "\n")


def _transcript(cloud: Cloud) -> list[dict[str, Any]]:
    try:
        calls: list[dict[str, Any]] = cloud.call("mock/journal")["calls"]
    except MockCloudError as error:
        return [{"error": f"the journal cannot be read: {error}"}]
    return calls
