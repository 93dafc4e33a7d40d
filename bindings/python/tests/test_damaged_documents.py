"""State documents with wrong parts: they are refused without any effect, or make a valid state."""

from __future__ import annotations

import json
from typing import Any

from documents import FULL, NEXT, WORLDS, ask, document, drain, load
from hypothesis import given, settings
from hypothesis import strategies as st

from mockcloud import Cloud
from sequences import Step

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
