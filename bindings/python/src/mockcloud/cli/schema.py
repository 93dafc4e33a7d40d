"""`mockcloud schema check`: reads .ckdb files and shows their record types or their errors."""

from __future__ import annotations

import argparse
from typing import Any

from .._core.wording import counted
from ..cloud import Cloud
from ..io.documents import STANDARD_INPUT, name_of, read_text
from ..states import Refused
from .exits import FAILED, OK
from .output import Output
from .worlds import load_schema


def register(commands: Any, shared: argparse.ArgumentParser) -> None:
    group = commands.add_parser("schema", help="check schemas").add_subparsers(
        metavar="COMMAND", required=True
    )
    check = group.add_parser("check", parents=[shared], help="read .ckdb files")
    check.add_argument("files", nargs="+", metavar="FILE")
    check.add_argument(
        "--environment", choices=("development", "production"), default="development"
    )
    check.set_defaults(command=run)


def run(options: argparse.Namespace, output: Output) -> int:
    results: list[dict[str, Any]] = []
    for file in options.files:
        with Cloud({}) as cloud:
            try:
                types = load_schema(cloud, file, options.environment)
            except Refused as refused:
                results.append({"file": refused.file, **_error(refused)})
                output.line(str(refused), "bad")
                _show_place(file, refused, output)
                continue
        results.append({"file": name_of(file), "recordTypes": types})
        output.line(f"{name_of(file)}: {counted(len(types), 'record type')}", "good")
        for name in types:
            output.line(f"  {name}")
    output.json({"schemas": results})
    return FAILED if any("error" in each for each in results) else OK


def _error(refused: Refused) -> dict[str, Any]:
    error = {"place": refused.place, "reason": refused.reason}
    return {"error": {key: value for key, value in error.items() if value is not None}}


def _show_place(file: str, refused: Refused, output: Output) -> None:
    """Prints the line of the error with a mark below its column."""
    if refused.line is None or refused.column is None or file == STANDARD_INPUT:
        return
    lines = read_text(file).split("\n")
    if 0 < refused.line <= len(lines):
        line = lines[refused.line - 1].rstrip("\r")
        if len(line) <= 200:
            output.line(f"  {line.expandtabs(1)}")
            output.line("  " + " " * (refused.column - 1) + "^")
