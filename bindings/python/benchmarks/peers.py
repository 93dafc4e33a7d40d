"""The same records and queries in MockCloud and in other packages.

Each peer is used in its usual way and returns records in its own form, so that the conversion is
part of its cost. `mongomock` and `moto` are included if they are installed.
"""

from __future__ import annotations

import importlib
import os
import sqlite3
from collections.abc import Iterator
from typing import Any

from mockcloud import Cloud, Field, Record

TOTAL = 10_000
GROUP = 500
LOW, HIGH, FIRST = 2_500, 5_000, 100
FIELDS = ("constant", "group", "rank", "text")


def records() -> Iterator[dict[str, Any]]:
    """Yields records in groups of ten, with an equal constant and different ranks."""
    for number in range(TOTAL):
        yield {
            "name": f"r{number:07}",
            "constant": 1,
            "group": number // 10,
            "rank": number * 7919 % TOTAL,
            "text": f"Item {number}",
        }


class Peer:
    """A package that stores the records and runs the queries, which return lists."""

    name: str

    def equal(self) -> list[Any]:
        """Returns the ten records of a group."""
        raise NotImplementedError

    def first_of_range(self) -> list[Any]:
        """Returns the first hundred of the 2,500 records in a range of ranks, sorted by rank."""
        raise NotImplementedError

    def scan(self) -> list[Any]:
        """Returns the records with another constant: none, and without an index."""
        raise NotImplementedError

    def tidy(self) -> None:
        """Called between the rounds."""

    def close(self) -> None:
        """Called at the end."""


class SQLite(Peer):
    """Python's sqlite3, with typed columns and with indexes on the columns of the queries."""

    name = "sqlite3"

    def __init__(self) -> None:
        self.table = sqlite3.connect(":memory:")
        self.table.row_factory = sqlite3.Row
        columns = '(name TEXT PRIMARY KEY, constant INTEGER, "group" INTEGER, rank INTEGER, text)'
        self.table.execute(f"CREATE TABLE item {columns} WITHOUT ROWID")
        for column in ("group", "rank"):
            self.table.execute(f'CREATE INDEX "{column}s" ON item ("{column}")')
        insert = "INSERT INTO item VALUES (:name, :constant, :group, :rank, :text)"
        self.table.executemany(insert, records())

    def rows(self, condition: str, *values: int) -> list[Any]:
        found = self.table.execute(f"SELECT * FROM item WHERE {condition}", values)
        return [dict(row) for row in found]

    def equal(self) -> list[Any]:
        return self.rows('"group" = ?', GROUP)

    def first_of_range(self) -> list[Any]:
        return self.rows("rank >= ? AND rank < ? ORDER BY rank LIMIT ?", LOW, HIGH, FIRST)

    def scan(self) -> list[Any]:
        return self.rows("constant <> ?", 1)

    def close(self) -> None:
        self.table.close()


class Wire(Peer):
    """MockCloud, called with dictionaries."""

    name = "MockCloud, call"

    def __init__(self) -> None:
        self.cloud = Cloud(seed=1)
        found = list(records())
        for start in range(0, TOTAL, 1000):
            self.cloud.seed(
                Record("Item", {key: each[key] for key in FIELDS}, name=each["name"])
                for each in found[start : start + 1000]
            )

    def ask(self, *filters: Any, **more: Any) -> list[Any]:
        query: dict[str, Any] = {"recordType": "Item", "filterBy": filters}
        limit = {"resultsLimit": more.pop("limit")} if "limit" in more else {}
        answer = self.cloud.call("records/query", {"query": query | more, **limit})
        found: list[Any] = answer["records"]
        return found

    def equal(self) -> list[Any]:
        return self.ask((Field("group") == GROUP).to_wire())

    def first_of_range(self) -> list[Any]:
        rank = Field("rank")
        bounds = [(rank >= LOW).to_wire(), (rank < HIGH).to_wire()]
        return self.ask(*bounds, sortBy=[{"fieldName": "rank"}], limit=FIRST)

    def scan(self) -> list[Any]:
        return self.ask((Field("constant") != 1).to_wire())

    def tidy(self) -> None:
        self.cloud.journal.clear()

    def close(self) -> None:
        self.cloud.close()


class Typed(Wire):
    """MockCloud, called by the methods of `Database`."""

    name = "MockCloud, Database.query"

    def equal(self) -> list[Any]:
        return self.cloud.private.query("Item", Field("group") == GROUP)

    def first_of_range(self) -> list[Any]:
        rank = Field("rank")
        return self.cloud.private.query(
            "Item", rank >= LOW, rank < HIGH, sort_by=["rank"], limit=FIRST
        )

    def scan(self) -> list[Any]:
        return self.cloud.private.query("Item", Field("constant") != 1)


