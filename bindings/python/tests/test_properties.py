"""Properties that hold for any input."""

from __future__ import annotations

import json
import math
from datetime import datetime, timezone
from typing import Any

from hypothesis import example, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, consumes, invariant, rule

from mockcloud import Cloud, Location, Record, Reference, errors
from mockcloud.errors import CK_ERRORS

# --- Values ------------------------------------------------------------------------------------

TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)
INT64 = st.integers(-(2**63), 2**63 - 1)
DOUBLE = st.floats(allow_nan=False, allow_infinity=False)
MOMENT = st.datetimes(
    datetime(1, 1, 2), datetime(9999, 12, 30), timezones=st.just(timezone.utc)
).map(lambda moment: moment.replace(microsecond=moment.microsecond // 1000 * 1000))
NAME = st.from_regex(r"[A-Za-z][A-Za-z0-9_-]{0,20}", fullmatch=True)
REFERENCE = st.builds(Reference, NAME, st.sampled_from(["NONE", "DELETE_SELF"]))
LOCATION = st.builds(
    Location,
    st.floats(-90, 90),
    st.floats(-180, 180),
    altitude=st.none() | st.floats(-1e4, 1e5),
    course=st.none() | st.floats(0, 360),
    timestamp=st.none() | MOMENT,
)
SCALARS = [TEXT, INT64, DOUBLE, MOMENT, st.binary(max_size=60), REFERENCE, LOCATION]
VALUE = st.one_of(*SCALARS, *(st.lists(each, min_size=1, max_size=5) for each in SCALARS))
FIELD_NAME = st.from_regex(r"[A-Za-z][A-Za-z0-9_]{0,12}", fullmatch=True)


@given(st.dictionaries(FIELD_NAME, VALUE, max_size=8))
@example({"negative_zero": -0.0, "tiny": 5e-324, "huge": 1.7976931348623157e308})
@example({"text": "\x00\x1f\x7f\u2028\U0010ffff"})
def test_values_come_back(fields: dict[str, Any]) -> None:
    with Cloud(seed=1) as cloud:
        saved = cloud.private.save(Record("Note", fields, name="n"))
        read = cloud.private.fetch("n")
    for record in (saved, read):
        assert record == fields
        for key, value in fields.items():
            assert type(record[key]) is type(value)
            if isinstance(value, float):
                assert math.copysign(1, record[key]) == math.copysign(1, value)


# --- Any JSON at all ---------------------------------------------------------------------------

JSON = st.recursive(
    st.none() | st.booleans() | INT64 | DOUBLE | TEXT,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXT, inner, max_size=4),
    max_leaves=20,
)
with Cloud(seed=1) as _cloud:
    OPERATIONS: dict[str, list[str]] = {
        each["name"]: each["keys"] for each in _cloud.info()["operations"]
    }
WORDS = st.sampled_from(
    "operations records recordName recordType fields zoneID zoneName query value type filterBy "
    "save STRING INT64 _defaultZone code error".split()
)
# Nearly valid requests pass the first check more often than random ones.
SHAPED = st.recursive(
    st.none() | st.booleans() | INT64 | DOUBLE | TEXT | WORDS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS | TEXT, inner, max_size=4),
    max_leaves=15,
)
# Excludes operations on files, since a random text is a path.
SAFE = sorted(OPERATIONS.keys() - {"mock/state/save", "mock/state/load", "mock/schema/load"})
STATUSES = {0, *CK_ERRORS, *range(-6, 0)}


@st.composite
def calls(draw: st.DrawFn) -> tuple[str, Any]:
    operation = draw(st.sampled_from(SAFE))
    keys = st.sampled_from(sorted(OPERATIONS[operation])) if OPERATIONS[operation] else TEXT
    request = draw(st.dictionaries(keys | TEXT, SHAPED, max_size=4) | JSON)
    return operation, request


@given(st.lists(calls(), max_size=6))
@settings(max_examples=200)
def test_any_json_is_answered(made: list[tuple[str, Any]]) -> None:
    with Cloud(seed=1) as cloud:
        for operation, request in made:
            status, text = cloud.call_raw(operation, json.dumps(request))
            assert status in STATUSES, f"{operation} {request!r}: {status} {text!r}"
            answer = json.loads(text)
            assert isinstance(answer, dict)
            assert ("error" in answer) == (status != 0) or operation.startswith("mock/")
            if status < 0:
                assert answer["error"]["message"]
        assert cloud.call_raw("mock/clock").status == 0


