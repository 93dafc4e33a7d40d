"""Checks that header, export list, library, Swift's functions and Python's table agree.

Each check is a function of the files it compares, so that the tests beside it can pass
broken ones. It returns descriptions of the differences; an empty list means success.
"""

from __future__ import annotations

import ast
import ctypes
import json
import os
import re
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

from library_checks import check_addresses, check_content, check_linking, exported_symbols
from repository import EXPORTS, HEADER, LIBRARY, ROOT, header_version, run
from spdx_file import check_spdx
from version_nodes import (
    CHANGELOG,
    DEBIAN_SYMBOLS,
    RELEASED,
    check_library_nodes,
    check_order,
    check_released,
    map_nodes,
)
from versions import check_versions

TEST_HEADER = ROOT / "include/mockcloud_test.h"
SPDX = ROOT / "build/lib/libmockcloud.spdx.json"
C_SOURCES = ROOT / "Sources/CMockCloud"
SWIFT_HEADER = ROOT / ".build/dist/release/mockcloud_shim.build/include/mockcloud-shim-Swift.h"
PYTHON_TABLE = ROOT / "bindings/python/src/mockcloud/_core/library.py"

MODES = {
    "C89": ["gcc", "-x", "c", "-std=c89"],
    "C99": ["gcc", "-x", "c", "-std=c99"],
    "C11": ["gcc", "-x", "c", "-std=c11"],
    "C17": ["gcc", "-x", "c", "-std=c17"],
    "C++11": ["g++", "-x", "c++", "-std=c++11"],
}
WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Wstrict-prototypes", "-Wundef", "-Werror"]

# The possible types of ctypes for a C type. A string to free is c_void_p: c_char_p would lose it.
CTYPES = {
    "void": "None",
    "int32_t": "c_int32",
    "mockcloud_status": "c_int32",
    "int64_t": "c_int64",
    "const char *": "c_char_p",
    "char *": "c_void_p",
    "char **": "POINTER(c_void_p)",
    "mockcloud *": "c_void_p",
    "mockcloud **": "POINTER(c_void_p)",
    "double *": "POINTER(c_double)",
    "int32_t *": "POINTER(c_int32)",
    "int64_t *": "POINTER(c_int64)",
    "va_list": "c_void_p",
    "struct __va_list_tag *": "c_void_p",
}

Signature = tuple[str, tuple[str, ...]]


def swift_clang() -> str:
    """Returns the clang of the Swift toolchain: it is always installed, and accepts swiftc's
    output.
    """
    swift = shutil.which("swift")
    if swift is None:
        raise SystemExit("swift is not on PATH")
    return str(Path(swift).resolve().with_name("clang"))


def function_nodes(file: Path) -> list[Any]:
    """Returns the declarations of the library's functions in a C file, from clang's syntax tree."""
    command = [swift_clang(), "-x", "c", f"-I{HEADER.parent}", "-fsyntax-only"]
    done = run([*command, "-Xclang", "-ast-dump=json", str(file)])
    nodes: list[Any] = json.loads(done.stdout or '{"inner": []}')["inner"]
    return [
        node
        for node in nodes
        if node["kind"] == "FunctionDecl" and node["name"].startswith("mockcloud")
    ]


def c_functions(sources: Path) -> set[str]:
    """Returns the functions written in C; the compiler has compared them with the header."""
    return {
        node["name"]
        for file in sources.glob("*.c")
        for node in function_nodes(file)
        if any(part["kind"] == "CompoundStmt" for part in node.get("inner", []))
    }


def header_functions(header: Path) -> dict[str, Signature]:
    """Returns the functions that the header declares, without ellipses."""
    functions: dict[str, Signature] = {}
    for node in function_nodes(header):
        result = node["type"]["qualType"].split("(")[0].strip()
        parameters = [
            part["type"]["qualType"]
            for part in node.get("inner", [])
            if part["kind"] == "ParmVarDecl"
        ]
        functions[node["name"]] = (result, tuple(parameters))
    return functions


def map_symbols(exports: Path) -> set[str]:
    """Returns the names of the export list's global parts."""
    return {name for node in map_nodes(exports) for name in node.functions}


def python_table(path: Path) -> dict[str, Signature]:
    """Returns `PROTOTYPES` of the Python package, read without running it."""
    names: dict[str, ast.expr] = {}
    for node in ast.parse(path.read_text()).body:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            names[node.targets[0].id] = node.value
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.value:
            names[node.target.id] = node.value
    table: dict[str, Signature] = {}
    prototypes = names.get("PROTOTYPES")
    if not isinstance(prototypes, ast.Dict):
        return table
    for key, value in zip(prototypes.keys, prototypes.values, strict=True):
        if isinstance(value, ast.Name):
            value = names[value.id]
        if isinstance(key, ast.Constant) and isinstance(value, ast.Tuple):
            result, parameters = value.elts
            kinds = parameters.elts if isinstance(parameters, ast.Tuple | ast.List) else []
            table[str(key.value)] = (ast.unparse(result), tuple(map(ast.unparse, kinds)))
    return table


def difference(what: str, expected: set[str], other: str, got: set[str]) -> list[str]:
    return [f"{name} is in {what} and not in {other}" for name in sorted(expected - got)] + [
        f"{name} is in {other} and not in {what}" for name in sorted(got - expected)
    ]


def check_compiles(header: Path, mode: str) -> list[str]:
    """The header needs no other header, in any dialect, with every warning an error."""
    strict = [flag for flag in WARNINGS if mode != "C++11" or flag != "-Wstrict-prototypes"]
    source = f'#include "{header}"\n#include "{header}"\nextern int not_empty;\n'
    command = [*MODES[mode], *strict, f"-I{header.parent}", "-fsyntax-only", "-"]
    done = run(command, source)
    return [] if done.returncode == 0 else [f"as {mode}:\n{done.stderr}"]


