"""`mockcloud state`: what is in a saved world, what two of them differ in, whether one is sound."""

from __future__ import annotations

import argparse
from typing import Any

from .._summary import summary
from .._tree_reading import tree_of
from .._wording import counted, shown
from ..documents import STANDARD_INPUT, DocumentError, name_of
from ..states import Refused
from .exits import FAILED, OK
from .output import Output
from .state_diff import IGNORABLE, Change, compare
from .worlds import document, from_state


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
        help=f"leave out differences of: {', '.join(IGNORABLE)} (several with commas)",
    )  # fmt: skip
    parser.set_defaults(command=run_diff)
    parser = parts.add_parser("validate", parents=[shared], help="check state documents")
    parser.add_argument("files", nargs="+", metavar="FILE")
    parser.set_defaults(command=run_validate)


def _ignored(text: str) -> frozenset[str]:
    names = frozenset(filter(None, text.split(",")))
    for name in sorted(names):
        if name not in IGNORABLE:
            known = ", ".join(IGNORABLE)
            raise argparse.ArgumentTypeError(f"{name!r} is not known; known are {known}")
    return names


def run_show(options: argparse.Namespace, output: Output) -> int:
    found = summary(document(options.file))
    output.json(found)
    output.drawing(tree_of(found))
    return OK


def run_diff(options: argparse.Namespace, output: Output) -> int:
    if options.before == options.after == STANDARD_INPUT:
        raise DocumentError("standard input", None, "it can be read once only")
    before, after = document(options.before), document(options.after)
    changes = list(compare(before, after, options.ignore))
    output.json({"differences": [each.as_json() for each in changes]})
    for each in changes:
        _show_change(each, output)
    if changes:
        output.line(counted(len(changes), "difference"))
    return FAILED if changes else OK


def _show_change(change: Change, output: Output) -> None:
    path = " / ".join(_short(change.path))
    if change.kind == "added":
        output.line(f"+ {path}  {shown(change.after)}", "good")
    elif change.kind == "removed":
        output.line(f"- {path}  {shown(change.before)}", "bad")
    else:
        output.line(f"~ {path}  {shown(change.before)} -> {shown(change.after)}", "note")


def _short(path: tuple[str, ...]) -> tuple[str, ...]:
    """The path of something in a database without the words that are in all of them."""
    words = ("databases", "zones", "records")
    return tuple(
        part
        for place, part in enumerate(path)
        if not (path[0] == "databases" and place in (0, 2, 4) and part == words[place // 2])
    )


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
