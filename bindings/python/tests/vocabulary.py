"""The names that `mock/info` lists, as types: the module `mockcloud/_vocabulary.py`.

`python3 bindings/python/tests/vocabulary.py` prints the module; `--write` writes it.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from typing import Any

from mockcloud import Cloud
from support import ROOT

MODULE = ROOT / "bindings" / "python" / "src" / "mockcloud" / "_vocabulary.py"

#: Operations that belong to the harness rather than to the service.
HARNESS = ("mock/", "operations/")

HEAD = '''"""The library's names as types, for completion in editors and for type checkers.

Generated from `mock/info`; do not edit: bindings/python/tests/vocabulary.py --write
"""

from __future__ import annotations

from typing import Literal, TypedDict

'''


def literal(name: str, comment: str, words: Iterable[str]) -> str:
    members = "".join(f'    "{word}",\n' for word in words)
    return f"#: {comment}\n{name} = Literal[\n{members}]\n"


def limits(found: Mapping[str, Any]) -> str:
    """Returns the type of `limits` in a configuration; a limit without a number is a quota."""
    kinds = {
        name: "bool | None" if isinstance(value, bool) else "int | None"
        for name, value in found.items()
    }
    return (
        "class LimitConfiguration(TypedDict, total=False):\n"
        '    """Limits and switches, with the names that requests use; None is the default."""\n\n'
    ) + "".join(f"    {name}: {kind}\n" for name, kind in kinds.items())


def module(info: Mapping[str, Any]) -> str:
    operations = [each["name"] for each in info["operations"]]
    parts = [
        literal(
            "ServiceOperation",
            "An operation of the simulated service.",
            [name for name in operations if not name.startswith(HARNESS)],
        ),
        literal(
            "HarnessOperation",
            "An operation of the harness, which is not part of CloudKit.",
            [name for name in operations if name.startswith(HARNESS)],
        ),
        "#: Any operation. `Cloud.call_raw` also takes other strings.\n"
        "OperationName = ServiceOperation | HarnessOperation\n",
        literal(
            "ErrorName",
            "One of CloudKit's errors.",
            [each["ckErrorName"] for each in info["errors"]],
        ),
    ]
    return HEAD + "\n".join(parts) + "\n\n" + limits(info["limits"])


def main() -> None:
    with Cloud({}) as cloud:
        text = module(cloud.info())
    if sys.argv[1:] == ["--write"]:
        MODULE.write_text(text)
    else:
        sys.stdout.write(text)


if __name__ == "__main__":
    main()