class Dicts(Peer):
    """A hand-written fake, which reads all dictionaries and copies those that match."""

    name = "a list of dicts"

    def __init__(self) -> None:
        self.items = list(records())

    def equal(self) -> list[Any]:
        return [dict(item) for item in self.items if item["group"] == GROUP]

    def first_of_range(self) -> list[Any]:
        found = [item for item in self.items if LOW <= item["rank"] < HIGH]
        return [dict(item) for item in sorted(found, key=lambda item: item["rank"])[:FIRST]]

    def scan(self) -> list[Any]:
        return [dict(item) for item in self.items if item["constant"] != 1]


class Mongomock(Peer):
    """MongoDB, simulated by mongomock."""

    name = "mongomock"

    def __init__(self) -> None:
        mongomock = importlib.import_module("mongomock")
        self.items = mongomock.MongoClient().database.items
        self.items.insert_many(records())
        self.items.create_index("group")
        self.items.create_index("rank")

    def equal(self) -> list[Any]:
        return list(self.items.find({"group": GROUP}))

    def first_of_range(self) -> list[Any]:
        range_of_ranks = {"rank": {"$gte": LOW, "$lt": HIGH}}
        return list(self.items.find(range_of_ranks).sort("rank").limit(FIRST))

    def scan(self) -> list[Any]:
        return list(self.items.find({"constant": {"$ne": 1}}))


class Moto(Peer):
    """DynamoDB, simulated by moto and called by boto3."""

    name = "moto, DynamoDB"

    def __init__(self) -> None:
        moto = importlib.import_module("moto")
        boto3 = importlib.import_module("boto3")
        for key in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
            os.environ.setdefault(key, "none")
        self.mock = moto.mock_aws()
        self.mock.start()
        self.conditions = importlib.import_module("boto3.dynamodb.conditions")
        database = boto3.resource("dynamodb", region_name="us-east-1")
        everything = {"Projection": {"ProjectionType": "ALL"}}
        self.table = database.create_table(
            TableName="items",
            BillingMode="PAY_PER_REQUEST",
            KeySchema=[{"AttributeName": "name", "KeyType": "HASH"}],
            AttributeDefinitions=[
                {"AttributeName": "name", "AttributeType": "S"},
                *({"AttributeName": key, "AttributeType": "N"} for key in FIELDS[:3]),
            ],
            GlobalSecondaryIndexes=[
                {
                    "IndexName": "groups",
                    "KeySchema": [{"AttributeName": "group", "KeyType": "HASH"}],
                    **everything,
                },
                {
                    "IndexName": "ranks",
                    "KeySchema": [
                        {"AttributeName": "constant", "KeyType": "HASH"},
                        {"AttributeName": "rank", "KeyType": "RANGE"},
                    ],
                    **everything,
                },
            ],
        )
        with self.table.batch_writer() as batch:
            for record in records():
                batch.put_item(Item=record)

    def found(self, method: Any, **request: Any) -> list[Any]:
        """Returns the records of all pages, or the requested number of records."""
        items: list[Any] = []
        while True:
            answer = method(**request)
            items += answer["Items"]
            key = answer.get("LastEvaluatedKey")
            if key is None or len(items) >= request.get("Limit", TOTAL):
                return items
            request["ExclusiveStartKey"] = key

    def equal(self) -> list[Any]:
        condition = self.conditions.Key("group").eq(GROUP)
        return self.found(self.table.query, IndexName="groups", KeyConditionExpression=condition)

    def first_of_range(self) -> list[Any]:
        key = self.conditions.Key
        condition = key("constant").eq(1) & key("rank").between(LOW, HIGH - 1)
        return self.found(
            self.table.query, IndexName="ranks", KeyConditionExpression=condition, Limit=FIRST
        )

    def scan(self) -> list[Any]:
        return self.found(self.table.scan, FilterExpression=self.conditions.Attr("constant").ne(1))

    def close(self) -> None:
        self.mock.stop()


#: The peers in the order of measurement. The first is the yardstick.
PEERS: tuple[type[Peer], ...] = (SQLite, Wire, Typed, Dicts, Mongomock, Moto)


def present() -> Iterator[Peer]:
    """Yields the peers whose modules are installed."""
    for peer in PEERS:
        try:
            yield peer()
        except ModuleNotFoundError:
            continue
