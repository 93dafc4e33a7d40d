"""Documents from files are read strictly, and files are written completely or not at all."""

from __future__ import annotations

import os
import pickle
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mockcloud._core.codec import dump_json
from mockcloud.io.documents import DocumentError, parse_json, read_json, write_file

REFUSED: list[tuple[str, str]] = [
    ("", "f: line 1, column 1: is not JSON"),
    ("{} {}", "f: line 1, column 4: is not JSON: Extra data"),
    ('{"a": [1, 1e999]}', r"f: a\[1\]: a number that is too large"),
    ('{"a": -9223372036854775809}', "f: a: an integer of more than 64 bits"),
    ('["\\ud800"]', r"f: \[0\]: a text with half of a surrogate pair"),
    ('{"a": {"\\ud800": 1}}', "f: a: a key with half of a surrogate pair"),
    ("[NaN]", "f: is not JSON: NaN"),
    ("[-Infinity]", "f: is not JSON: -Infinity"),
    ("[" * 65 + "]" * 65, "is nested more than 64 levels deep"),
    ("[" * 100_000, "f: is nested more than 64 levels deep"),
    ("1" * 5000, "f: is not JSON"),
]


@pytest.mark.parametrize(("text", "message"), REFUSED)
def test_what_is_refused(text: str, message: str) -> None:
    with pytest.raises(DocumentError, match=message):
        parse_json(text, "f")


def test_what_is_not() -> None:
    for text in ("[" * 64 + "]" * 64, "[9223372036854775807]", '{"é": "\\ud83d\\ude00"}', "null"):
        parse_json(text, "f")


def test_the_place_of_a_text_within_a_file() -> None:
    with pytest.raises(DocumentError) as caught:
        parse_json("{,}", "f", "log.entries[3]")
    assert str(caught.value).startswith("f: log.entries[3], line 1, column 2: is not JSON")
    copy = pickle.loads(pickle.dumps(caught.value))
    assert (copy.file, copy.place, copy.reason) == ("f", caught.value.place, caught.value.reason)


def test_files(tmp_path: Path) -> None:
    path = tmp_path / "f"
    path.write_bytes(b"\xef\xbb\xbf[1]")
    assert read_json(str(path)) == [1]
    with pytest.raises(DocumentError, match="has more than 5 bytes"):
        read_json(str(path), limit=5)
    path.write_bytes(b"[\xff]")
    with pytest.raises(DocumentError, match="f: byte 1: is not UTF-8"):
        read_json(str(path))
    for missing, reason in ((tmp_path, "Is a directory"), (path / "x", "Not a directory")):
        with pytest.raises(DocumentError, match=f"cannot be read: {reason}"):
            read_json(str(missing))
    with pytest.raises(DocumentError, match="cannot be read"):
        read_json("a\0b")


def test_a_file_is_written_whole_or_not_at_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "f"
    link = tmp_path / "link"
    link.symlink_to(path)
    write_file(str(link), "first")
    assert link.is_symlink() and path.read_text() == "first"

    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as context:
        context.setattr(os, "fsync", full)
        with pytest.raises(DocumentError, match="cannot be written: No space left on device"):
            write_file(str(path), "second")
    assert path.read_text() == "first"
    with path.open() as opened:
        write_file(str(path), "third")
        assert (path.read_text(), opened.read()) == ("third", "first")
    assert sorted(os.listdir(tmp_path)) == ["f", "link"]
    with pytest.raises(DocumentError, match="Is a directory"):
        write_file(str(tmp_path), "x")


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**63 - 1) | st.text()
    | st.floats(allow_nan=False, allow_infinity=False),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=20,
)  # fmt: skip


@given(JSON, st.sampled_from([None, 2]))
def test_what_is_written_is_read(value: Any, indent: int | None) -> None:
    assert parse_json(dump_json(value, indent=indent), "f") == value


@given(st.text())
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        parse_json(text, "f")
    except DocumentError as error:
        assert error.file == "f"
