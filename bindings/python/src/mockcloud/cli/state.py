"""`mockcloud state`: shows, compares and checks state documents."""

from __future__ import annotations

import argparse
from typing import Any

from ..inspect.comparison import compare
from ..inspect.differing import IGNORABLE, Diff, check_ignored
from ..inspect.tree_reading import tree_of
from ..io.documents import STANDARD_INPUT, DocumentError, name_of
from ..states import Refused
from .exits import FAILED, OK
from .output import Output
from .worlds import document, from_state

#: The style of each kind of difference.
_STYLES = {"added": "good", "removed": "bad", "changed": "note"}


def register(commands: Any, shared: argparse.ArgumentParser) -> None:
    group = commands.add_parser("state", help="show, compare and check state documents")
    parts = group.add_subparsers(metavar="COMMAND", required=True)
    parser = parts.add_parser("show", parents=[shared], help="summarise a state document")
    parser.add_argument("file", metavar="FILE")
    parser.set_defaults(command=run_show)
    parser = parts.add_parser("diff", parents=[shared], help="compare two state documents")
    parser.add_argument("before", metavar="A")
    parser.add_argument("after", metavar="B")
    parser.add_argument(
        "--ignore", type=_ignored, default=frozenset(), metavar="WHAT",
        help=f"omit differences of: {', '.join(IGNORABLE)} (several separated by commas)",
    )  # fmt: skip
    parser.set_defaults(command=run_diff)
    parser = parts.add_parser("validate", parents=[shared], help="check state documents")
    parser.add_argument("files", nargs="+", metavar="FILE")
    parser.set_defaults(command=run_validate)


def _ignored(text: str) -> frozenset[str]:
    try:
        return check_ignored(filter(None, text.split(",")))
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error).removeprefix("ignore: ")) from None


def run_show(options: argparse.Namespace, output: Output) -> int:
    with from_state(options.file) as cloud:
        found = cloud.call("mock/summary")
    output.json(found)
    output.drawing(tree_of(found))
    return OK


def run_diff(options: argparse.Namespace, output: Output) -> int:
    if options.before == options.after == STANDARD_INPUT:
        raise DocumentError("standard input", None, "can be read only once")
    before, after = document(options.before), document(options.after)
    found = Diff(tuple(compare(before, after, options.ignore)))
    output.json({"differences": [each.as_json() for each in found]})
    for line in found.lines(limit=None) if found else ():
        output.line(line.text, _STYLES[line.change.kind] if line.change else None)
    return FAILED if found else OK


def run_validate(options: argparse.Namespace, output: Output) -> int:
    results: list[dict[str, Any]] = []
    for file in options.files:
        name = name_of(file)
        result: dict[str, Any] = {"file": name, "problems": []}
        try:
            with from_state(file) as cloud:
                result["problems"] = cloud.call("mock/state/check")["problems"]
        except Refused as refused:
            result["problems"] = [{"where": refused.place or "", "problem": refused.reason}]
        results.append(result)
        for each in result["problems"]:
            parts = name, each["where"], each["problem"]
            output.line(": ".join(part for part in parts if part), "bad")
        if not result["problems"]:
            output.line(f"{name}: ok", "good")
    output.json({"states": results})
    return FAILED if any(each["problems"] for each in results) else OK
