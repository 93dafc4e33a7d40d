"""State documents of random worlds: a loaded world equals the saved one, now and in later calls."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from documents import EXTRAS, FULL, NEXT, WORLDS, ask, document, drain, load
from hypothesis import given, settings
from hypothesis import strategies as st

from mockcloud import Cloud
from sequence_runs import Run
from sequences import FORK, RELOAD, Generator, Step
from support import ROOT


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
