"""State documents of random worlds: a loaded world equals the saved one, now and in later calls."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mockcloud import Cloud
from sequence_runs import Run
from sequences import FORK, RELOAD, Generator, Step
from support import ROOT

#: The number of random worlds.
WORLDS = int(os.environ.get("MOCKCLOUD_DOCUMENTS", "60"))

NOTE = {"recordName": "r0", "recordType": "Note", "fields": {"f": {"value": {"data": "YWJj"}}}}
SAVE_FILE = {"operations": [{"operationType": "forceUpdate", "record": NOTE}]}
LONG = {"deliver": "events", "longLived": True}
SUBSCRIPTION = {
    "subscriptionID": "s",
    "subscriptionType": "zone",
    "zoneID": {"zoneName": "A"},
    "notificationInfo": {"shouldBadge": True},
}

#: Contents of a document that the sequences of `sequences.py` do not create.
EXTRAS = [
    Step("records/modify", SAVE_FILE),
    Step("records/modify", {**SAVE_FILE, **LONG}),
    Step("records/lookup", {"records": [{"recordName": "r9"}, {"recordName": "r0"}], **LONG}),
    Step("changes/zone", {"zones": [{"zoneID": {"zoneName": "A"}}], **LONG}),
    Step("records/query", {"query": {"recordType": "Note"}, "deliver": "events"}),
    Step("records/lookup", {"recods": 1, "deliver": "events", "priority": "high"}),
    Step("assets/upload", {"assets": [{"recordName": "u", "recordType": "Note", "fieldName": "f",
                                       "data": "YQ=="}]}),
    Step("subscriptions/modify", {"operations": [
        {"operationType": "create", "subscription": SUBSCRIPTION}]}),
    Step("tokens/create", {"apnsEnvironment": "development"}),
    Step("mock/clock/advance", {"seconds": 0}),
    Step("mock/clock/advance", {"seconds": 0.5}),
    Step("mock/clock/advance", {"seconds": 50_000}),
    # The subscription above fires for the first device.
    Step("records/modify", {**SAVE_FILE, "zoneID": {"zoneName": "A"}, "device": "pad"}),
    Step("records/modify", {**SAVE_FILE, "zoneID": {"zoneName": "A"}, "device": "pad", **LONG}),
    Step("mock/error/set", {"operation": "zones/list", "error": "zoneBusy", "times": 2}),
    Step("mock/recordErrors/set", {"recordNames": ["r1"], "after": 1}),
    Step("mock/faults/add", {"rules": [
        {"when": {"phase": "push"}, "limit": {"probability": 0.5}, "then": {"delay": 30}}]}),
    Step("mock/faults/add", {"rules": [
        {"when": {"op": "records/modify"}, "limit": {"probability": 0.3, "skip": 1},
         "then": [{"latency": {"dist": "uniform", "minMs": 1, "maxMs": 900}},
                  {"error": "zoneBusy"}]}]}),
    Step("mock/faults/profile", {"name": "flaky-wifi", "intensity": 0.3}),
    Step("mock/network/set", {"network": "offline", "device": "device-1",
                              "schedule": [{"after": 2, "network": "online"}]}),
    Step("mock/limits/set", {"limits": {"pageSize": 3}}),
    Step("mock/tokens/expire", {}),
    Step("mock/schema/load", {"schema": 'DEFINE SCHEMA RECORD TYPE T (f STRING QUERYABLE);'}),
]  # fmt: skip

#: The next calls, on a world and on the world loaded from its document.
NEXT = [
    Step("operations/list", {}),
    Step("mock/clock/advance", {"seconds": 0}),
    *EXTRAS[:4],
    Step("zones/list", {}),
    Step("changes/database", {"database": "private"}),
    Step("mock/clock/advance", {"seconds": 5}),
    Step("records/modify", SAVE_FILE),
    Step("records/query", {"query": {"recordType": "Note"}, "zoneID": {"zoneName": "A"}}),
    Step("mock/clock/advance", {"seconds": 40_000}),
    Step("mock/faults/report", {}),
    Step("operations/list", {}),
    # Longer than a response is kept.
    Step("mock/clock/advance", {"seconds": 50_000}),
    Step("operations/list", {}),
]


def ask(cloud: Cloud, step: Step) -> tuple[int, bytes]:
    return cloud.call_raw(step.operation, json.dumps(step.request).encode())


def drain(cloud: Cloud) -> list[bytes]:
    events = []
    while (event := cloud.next_event_raw()) is not None:
        events.append(event)
    return events


def document(cloud: Cloud) -> bytes:
    status, text = cloud.call_raw("mock/state/save")
    assert status == 0, text
    return text


def load(cloud: Cloud, text: bytes) -> tuple[int, bytes]:
    return cloud.call_raw("mock/state/load", b'{"state":%s}' % text)


@st.composite
def worlds(draw: st.DrawFn) -> Cloud:
    """Draws a cloud after random calls, including some that sequences do not make."""
    number = draw(st.integers(0, 2000))
    extras = draw(st.lists(st.sampled_from(EXTRAS), max_size=18))
    replays = draw(st.booleans())
    run = Run()
    ask(run.cloud, Step("mock/devices/add", {"device": "pad"}))
    for step in Generator(3, number).steps():
        if step.operation not in (FORK, RELOAD):
            ask(run.cloud, Step(step.operation, run.marks.resolved(step.request)))
    for step in extras:
        ask(run.cloud, step)
        if draw(st.integers(0, 3)) == 0:
            drain(run.cloud)
    if replays:
        replay(run.cloud)
    return run.cloud


def replay(cloud: Cloud) -> None:
    """Requests the kept responses of long-lived operations again."""
    operations = json.loads(ask(cloud, Step("operations/list", {}))[1])["operations"]
    for each in operations:
        if each["state"] == "finished":
            request = {"deliver": "events", "operationID": each["operationID"]}
            assert ask(cloud, Step(each["operation"], request))[0] == 0


def without_tokens(value: Any) -> Any:
    """Returns a response without sync tokens, because a loaded state has another epoch."""
    if isinstance(value, list):
        return [without_tokens(each) for each in value]
    if isinstance(value, dict):
        return {
            key: "…" if key in ("syncToken", "metaSyncToken") else without_tokens(each)
            for key, each in value.items()
        }
    return value


def seen(cloud: Cloud, replays: bool) -> list[Any]:
    """Returns the results of the next calls with their events, including kept responses."""
    found: list[Any] = []
    for step in NEXT:
        status, text = ask(cloud, step)
        found.append((step.operation, status, without_tokens(json.loads(text))))
        found += [without_tokens(json.loads(event)) for event in drain(cloud)]
        if replays:
            replay(cloud)
    return found


@settings(max_examples=WORLDS)
@given(worlds())
def test_a_document_of_any_moment_loads_as_itself(cloud: Cloud) -> None:
    with cloud, Cloud(seed=7) as other:
        text = document(cloud)
        assert load(other, text) == (0, b"{}")
        assert document(other) == text
        assert json.loads(other.call_raw("mock/state/check").text) == {"problems": []}


@settings(max_examples=WORLDS)
@given(worlds(), st.booleans())
def test_what_was_loaded_goes_on_as_what_was_saved(cloud: Cloud, replays: bool) -> None:
    with cloud, cloud.fork() as other:
        # Events that were not taken are not part of a document.
        drain(cloud)
        drain(other)
        assert load(other, document(cloud)) == (0, b"{}")
        assert seen(other, replays) == seen(cloud, replays)


#: A document with all kinds of content, to be damaged.
FULL = ROOT / "Tests" / "states" / "version-1.json"

#: The replacements for a part of a document.
DAMAGE: list[Any] = [None, True, -1, 0, 1, 2**62, 0.5, "", "x", "é", [], {}, [1], {"x": 1}, "NaN"]


def paths(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Returns the paths of the parts of a document."""
    found = [path] if path else []
    if isinstance(value, dict | list):
        for key, part in value.items() if isinstance(value, dict) else enumerate(value):
            found += paths(part, (*path, key))
    return found


