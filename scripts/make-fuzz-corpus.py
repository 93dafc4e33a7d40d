#!/usr/bin/env python3
"""Writes the initial fuzzing corpus: requests, predicates, schemas, configurations and formats.

Usage: make-fuzz-corpus.py FOLDER. Creates a folder for each fuzz target, and the file `dictionary`.
The corpus includes the inputs in Tests/fuzz/found, which fuzzing has found.
"""

from __future__ import annotations

import json
import re
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
FOUND = ROOT / "Tests" / "fuzz" / "found"
TARGETS = ("call", "predicate", "create", "schema", "format")
#: Inputs that scenarios do not contain: a format, pattern or pointer, and a text.
FORMATS = (
    "{'pattern': '$v', 'value': {%s: ['a%s', %j, 1]}}\n[1, \"x\"]",
    "{'pattern': %s, 'value': [%d, %ld, %lld, %g, '%f%%']}\n{}",
    "{'value': %b}\nx",
    "{'value': \"it's\", 'pattern': 'it\\'s \\u0041'}\n'",
    '/a/-1/b~1c\n{"a": [0, {"b/c": 5.0}]}',
    "\n-9223372036854775808",
)


def predicates(value: Any) -> Iterator[str]:
    """Yields all predicate texts in a request."""
    if isinstance(value, dict):
        for key, member in value.items():
            if key == "predicate" and isinstance(member, str):
                yield member
            else:
                yield from predicates(member)
    elif isinstance(value, list):
        for member in value:
            yield from predicates(member)


def schemas(value: Any) -> Iterator[str]:
    """Yields all schema texts in a request or a configuration."""
    if isinstance(value, dict):
        for member in value.values():
            yield from schemas(member)
    elif isinstance(value, str) and value.startswith("DEFINE SCHEMA"):
        yield value


def main(folder: Path) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    inputs: dict[str, dict[str, None]] = {name: {} for name in TARGETS}
    words: dict[str, None] = {}
    inputs["format"].update(dict.fromkeys(FORMATS))
    for path in sorted((ROOT / "Tests" / "data").glob("*.ckdb")):
        inputs["schema"][path.read_text()] = None
    for path in sorted((ROOT / "Tests" / "scenarios").glob("*.json")):
        scenario = json.loads(path.read_text())
        inputs["create"][json.dumps(scenario.get("config", {}), ensure_ascii=False)] = None
        for step in scenario["steps"]:
            if "call" not in step:
                continue
            request = json.dumps(step.get("request", {}), ensure_ascii=False)
            inputs["call"][f"{step['call']}\n{request}"] = None
            pattern = json.dumps(step.get("response", {}), ensure_ascii=False).replace('"', "'")
            if len(pattern) < 400:
                inputs["format"][f"{pattern}\n{request}"] = None
            for text in predicates(step.get("request", {})):
                inputs["predicate"][text] = None
            for text in schemas(step.get("request", {})):
                inputs["schema"][text] = None
                words.update(dict.fromkeys(re.findall(r"[A-Z0-9]{2,}|_[a-z]+", text)))
            quoted = f'"{step["call"]}" {request}'
            words.update(dict.fromkeys(re.findall(r'"([A-Za-z/_]{2,40})"', quoted)))
    for target, texts in inputs.items():
        (folder / target).mkdir(parents=True)
        for number, text in enumerate(texts):
            (folder / target / f"{number:05}").write_text(text)
        for path in sorted((FOUND / target).glob("*")):
            shutil.copy(path, folder / target / f"found-{path.name}")
    (folder / "dictionary").write_text("".join(f'"{word}"\n' for word in words))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
