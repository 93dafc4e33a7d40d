"""Queries have the same results as in SQLite, for random records and random queries.

Records change between the queries, so that the library's indexes must be updated.
Texts are ASCII, because SQLite ignores the case of ASCII letters only.
"""

from __future__ import annotations

import json
import sqlite3
from dataclasses import dataclass, field
from random import Random
from typing import Any

import pytest

from mockcloud import Cloud

#: Fields by name with their types; a column each.
SINGLE = {"i": "INT64", "d": "DOUBLE", "t": "TIMESTAMP", "s": "STRING", "r": "REFERENCE"}
LISTS = {"li": "INT64_LIST", "ld": "DOUBLE_LIST", "ls": "STRING_LIST", "lr": "REFERENCE_LIST"}
ORDERED = {"LESS_THAN": "<", "LESS_THAN_OR_EQUALS": "<="}
ORDERED |= {"GREATER_THAN": ">", "GREATER_THAN_OR_EQUALS": ">="}
NAMES = [f"n{number}" for number in range(400)]


def wire(kind: str, value: Any) -> dict[str, Any]:
    """Returns a value in the form of a request."""
    if kind == "REFERENCE":
        value = {"recordName": value, "action": "NONE"}
    elif kind == "REFERENCE_LIST":
        value = [{"recordName": each, "action": "NONE"} for each in value]
    return {"value": value, "type": kind}


@dataclass
class Question:
    """One query, and the equivalent SQL."""

    filters: list[dict[str, Any]] = field(default_factory=list)
    conditions: list[str] = field(default_factory=list)
    values: list[Any] = field(default_factory=list)

    def add(self, key: dict[str, str], comparator: str, value: dict[str, Any]) -> None:
        self.filters.append({**key, "comparator": comparator, "fieldValue": value})

    def say(self, condition: str, *values: Any, negative: str | None = None) -> None:
        """Adds a condition; with `negative`, the name of a column, adds its negation."""
        if negative is not None:
            condition = f"({negative} IS NULL OR NOT ({condition}))"
        self.conditions.append(condition)
        self.values += values


