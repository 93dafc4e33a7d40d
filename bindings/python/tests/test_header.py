"""The table of prototypes is equal to the header."""

from __future__ import annotations

import ctypes
import subprocess
from pathlib import Path
from typing import Any

import pytest

import header
from mockcloud import errors
from mockcloud._core import library as _raw
from support import HEADER, README

#: The C types that each ctypes type represents.
SPELLINGS: dict[Any, set[str]] = {
    None: {"void"},
    ctypes.c_int32: {"int32_t", "mockcloud_status"},
    ctypes.c_int64: {"int64_t"},
    ctypes.c_char_p: {"const char *"},
    ctypes.c_void_p: {"mockcloud *", "char *", "va_list", "struct __va_list_tag *"},
    ctypes.POINTER(ctypes.c_double): {"double *"},
    ctypes.POINTER(ctypes.c_int32): {"int32_t *"},
    ctypes.POINTER(ctypes.c_int64): {"int64_t *"},
    ctypes.POINTER(ctypes.c_void_p): {"mockcloud **", "char **"},
}

READERS = {"clang": header.by_clang, "hand": header.by_hand}


@pytest.fixture(params=READERS)
def prototypes(request: pytest.FixtureRequest) -> header.Prototypes:
    if request.param == "clang" and header.clang() is None:
        pytest.skip("there is no clang; the reader by hand sees the same header")
    return READERS[request.param](HEADER)


def test_the_table_names_the_functions_of_the_header(prototypes: header.Prototypes) -> None:
    assert sorted(_raw.PROTOTYPES) == sorted(prototypes)


def test_the_readme_counts_the_functions_of_the_header() -> None:
    assert f"documents all {len(_raw.PROTOTYPES)} functions" in README.read_text()


def test_the_types_are_those_of_the_header(prototypes: header.Prototypes) -> None:
    wrong = []
    for name, (result, parameters) in _raw.PROTOTYPES.items():
        c_result, c_parameters = prototypes[name]
        agree = (
            c_result in SPELLINGS[result]
            and len(parameters) == len(c_parameters)
            and all(c in SPELLINGS[py] for py, c in zip(parameters, c_parameters, strict=True))
        )
        if not agree:
            wrong.append(f"{name}: header {c_result} {c_parameters}")
    assert not wrong


def test_the_statuses_are_those_of_the_header() -> None:
    text = HEADER.read_text()
    for code, kind in errors.CK_ERRORS.items():
        assert_constant(text, f"MOCKCLOUD_CKERROR_{upper(kind.name)}", code)
    for status, constant in {
        -1: "NULL_ARGUMENT",
        -2: "BAD_HANDLE",
        -3: "BAD_JSON",
        -4: "UNKNOWN_OPERATION",
        -5: "BAD_MOCK_REQUEST",
        -6: "SCRIPT_MISMATCH",
        -7: "INTERNAL",
    }.items():
        assert status in errors.USAGE_ERRORS
        assert_constant(text, f"MOCKCLOUD_{constant}", status)
    assert_constant(text, "MOCKCLOUD_CLIENT_ENDED", errors.ClientEnded.status)


def test_the_example_of_the_header_is_a_program(tmp_path: Path) -> None:
    comment = HEADER.read_text().split("In short", 1)[1].split("\n * A cloud is", 1)[0]
    example = "\n".join(line.removeprefix(" *") for line in comment.splitlines())
    program = tmp_path / "example.c"
    program.write_text(example)
    compiler = ["cc", "-std=c99", "-Wall", "-Wextra", "-Werror", "-fsyntax-only"]
    done = subprocess.run(
        [*compiler, "-I", str(HEADER.parent), str(program)], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr


def upper(name: str) -> str:
    """Returns `ZONE_NOT_FOUND` for `zoneNotFound`."""
    return "".join(f"_{each}" if each.isupper() else each for each in name).upper()


def assert_constant(text: str, name: str, value: int) -> None:
    import re

    found = re.search(rf"\b{name}\b\s*=?\s*\(?\s*(-?\d+)", text)
    assert found, f"the header has no {name}"
    assert int(found[1]) == value, name


def test_the_reader_by_hand_reads_what_c_allows(tmp_path: Path) -> None:
    path = tmp_path / "small.h"
    path.write_text(
        "/* int mockcloud_no(void); */\n"
        '#define MOCKCLOUD_API \\\n  __attribute__((visibility("default")))\n'
        "typedef struct mockcloud mockcloud;\n"
        "typedef int mockcloud_status;\n"
        "MOCKCLOUD_API mockcloud_status mockcloud_a(const char *x, mockcloud **\n out);\n"
        "MOCKCLOUD_API const char *mockcloud_b(mockcloud_status);\n"
        "MOCKCLOUD_API void mockcloud_c(void);\n"
    )
    assert header.by_hand(path) == {
        "mockcloud_a": ("mockcloud_status", ("const char *", "mockcloud **")),
        "mockcloud_b": ("const char *", ("mockcloud_status",)),
        "mockcloud_c": ("void", ()),
    }
    if header.clang() is not None:
        assert header.by_clang(path) == header.by_hand(path)
