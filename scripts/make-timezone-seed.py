#!/usr/bin/env python3
"""Creates examples/data/timezones.json: the time zones of the world as a request of mock/seed.

Reads the tables zone1970.tab and iso3166.tab of the tz database, which are in the public domain.
Debian's package tzdata installs them. Equal tables create identical files.

Each time zone is a record of type TimeZone, and each country with a time zone is a record of type
Country. There are two zones, one per hemisphere. A country with time zones in both has a record in
each, because references cannot refer to another zone.
"""

from __future__ import annotations

import argparse
import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
SEED = ROOT / "examples" / "data" / "timezones.json"
ZONEINFO = Path("/usr/share/zoneinfo")

# ISO 6709 in the form of the table: degrees and minutes, with optional seconds.
_COORDINATES = re.compile(r"([+-])(\d{2})(\d{2})(\d{2})?([+-])(\d{3})(\d{2})(\d{2})?")

Record = dict[str, Any]


def rows(table: Path) -> list[list[str]]:
    """Returns the lines of a table, except comments, split into columns."""
    lines = table.read_text(encoding="utf-8").splitlines()
    return [line.split("\t") for line in lines if line and not line.startswith("#")]


def version(zoneinfo: Path) -> str | None:
    """Returns the installed release of the tz database, such as 2025b, or None if unknown."""
    source = zoneinfo / "tzdata.zi"
    if not source.is_file():
        return None
    with source.open(encoding="utf-8") as text:
        found = re.fullmatch(r"# version (\S+)\n", text.readline())
    return found[1] if found else None


def location(coordinates: str) -> dict[str, float]:
    """Returns a location value with four decimals: the table is exact to a second of arc."""
    found = _COORDINATES.fullmatch(coordinates)
    if found is None:
        raise ValueError(f"{coordinates!r} is not a location in ISO 6709")

    def degrees(sign: str, whole: str, minutes: str, seconds: str | None) -> float:
        size = int(whole) + int(minutes) / 60 + int(seconds or 0) / 3600
        return round(-size if sign == "-" else size, 4)

    parts = found.groups()
    return {"latitude": degrees(*parts[:4]), "longitude": degrees(*parts[4:])}


def record(zone: str, record_type: str, name: str, fields: dict[str, tuple[str, Any]]) -> Record:
    """Returns a record dictionary; `fields` has the type and value of each field."""
    return {
        "recordName": name,
        "recordType": record_type,
        "zoneID": {"zoneName": zone},
        "fields": {key: {"value": value, "type": kind} for key, (kind, value) in fields.items()},
    }


def time_zone(row: list[str]) -> Record:
    """Returns the record for a line of zone1970.tab."""
    countries, coordinates, name, *comment = row
    codes = countries.split(",")
    place = location(coordinates)
    fields: dict[str, tuple[str, Any]] = {
        "city": ("STRING", name.rpartition("/")[2].replace("_", " ")),
        "region": ("STRING", name.partition("/")[0]),
        "countries": ("STRING_LIST", codes),
        "country": ("REFERENCE", {"recordName": codes[0], "action": "NONE"}),
        "location": ("LOCATION", place),
    }
    if comment:
        fields["comment"] = ("STRING", comment[0])
    return record("North" if place["latitude"] >= 0 else "South", "TimeZone", name, fields)


def seed(zoneinfo: Path) -> dict[str, Any]:
    """Returns the request with sorted zones, countries and time zones."""
    names = dict(rows(zoneinfo / "iso3166.tab"))
    time_zones = [time_zone(row) for row in rows(zoneinfo / "zone1970.tab")]
    counts: Counter[tuple[str, str]] = Counter()
    for each in time_zones:
        zone = each["zoneID"]["zoneName"]
        counts.update((zone, code) for code in each["fields"]["countries"]["value"])
    countries = [
        record(
            zone,
            "Country",
            code,
            {"name": ("STRING", names[code]), "timeZones": ("INT64", counts[zone, code])},
        )
        for zone, code in sorted(counts)
    ]
    time_zones.sort(key=lambda each: (each["zoneID"]["zoneName"], each["recordName"]))
    zones = [{"zoneID": {"zoneName": zone}} for zone in ("North", "South")]
    return {"zones": zones, "records": countries + time_zones}


def text(request: dict[str, Any]) -> str:
    """Returns the request as JSON with one record per line, for readable differences."""

    def lines(members: list[Any]) -> str:
        return ",\n".join(json.dumps(member, ensure_ascii=False) for member in members)

    return "{{\n{}\n}}\n".format(
        ",\n".join(f'"{key}": [\n{lines(members)}\n]' for key, members in request.items())
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--zoneinfo", type=Path, default=ZONEINFO, help=f"default: {ZONEINFO}")
    parser.add_argument("--output", type=Path, default=SEED, help="default: the committed file")
    arguments = parser.parse_args()
    request = seed(arguments.zoneinfo)
    arguments.output.write_text(text(request), encoding="utf-8")
    release = version(arguments.zoneinfo) or "of unknown version"
    print(f"{arguments.output}: {len(request['records'])} records from tzdata {release}")


if __name__ == "__main__":
    main()