PLACES = paths(json.loads(FULL.read_text()))


def check_damaged(text: bytes, cloud: Cloud) -> None:
    """Checks that a damaged document is refused with the path and without any effect, or that it
    results in a valid state.
    """
    before = document(cloud)
    status, answer = load(cloud, text)
    if status != 0:
        assert status in (-3, -5), answer
        error = json.loads(answer)["error"]
        assert error["message"] and ("line" in error or error["key"].startswith("state")), answer
        assert document(cloud) == before
        return
    assert json.loads(cloud.call_raw("mock/state/check").text) == {"problems": []}
    again = document(cloud)
    assert load(cloud, again) == (0, b"{}")
    assert document(cloud) == again
    assert ask(cloud, Step("mock/clock/advance", {"seconds": 100_000}))[0] == 0
    drain(cloud)


@settings(max_examples=20 * WORLDS)
@given(st.data())
def test_a_document_with_a_damaged_part_changes_nothing_or_is_sound(data: st.DataObject) -> None:
    state = json.loads(FULL.read_text())
    *place, last = data.draw(st.sampled_from(PLACES))
    part = state
    for key in place:
        part = part[key]
    match data.draw(st.sampled_from(["replaced", "removed", "repeated", "swapped"])):
        case "replaced":
            part[last] = data.draw(st.sampled_from(DAMAGE))
        case "removed":
            del part[last]
        case "repeated" if isinstance(part, list):
            part.append(part[last])
        case "repeated":
            part[f"{last}x"] = part[last]
        case _:
            first = next(iter(part)) if isinstance(part, dict) else 0
            part[first], part[last] = part[last], part[first]
    with Cloud(seed=2) as cloud:
        check_damaged(json.dumps(state).encode(), cloud)


