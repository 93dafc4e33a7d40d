"""`mockcloud journal show`: the calls in a journal, one line each."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping
from typing import Any

from .. import _raw
from .._wording import counted
from ..documents import DocumentError, name_of, parse_json, read_text
from .exits import OK
from .output import Output

#: The members of a call that are shown: their types, in words as well, and whether all have them.
_MEMBERS: Mapping[str, tuple[type, str, bool]] = {
    "operation": (str, "a text", True),
    "status": (int, "an integer", True),
    "n": (int, "an integer", False),
    "time": (str, "a text", False),
    "user": (str, "a text", False),
    "device": (str, "a text", False),
    "faults": (list, "a list", False),
}


def register(commands: Any, shared: argparse.ArgumentParser) -> None:
    group = commands.add_parser("journal", help="show journals").add_subparsers(
        metavar="COMMAND", required=True
    )
    parser = group.add_parser("show", parents=[shared], help="list the calls of a journal")
    parser.add_argument("file", metavar="FILE", help="a call a line, or an answer of mock/journal")
    parser.add_argument("--operation", metavar="NAME", help="only calls of that operation")
    parser.add_argument("--user", metavar="NAME", help="only calls of that user")
    parser.add_argument("--device", metavar="NAME", help="only calls of that device")
    parser.add_argument("--failed", action="store_true", help="only calls that failed")
    parser.set_defaults(command=run)


def run(options: argparse.Namespace, output: Output) -> int:
    name = name_of(options.file)
    calls = [
        call
        for call in _calls(read_text(options.file), name)
        if all(
            wanted in (None, call.get(key))
            for key, wanted in vars(options).items()
            if key in ("operation", "user", "device")
        )
        and not (options.failed and call["status"] == 0)
    ]
    output.json({"calls": calls})
    for call in calls:
        status = call["status"]
        number = call.get("n") or "-"
        line = f"{number:>6}  {call.get('time') or ''}  {call.get('device') or '-'}"
        line += f"  {call['operation']}  {_status(status)}"
        if call.get("faults"):
            line += f"  [{', '.join(map(_cause, call['faults']))}]"
        output.line(line, "bad" if status else None)
    output.line(counted(len(calls), "call"))
    return OK


def _cause(fault: Any) -> str:
    """What made a call fail: the rule by its name, or the operation that set it."""
    if not isinstance(fault, dict):
        return str(fault)
    return str(fault.get("rule") or fault.get("source"))


def _status(status: int) -> str:
    if status == 0:
        return "ok"
    name: bytes = _raw.library().mockcloud_status_name(status)
    return f"{status} {name.decode()}"


def _calls(text: str, file: str) -> Iterator[dict[str, Any]]:
    """The calls of JSON lines, or of one document that has them under `calls`."""
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        place = f"line {number}"
        if number == 1 and _is_document(line):
            document = parse_json(text, file)
            if isinstance(document, dict) and "calls" in document:
                calls = document["calls"]
                if not isinstance(calls, list):
                    raise DocumentError(file, "calls", "expected a list")
                for index, call in enumerate(calls):
                    yield _checked(call, file, f"calls[{index}]")
                return
        yield _checked(parse_json(line, file, place), file, place)


def _is_document(first: str) -> bool:
    """Whether the first line of a text is part of a document with `calls`, and no call itself."""
    try:
        value = parse_json(first, "")
    except DocumentError:
        return True
    return isinstance(value, dict) and "calls" in value


def _checked(call: Any, file: str, place: str) -> dict[str, Any]:
    if not isinstance(call, dict):
        raise DocumentError(file, place, "expected a call, which is an object")
    for key, (kind, words, is_required) in _MEMBERS.items():
        value = call.get(key)
        if not (isinstance(value, kind) or (value is None and not is_required)):
            raise DocumentError(file, f"{place}, {key}", f"expected {words}")
    return call
