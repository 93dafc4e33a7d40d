"""A state document in a file is read piece by piece, with the same result as a single text."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from mockcloud import Asset, Cloud, Record, Reference
from mockcloud.errors import BadJSON, BadMockRequest, UsageError


@pytest.fixture(scope="module")
def document() -> dict[str, Any]:
    """A world with zones, deletions, versions, shares, files, and texts like JSON."""
    with Cloud(seed=1) as cloud:
        cloud.add_user("bob", email="bob@example.com")
        home = cloud.private.in_zone(cloud.private.create_zone("Home"))
        root = home.save(Record("List", {"records": '[{"a": "]"}, "\\"'}, name="list"))
        home.share(root, participants=["bob@example.com"])
        for number in range(6):
            note = Record("Note", {"rank": number, "file": Asset(b"x" * number)}, name=f"n{number}")
            home.save(note)
        home.delete("n3")
        changed = home.fetch("n4")
        changed["to"] = Reference("n5")
        changed["text"] = 'é\u2028\U0001f600 \\ " [ ] { }'
        home.save(changed)
        cloud.database("public").save(Record("Note", {"tags": ["a]", "b["]}, name="p1"))
        cloud.set_record_errors(["n1"], "zoneBusy")
        return cloud.save_state()


def load(path: Path, text: str | bytes) -> str | UsageError:
    """Returns the state of a file, or the error."""
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    with Cloud(seed=2) as cloud:
        before = cloud.save_state()
        try:
            cloud.load_state(path)
        except (BadJSON, BadMockRequest) as error:
            assert cloud.save_state() == before
            return error
        assert cloud.problems() == []
        return json.dumps(cloud.save_state())


def load_text(text: str | bytes) -> str | UsageError:
    """Returns the same for a text in a request."""
    with Cloud(seed=2) as cloud:
        given = text if isinstance(text, bytes) else text.encode()
        status, _ = cloud.call_raw("mock/state/load", b'{"state":\n%s}' % given)
        if status == 0:
            return json.dumps(cloud.save_state())
        return BadJSON("") if status == BadJSON.status else BadMockRequest("")


def test_however_it_is_spelled(document: dict[str, Any], tmp_path: Path) -> None:
    whole = json.dumps(document)
    for text in (
        whole,
        json.dumps(document, indent=3, ensure_ascii=False),
        json.dumps(document, separators=(",", ":")),
        " \n\t" + whole.replace(', "', ' ,\n"') + "\n\n",
        whole.replace('"records": [', '"records" :\n [ '),
        whole.replace('"records": ', '"recor\\u0064s": '),
    ):
        assert load(tmp_path / "state.json", text) == load_text(text) == whole


def test_members_in_any_order(document: dict[str, Any], tmp_path: Path) -> None:
    def turned(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: turned(value[key]) for key in reversed(list(value))}
        return [turned(each) for each in value] if isinstance(value, list) else value

    assert load(tmp_path / "state.json", json.dumps(turned(document))) == json.dumps(document)


def test_a_text_that_ends_early_is_refused(document: dict[str, Any], tmp_path: Path) -> None:
    text = json.dumps(document, indent=1)
    lines = text.split("\n")
    for end in random.Random(1).sample(range(len(text)), 150):
        error = load(tmp_path / "state.json", text[:end])
        assert isinstance(error, BadJSON), text[end - 50 : end]
        assert error.line is not None and error.column is not None
        row = text[:end].count("\n")
        assert error.line <= row + 1
        assert error.column <= len(lines[error.line - 1].encode()) + 1


def test_a_wrong_byte_is_found_where_it_is(document: dict[str, Any], tmp_path: Path) -> None:
    text = json.dumps(document, indent=1)
    places = [place for place, letter in enumerate(text) if letter == "\n"]
    for place in random.Random(2).sample(places, 60):
        error = load(tmp_path / "state.json", f"{text[:place]}\n%{text[place:]}")
        assert isinstance(error, BadJSON), text[place - 50 : place]
        assert (error.line, error.column) == (text[:place].count("\n") + 2, 1), str(error)


def test_changed_bytes_are_judged_alike(document: dict[str, Any], tmp_path: Path) -> None:
    text = json.dumps(document, indent=1).encode()
    chance = random.Random(3)
    for _ in range(250):
        changed = bytearray(text)
        for _ in range(chance.randint(1, 3)):
            changed[chance.randrange(len(changed))] = chance.choice(b'[]{},:"\\0 1n')
        by_file = load(tmp_path / "state.json", bytes(changed))
        by_text = load_text(bytes(changed))
        if isinstance(by_text, str):
            assert by_file == by_text
        else:
            assert isinstance(by_file, UsageError), bytes(changed)


@pytest.mark.parametrize("other", [0, 3, -1, 0.5, 1e3, "text", None, True, {}, {"a": [1]}])
def test_something_else_in_place_of_records(
    document: dict[str, Any], tmp_path: Path, other: Any
) -> None:
    zones = [dict(zone) for zone in document["databases"][0]["zones"]]
    databases = [{**document["databases"][0], "zones": zones}, *document["databases"][1:]]
    zones[-1]["records"] = other
    error = load(tmp_path / "state.json", json.dumps({**document, "databases": databases}))
    assert isinstance(error, BadMockRequest)
    assert error.key == f"databases[0].zones[{len(zones) - 1}].records"


@pytest.mark.parametrize("key", ["users", "schemas", "sharedDatabases"])
def test_numbers_in_place_of_other_lists(
    document: dict[str, Any], tmp_path: Path, key: str
) -> None:
    error = load(tmp_path / "state.json", json.dumps({**document, key: 0}))
    assert isinstance(error, BadMockRequest) and error.key == key


def test_a_wrong_record_is_named(document: dict[str, Any], tmp_path: Path) -> None:
    text = json.dumps(document).replace('"value": 5', '"value": "five"')
    assert text != json.dumps(document)
    error = load(tmp_path / "state.json", text)
    assert isinstance(error, BadMockRequest)
    assert error.key is not None and error.key.startswith("databases[")
    assert ".records[" in error.key and error.key.endswith(".fields.rank.value")


def test_a_large_document_is_written_in_pieces(tmp_path: Path) -> None:
    path = tmp_path / "state.json"
    text = "x" * 100_000
    with Cloud(seed=1) as cloud:
        cloud.seed(
            {"recordName": f"n{n}", "recordType": "T", "fields": {"a": {"value": text}}}
            for n in range(30)
        )
        cloud.save_state(path)
        assert json.loads(path.read_text()) == cloud.save_state()
        assert path.read_text() == json.dumps(cloud.save_state(), indent=2) + "\n"
        with Cloud(state=str(path)) as other:
            assert other.save_state() == cloud.save_state()
        assert list(tmp_path.iterdir()) == [path]
