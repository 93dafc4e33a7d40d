"""The code of docs/tasks, a page for each group, and the index of all tasks in docs/TASKS.md.

`python3 bindings/python/tests/tasks_page.py` names the pages that are out of date; `--write` writes
them. The text is taken from the pages themselves. The code is taken from examples/c/tasks,
examples/python/tasks and examples/swift/tasks, where a task has the same name in each language.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from textwrap import dedent, indent
from typing import NamedTuple, get_args

from mockcloud import ErrorName
from support import ROOT

INDEX = ROOT / "docs" / "TASKS.md"
FOLDER = ROOT / "docs" / "tasks"
#: The pages with tasks, which are groups, in the order of the index.
GROUPS = (
    "network",
    "service",
    "saving",
    "schema",
    "feeds",
    "zones",
    "pushes",
    "accounts",
    "sharing",
    "files",
    "operations",
    "programs",
)

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
        # With the scenario before it, if it explores one.
        re.compile(
            r"^(?:static const char \*\w+\(mockcloud \*[^\n]*\{\n.*?^\}\n\n)?"
            r"TASK\((\w+)\) \{(?:\n.*?^\}\n| [^\n]* \}\n)",
            re.M | re.S,
        ),
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

    #: The name of the group's page, and its title.
    page: str
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
            text = path.read_text()
            for found in language.task.finditer(text):
                code = dedent(found[0])
                yield snake_case(found[1]), with_imports(language, text, code)


def with_imports(language: Language, module: str, code: str) -> str:
    """Returns Python code with the imports that it needs, and other code as it is."""
    if language.name != "Python":
        return code
    used = {node.id for node in ast.walk(ast.parse(code)) if isinstance(node, ast.Name)}
    groups: list[list[str]] = [[]]
    end = 0
    for node in ast.parse(module).body:
        if not isinstance(node, (ast.Import, ast.ImportFrom)):
            continue
        if end and node.lineno > end + 1:
            groups.append([])
        end = node.end_lineno or node.lineno
        names = [each.name for each in node.names if each.name.split(".")[0] in used]
        if names:
            groups[-1].append(statement(node, names))
    imports = "\n".join("".join(group) for group in groups if group)
    return f"{imports}\n\n{code}" if imports else code


def statement(node: ast.Import | ast.ImportFrom, names: list[str]) -> str:
    """Returns an import of some names of a statement, formatted as the module is."""
    if isinstance(node, ast.Import):
        return f"import {', '.join(names)}\n"
    line = f"from {node.module} import {', '.join(names)}\n"
    if len(line) <= 100:
        return line
    return f"from {node.module} import (\n" + "".join(f"    {each},\n" for each in names) + ")\n"


def set_up(language: Language, group: str) -> str:
    """Returns the additional set-up of a group. The set-up of all tasks is the group `tasks`."""
    name = group.capitalize() if language.name == "Swift" else group
    files = language.common if group == "tasks" else (language.group.format(name),)
    parts: list[str] = []
    for file in files:
        text = (language.folder / file).read_text()
        for part in _SET_UP.findall(text):
            code = part.strip("\n") + "\n"
            parts.append(code if group == "tasks" else with_imports(language, text, code))
    return "\n".join(parts)


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


def rows() -> list[Row]:
    """Returns the tasks of all pages, in their order."""
    found: list[Row] = []
    for name in GROUPS:
        text = (FOLDER / f"{name}.md").read_text()
        group = text.partition("\n")[0].removeprefix("# ")
        for title, body in re.findall(r"^## ([^\n]+)\n(.*?)(?=^## |\Z)", text, re.M | re.S):
            do = re.search(r"^\*\*Do:\*\* (.+)$", body, re.M)
            words = re.search(r"^\*\*In CloudKit:\*\* (.+)$", body, re.M)
            task = re.search(r"^<!-- task: (\w+) -->$", body, re.M)
            parts_found = (part[1] if part else "" for part in (do, words, task))
            found.append(Row(name, group, title, *parts_found))
    return found


def errors(code: str) -> list[str]:
    """CloudKit's names of the errors in Swift code, in their order there."""
    names = re.findall(r"\.([a-z]\w+)", code)
    return list(dict.fromkeys(f"`CKError.{name}`" for name in names if name in ERRORS))


def index() -> str:
    """Returns the table of all tasks, by groups, with the search words of CloudKit's users."""
    swift = dict(tasks(LANGUAGES[-1]))
    lines = ["", "| Simulate | Do | In CloudKit |", "|---|---|---|"]
    group = None
    for row in rows():
        page = f"tasks/{row.page}.md"
        if row.group != group:
            group = row.group
            lines.append(f"| **[{group}]({page})** | | |")
        words = errors(swift.get(row.name, ""))
        words += [word for word in row.cloudkit.split(", ") if word and word not in words]
        link = f"[{row.title}]({page}#{anchor(row.title)})"
        lines.append(f"| {link} | {row.do} | {', '.join(words)} |")
    return "\n".join(lines) + "\n\n"


def made(page: str) -> str:
    """Returns the page with newly generated code or index."""
    code = {language: dict(tasks(language)) for language in LANGUAGES}

    def part(found: re.Match[str]) -> str:
        kind, name = found[1], found[2]
        if kind == "index":
            text = index()
        elif kind == "set-up":
            text = tabs({language: set_up(language, name) for language in LANGUAGES})
        else:
            text = tabs({language: code[language].get(name, "") for language in LANGUAGES})
        marker = kind if name is None else f"{kind}: {name}"
        return f"<!-- {marker} -->\n{text}<!-- end -->\n"

    return _MADE.sub(part, page)


def written(page: str) -> str:
    """Returns the page without the parts that are generated."""
    return _MADE.sub("", page)


def pages() -> list[Path]:
    """Returns the index and the pages of the folder."""
    return [INDEX, FOLDER / "set-up.md", *(FOLDER / f"{name}.md" for name in GROUPS)]


def main() -> None:
    for path in pages():
        text = path.read_text()
        if made(text) == text:
            continue
        if "--write" in sys.argv[1:]:
            path.write_text(made(text))
        else:
            print(path.relative_to(ROOT))


if __name__ == "__main__":
    main()
