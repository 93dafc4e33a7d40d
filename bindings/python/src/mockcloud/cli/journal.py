"""`mockcloud journal show`: lists the calls of a journal, one per line."""

from __future__ import annotations

import argparse
from typing import Any

from .._core import library
from .._core.wording import counted, listed
from .._core.words import misspelt, operations
from ..inspect.journal_files import read_calls
from ..io.documents import DocumentError, name_of
from .exits import OK
from .output import Output

#: The number of names that a note lists.
_SHOWN = 12


def register(commands: Any, shared: argparse.ArgumentParser) -> None:
    group = commands.add_parser("journal", help="show journals").add_subparsers(
        metavar="COMMAND", required=True
    )
    parser = group.add_parser("show", parents=[shared], help="list the calls of a journal")
    parser.add_argument(
        "file", metavar="FILE", help="one call per line, or a response of mock/journal"
    )
    parser.add_argument("--operation", metavar="NAME", help="only calls of this operation")
    parser.add_argument("--user", metavar="NAME", help="only calls of this user")
    parser.add_argument("--device", metavar="NAME", help="only calls of this device")
    parser.add_argument("--failed", action="store_true", help="only calls that failed")
    parser.set_defaults(command=run)


def run(options: argparse.Namespace, output: Output) -> int:
    every = list(read_calls(options.file))
    names = _names(every)
    for key in names:
        _check(key, getattr(options, key), names[key], name_of(options.file), output)
    calls = [
        call
        for call in every
        if all(getattr(options, key) in (None, *_of(call, key)) for key in names)
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


def _of(call: dict[str, Any], key: str) -> list[str]:
    """Returns the names that a call has for an option: a user also has an alias."""
    request = call.get("request")
    given = [call.get(key)]
    if key == "user" and isinstance(request, dict):
        given.append(request.get("user"))
    return [each for each in given if isinstance(each, str)]


def _names(calls: list[dict[str, Any]]) -> dict[str, list[str]]:
    """Returns the names in a journal by the options that choose among them, without repetitions."""
    return {
        key: list(dict.fromkeys(name for call in calls for name in _of(call, key)))
        for key in ("operation", "user", "device")
    }


def _check(key: str, given: str | None, names: list[str], file: str, output: Output) -> None:
    """Refuses a name that is probably misspelt; notes that no call has another."""
    if given is None or given in names or not names:
        return
    if key == "operation":
        try:
            operations(given, f"--{key}")
        except ValueError as error:
            raise DocumentError(file, None, str(error)) from None
        return
    near = misspelt(given, names)
    shown = listed(names, _SHOWN, key)
    if near is not None:
        reason = f"no call has {given!r}; did you mean {near!r}?"
        raise DocumentError(file, f"--{key}", reason)
    output.note(f"no call of the journal has the {key} {given!r}; it has {shown}")


def _cause(fault: Any) -> str:
    """Returns the name of the rule that made a call fail, or the operation that added it."""
    if not isinstance(fault, dict):
        return str(fault)
    return str(fault.get("rule") or fault.get("source"))


def _status(status: int) -> str:
    if status == 0:
        return "ok"
    name: bytes = library.library().mockcloud_status_name(status)
    return f"{status} {name.decode()}"