@given(st.binary(max_size=80).filter(lambda noise: b"\0" not in noise) | TEXT.map(str.encode))
@example(b"[" * 100_000)
@example(b'{"a":' * 100_000)
@example(b'{"a": 1e999}')
@example(b'{"a": "\xed\xa0\x80"}')
def test_any_bytes_are_answered(noise: bytes) -> None:
    noise = noise.replace(b"\0", b"")
    with Cloud(seed=1) as cloud:
        status, text = cloud.call_raw("mock/clock", noise)
        assert status in (0, -3, -5)
        assert isinstance(json.loads(text), dict)


# --- Records against a dictionary --------------------------------------------------------------


class RecordsAgainstDictionary(RuleBasedStateMachine):
    """Random saves, deletions and forks have the same results as a Python dictionary."""

    names: Bundle[str] = Bundle("names")

    def __init__(self) -> None:
        super().__init__()
        self.cloud = Cloud(seed=1)
        self.database = self.cloud.private.in_zone("Work")
        self.cloud.private.create_zone("Work")
        self.model: dict[str, dict[str, Any]] = {}
        self.fetched: dict[str, Record] = {}
        self.snapshot: dict[str, dict[str, Any]] | None = None

    def teardown(self) -> None:
        self.cloud.close()

    @rule(target=names, name=NAME)
    def name(self, name: str) -> str:
        return name

    @rule(name=names, fields=st.dictionaries(st.sampled_from("abc"), INT64))
    def create(self, name: str, fields: dict[str, int]) -> None:
        record = Record("Note", fields, name=name)
        if name in self.model:
            try:
                self.database.save(record)
            except errors.ServerRecordChanged as error:
                assert error.server_record == self.model[name]
            else:
                raise AssertionError("an untagged save over a record succeeded")
        else:
            self.fetched[name] = self.database.save(record)
            self.model[name] = dict(fields)

    @rule(name=names, fields=st.dictionaries(st.sampled_from("abc"), st.none() | INT64))
    def change(self, name: str, fields: dict[str, int | None]) -> None:
        if name not in self.model:
            return
        record = self.database.fetch(name)
        record.update(fields)
        self.database.save(record)
        merged = {**self.model[name], **fields}
        self.model[name] = {key: value for key, value in merged.items() if value is not None}

    @rule(name=names)
    def save_stale(self, name: str) -> None:
        record = self.fetched.get(name)
        if record is None or name not in self.model:
            return
        current = self.database.fetch(name).change_tag
        record["a"] = 0
        if record.change_tag == current:
            self.fetched[name] = self.database.save(record)
            self.model[name]["a"] = 0
        else:
            try:
                self.database.save(record)
            except errors.ServerRecordChanged:
                return
            raise AssertionError("a stale save succeeded")

    @rule(name=consumes(names))
    def delete(self, name: str) -> None:
        self.database.delete(name)
        self.model.pop(name, None)

    @rule(first=names, second=names)
    def a_failing_batch_changes_nothing(self, first: str, second: str) -> None:
        if first == second:
            return
        stale = Record.from_wire(
            {"recordName": second, "recordType": "Note", "recordChangeTag": "no-such-tag"}
        )
        record = Record("Note", {"a": -1}, name=first)
        try:
            self.database.save_all([record, stale], save_policy="ifServerRecordUnchanged")
        except errors.PartialFailure as error:
            assert len(error.partial_errors) == 2
        else:
            raise AssertionError("a batch with a bad tag succeeded")

    @rule()
    def remember(self) -> None:
        self.cloud.state.snapshot("one")
        self.snapshot = {name: dict(fields) for name, fields in self.model.items()}

    @rule()
    def go_back(self) -> None:
        if self.snapshot is not None:
            self.cloud.state.restore("one")
            self.model = {name: dict(fields) for name, fields in self.snapshot.items()}

    @rule()
    def fork(self) -> None:
        copy = self.cloud.fork()
        self.cloud.close()
        self.cloud = copy
        self.database = copy.private.in_zone("Work")

    @invariant()
    def the_same(self) -> None:
        stored = self.cloud.records(zone="Work")
        assert {record.name: dict(record) for record in stored} == self.model
        found = self.database.query("Note") if self.model else []
        assert {record.name for record in found} == self.model.keys()


RecordsAgainstDictionary.TestCase.settings = settings(
    max_examples=40, stateful_step_count=20, deadline=None
)
TestRecordsAgainstDictionary = RecordsAgainstDictionary.TestCase