class Twins:
    """A cloud and a table with the same records."""

    def __init__(self, cloud: Cloud, random: Random) -> None:
        self.cloud = cloud
        self.random = random
        self.table = sqlite3.connect(":memory:")
        columns = ", ".join([*SINGLE, *LISTS])
        self.table.execute(f"CREATE TABLE note (name TEXT PRIMARY KEY, {columns}, created)")

    # ---- Records

    def value(self, kind: str) -> Any:
        random = self.random
        match kind:
            case "INT64":
                return random.choice([random.randrange(-40, 40), 2**53 + 1, -(2**63), 2**63 - 1])
            case "DOUBLE":
                return random.choice([random.randrange(-80, 80) / 2, 0.0, 1e300, 2.0**53])
            case "TIMESTAMP":
                return random.randrange(-40, 40)
            case "STRING":
                letters = random.choice(["a", "A", "b", "ab", "Ab", "aB", ""])
                return letters + random.choice(["", str(random.randrange(30))])
            case _:
                return f"x{random.randrange(30)}"

    def values(self, kind: str, most: int) -> list[Any]:
        return [self.value(kind) for _ in range(self.random.randrange(most + 1))]

    def save(self, name: str) -> None:
        row: dict[str, Any] = {}
        fields: dict[str, Any] = {}
        for key, kind in SINGLE.items():
            if self.random.random() < 0.85:
                row[key] = self.value(kind)
                fields[key] = wire(kind, row[key])
        for key, kind in LISTS.items():
            if self.random.random() < 0.85:
                members = self.values(kind.removesuffix("_LIST"), 4)
                row[key] = json.dumps(members)
                fields[key] = wire(kind, members)
        row["created"] = self.random.randrange(60)
        stamp = {"timestamp": row["created"]}
        record = {"recordName": name, "recordType": "Note", "created": stamp, "fields": fields}
        self.cloud.call("mock/seed", {"records": [record]})
        self.table.execute("DELETE FROM note WHERE name = ?", [name])
        columns = ", ".join(["name", *row])
        places = ", ".join("?" * (len(row) + 1))
        self.table.execute(f"INSERT INTO note ({columns}) VALUES ({places})", [name, *row.values()])

    def delete(self, name: str) -> None:
        record = {"recordName": name}
        deletion = {"operationType": "forceDelete", "record": record}
        self.cloud.call("records/modify", {"operations": [deletion]})
        self.table.execute("DELETE FROM note WHERE name = ?", [name])

    def change(self) -> None:
        name = self.random.choice(NAMES)
        if self.random.random() < 0.4:
            self.delete(name)
        else:
            self.save(name)

    # ---- Queries

    def ask_single(self, question: Question) -> None:
        """Adds a filter on a field that is not a list."""
        column, kind = self.random.choice(list(SINGLE.items()))
        key = {"fieldName": column}
        if kind in ("INT64", "DOUBLE"):
            kind = self.random.choice(["INT64", "DOUBLE"])
        collation = " COLLATE NOCASE" if kind == "STRING" else ""
        choices = ["EQUALS", "NOT_EQUALS", "IN", "NOT_IN"]
        if kind != "REFERENCE":
            choices += [*ORDERED, "BETWEEN"]
        if kind == "STRING":
            choices += ["BEGINS_WITH", "NOT_BEGINS_WITH"]
        comparator = self.random.choice(choices)
        negative = column if comparator.startswith("NOT_") else None
        if comparator.endswith("IN"):
            members = self.values(kind, 9)
            question.add(key, comparator, wire(f"{kind}_LIST", members))
            places = ", ".join("?" * len(members))
            question.say(f"{column}{collation} IN ({places})", *members, negative=negative)
            return
        value = self.value(kind)
        if comparator == "BETWEEN":
            low, high = sorted([value, self.value(kind)])
            question.add(key, "GREATER_THAN_OR_EQUALS", wire(kind, low))
            question.add(key, "LESS_THAN_OR_EQUALS", wire(kind, high))
            question.say(f"{column} BETWEEN ? AND ?", low, high)
            return
        question.add(key, comparator, wire(kind, value))
        if comparator.endswith("BEGINS_WITH"):
            condition = f"substr({column}, 1, length(?)) = ?"
            question.say(condition, value, value, negative=negative)
        elif comparator.endswith("EQUALS") and comparator not in ORDERED:
            question.say(f"{column} = ?{collation}", value, negative=negative)
        else:
            question.say(f"{column} {ORDERED[comparator]} ?", value)

    def ask_list(self, question: Question) -> None:
        """Adds a filter on the members of a list."""
        column, kind = self.random.choice(list(LISTS.items()))
        single = kind.removesuffix("_LIST")
        choices = ["LIST_CONTAINS", "LIST_CONTAINS_ANY", "LIST_CONTAINS_ALL"]
        if single == "STRING":
            choices.append("LIST_MEMBER_BEGINS_WITH")
        comparator = self.random.choice(choices)
        key = {"fieldName": column}
        collation = " COLLATE NOCASE" if single == "STRING" else ""
        some = f"EXISTS (SELECT 1 FROM json_each({column}) WHERE value{collation} "
        values = self.values(single, 3)
        if comparator in ("LIST_CONTAINS", "LIST_MEMBER_BEGINS_WITH"):
            values = [self.value(single)]
        if comparator == "LIST_CONTAINS_ALL":
            condition = " AND ".join([f"{column} IS NOT NULL"] + [some + "= ?)"] * len(values))
        elif comparator == "LIST_MEMBER_BEGINS_WITH":
            condition = f"EXISTS (SELECT 1 FROM json_each({column}) WHERE instr(value, ?) = 1)"
        else:
            condition = f"{some} IN ({', '.join('?' * len(values))}))"
        negative = None
        if self.random.random() < 0.3:
            comparator, negative = f"NOT_{comparator}", column
        takes_list = comparator.endswith(("_ANY", "_ALL"))
        value = wire(kind, values) if takes_list else wire(single, values[0])
        question.add(key, comparator, value)
        question.say(condition, *values, negative=negative)

    def ask_system(self, question: Question) -> None:
        """Adds a filter on a system field."""
        if self.random.random() < 0.5:
            names = self.random.sample(NAMES, 30)
            comparator = self.random.choice(["IN", "NOT_IN"])
            question.add(
                {"systemFieldName": "recordName"}, comparator, wire("REFERENCE_LIST", names)
            )
            places = ", ".join("?" * len(names))
            negative = "name" if comparator == "NOT_IN" else None
            question.say(f"name IN ({places})", *names, negative=negative)
        else:
            comparator, sign = self.random.choice(list(ORDERED.items()))
            time = self.random.randrange(60)
            key = {"systemFieldName": "createdTimestamp"}
            question.add(key, comparator, wire("TIMESTAMP", time))
            question.say(f"created {sign} ?", time)

    def ask(self) -> tuple[list[str], list[str]]:
        """Draws a query and returns the results of the table and of the cloud."""
        question = Question()
        for _ in range(self.random.randrange(4)):
            kinds = [self.ask_single, self.ask_list, self.ask_system]
            self.random.choices(kinds, [6, 3, 1])[0](question)
        keys = self.random.sample([*SINGLE, "created"], self.random.choice([0, 0, 1, 1, 2, 3]))
        order, sort = [], []
        for key in keys:
            rising = self.random.random() < 0.5
            name = {"fieldName": key}
            if key == "created":
                name = {"systemFieldName": "createdTimestamp"}
            sort.append({**name, "ascending": rising})
            order.append(f"{key} {'ASC' if rising else 'DESC'}")
        where = " AND ".join(question.conditions) or "TRUE"
        sql = f"SELECT name FROM note WHERE {where} ORDER BY {', '.join([*order, 'name'])}"
        expected = [row[0] for row in self.table.execute(sql, question.values)]
        query = {"recordType": "Note", "filterBy": question.filters, "sortBy": sort}
        return expected, self.pages(query)

    def pages(self, query: dict[str, Any]) -> list[str]:
        """Returns the names that a query finds, a page at a time."""
        limit = self.random.choice([3, 20, 200])
        request: dict[str, Any] = {"query": query, "resultsLimit": limit}
        names: list[str] = []
        while True:
            answer = self.cloud.call("records/query", request)
            names += [record["recordName"] for record in answer["records"]]
            marker = answer.get("continuationMarker")
            if marker is None:
                return names
            assert len(answer["records"]) == limit
            if len(names) >= 9 * limit:
                request["resultsLimit"] = limit = 200
            request["continuationMarker"] = marker


@pytest.mark.parametrize("seed", range(4))
def test_sqlite_agrees(cloud: Cloud, seed: int) -> None:
    random = Random(seed)
    twins = Twins(cloud, random)
    other = {"recordName": "other", "recordType": "Other", "fields": {"i": wire("INT64", 1)}}
    cloud.call("mock/seed", {"records": [other]})
    for name in random.sample(NAMES, 300):
        twins.save(name)
    found = 0
    for number in range(500):
        twins.change()
        expected, names = twins.ask()
        assert names == expected, f"question {number}"
        found += len(expected)
    assert found > 5000
