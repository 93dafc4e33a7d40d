"""The code and the index of docs/TASKS.md: each task in C, Python and Swift, as tested.

`python3 bindings/python/tests/tasks_page.py` prints the generated page; `--write` writes it.
The text is taken from the page itself. The code is taken from examples/c/tasks,
examples/python/tasks and examples/swift/tasks, where a task has the same name in each language.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from textwrap import dedent, indent
from typing import NamedTuple, get_args

from mockcloud import ErrorName
from support import ROOT

PAGE = ROOT / "docs" / "TASKS.md"

#: The names of CloudKit's errors.
ERRORS = frozenset(get_args(ErrorName))

#: A generated part: a marker, the text after it, and the end.
_MADE = re.compile(
    r"^<!-- (index|task|set-up)(?:: (\w+))? -->\n(?:.*?\n)??<!-- end -->\n", re.M | re.S
)
_SET_UP = re.compile(r"^[^\w\n]+set-up begins[^\n]*\n(.*?)^[^\w\n]+set-up ends", re.M | re.S)


class Language(NamedTuple):
    """The places of the tasks of a language, and the pattern of a task."""

    name: str
    fence: str
    folder: Path
    #: The files with the set-up of all tasks.
    common: tuple[str, ...]
    #: The file of a group, by the group's name.
    group: str
    #: A task, with its name.
    task: re.Pattern[str]


LANGUAGES = (
    Language(
        "C",
        "c",
        ROOT / "examples/c/tasks",
        ("tasks.h", "setup.c"),
        "{}.c",
        re.compile(r"^TASK\((\w+)\) \{\n.*?^\}\n", re.M | re.S),
    ),
    Language(
        "Python",
        "python",
        ROOT / "examples/python/tasks",
        ("conftest.py",),
        "test_tasks_{}.py",
        re.compile(r"^def test_(\w+)\([^)]*\) -> None:\n(?:    .*\n|\n(?=    ))+", re.M),
    ),
    Language(
        "Swift",
        "swift",
        ROOT / "examples/swift/tasks",
        ("Tasks.swift",),
        "{}.swift",
        re.compile(r"^  @Test func (\w+)\(\) throws \{\n.*?^  \}\n", re.M | re.S),
    ),
)


class Row(NamedTuple):
    """A task in the index."""

    group: str
    title: str
    do: str
    #: Words of CloudKit's Swift API that are not errors, as Markdown.
    cloudkit: str
    name: str


def snake_case(name: str) -> str:
    """Returns the name of a task in C and Python, given its name in any language."""
    return re.sub(r"[A-Z]", lambda letter: "_" + letter[0].lower(), name)


def tasks(language: Language) -> Iterator[tuple[str, str]]:
    """Returns the names of the language's tasks with their code."""
    for path in sorted(language.folder.iterdir()):
        if path.is_file():
            for found in language.task.finditer(path.read_text()):
                yield snake_case(found[1]), dedent(found[0])


def set_up(language: Language, group: str) -> str:
    """Returns the additional set-up of a group. The set-up of all tasks is the group `tasks`."""
    name = group.capitalize() if language.name == "Swift" else group
    files = language.common if group == "tasks" else (language.group.format(name),)
    parts = (
        part for file in files for part in _SET_UP.findall((language.folder / file).read_text())
    )
    return "\n".join(part.strip("\n") + "\n" for part in parts)


def tabs(code: dict[Language, str]) -> str:
    """Returns code as content tabs, one for each language that has any."""
    found: list[str] = []
    for language, text in code.items():
        if text:
            block = indent(f"```{language.fence}\n{text}```", "    ")
            found.append(f'=== "{language.name}"\n\n{block}\n')
    return "\n" + "\n".join(found) + "\n" if found else ""


def anchor(title: str) -> str:
    """Returns the anchor of a heading."""
    return re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")


def rows(page: str) -> list[Row]:
    """Returns the tasks of the page, in its order."""
    found: list[Row] = []
    parts = re.split(r"^## (.+)\n", page, flags=re.M)[1:]
    for group, text in zip(parts[::2], parts[1::2], strict=True):
        for title, body in re.findall(r"^### ([^\n]+)\n(.*?)(?=^### |\Z)", text, re.M | re.S):
            do = re.search(r"^\*\*Do:\*\* (.+)$", body, re.M)
            words = re.search(r"^\*\*In CloudKit:\*\* (.+)$", body, re.M)
            name = re.search(r"^<!-- task: (\w+) -->$", body, re.M)
            parts_found = (part[1] if part else "" for part in (do, words, name))
            found.append(Row(group, title, *parts_found))
    return found


def errors(code: str) -> list[str]:
    """CloudKit's names of the errors in Swift code, in their order there."""
    names = re.findall(r"\.([a-z]\w+)", code)
    return list(dict.fromkeys(f"`CKError.{name}`" for name in names if name in ERRORS))


def index(page: str) -> str:
    """Returns the table of all tasks, by groups, with the search words of CloudKit's users."""
    swift = dict(tasks(LANGUAGES[-1]))
    lines = ["", "| Simulate | Do | In CloudKit |", "|---|---|---|"]
    group = None
    for row in rows(page):
        if row.group != group:
            group = row.group
            lines.append(f"| **[{group}](#{anchor(group)})** | | |")
        words = errors(swift.get(row.name, ""))
        words += [word for word in row.cloudkit.split(", ") if word and word not in words]
        lines.append(f"| [{row.title}](#{anchor(row.title)}) | {row.do} | {', '.join(words)} |")
    return "\n".join(lines) + "\n\n"


def made(page: str) -> str:
    """Returns the page with newly generated code and index."""
    code = {language: dict(tasks(language)) for language in LANGUAGES}

    def part(found: re.Match[str]) -> str:
        kind, name = found[1], found[2]
        if kind == "index":
            text = index(page)
        elif kind == "set-up":
            text = tabs({language: set_up(language, name) for language in LANGUAGES})
        else:
            text = tabs({language: code[language].get(name, "") for language in LANGUAGES})
        marker = kind if name is None else f"{kind}: {name}"
        return f"<!-- {marker} -->\n{text}<!-- end -->\n"

    return _MADE.sub(part, page)


def main() -> None:
    page = made(PAGE.read_text())
    if "--write" in sys.argv[1:]:
        PAGE.write_text(page)
    else:
        print(page, end="")


if __name__ == "__main__":
    main()
