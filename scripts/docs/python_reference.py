"""The pages of the Python reference, with the modules of each page."""

from __future__ import annotations

import ast
from pathlib import Path

#: The title and the modules of each page, in the order of the site. The last page has the modules
#: that no other page names.
PAGES: dict[str, tuple[str, tuple[str, ...]]] = {
    "cloud": (
        "Clouds, containers, users",
        ("cloud", "configuration", "container", "user", "identities", "limits", "in_flight"),
    ),
    "records": ("Records and values", ("record", "values", "assets")),
    "databases": (
        "Databases, queries, changes",
        ("database", "query", "explain", "changes", "zones", "subscriptions", "events"),
    ),
    "sharing": ("Sharing", ("sharing",)),
    "errors": ("Errors", ("errors",)),
    "faults": ("Faults and exploration", ("faults", "exploration", "shrinking")),
    "journal": (
        "Journal, findings, scripts",
        ("journal", "journal_call", "findings", "scripts", "launch"),
    ),
    "looking": ("States, trees, graphs, differences", ("states", "trees", "graphs", "diffing")),
    "testing": ("pytest, unittest, hypothesis", ("pytest_plugin", "testcase", "strategies")),
    "more": ("Other modules", ()),
}
#: Modules with many classes that inherit the same members, which are not repeated for each class.
OWN_MEMBERS = {"errors"}


def modules(package: Path) -> list[str]:
    """Returns the public modules of the package, sorted by name."""
    found = [*package.glob("*.py"), *package.glob("*/__init__.py")]
    names = {path.stem if path.parent == package else path.parent.name for path in found}
    return sorted(name for name in names if not name.startswith("_"))


def summary(package: Path, module: str) -> str:
    path = package / f"{module}.py"
    source = path if path.is_file() else package / module / "__init__.py"
    return (ast.get_docstring(ast.parse(source.read_text())) or "").split("\n\n")[0]


def pages(package: Path) -> dict[str, tuple[str, str]]:
    """Returns the title and the Markdown, with directives of mkdocstrings, of each page."""
    rest = [name for name in modules(package) if name != "cli"]
    made: dict[str, tuple[str, str]] = {}
    for page, (title, named) in PAGES.items():
        shown = [name for name in named if name in rest] if named else list(rest)
        rest = [name for name in rest if name not in shown]
        lines = [f"# {title}", ""]
        for module in shown:
            lines += [f"## mockcloud.{module}", "", f"::: mockcloud.{module}"]
            if module in OWN_MEMBERS:
                lines += ["    options:", "      inherited_members: false"]
            lines.append("")
        made[page] = (title, "\n".join(lines))
    return made
