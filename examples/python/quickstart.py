"""A tour of MockCloud in Python: seed data, queries, simulated errors and copies.

python examples/python/quickstart.py
"""

from __future__ import annotations

from datetime import timedelta
from textwrap import fill

from mockcloud import Cloud, Record, live_clouds, version
from mockcloud.errors import (
    InvalidArguments,
    NotAuthenticated,
    PartialFailure,
    UnknownItem,
    ZoneBusy,
)

CONTAINER = "iCloud.com.example.notes"


def main() -> None:
    with Cloud(seed=1, defaults={"container": CONTAINER}) as cloud:
        print(f"MockCloud {version()} from Python")
        print("\nAn isolated cloud")
        cloud.schema.create_container(CONTAINER)
        counts = cloud.seed(
            [
                Record("Note", {"text": "Hello", "stars": 5}, name="hello"),
                Record("Note", {"text": "Again", "stars": 3}, name="again"),
            ]
        )
        database = cloud.private
        print(f"  {counts['records']} records in {CONTAINER}")

        print("\nThe behaviour of CloudKit")
        print(f"  fetch          {dict(database.fetch('hello'))}")
        predicate = "stars >= %@ AND text BEGINSWITH 'H'"
        found = database.query("Note", predicate=predicate, arguments=[4])
        print(f"  query          {[each.name for each in found]}")
        try:
            database.query("Note", predicate="text LIKE 'H*'")
        except InvalidArguments as error:
            print(fill(f"  query by LIKE  {error.reason}", 78, subsequent_indent=" " * 17))
        try:
            database.fetch("nobody")
        except UnknownItem as error:
            print(f"  fetch nobody   {error.name} ({error.code}) for {error.record_name!r}")

        print("\nInjected errors")
        note = database.fetch("hello")
        note["text"] = "Changed"
        cloud.fail({"code": "zoneBusy", "retryAfter": 3}, operation="records/modify")
        try:
            database.save(note)
        except ZoneBusy as error:
            print(f"  busy zone      {error.name}, retry after {error.retry_after:g} s")
        cloud.faults.clear()

        cloud.fail("quotaExceeded", records=["hello"])
        try:
            database.save_all([note])
        except PartialFailure as error:
            print(f"  full account   {error.name}: {error.partial_error('hello').name}")
        cloud.faults.clear()
        assert database.fetch("hello")["text"] == "Hello"
        print("                 and the record is as it was")

        cloud.accounts.set_status("noAccount")
        try:
            database.fetch("hello")
        except NotAuthenticated as error:
            print(f"  signed out     {error.name} ({error.code})")
        cloud.accounts.set_status("available")

        print("\nCopies and the virtual clock")
        with cloud.fork() as copy:
            copy.clock.advance(timedelta(days=1))
            saved = copy.private.save(note)
            assert saved.modified is not None
            print(f"  in the copy    {saved['text']!r} at {saved.modified.timestamp:%Y-%m-%d}")
        print(f"  in the cloud   {database.fetch('hello')['text']!r} at {cloud.now:%Y-%m-%d}")
    print(f"\nClouds that are left: {live_clouds()}")


if __name__ == "__main__":
    main()