@settings(max_examples=10 * WORLDS)
@given(st.data())
def test_a_document_with_damaged_bytes_changes_nothing_or_is_sound(data: st.DataObject) -> None:
    text = json.dumps(json.loads(FULL.read_text()), separators=(",", ":")).encode()
    start = data.draw(st.integers(0, len(text) - 1))
    count = data.draw(st.integers(0, 3))
    put = bytes(data.draw(st.lists(st.sampled_from(b'"{}[]:,0a-\\\xc3\xa9\x01'), max_size=3)))
    with Cloud(seed=2) as cloud:
        check_damaged(text[:start] + put + text[start + count :], cloud)


@pytest.mark.parametrize("path", sorted((ROOT / "Tests" / "states").glob("*.json")), ids=str)
def test_documents_of_every_version_load(path: Path) -> None:
    with Cloud(state=str(path)) as cloud:
        assert cloud.state.problems() == []
        text = document(cloud)
        with Cloud(seed=2) as other:
            assert load(other, text) == (0, b"{}")
            assert document(other) == text


#: Keys of values that a document keeps as they are.
KEPT = ("payload", "request", "response", "blocks", "captured", "faults")


def backwards(value: Any) -> Any:
    """Returns a document with the keys of its dictionaries in the opposite order."""
    if isinstance(value, list):
        return [backwards(part) for part in value]
    if not isinstance(value, dict):
        return value
    parts = reversed(value.items())
    return {key: part if key in KEPT else backwards(part) for key, part in parts}


def test_the_keys_of_a_document_may_have_any_order() -> None:
    with Cloud(state=str(FULL)) as cloud, Cloud(seed=2) as other:
        text = document(cloud)
        changed = json.dumps(backwards(json.loads(text))).encode()
        assert load(other, changed) == (0, b"{}")
        assert document(other) == text


