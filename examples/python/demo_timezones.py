"""Stores the time zones of the world in a simulated iCloud, with queries, errors and the journal.

python examples/python/demo_timezones.py

All runs have the same output, because the clock of the cloud does not run and its seed is fixed.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from itertools import count
from pathlib import Path
from textwrap import shorten
from typing import Literal

from mockcloud import Cloud, Database, Field, Location, Record, Reference
from mockcloud.errors import CKError, ServerRecordChanged

SEED = Path(__file__).resolve().parents[1] / "data" / "timezones.json"
WIDTH = 78
SHOWN_CALLS = 12

Status = Literal["noAccount", "restricted", "temporarilyUnavailable"]


def section(title: str) -> None:
    print(f"\n{title}\n{'=' * len(title)}")


def table(title: str, columns: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """Prints rows in aligned columns, with numbers aligned to the right."""
    shown = [["-" if cell is None else str(cell) for cell in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(columns, *shown, strict=True)]
    numbers = [all(row[i].isdigit() for row in shown) for i in range(len(columns))]
    print(f"\n{title}")
    for cells in (columns, ["-" * width for width in widths], *shown):
        parts = [
            cell.rjust(width) if number else cell.ljust(width)
            for cell, width, number in zip(cells, widths, numbers, strict=True)
        ]
        print(f"  {'  '.join(parts)}"[:WIDTH].rstrip())


def make_a_world(cloud: Cloud) -> None:
    section("Seed data")
    counts = cloud.call("mock/seed", json.loads(SEED.read_text(encoding="utf-8")))
    print(f"Seeded {counts['records']} records in {counts['zones']} zones from {SEED.name}.")
    rows = []
    for zone in ("North", "South"):
        here = cloud.private.in_zone(zone)
        rows.append((zone, len(here.query("Country")), len(here.query("TimeZone"))))
    table("What is stored", ("zone", "countries", "time zones"), rows)
    many = cloud.private.query(
        "Country",
        Field("timeZones") > 1,
        sort_by=["-timeZones", "name"],
        zone_wide=True,
        limit=6,
    )
    table(
        "Most time zones in one hemisphere",
        ("country", "zone", "time zones"),
        [
            (each["name"], each.zone_id and each.zone_id.zone_name, each["timeZones"])
            for each in many
        ],
    )


def ask_it(database: Database) -> None:
    section("Queries")
    north = database.in_zone("North")
    table("Canada by city, in pages of 5", ("page", "cities"), pages_of_canada(north))
    berlin = Location(52.52, 13.405)
    near = north.query(
        "TimeZone",
        Field("location").near(berlin, 750_000),
        sort_by=[Field("location").nearest_first(berlin)],
        limit=6,
    )
    table(
        "The nearest to Berlin, within 750 km",
        ("city", "latitude", "longitude", "used in"),
        [
            (
                each["city"],
                f"{each['location'].latitude:.2f}",
                f"{each['location'].longitude:.2f}",
                " ".join(each["countries"]),
            )
            for each in near
        ],
    )


def pages_of_canada(north: Database) -> Iterator[tuple[int, str]]:
    """Yields the pages of a query. The marker of each page is used to request the next one."""
    marker: str | None = None
    for number in count(1):
        page = north.query_page(
            "TimeZone",
            Field("country") == Reference("CA"),
            sort_by=["city"],
            results_limit=5,
            marker=marker,
        )
        cities = [each["city"] for each in page.records]
        yield number, shorten(", ".join(cities), 66, placeholder=" ...")
        marker = page.marker
        if marker is None:
            return


def break_it(cloud: Cloud) -> None:
    section("Injected errors")
    cloud.state.snapshot("before")
    kyiv = "Europe/Kyiv"
    north = cloud.private.in_zone("North")
    rows = []

    def attempt(fault: str) -> None:
        try:
            north.fetch(kyiv)
        except CKError as error:
            rows.append((fault, error.code, error.name, error.retry_after))
        else:
            rows.append((fault, 0, "success", None))

    for error in (
        {"code": "zoneBusy", "retryAfter": 2.5},
        {"code": "requestRateLimited", "retryAfter": 30},
        {"code": "networkFailure"},
    ):
        cloud.fail(error, operation="records/lookup")
        attempt(f"error {error['code']}")
    cloud.faults.clear()
    statuses: tuple[Status, ...] = ("noAccount", "restricted", "temporarilyUnavailable")
    for status in statuses:
        cloud.accounts.set_status(status)
        attempt(f"account {status}")
    cloud.accounts.set_status("available")
    cloud.fail("permissionFailure", records=[kyiv])
    attempt(f"error of {kyiv}")
    cloud.faults.clear()
    attempt("none")
    table("One lookup, eight times", ("what is set", "code", "name", "retry"), rows)
    fail_in_part(cloud, north)
    cloud.state.restore("before")


def fail_in_part(cloud: Cloud, north: Database) -> None:
    """Saves three records, of which one fails, with and without atomicity."""
    names = ["America/Chicago", "America/Denver", "America/New_York"]
    before = north.fetch_all(names)
    changed = north.fetch_all(names)
    for record in changed:
        record["comment"] = "changed"
    cloud.fail("quotaExceeded", records=["America/Denver"])
    rows = []
    for atomic in (True, False):
        results = north.save_all(changed, atomic=atomic, return_exceptions=True)
        shown = [each.name if isinstance(each, CKError) else "saved" for each in results]
        rows.append(("yes" if atomic else "no", *shown))
    cloud.faults.clear()
    table("Three saves, one of which fails", ("atomic", *names), rows)
    denver = north.fetch("America/Denver")
    assert denver == before[1]
    print(f"\nThe record that failed is as it was: {denver['comment']!r}")


def let_two_devices_meet(cloud: Cloud) -> None:
    section("Two devices change the same record")
    phone = cloud.private.in_zone("North")
    tablet = cloud.database("private", device="tablet").in_zone("North")
    mine, theirs = phone.fetch("Europe/Kyiv"), tablet.fetch("Europe/Kyiv")
    mine["comment"] = "Kyiv"
    theirs["comment"] = "all of Ukraine"
    phone.save(mine)
    cloud.clock.advance(60)
    try:
        tablet.save(theirs)
    except ServerRecordChanged as conflict:
        versions = (
            ("both began with", conflict.ancestor_record),
            ("the phone saved", conflict.server_record),
            ("the tablet sent", conflict.client_record),
        )
        rows = [version_row(label, record) for label, record in versions]
        merged = conflict.server_record
        if merged is None:
            raise
        merged["comment"] = f"{merged['comment']}; {theirs['comment']}"
        rows.append(version_row("the tablet merged", tablet.save(merged)))
        table(
            "The tablet gets serverRecordChanged (14) with all three versions",
            ("version", "tag", "comment", "by device", "at"),
            rows,
        )


def version_row(label: str, record: Record | None) -> Sequence[object]:
    if record is None:
        return (label, None, None, None, None)
    stamp = record.modified
    return (
        label,
        record.change_tag,
        record.get("comment"),
        stamp and stamp.device_id,
        stamp and stamp.timestamp.strftime("%H:%M:%S"),
    )


def look_at_a_copy(cloud: Cloud) -> None:
    with cloud.fork() as copy:
        copy.private.delete_zone("South")
        rows = [
            (name, ", ".join(zone.name for zone in each.private.zones()))
            for name, each in (("the copy", copy), ("the cloud", cloud))
        ]
    table("What if? A copy costs nothing, and shares nothing", ("world", "zones"), rows)


def show_the_journal(cloud: Cloud) -> None:
    section("What happened")
    calls = cloud.calls
    rows = [
        (
            call.number,
            f"{call.time:%H:%M:%S}",
            call.device,
            call.operation,
            call.status,
            ", ".join(fault.source for fault in call.faults) or None,
        )
        for call in calls[-SHOWN_CALLS:]
    ]
    table(
        f"The last {len(rows)} of {len(calls)} calls",
        ("n", "time", "device", "operation", "status", "fault"),
        rows,
    )


def main() -> None:
    with Cloud(seed=1, users=[{"alias": "me", "devices": ["phone", "tablet"]}]) as cloud:
        make_a_world(cloud)
        ask_it(cloud.private)
        break_it(cloud)
        let_two_devices_meet(cloud)
        look_at_a_copy(cloud)
        show_the_journal(cloud)


if __name__ == "__main__":
    main()
