"""`mockcloud journal show`: lists the calls of a journal, one per line."""

from __future__ import annotations

import argparse
from typing import Any

from .._core import library
from .._core.wording import counted
from ..inspect.journal_files import read_calls
from .exits import OK
from .output import Output


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
    calls = [
        call
        for call in read_calls(options.file)
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
    """Returns the name of the rule that made a call fail, or the operation that added it."""
    if not isinstance(fault, dict):
        return str(fault)
    return str(fault.get("rule") or fault.get("source"))


def _status(status: int) -> str:
    if status == 0:
        return "ok"
    name: bytes = library.library().mockcloud_status_name(status)
    return f"{status} {name.decode()}"