def check_names(header: Path, exports: Path, library: Path) -> list[str]:
    """The exported functions are exactly the declared ones."""
    declared = set(header_functions(header))
    if not declared:
        return ["the header declares nothing"]
    return difference("the header", declared, "the export list", map_symbols(exports)) + difference(
        "the header", declared, "the library", exported_symbols(library)
    )


def check_statuses(header: Path, library: Path) -> list[str]:
    """Each constant of the header has the number for which the library has its name."""
    loaded = ctypes.CDLL(str(library))
    loaded.mockcloud_status_name.restype = ctypes.c_char_p
    constants = {
        name: int(value)
        for name, value in re.findall(r"^  (MOCKCLOUD_\w+) = (-?\d+)", header.read_text(), re.M)
    }
    # The results of a lookup are not statuses.
    constants = {k: v for k, v in constants.items() if not k.startswith("MOCKCLOUD_JSON_")}
    wrong: list[str] = []
    for status in range(-99, 1000):
        name = loaded.mockcloud_status_name(status).decode()
        if name == "unknown":
            continue
        words = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).upper()
        constant = f"MOCKCLOUD_CKERROR_{words}" if status > 0 else f"MOCKCLOUD_{words}"
        if constants.pop(constant, None) != status:
            wrong.append(f"{constant} is not {status} in the header")
    return wrong + [f"{name}: the library has no name for {constants[name]}" for name in constants]


def check_python(header: Path, table: Path) -> list[str]:
    """Python declares the same functions with the same types."""
    declared, python = header_functions(header), python_table(table)
    wrong = difference("the header", set(declared), "Python's table", set(python))
    for name in sorted(set(declared) & set(python)):
        result, parameters = declared[name]
        expected = (CTYPES.get(result, result), tuple(CTYPES.get(p, p) for p in parameters))
        if expected != python[name]:
            wrong.append(f"{name}: the header means {expected}, Python's table has {python[name]}")
    return wrong


def check_swift(header: Path, generated: Path) -> list[str]:
    """Swift's functions have the header's types: the C header generated by swiftc agrees.

    `@_cdecl` compares nothing. A file that includes both headers makes clang compare them. It must
    be Objective-C, since the declarations are under __OBJC__ there; a stand-in for Foundation has
    the three names that the generated header needs.
    """
    text = generated.read_text()
    bound = set(re.findall(r"\b(mockcloud_\w+)\(", text))
    declared = set(header_functions(header)) - c_functions(C_SOURCES)
    wrong = difference("the header", declared, "Swift's functions", bound)
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        (place / "Foundation").mkdir()
        (place / "Foundation/Foundation.h").write_text(
            "typedef long NSInteger; typedef unsigned long NSUInteger; typedef signed char BOOL;"
        )
        # An opaque pointer has no name in Swift, and is generated as void *.
        text = text.replace("void * _Nullable", "mockcloud * _Nullable")
        (place / "generated.h").write_text(text)
        (place / "both.m").write_text(f'#include "{header}"\n#include "generated.h"\n')
        clang = [swift_clang(), "-x", "objective-c", "-fsyntax-only", "-w", f"-I{folder}"]
        done = run([*clang, str(place / "both.m")])
    return wrong if done.returncode == 0 else [*wrong, done.stderr]


Check = tuple[str, list[str]]


def header_checks() -> list[Check]:
    checks = [
        (f"the header compiles alone as {mode}", check_compiles(HEADER, mode)) for mode in MODES
    ]
    # It has variadic macros and inline functions.
    checks += [
        (f"the macros for tests compile as {mode}", check_compiles(TEST_HEADER, mode))
        for mode in MODES
        if mode != "C89"
    ]
    checks.append(("the header's types = Swift's types", check_swift(HEADER, SWIFT_HEADER)))
    if PYTHON_TABLE.exists():
        checks.append(("the header = Python's table", check_python(HEADER, PYTHON_TABLE)))
    else:
        print(f"SKIPPED: {os.path.relpath(PYTHON_TABLE, ROOT)} DOES NOT EXIST", file=sys.stderr)
    return checks


def library_checks() -> list[Check]:
    return [
        ("header = export list = library", check_names(HEADER, EXPORTS, LIBRARY)),
        ("the header's statuses = the library's", check_statuses(HEADER, LIBRARY)),
        ("soname, needs, search path, binding", check_linking(HEADER, LIBRARY)),
        ("symbols and size", check_content(LIBRARY)),
        ("every function has an address", check_addresses(LIBRARY)),
        ("the SPDX file", check_spdx(SPDX, LIBRARY, header_version(HEADER))),
    ]


def version_checks() -> list[Check]:
    return [
        ("the versions of all files", check_versions()),
        ("released version nodes", check_released(EXPORTS, RELEASED, CHANGELOG)),
        ("version nodes = Debian's symbols", check_order(EXPORTS, DEBIAN_SYMBOLS)),
        ("version nodes = library", check_library_nodes(EXPORTS, LIBRARY)),
    ]


def main() -> int:
    checks = header_checks() + library_checks() + version_checks()
    for name, wrong in checks:
        print(f"{'FAILED' if wrong else 'ok':6} {name}")
        for line in wrong:
            print(f"       {line}")
    failed = sum(1 for _, wrong in checks if wrong)
    print(f"abi: {len(checks) - failed} of {len(checks)} checks passed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
