"""Checks and runs the shell blocks of the documents.

A block runs in a folder of its own that has what its commands need: the programs of
docs/LANGUAGES.md, a small test, or links to the repository. What installs packages, or builds
MockCloud, is replaced by a function that only checks its arguments (`STAND_INS`); CONTRIBUTING.md
says so. Tests of the repository are only collected.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from mockcloud._core.library import LIBRARY_VARIABLE, library
from support import PLUGIN, ROOT, plugin_is_installed

#: A path of the repository in a command.
PLACE = re.compile(r"(?<![\w/$.])(?:bindings|docs|examples|scripts|Tests)/[\w./-]+")

_OPTIONS = re.search(
    r"^options='(.*)'$", (ROOT / "packaging/mockcloud-swift-flags.in").read_text(), re.MULTILINE
)
assert _OPTIONS is not None

#: Functions in place of commands that need the network, root, or minutes.
STAND_INS = f"""
one_of() {{
  local word=$1 each; shift
  for each; do [ "$word" != "$each" ] || return 0; done
  return 1
}}
sudo() {{ "$@"; }}
apt-get() {{ one_of "$1" install; }}
pip() {{ one_of "$1" install; }}
make() {{ :; }}
scripts/setup() {{ :; }}
swift() {{ one_of "$1" build test && ! one_of refused "$@"; }}
mockcloud-swift-flags() {{
  local each
  for each; do one_of "$each" {_OPTIONS[1]} || echo refused; done
}}
"""

#: What a block needs besides bash, by the command that shows it.
NEEDED = ("cc", "g++", "gcc", "go", "node", "rustc", "valgrind")

TEST = """
from mockcloud import Cloud, Record


def test_a_note_is_kept(mockcloud: Cloud) -> None:
    mockcloud.private.save(Record("Note", name="n1"))
"""

#: A client that prints each result that differs from the one before it, until it can save again.
PROGRAM = """
import time
from mockcloud import Cloud, CKError, Record
shown = []
with Cloud() as cloud:
    while shown != ["saved", "networkUnavailable", "saved"]:
        try:
            cloud.private.save(Record("Note", name="n1"), save_policy="allKeys")
            result = "saved"
        except CKError as error:
            result = error.name
        if shown[-1:] != [result]:
            shown.append(result)
            with open("results", "a") as results:
                print(result, file=results)
        time.sleep(0.01)
"""


def check_sh(page: Path, text: str, folder: Path) -> None:
    check_names(text)
    for name in NEEDED:
        if re.search(rf"^(?:\w+=\S+ )?{re.escape(name)} ", text, re.MULTILINE):
            need(name)
    if "node_api" in (ROOT / "examples/languages/node/addon.c").read_text() and "addon.c" in text:
        headers = re.search(r"-I (\S+)", text)
        if headers is None or not Path(headers[1], "node_api.h").is_file():
            pytest.skip("no headers of Node")
    prepare(text, folder)
    if "./program" in text:
        follow_program(text, folder)
    else:
        finished(start(folder), STAND_INS + "set -eu\n" + text)


def check_names(text: str) -> None:
    """Checks that the syntax is correct, and that targets, paths and variables exist."""
    subprocess.run(["bash", "-n", "-c", text], check=True)
    targets = (ROOT / "Makefile").read_text()
    commands = [line.partition("#")[0].split() for line in text.splitlines()]
    made = [
        word
        for command in commands
        if command[:1] == ["make"]
        for word in command[1:]
        if "=" not in word
    ]
    assert [each for each in made if f"\n{each}:" not in targets] == []
    assert [each for each in PLACE.findall(text) if not (ROOT / each).exists()] == []
    variables = set(re.findall(r"\bMOCKCLOUD_\w+(?==)", text))
    known = (ROOT / "docs/CONFIGURATION.md").read_text()
    own = (ROOT / "examples/languages/node/busy.js").read_text()
    assert [each for each in variables if f"`{each}`" not in known and each not in own] == []


def need(command: str) -> None:
    if shutil.which(command) is None:
        pytest.skip(f"there is no {command}")
    found = subprocess.run(["pkg-config", "--exists", "mockcloud"], check=False)
    if found.returncode != 0:
        pytest.skip("pkg-config does not find mockcloud")


def prepare(text: str, folder: Path) -> None:
    """Puts the files into the folder that the commands name."""
    for path in (ROOT / "examples/languages").rglob("*.*"):
        shutil.copy(path, folder)
    (folder / "test_notes.py").write_text(TEST)
    (folder / "test.c").write_text("#include <mockcloud.h>\nint main(void) { return 0; }\n")
    (folder / "program.py").write_text(PROGRAM)
    script(folder / "program", f'exec "{sys.executable}" program.py')
    shutil.copy(shutil.which("true") or "/bin/true", folder / "test_bookmarks")
    # pytest would collect the tests of all that is there.
    if PLACE.search(text):
        for name in ("bindings", "examples"):
            (folder / name).symlink_to(ROOT / name)
        script(folder / ".venv/bin/python", f'exec "{sys.executable}" "$@"')
        for each in ("build/lib", "build/debug/lib"):
            (folder / each).mkdir(parents=True)
            (folder / each / "libmockcloud.so").symlink_to(library().path)


def script(path: Path, command: str) -> None:
    """Writes a shell script."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{command}\n")
    path.chmod(0o755)


def start(folder: Path) -> subprocess.Popen[str]:
    """Starts a shell in the folder."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("PYTEST_", "MOCKCLOUD_"))
    }
    found = subprocess.run(
        ["pkg-config", "--variable=libdir", "mockcloud"],
        capture_output=True,
        text=True,
        check=False,
    )
    environment = {
        **kept,
        "PATH": os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]]),
        LIBRARY_VARIABLE: library().path,
        "LD_LIBRARY_PATH": found.stdout.strip(),
        "GOCACHE": str(folder / "go-cache"),
        "PYTEST_XDIST_AUTO_NUM_WORKERS": "2",
    }
    if (folder / "bindings").exists():
        environment["PYTEST_ADDOPTS"] = "--collect-only"
    elif not plugin_is_installed():
        environment["PYTEST_PLUGINS"] = PLUGIN
    return subprocess.Popen(
        ["bash"],
        cwd=folder,
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def finished(shell: subprocess.Popen[str], commands: str) -> None:
    output, _ = shell.communicate(commands, timeout=120)
    assert shell.returncode == 0, output


def follow_program(text: str, folder: Path) -> None:
    """Runs a block line by line: each must change what the program in the background sees."""
    shell = start(folder)
    assert shell.stdin is not None
    before = 0
    for line in text.splitlines():
        shell.stdin.write(f"{line}\n")
        shell.stdin.flush()
        if line.startswith("echo") and before == 0:
            continue
        before = wait_for_result(folder / "results", before)
    finished(shell, "wait\n")


def wait_for_result(results: Path, before: int) -> int:
    """Waits until the program has printed another line, and returns the number of lines."""
    end = time.monotonic() + 20
    while time.monotonic() < end:
        count = len(results.read_text().splitlines()) if results.exists() else 0
        if count > before:
            return count
        time.sleep(0.02)
    raise AssertionError(f"nothing changed after line {before + 1} of the results")
