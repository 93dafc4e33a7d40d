"""Follows a tutorial: writes the files of its code blocks and runs the commands of its consoles.

A block with a title, ```` ```c title="notes.c" ````, is a file. A second one with that title is
appended to it, and a `diff` with that title changes it. In a `console`, each line that begins
with `$ ` is run in the folder of the files, and must print the lines below it. `...` matches any
text, or alone on a line any lines. The commands must succeed, or fail if `<!-- fails -->` precedes
the block. Other blocks without a title are checked by test_code_blocks.py.
"""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

FENCE = re.compile(
    r"(?P<fails><!-- fails -->\n+)?^```(?P<language>\w+)(?: title=\"(?P<title>[^\"]+)\")?\n"
    r"(?P<text>.*?)^```$",
    re.MULTILINE | re.DOTALL,
)


@dataclass(frozen=True)
class Block:
    """A code block of a page."""

    language: str
    title: str | None
    text: str
    #: Whether its commands must fail.
    fails: bool


def blocks(page: str) -> Iterator[Block]:
    for found in FENCE.finditer(page):
        yield Block(found["language"], found["title"], found["text"], bool(found["fails"]))


class Mistake(AssertionError):
    """The actual result differs from the tutorial."""


class Reader:
    """A reader who follows a tutorial in a separate folder, and checks everything."""

    def __init__(self, folder: Path, environment: Mapping[str, str]) -> None:
        self._folder = folder
        self._environment = dict(environment)
        #: The number of commands that were run.
        self.commands = 0

    def follow(self, page: str) -> None:
        for block in blocks(page):
            if block.language == "console":
                for command, output in commands(block.text):
                    self._run(command, output, block.fails)
            elif block.title is not None:
                self._write(block.language, block.title, block.text)

    def _write(self, language: str, title: str, text: str) -> None:
        path = self._folder / title
        path.parent.mkdir(parents=True, exist_ok=True)
        if language == "diff":
            path.write_text(changed(path.read_text(), text))
        elif path.exists():
            path.write_text(path.read_text() + text)
        else:
            path.write_text(text)

    def _run(self, command: str, expected: str, fails: bool) -> None:
        self.commands += 1
        done = subprocess.run(
            ["bash", "-c", command],
            cwd=self._folder,
            env=self._environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        if (done.returncode != 0) != fails:
            raise Mistake(f"$ {command}\nended with {done.returncode}:\n{done.stdout}")
        if not matches(expected, done.stdout):
            raise Mistake(f"$ {command}\nprinted:\n{done.stdout}\nand not:\n{expected}")


def commands(console: str) -> Iterator[tuple[str, str]]:
    """Returns the commands of a console with their output. A backslash continues a command."""
    for part in re.split(r"^\$ ", console, flags=re.MULTILINE)[1:]:
        lines = part.splitlines()
        count = 1
        while lines[count - 1].endswith("\\"):
            count += 1
        yield "\n".join(lines[:count]), "\n".join(lines[count:])


def matches(expected: str, printed: str) -> bool:
    """Returns whether the text matches that of a console, in which `...` is a wildcard."""
    pattern = ""
    for line in expected.strip().splitlines():
        if line.strip() == "...":
            pattern += r"(?:.*\n)*?"
        else:
            pattern += r".*".join(map(re.escape, line.rstrip().split("..."))) + r"[ ]*\n"
    return re.fullmatch(pattern, printed.strip() + "\n" if printed.strip() else "") is not None


def changed(text: str, diff: str) -> str:
    """Returns the text with the hunks of a diff, whose lines must occur in it exactly once."""
    for hunk in re.split(r"^@@.*\n", diff, flags=re.MULTILINE):
        lines = hunk.splitlines(keepends=True)
        if not lines:
            continue
        if wrong := [line for line in lines if line[0] not in " +-\n"]:
            raise Mistake(f"no line of a diff: {wrong[0]}")
        old = "".join(line[1:] or "\n" for line in lines if line[0] != "+")
        new = "".join(line[1:] or "\n" for line in lines if line[0] != "-")
        if text.count(old) != 1:
            raise Mistake(f"{text.count(old)} times in the file:\n{old}")
        text = text.replace(old, new)
    return text
