"""What the pytest plugin reports about a failing test: its calls, its faults, its transcripts.

It is imported when a test fails.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .._core.files import write_bytes
from .._core.usage_errors import MockCloudError
from .checks import fault_reports, reports

if TYPE_CHECKING:
    import pytest

    from ..cloud import Cloud
    from ..harness.traces import Trace

#: The maximum number of characters of a test's name in the name of a file.
LONGEST_STEM = 200


def sections(item: pytest.Item, clouds: list[Cloud], when: str) -> list[tuple[str, str]]:
    """Returns the sections of the report of a failing test."""
    sections = list(reports(clouds))
    if when != "teardown":
        sections += fault_reports(clouds, partial(_store_trace, item))
    return sections


def _store_trace(item: pytest.Item, number: int, trace: Trace) -> str | None:
    """Writes the rules of a trace to a file that outlives the session, and returns its path.

    Returns None if pytest has no cache and no directory of transcripts was given: a directory of
    another kind would be left over by each run.
    """
    cache = getattr(item.config, "cache", None)
    directory: Path | None = item.config.getoption("--mockcloud-transcript")
    if cache is not None:
        directory = cache.mkdir("mockcloud")
    if directory is None:
        return None
    path = directory / f"{_stem(item.nodeid)}-{number}{'' if cache else '-faults'}.json"
    try:
        _write(path, trace.rules)
    except OSError:
        return None  # the report has the rules themselves
    return str(path)


def _stem(test: str) -> str:
    """Returns the name of a test as the beginning of a file's name.

    Tests whose names differ only in characters that it replaces have different ones.
    """
    stem = re.sub(r"[^A-Za-z0-9_.-]+", "-", test).strip("-")
    if len(stem) <= LONGEST_STEM and re.fullmatch(r"[\w.]+(/[\w.]+)*(::\w+)+", test, re.ASCII):
        return stem
    return f"{stem[-LONGEST_STEM:]}-{hashlib.sha256(test.encode()).hexdigest()[:8]}"


def write_transcripts(directory: Path, test: str, clouds: list[Cloud]) -> Iterator[tuple[str, str]]:
    """Writes the calls of a failing test's clouds, one file for each.

    Yields a section of the test's report if that fails, because an exception would end pytest.
    """
    stem = _stem(test)
    try:
        for number, cloud in enumerate(clouds, start=1):
            document = {"test": test, "cloud": number, "calls": _transcript(cloud)}
            _write(directory / f"{stem}-{number}.json", document)
    except OSError as error:
        yield "mockcloud transcript", f"not written: {error}"


def _write(path: Path, document: object) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    text = json.dumps(document, indent=1, ensure_ascii=False)
    write_bytes(path, f"{text}\n".encode("utf-8", "backslashreplace"))


def _transcript(cloud: Cloud) -> list[dict[str, Any]]:
    try:
        calls: list[dict[str, Any]] = cloud.call("mock/journal")["calls"]
    except MockCloudError as error:
        return [{"error": f"the journal cannot be read: {error}"}]
    return calls
