"""Queries from Python."""

from __future__ import annotations

from datetime import datetime, timezone
from typing import Any

import pytest

from mockcloud import (
    Cloud,
    Database,
    Field,
    Location,
    Record,
    errors,
)
from mockcloud.service.requests import query

NEW_YEAR = datetime(2026, 1, 1, tzinfo=timezone.utc)


class TestQueries:
    @pytest.fixture(autouse=True)
    def notes(self, cloud: Cloud) -> None:
        cloud.seed(
            Record(
                "Note",
                {
                    "title": f"note {number}",
                    "v": number,
                    "half": number / 2,
                    "tags": ["even" if number % 2 == 0 else "odd", f"t{number}"],
                    "due": datetime(2026, 1, 1 + number, tzinfo=timezone.utc),
                    "place": Location(float(number), 0.0),
                },
                name=f"n{number}",
            )
            for number in range(10)
        )

    def found(self, database: Database, *filters: Any, **options: Any) -> list[int]:
        options.setdefault("sort_by", ["v"])
        return [record["v"] for record in database.query("Note", *filters, **options)]

    def test_all(self, database: Database) -> None:
        assert self.found(database) == list(range(10))

    def test_comparisons(self, database: Database) -> None:
        v = Field("v")
        assert self.found(database, v == 3) == [3]
        assert self.found(database, v != 3) == [0, 1, 2, 4, 5, 6, 7, 8, 9]
        assert self.found(database, v < 2) == [0, 1]
        assert self.found(database, v <= 2) == [0, 1, 2]
        assert self.found(database, v > 8) == [9]
        assert self.found(database, v >= 8, v < 9) == [8]
        assert self.found(database, v.is_in([1, 5, 77])) == [1, 5]
        assert self.found(database, ~v.is_in([1, 5])) == [0, 2, 3, 4, 6, 7, 8, 9]
        assert self.found(database, ~(v == 3)) == self.found(database, v != 3)
        assert self.found(database, Field("half") > 4.0) == [9]
        later = datetime(2026, 1, 9, tzinfo=timezone.utc)
        assert self.found(database, Field("due") >= later) == [8, 9]

    def test_texts_and_lists(self, database: Database) -> None:
        title, tags = Field("title"), Field("tags")
        assert self.found(database, title.begins_with("note 4")) == [4]
        assert self.found(database, ~title.begins_with("note")) == []
        assert self.found(database, tags.contains("even"), Field("v") > 5) == [6, 8]
        assert self.found(database, ~tags.contains("even")) == [1, 3, 5, 7, 9]
        assert self.found(database, tags.contains_any(["t1", "t2"])) == [1, 2]
        assert self.found(database, tags.contains_all(["odd", "t3"])) == [3]
        assert self.found(database, tags.member_begins_with("t7")) == [7]

    def test_places(self, database: Database) -> None:
        place = Field("place")
        assert self.found(database, place.near(Location(3.0, 0.0), 1000)) == [3]
        nearest = place.nearest_first(Location(9.0, 0.0))
        assert self.found(database, sort_by=[nearest], limit=2) == [9, 8]

    def test_system_fields(self, database: Database, cloud: Cloud) -> None:
        assert self.found(database, Field.RECORD_NAME == "n4") == [4]
        assert self.found(database, Field.RECORD_NAME.is_in(["n4", "n5"])) == [4, 5]
        me = cloud.container().user_record_name()
        database.save(Record("Note", {"v": 99}, name="mine"))
        assert 99 in self.found(database, Field.CREATED_BY == me)
        assert 99 in self.found(database, Field.MODIFIED >= NEW_YEAR)
        assert self.found(database, Field.CREATED < NEW_YEAR) == []

    def test_order_and_limits(self, database: Database) -> None:
        assert self.found(database, sort_by=["-v"], limit=3) == [9, 8, 7]
        assert self.found(database, sort_by=[Field("v").descending()], limit=1) == [9]
        assert self.found(database, sort_by=[Field("v").ascending()], limit=1) == [0]
        assert len(self.found(database, sort_by=[Field.MODIFIED, "-v"])) == 10
        assert database.query("Note", limit=1, desired_keys=["title"])[0].keys() == {"title"}

    def test_pages(self, database: Database, cloud: Cloud) -> None:
        page = database.query_page("Note", sort_by=["v"], results_limit=4)
        assert len(page.records) == 4
        rest = database.query_page("Note", sort_by=["v"], results_limit=10, marker=page.marker)
        assert [record["v"] for record in rest.records] == [4, 5, 6, 7, 8, 9]
        assert rest.marker is None
        cloud.limits.set(page_size=3)
        assert self.found(database) == list(range(10))
        assert self.found(database, limit=5) == [0, 1, 2, 3, 4]

    def test_zones(self, database: Database, work: Database) -> None:
        work.save(Record("Note", {"v": 100}, name="w"))
        assert self.found(work) == [100]
        assert 100 not in self.found(database)
        assert 100 in self.found(database, zone_wide=True)

    def test_an_unknown_type(self, database: Database) -> None:
        with pytest.raises(errors.UnknownItem):
            database.query("Nothing")

    def test_no_condition_is_dropped_silently(self) -> None:
        v = Field("v")
        with pytest.raises(TypeError, match="has no truth value"):
            _ = v > 1 and v < 3
        with pytest.raises(TypeError, match="has no truth value"):
            _ = 1 < v < 3
        with pytest.raises(TypeError, match="no negation"):
            _ = ~(v > 1)
        with pytest.raises(TypeError):
            hash(v)

    def test_one_text_is_no_list(self, database: Database) -> None:
        for mistake in (
            lambda: Field("title").is_in("banana"),
            lambda: Field("tags").contains_any("t1"),
            lambda: Field("tags").contains_all("t1"),
            lambda: database.query("Note", predicate="v = %@", arguments="1"),
        ):
            with pytest.raises(TypeError, match="a list of values, not the single"):
                mistake()

    def test_what_is_no_filter(self, database: Database) -> None:
        ask: Any = database.query
        v = Field("v")
        mistakes: list[tuple[tuple[Any, ...], dict[str, Any], str]] = [
            (("Note", "v > 3"), {}, "predicate text is given as predicate="),
            (("Note", [v > 3]), {}, "a filter is a comparison"),
            (("Note",), {"sort_by": [("v", False)]}, "a sort key is a name"),
            (("Note",), {"predicate": v > 3}, "a predicate is a string, not"),
            ((Record("Note", {}),), {}, "a record type is a name or a class of records"),
        ]
        for arguments, options, message in mistakes:
            with pytest.raises(TypeError, match=message):
                ask(*arguments, **options)
        with pytest.raises(TypeError, match="pass several"):
            _ = (v > 1) & (v < 3)
        with pytest.raises(TypeError, match="CloudKit has no OR"):
            _ = (v < 1) | (v > 3)

    def test_between_and_any_text(self, database: Database) -> None:
        assert self.found(database, *Field("v").between(3, 5)) == [3, 4, 5]
        assert self.found(database, Field.ANY_TEXT.contains_any_token("t3 t4")) == [3, 4]
        assert self.found(database, Field.ANY_TEXT.contains_all_tokens("note t3")) == [3]

    def test_predicates_as_json(self) -> None:
        arguments = [3, NEW_YEAR]
        assert query("Note", (), (), "v > %@ AND due < %@", arguments) == {
            "recordType": "Note",
            "predicate": "v > %@ AND due < %@",
            "predicateArguments": [
                {"value": 3, "type": "INT64"},
                {"value": 1767225600000, "type": "TIMESTAMP"},
            ],
        }

    def test_predicates(self, database: Database) -> None:
        assert self.found(database, predicate="v >= 5 AND NOT (v = 7)") == [5, 6, 8, 9]
        assert self.found(database, predicate="v IN %@", arguments=[[3, 5]]) == [3, 5]
        with pytest.raises(errors.InvalidArguments, match="OR is not supported"):
            database.query("Note", predicate="v = 1 OR v = 2")

    def test_explanations(self, database: Database) -> None:
        database.save_all([Record("Note", {"v": 10 + number}) for number in range(90)])
        explained = database.explain("Note", Field("v") >= 90, ~Field("v").is_in([97]))
        assert explained.predicate == "v >= 90 AND NOT (v IN %@)"
        assert explained.arguments == ([97],)
        assert (explained.access, explained.order) == (("index",), None)
        assert (explained.examined, explained.found) == (10, 9)
        assert explained.plan["zones"][0]["recordsOfType"] == 100
        arguments = explained.arguments
        again = database.explain("Note", predicate=explained.predicate, arguments=arguments)
        assert again == explained
        answer = database.call("records/query", {"query": explained.query})
        assert len(answer["records"]) == 9
        assert database.explain("Note", sort_by=["-v"], results_limit=5).order == "index"
        lists = Field("tags").contains_all(["a"])
        assert database.explain("Note", lists).predicate is None

    def test_filters_as_json(self) -> None:
        assert (Field("due") > NEW_YEAR).to_wire() == {
            "fieldName": "due",
            "comparator": "GREATER_THAN",
            "fieldValue": {"value": 1767225600000, "type": "TIMESTAMP"},
        }
        assert Field("text").contains_all_tokens("a b").to_wire()["comparator"] == (
            "CONTAINS_ALL_TOKENS"
        )
        assert Field("text").contains_any_token("a").to_wire()["comparator"] == (
            "CONTAINS_ANY_TOKENS"
        )
        assert Field.PARENT.to_wire() == {"systemFieldName": "parent"}
        assert Field.SHARE.to_wire() == {"systemFieldName": "share"}
        assert (
            Field.MODIFIED_BY.ascending().to_wire()["systemFieldName"] == "modifiedUserRecordName"
        )
        assert repr(Field("a")) == "Field('a')"
        assert repr(Field.CREATED) == "Field('createdTimestamp', system=True)"
