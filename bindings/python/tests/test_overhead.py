"""A call costs little more than its parts, and a million records little more than their size."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from mockcloud import Cloud
from mockcloud._core import json as _json

# An installed package is tested without them.
overhead = pytest.importorskip("overhead")

BENCHMARKS = Path(__file__).parents[1] / "benchmarks"


@pytest.mark.parametrize("operation", overhead.CALLS)
def test_a_call_costs_little_beside_its_parts(
    operation: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(_json, "active", _json.PLAIN)
    ratios = []
    with Cloud(seed=1) as cloud:
        cloud.seed([overhead.RECORD])
        # Another program may disturb one measurement, but not all of them.
        for _ in range(5):
            _, ratio = overhead.measure(cloud, operation, overhead.CALLS[operation])
            ratios.append(ratio)
            if ratio < overhead.LIMIT:
                return
    pytest.fail(f"{operation} costs {ratios} times its parts")


def test_bulk_needs_memory_for_the_records_alone() -> None:
    command = [sys.executable, str(BENCHMARKS / "bulk.py"), "5000"]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    assert len(done.stdout.splitlines()) == 9
