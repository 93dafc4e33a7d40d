"""`mockcloud info`: shows the library in use, its operations and its limits."""

from __future__ import annotations

import argparse
from typing import Any

from .. import __version__
from .._core import library
from ..cloud import Cloud
from .exits import OK
from .output import Output


def register(commands: Any, shared: argparse.ArgumentParser) -> None:
    parser = commands.add_parser("info", parents=[shared], help="versions, operations, limits")
    parser.add_argument("--operations", action="store_true", help="list operations and their keys")
    parser.set_defaults(command=run)


def run(options: argparse.Namespace, output: Output) -> int:
    with Cloud({}) as cloud:
        info = cloud.info()
    path = library.library().path
    output.json({**info, "library": path, "package": __version__})
    output.line(f"mockcloud {__version__}, library {info['version']}", "head")
    output.line(f"  library         {path}")
    output.line(f"  ABI             {info['abiVersion']}")
    output.line(f"  state document  {info['stateVersion']}")
    names = [each["name"] for each in info["operations"]]
    harness = sum(name.startswith("mock/") for name in names)
    output.line(f"  operations      {len(names) - harness}, and {harness} of the harness")
    output.line(f"  errors          {len(info['errors'])}")
    if options.operations:
        output.line()
        for each in info["operations"]:
            output.line(f"{each['name']:30} {' '.join(each['keys'])}".rstrip())
    output.line()
    output.line("limits", "head")
    for name, value in info["limits"].items():
        output.line(f"  {name:22} {'none' if value is None else value}")
    return OK
