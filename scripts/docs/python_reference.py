"""The pages of the Python reference, with the modules of each page."""

from __future__ import annotations

import ast
from pathlib import Path

#: The title and the modules of each page, in the order of the site: those of the public names, and
#: the modules that documents name.
PAGES: dict[str, tuple[str, tuple[str, ...]]] = {
    "cloud": (
        "Clouds, containers, users",
        (
            "cloud",
            "harness.handle",
            "harness.event_calls",
            "harness.stored",
            "harness.configuration",
            "harness.clock",
            "harness.accounts",
            "harness.network",
            "harness.schema",
            "harness.state",
            "harness.savepoints",
            "harness.limits",
            "service.container",
            "service.user",
            "service.identities",
            "service.operations",
        ),
    ),
    "records": (
        "Records and values",
        (
            "records.record",
            "records.metadata",
            "records.declared",
            "records.values",
            "records.assets",
        ),
    ),
    "databases": (
        "Databases, queries, changes",
        (
            "service.database",
            "records.query",
            "service.explain",
            "service.changes",
            "records.zones",
            "service.subscriptions",
            "service.events",
        ),
    ),
    "sharing": ("Sharing", ("service.sharing", "service.participants")),
    "errors": ("Errors", ("errors",)),
    "faults": (
        "Faults and exploration",
        (
            "harness.faults",
            "harness.fault_report",
            "harness.traces",
            "testing.exploration",
            "testing.shrinking",
        ),
    ),
    "journal": (
        "Journal, findings, scripts",
        (
            "inspect.journal",
            "inspect.calls",
            "inspect.call",
            "inspect.findings",
            "harness.script",
        ),
    ),
    "looking": (
        "States, trees, graphs, differences",
        ("states", "inspect.tree", "inspect.graph", "inspect.graph_parts", "inspect.differing"),
    ),
    "testing": (
        "pytest, unittest, hypothesis",
        (
            "pytest_plugin",
            "testing.factory",
            "testing.testcase",
            "testing.mocking",
            "testing.strategies",
        ),
    ),
    "more": ("Other modules", ("har", "io.documents", "testing.scenarios", "testing.steps")),
}
#: The public names of private modules, on the page at whose end they are.
OTHERS: dict[str, tuple[str, ...]] = {
    "cloud": (
        "_core.library.live_clouds",
        "_core.library.version",
        "_core.calls.Response",
        "_core.vocabulary.ServiceOperation",
        "_core.vocabulary.HarnessOperation",
        "_core.vocabulary.OperationName",
        "_core.vocabulary.ErrorName",
    ),
    "errors": ("_core.usage_errors.FaultNeverActed", "_core.usage_errors.Difference"),
}
#: Modules with many classes that inherit the same members, which are not repeated for each class.
OWN_MEMBERS = {"errors"}


def modules(package: Path) -> list[str]:
    """Returns the modules of the public names of the package, sorted by name."""
    tree = ast.parse((package / "__init__.py").read_text())
    names: dict[str, str] = next(
        ast.literal_eval(node.value)
        for node in tree.body
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "_NAMES"
    )
    return sorted(module for module in names if not module.startswith("_"))


def file_of(package: Path, module: str) -> Path:
    path = package.joinpath(*module.split("."))
    return path / "__init__.py" if path.is_dir() else path.with_suffix(".py")


def pages(package: Path) -> dict[str, tuple[str, str]]:
    """Returns the title and the Markdown, with directives of mkdocstrings, of each page."""
    made: dict[str, tuple[str, str]] = {}
    for page, (title, shown) in PAGES.items():
        lines = [f"# {title}", ""]
        for module in shown:
            lines += [f"## mockcloud.{module}", "", f"::: mockcloud.{module}"]
            if module in OWN_MEMBERS:
                lines += ["    options:", "      inherited_members: false"]
            lines.append("")
        if page in OTHERS:
            lines += ["## mockcloud", ""]
        for name in OTHERS.get(page, ()):
            lines += [f"::: mockcloud.{name}", "    options:", "      show_root_heading: true"]
            lines += ["      show_root_full_path: false", "      show_root_toc_entry: true", ""]
        made[page] = (title, "\n".join(lines))
    return made
