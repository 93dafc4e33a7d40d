"""`mockcloud script`: checks whether scripts can be loaded, and compares two scripts."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import Any, Final

from .._core.wording import counted, shown
from ..cloud import Cloud
from ..errors import BadMockRequest
from ..inspect.json_values import same
from ..io.documents import DocumentError, name_of, place_of, read_json
from ..states import refusal
from .aligning import NOTES, aligned
from .exits import FAILED, OK
from .output import Output


class _Absent:
    """The type of `ABSENT`. It is a class so that `ABSENT` has a readable representation."""

    def __repr__(self) -> str:
        return "ABSENT"


#: Takes the place of a value that is missing.
ABSENT: Final = _Absent()


def register(commands: Any, shared: argparse.ArgumentParser) -> None:
    group = commands.add_parser("script", help="check and compare scripts")
    parts = group.add_subparsers(metavar="COMMAND", required=True)
    parser = parts.add_parser("validate", parents=[shared], help="check scripts")
    parser.add_argument("files", nargs="+", metavar="FILE")
    parser.set_defaults(command=run_validate)
    parser = parts.add_parser("diff", parents=[shared], help="compare two scripts")
    parser.add_argument("before", metavar="A")
    parser.add_argument("after", metavar="B")
    parser.set_defaults(command=run_diff)


def check(document: Any, file: str) -> int:
    """Loads a script into a cloud and returns the number of its entries."""
    if not isinstance(document, dict):
        raise DocumentError(file, None, "expected an object")
    with Cloud({}) as cloud:
        try:
            entries: int = cloud.call("mock/script/load", {"script": document})["entries"]
        except BadMockRequest as error:
            raise refusal(file, error, "script") from None
    return entries


def run_validate(options: argparse.Namespace, output: Output) -> int:
    results: list[dict[str, Any]] = []
    for file in options.files:
        name = name_of(file)
        document = read_json(file)
        try:
            entries = check(document, name)
        except DocumentError as error:
            parts = {"place": error.place, "reason": error.reason}
            found = {key: part for key, part in parts.items() if part is not None}
            results.append({"file": name, "error": found})
            output.line(str(error), "bad")
        else:
            results.append({"file": name, "entries": entries})
            output.line(f"{name}: {counted(entries, 'entry')}", "good")
    output.json({"scripts": results})
    return FAILED if any("error" in each for each in results) else OK


def run_diff(options: argparse.Namespace, output: Output) -> int:
    before, after = (_script(each) for each in (options.before, options.after))
    changes = list(_compare(before, after))
    output.json({"differences": changes})
    for each in changes:
        path = each["path"]
        if "before" not in each:
            output.line(f"+ {path}  {shown(each['after'])}", "good")
        elif "after" not in each:
            output.line(f"- {path}  {shown(each['before'])}", "bad")
        else:
            output.line(f"~ {path}  {shown(each['before'])} -> {shown(each['after'])}", "note")
    if changes:
        output.line(counted(len(changes), "difference"))
    return FAILED if changes else OK


def _script(file: str) -> dict[str, Any]:
    document = read_json(file)
    name = name_of(file)
    if not isinstance(document, dict):
        raise DocumentError(name, None, "expected an object")
    entries = document.get("entries")
    if not isinstance(entries, list):
        raise DocumentError(name, "entries", "expected a list")
    for index, entry in enumerate(entries):
        if not isinstance(entry, dict) or not isinstance(entry.get("operation"), str):
            raise DocumentError(name, place_of("entries", index), "expected an entry")
    return document


def _by_operation(script: dict[str, Any]) -> dict[str, list[int]]:
    """Returns the indices of the entries by operation."""
    found: dict[str, list[int]] = {}
    for index, entry in enumerate(script["entries"]):
        found.setdefault(entry["operation"], []).append(index)
    return found


def _compare(before: dict[str, Any], after: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yields the differences of the scripts' members, then of their entries, then of the order.

    An entry is named by its operation and number, such as `records/query #3` for the third.
    """
    heads = [
        {key: each for key, each in script.items() if key != "entries"}
        for script in (before, after)
    ]
    yield from _members(heads[0], heads[1], "")
    left, right = _by_operation(before), _by_operation(after)
    common: list[tuple[int, int, str]] = []
    for operation in (*left, *(each for each in right if each not in left)):
        places = left.get(operation, []), right.get(operation, [])
        entries = (
            [before["entries"][each] for each in places[0]],
            [after["entries"][each] for each in places[1]],
        )
        for first, second in aligned(*entries):
            name = f"{operation} #{_either(first, second) + 1}"
            old = ABSENT if first is None else entries[0][first]
            new = ABSENT if second is None else entries[1][second]
            yield from _values(old, new, name)
            if first is not None and second is not None:
                common.append((places[0][first], places[1][second], name))
    orders = [[name for *_, name in sorted(common, key=lambda each: each[side])] for side in (0, 1)]
    for index, (was, now) in enumerate(zip(*orders, strict=True)):
        if was != now:
            yield {"path": f"order, entry {index + 1}", "before": was, "after": now}
            return


def _members(before: dict[str, Any], after: dict[str, Any], path: str) -> Iterator[dict[str, Any]]:
    for key in (*before, *(key for key in after if key not in before)):
        if key not in NOTES:
            at = _join(path, key)
            yield from _values(before.get(key, ABSENT), after.get(key, ABSENT), at)


def _values(before: Any, after: Any, path: str) -> Iterator[dict[str, Any]]:
    if isinstance(before, dict) and isinstance(after, dict):
        yield from _members(before, after, path)
    elif isinstance(before, list) and isinstance(after, list):
        for first, second in aligned(before, after):
            old = ABSENT if first is None else before[first]
            new = ABSENT if second is None else after[second]
            yield from _values(old, new, _join(path, _either(second, first)))
    elif before is ABSENT or after is ABSENT or not same(before, after):
        found = {"before": before, "after": after}
        yield {"path": path, **{key: each for key, each in found.items() if each is not ABSENT}}


def _either(first: int | None, second: int | None) -> int:
    """Returns the first of two indices that is given; one of them is."""
    return first if first is not None else second or 0


def _join(path: str, key: str | int) -> str:
    """Returns the dotted path of a member."""
    return f"{path}.{key}" if path else str(key)