@pytest.mark.parametrize(
    ("key", "value", "keys"),
    [
        ("users", "users[0]", "alias, userRecordName, emailAddress"),
        ("schemas", "schemas[0]", "container, environment, roles, recordTypes"),
        ("databases", "databases[0]", "container, environment, database, user"),
        ("turns", "turns[0]", "due, pushes"),
    ],
)
def test_the_keys_of_a_dictionary_are_named(key: str, value: str, keys: str) -> None:
    state = {"stateVersion": 1, "seed": 1, key: [3]}
    with Cloud(seed=2) as cloud:
        status, answer = cloud.call_raw("mock/state/load", json.dumps({"state": state}).encode())
        error = json.loads(answer)["error"]
        assert (status, error["key"]) == (-5, f"state.{value}")
        assert error["expected"].startswith(f"an object with the keys {keys}")


def test_a_reset_keeps_no_users_without_the_devices_of_waiting_operations() -> None:
    with Cloud() as first, Cloud() as second:
        first.call("mock/users/add", alias="al", devices=["p"])
        save = {"operationType": "create", "record": {"recordType": "Note"}}
        first.call("records/modify", user="al", device="p", operations=[save], deliver="events")
        with Cloud(state=first.state.save()) as cloud:
            load(cloud, document(second))
            status, answer = cloud.call_raw("mock/reset", b'{"keep": ["users"]}')
            assert (status, json.loads(answer)["error"]["key"]) == (-5, "keep")
            assert cloud.call_raw("mock/reset", b"{}")[0] == 0


def test_a_document_says_who_has_tokens() -> None:
    with Cloud(
        users=[{"alias": "me", "devices": ["p"]}, {"alias": "bob", "devices": ["b"]}]
    ) as first:
        token = first.call("changes/database", device="p")["syncToken"]
        state = first.state.save()
    with Cloud(state=state) as cloud:
        assert cloud.call("mock/tokens/expire", device="b")["expired"] is False
        assert cloud.call("mock/tokens/expire", device="p")["expired"] is True
        request = json.dumps({"syncToken": token, "device": "p"})
        assert cloud.call_raw("changes/database", request).status == 21
    readers = state.pop("tokenReaders")
    with Cloud(state=state) as cloud:
        assert cloud.call("mock/tokens/expire", device="b")["expired"] is True
    for change, key in (
        ({"tokenReaders": readers * 2}, "state.tokenReaders[1].user"),
        ({"tokenReaders": readers, "tokensIssued": False}, "state.tokensIssued"),
    ):
        with Cloud(seed=2) as cloud:
            status, answer = load(cloud, json.dumps({**state, **change}).encode())
            assert (status, json.loads(answer)["error"]["key"]) == (-5, key)


def numbers(state: dict[str, Any]) -> list[tuple[Any, ...]]:
    """Returns the places of the integers of a document."""
    found = []
    for path in paths(state):
        holder, last = part(state, path)
        if type(holder[last]) is int:
            found.append(path)
    return found


def part(state: Any, path: tuple[Any, ...]) -> tuple[Any, Any]:
    """Returns what holds the last part of a path, and its key there."""
    for key in path[:-1]:
        state = state[key]
    return state, path[-1]


def test_a_counter_at_its_maximum_can_be_saved_again() -> None:
    text = FULL.read_text()
    loaded = set()
    for path in numbers(json.loads(text)):
        # The tags of a record that is saved again depend on it.
        if path[-1] == "sequence" and "zones" in path[-3:-2]:
            continue
        state = json.loads(text)
        holder, last = part(state, path)
        holder[last] = 2**62
        with Cloud(seed=2) as cloud, Cloud(seed=3) as other:
            if load(cloud, json.dumps(state).encode())[0] != 0:
                continue
            loaded.add(last)
            for step in (*NEXT, Step("mock/tokens/expire", {})):
                ask(cloud, step)
            saved = document(cloud)
            assert load(other, saved) == (0, b"{}"), path
            assert document(other) == saved, path
    assert loaded > {"evaluations", "injections", "skipped", "seen", "count", "tokenGeneration"}
