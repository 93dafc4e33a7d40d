"""Tests the time zones in examples/data, which a script creates and `mock/seed` stores."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from mockcloud import Cloud, Database, Field, Location, Reference

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = ROOT / "scripts" / "make-timezone-seed.py"
SEED = ROOT / "examples" / "data" / "timezones.json"
TZDATA = Path("/usr/share/zoneinfo/tzdata.zi")
RELEASE = "2025b"


@pytest.fixture
def request_of_seed() -> dict[str, Any]:
    request: dict[str, Any] = json.loads(SEED.read_text(encoding="utf-8"))
    return request


@pytest.fixture
def world(mockcloud: Cloud, request_of_seed: dict[str, Any]) -> Database:
    """The private database with all time zones."""
    counts = mockcloud.call("mock/seed", request_of_seed)
    assert counts == {"zones": 2, "records": 566, "subscriptions": 0, "users": 0}
    return mockcloud.private


def test_the_script_makes_the_committed_file(tmp_path: Path) -> None:
    release = TZDATA.read_text(encoding="utf-8").split()[2] if TZDATA.is_file() else "none"
    if release != RELEASE:
        pytest.skip(f"timezones.json is made from tzdata {RELEASE}; installed is {release}")
    made = tmp_path / "timezones.json"
    subprocess.run(
        [sys.executable, str(SCRIPT), "--output", str(made)], check=True, capture_output=True
    )
    assert made.read_bytes() == SEED.read_bytes()


def test_the_release_is_the_documented_one() -> None:
    assert f"tzdata {RELEASE}" in (SEED.parent / "README.md").read_text(encoding="utf-8")


def test_the_counts_are_the_tables(world: Database) -> None:
    assert [zone.name for zone in world.zones()] == ["North", "South", "_defaultZone"]
    time_zones = world.query("TimeZone", zone_wide=True)
    assert len(time_zones) == 312
    names = [str(each.name) for each in time_zones]
    assert len(set(names)) == 312
    for each in time_zones:
        north = each["location"].latitude >= 0
        assert each.zone_id is not None
        assert each.zone_id.zone_name == ("North" if north else "South")
    counted = {
        (country.zone_id, country.name): country["timeZones"]
        for country in world.query("Country", zone_wide=True)
    }
    assert len(counted) == 566 - 312
    for (zone, code), number in counted.items():
        assert number == sum(
            each.zone_id == zone and code in each["countries"] for each in time_zones
        )


def test_every_reference_has_its_target_in_the_same_zone(world: Database) -> None:
    for zone in ("North", "South"):
        here = world.in_zone(zone)
        countries = {country.name for country in here.query("Country")}
        for each in here.query("TimeZone"):
            assert each["country"].name == each["countries"][0]
            assert set(each["countries"]) <= countries


def test_a_line_of_the_table_became_a_record(world: Database) -> None:
    record = world.in_zone("South").fetch("America/Argentina/Tucuman")
    assert record["city"] == "Tucuman"
    assert record["region"] == "America"
    assert record["countries"] == ["AR"]
    assert record["country"] == Reference("AR")
    assert record["location"] == Location(-26.8167, -65.2167)
    assert record["comment"] == "Tucumán (TM)"
    assert "comment" not in world.in_zone("North").fetch("Asia/Kabul")


def test_seconds_of_arc_count(world: Database) -> None:
    troll = world.in_zone("South").fetch("Antarctica/Troll")
    assert troll["location"] == Location(-72.0114, 2.535)


def test_the_references_answer_queries(world: Database) -> None:
    canada = world.in_zone("North").query("TimeZone", Field("country") == Reference("CA"))
    assert len(canada) == 20
    assert all("CA" in each["countries"] for each in canada)
