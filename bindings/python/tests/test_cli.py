"""The command `mockcloud`: its output, its exit codes, and its messages about invalid input."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from cli_support import SCHEMA, Run, Write
from mockcloud._core import library as _raw
from mockcloud._core.wording import visible
from support import ROOT, SCENARIOS

PASSING = {"name": "passes", "config": {"seed": 1}, "steps": [{"call": "mock/clock"}]}
FAILING = {
    "name": "fails",
    "config": {"seed": 1},
    "steps": [
        {"call": "mock/clock"},
        {"call": "mock/clock", "response": {"now": "yesterday", "then": 1, "gone": "$absent"}},
    ],
}


# All commands


def test_the_version(run: Run) -> None:
    result = run("--version")
    assert (result.code, result.out) == (0, "mockcloud 0.1.0\n")


@pytest.mark.parametrize("arguments", [[], ["nonsense"], ["run"], ["state"], ["info", "--what"]])
def test_a_wrong_command_line(run: Run, arguments: list[str]) -> None:
    result = run(*arguments)
    assert result.code == 2 and "usage:" in result.err


def test_info(run: Run) -> None:
    result = run("info", "--operations")
    assert result.code == 0
    assert _raw.library().path in result.out
    assert "records/query " in result.out and "itemsPerRequest        400" in result.out
    told = run("info", "--json").json
    assert told["library"] == _raw.library().path and told["limits"]["itemsPerRequest"] == 400


def test_the_page_lists_the_commands(run: Run) -> None:
    page = (ROOT / "docs" / "python" / "command-line.md").read_text()
    table = page[page.index("| Command | Does |") :].split("\n\n")[0]
    listed = {name for line in table.splitlines()[2:] for name in re.findall(r"`([a-z-]+)", line)}
    known = set(re.findall(r"^    ([a-z-]+)(?: |$)", run("--help").out, re.MULTILINE))
    assert known and known <= listed


FILES = [
    ["run"],
    ["state", "show"],
    ["state", "validate"],
    ["state", "diff", os.devnull],
    ["script", "validate"],
    ["script", "diff", os.devnull],
    ["schema", "check"],
    ["import-har"],
    ["journal", "show"],
    ["explain", "Note", "--state"],
    ["explain", "Note", "--schema"],
]


@pytest.mark.parametrize("command", FILES, ids=" ".join)
def test_a_file_that_is_not_there(run: Run, command: list[str]) -> None:
    command = ["/no/such/file" if each == os.devnull else each for each in command]
    result = run(*command, "/no/such/file")
    assert result.code == 2
    assert "/no/such/file: cannot be read: No such file or directory" in result.err + result.out
    result = run(*command, "/no/such/file", "--json")
    assert result.code == 2
    assert "/no/such/file" in json.dumps(result.json)


@pytest.mark.parametrize("command", FILES, ids=" ".join)
@pytest.mark.parametrize(
    "content", [b"\xff\xfe", b"", b"{", b"[" * 5000, b'"\\ud800"', b"1e999", b"null", b"[[]]"]
)
def test_a_file_of_rubbish(run: Run, write: Write, command: list[str], content: bytes) -> None:
    path = write("rubbish", content)
    command = [str(path) if each == os.devnull else each for each in command]
    result = run(*command, path)
    is_empty_journal = command[0] == "journal" and not content
    assert result.code in ((0,) if is_empty_journal else (1, 2))
    assert is_empty_journal or "rubbish" in result.err + result.out


def test_control_characters_do_not_reach_the_terminal(run: Run) -> None:
    result = run("run", "no\x1b[31msuch", "file\x07")
    assert "\x1b" not in result.out and "file\\x07: cannot be read" in result.out
    assert "\x1b" not in run("schema", "check", "no\x1b[31msuch").err
    assert visible("a\x1b[31mb\x07\n\tc\x00é\u202e") == "a\\x1b[31mb\\x07\n\tc\\x00é\\u202e"


# run


def test_scenarios_pass(run: Run, write: Write) -> None:
    path = write("good.json", PASSING)
    result = run("run", path)
    assert (result.code, result.out) == (0, f"ok    {path}\n1 passed\n")
    result = run("run", SCENARIOS / "modify-create.json", path, "--quiet")
    assert (result.code, result.out) == (0, "2 passed\n")
    assert run("run", "-", stdin=json.dumps(PASSING).encode()).out.startswith(
        "ok    standard input\n"
    )


def test_a_scenario_fails_readably(run: Run, write: Write) -> None:
    path = write("bad.json", FAILING)
    result = run("run", path)
    assert result.code == 1
    assert result.out.splitlines()[:7] == [
        f"FAIL  {path}, step 2 (mock/clock)",
        "      now",
        '        expected  "yesterday"',
        '        got       "2026-01-01T00:00:00.000Z"',
        "      then",
        "        expected  1",
        "        got       nothing",
    ]
    (told,) = run("run", path, "--json").json["scenarios"]
    assert told["differences"] == [
        {"path": "now", "expected": "yesterday", "actual": "2026-01-01T00:00:00.000Z"},
        {"path": "then", "expected": 1},
    ]
    assert (told["step"], told["action"], told["outcome"]) == (2, "mock/clock", "failed")


def test_a_folder_of_scenarios(run: Run, write: Write, tmp_path: Path) -> None:
    write("1.json", FAILING)
    write("2.json", {"steps": [{"call": 1}]})
    write("3.json", PASSING)
    result = run("run", tmp_path)
    assert result.code == 2
    assert f"ERROR {tmp_path}/2.json: steps[0].call: expected a string" in result.out
    assert result.out.endswith("1 passed, 1 failed, 1 unusable\n")
    assert run("run", tmp_path, "-x").out.endswith("0 passed, 1 failed\n")
    told = run("run", tmp_path, "--json").json
    assert (told["passed"], told["failed"], told["unusable"]) == (1, 1, 1)
    empty = tmp_path / "empty"
    empty.mkdir()
    assert run("run", empty).code == 2


# As a process


def process(*arguments: str, **more: Any) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "mockcloud", *arguments],
        capture_output=True, text=True, check=False, **more,
    )  # fmt: skip


def test_the_module_is_the_command() -> None:
    done = process("schema", "check", "-", input=SCHEMA)
    assert (done.returncode, done.stdout) == (0, "standard input: 1 record type\n  Task\n")


def test_without_a_library() -> None:
    done = process("info", env={**os.environ, _raw.LIBRARY_VARIABLE: "/no/such.so"})
    assert done.returncode == 2
    assert "the mockcloud library was not found" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_reader_that_goes_away() -> None:
    command = f"'{sys.executable}' -m mockcloud info --operations | head -1"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, check=False)
    assert done.stderr == "" and done.stdout.startswith("mockcloud ")


@pytest.mark.parametrize("arguments", [["info"], ["info", "--operations"], ["info", "--json"]])
def test_a_full_disk(arguments: list[str]) -> None:
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "mockcloud", *arguments],
            stdout=full, stderr=subprocess.PIPE, text=True, check=False,
        )  # fmt: skip
    assert (done.returncode, done.stderr) == (
        2, "mockcloud: standard output: No space left on device\n",
    )  # fmt: skip


def test_an_encoding_that_lacks_letters(write: Write) -> None:
    path = write("bad.json", {"steps": [{"call": "mock/clock", "response": {"now": "é"}}]})
    done = process("run", str(path), env={**os.environ, "PYTHONIOENCODING": "ascii"})
    assert done.returncode == 1 and 'expected  "\\xe9"' in done.stdout


@pytest.mark.parametrize("colour", [True, False])
def test_colours_on_a_terminal(write: Write, colour: bool) -> None:
    pytest.importorskip("rich")
    import pty

    path = write("good.json", PASSING)
    environment = {**os.environ, "TERM": "xterm", "NO_COLOR": "" if colour else "1"}
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "mockcloud", "run", str(path), str(path)]
    done = subprocess.run(command, stdout=theirs, stderr=theirs, env=environment, check=False)
    os.close(theirs)
    shown = b""
    while b"passed" not in shown:
        shown += os.read(ours, 65536)
    os.close(ours)
    assert done.returncode == 0
    assert (b"\x1b[32m" in shown) == (b"\x1b[" in shown) == colour
