"""`mockcloud import-har`: converts recorded traffic of CloudKit Web Services into a script."""

from __future__ import annotations

import argparse
from typing import Any, get_args

from .._core.codec import dump_json
from .._core.wording import counted
from ..har import Imported, Options, import_recording
from ..har.script import RequestStyle, described
from ..harness.script import Mode
from ..io.documents import name_of, read_text, write_file
from .exits import OK
from .output import Output


def register(commands: Any, shared: argparse.ArgumentParser) -> None:
    parser = commands.add_parser(
        "import-har",
        parents=[shared],
        help="convert recorded traffic into a script",
        description="Converts a HAR file, or JSON lines with method, url, status, request and "
        "response, into a script for mock/script/load. Tokens, keys and cookies are removed; the "
        "contents of records are not.",
    )
    parser.add_argument("file", metavar="FILE")
    parser.add_argument("-o", "--output", metavar="FILE", help="the file to write")
    parser.add_argument("--mode", choices=get_args(Mode), default="strict")
    parser.add_argument(
        "--request",
        choices=get_args(RequestStyle),
        default="pattern",
        help="what entries expect: the complete request, all except tags and tokens, or nothing",
    )
    parser.add_argument("--delays", action="store_true", help="delay responses as recorded")
    parser.set_defaults(command=run)


def run(options: argparse.Namespace, output: Output) -> int:
    imported = _imported(options)
    text = dump_json(imported.script, indent=2) + "\n"
    for note in imported.notes:
        output.note(note)
    if options.output is not None:
        write_file(options.output, text)
        entries = counted(len(imported.script["entries"]), "entry")
        output.line(f"{options.output}: {entries}", "good")
        for line in described(imported):
            output.line(f"  {line}")
        count = len(imported.script["entries"])
        output.json({"output": options.output, "entries": count, "notes": imported.notes})
    elif options.json:
        output.json({"script": imported.script, "notes": imported.notes})
    else:
        output.text(text)
    return OK


def _imported(options: argparse.Namespace) -> Imported:
    wanted = Options(mode=options.mode, request=options.request, delays=options.delays)
    return import_recording(read_text(options.file), name_of(options.file), wanted)
