"""The names that `mock/info` lists, as types: `mockcloud/_core/vocabulary.py`, and errors in Swift.

`python3 bindings/python/tests/vocabulary.py` prints the files; `--write` writes them.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Mapping
from textwrap import fill, indent
from typing import Any

from mockcloud import Cloud
from support import ROOT

MODULE = ROOT / "bindings" / "python" / "src" / "mockcloud" / "_core" / "vocabulary.py"

SWIFT = ROOT / "Sources" / "MockCloudCore" / "Faults" / "ErrorSpecification+Codes.swift"

#: Operations that belong to the harness rather than to the service.
HARNESS = ("mock/", "operations/")

HEAD = '''"""The library's names as types, for completion in editors and for type checkers.

Generated from `mock/info`; do not edit: bindings/python/tests/vocabulary.py --write
"""

from __future__ import annotations

from typing import Literal, TypedDict

'''


SWIFT_HEAD = """\
// Generated from `mock/info`; do not edit: bindings/python/tests/vocabulary.py --write

/// CloudKit's errors by their names in `CKError.Code`: `.zoneBusy`, `.zoneBusy(retryAfter: 3)`.
extension ErrorSpecification {
"""

#: The keys of an error that go with one code only, as parameters in Swift.
SWIFT_EXTRAS = {"zoneNotFound": [("userDidResetEncryptedData", "Bool = false")]}

#: How long a line of Swift may be.
SWIFT_WIDTH = 100


def literal(name: str, comment: str, words: Iterable[str]) -> str:
    members = "".join(f'    "{word}",\n' for word in words)
    return f"#: {comment}\n{name} = Literal[\n{members}]\n"


def limits(found: Mapping[str, Any]) -> str:
    """Returns the type of `limits` in a configuration."""
    kinds = {name: f"{limit_type(name, value)} | None" for name, value in found.items()}
    return (
        "class LimitConfiguration(TypedDict, total=False):\n"
        '    """Limits and switches, with the names that requests use; None is the default."""\n\n'
    ) + "".join(f"    {name}: {kind}\n" for name, kind in kinds.items())


def limit_type(name: str, value: object) -> str:
    """Returns the type of the values of a limit; a limit without a value is a quota."""
    if isinstance(value, str):
        return type_name(name)
    return "bool" if isinstance(value, bool) else "int"


def type_name(limit: str) -> str:
    """Returns the name of the type of a limit that is a word."""
    return limit[0].upper() + limit[1:]


def choices(limit: str) -> list[str]:
    """Returns the words of a limit, which the library names if it is given another."""
    with Cloud() as cloud:
        request = json.dumps({"limits": {limit: ""}}).encode()
        expected: str = json.loads(cloud.call_raw("mock/limits/set", request)[1])["error"][
            "expected"
        ]
    return expected.split(", ")


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
        *(
            literal(type_name(name), f"The limit `{name}`.", choices(name))
            for name, value in info["limits"].items()
            if isinstance(value, str)
        ),
    ]
    return HEAD + "\n".join(parts) + "\n\n" + limits(info["limits"])


def swift_error(name: str, code: int) -> str:
    """The members of `ErrorSpecification` for an error."""
    keys = [("reason", "String? = nil"), ("retryAfter", "Double? = nil")]
    keys += SWIFT_EXTRAS.get(name, [])
    parameters = ", ".join(f"{key}: {kind}" for key, kind in keys)
    values = ", ".join(f"{key}: {key}" for key, _ in keys)
    head = f"  public static func {name}({parameters}) -> Self {{\n"
    body = f"    Self(.{name}, {values})\n"
    if len(head) > SWIFT_WIDTH + 1:
        head = f"  public static func {name}(\n    {parameters}\n  ) -> Self {{\n"
    if len(body) > SWIFT_WIDTH + 1:
        # A label and its value stay together.
        filled = fill(f".{name}, {values})".replace(": ", ":~"), SWIFT_WIDTH - 6)
        body = f"    Self(\n{indent(filled, ' ' * 6)}\n".replace(":~", ": ")
    return (
        f"  /// Error {code} with CloudKit's reason.\n"
        f"  public static var {name}: Self {{ Self(.{name}) }}\n"
        f"  /// Error {code} with another reason or wait.\n{head}{body}  }}\n"
    )


def swift(info: Mapping[str, Any]) -> str:
    errors = (swift_error(each["ckErrorName"], each["ckErrorCode"]) for each in info["errors"])
    return SWIFT_HEAD + "\n".join(errors) + "}\n"


def main() -> None:
    with Cloud({}) as cloud:
        info = cloud.info()
    for path, text in ((MODULE, module(info)), (SWIFT, swift(info))):
        if sys.argv[1:] == ["--write"]:
            path.write_text(text)
        else:
            sys.stdout.write(text)


if __name__ == "__main__":
    main()
