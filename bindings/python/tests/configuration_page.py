"""The contents of docs/CONFIGURATION.md, and its table of refused configurations.

`python3 bindings/python/tests/configuration_page.py` prints that table: the configurations of its
first column, with the library's errors for them; `--write` writes it into the page.
"""

from __future__ import annotations

import json
import re
from ctypes import byref, c_void_p
from typing import Any, NamedTuple

from generated import Part
from mockcloud._core import library as _raw
from support import ROOT

PAGE = ROOT / "docs" / "CONFIGURATION.md"
REFUSALS = Part(
    PAGE,
    "<!-- The refusals begin: bindings/python/tests/configuration_page.py --write -->\n",
    "<!-- The refusals end. -->\n",
)


class Key(NamedTuple):
    """A row of the table of keys."""

    #: The path of the key, such as `users[].alias`.
    path: str
    default: str
    example: str

    @property
    def steps(self) -> list[str]:
        return self.path.replace("[]", "").split(".")


class Variable(NamedTuple):
    """A row of the table of environment variables."""

    name: str
    example: str


def _rows(heading: str) -> list[list[str]]:
    """Returns the cells of the rows under a heading whose first cell is code."""
    text = PAGE.read_text().partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    lines = re.findall(r"^\| (`.*) \|$", text, re.M)
    return [[cell.strip() for cell in re.split(r" \|(?: |$)", line)] for line in lines]


def _code(cell: str) -> str:
    return cell.strip("`")


def keys() -> list[Key]:
    """Returns the keys of a configuration."""
    return [Key(_code(row[0]), row[2], _code(row[3])) for row in _rows("Keys")]


def variables() -> list[Variable]:
    """Returns the variables that a cloud without a configuration reads."""
    rows = _rows("Environment variables")
    return [Variable(_code(row[0]), _code(row[2])) for row in rows if len(row) == 4]


def create(configuration: str) -> tuple[int, dict[str, Any]]:
    """Creates a cloud, destroys it at once, and returns the status and the error."""
    library = _raw.library()
    cloud, error = c_void_p(), c_void_p()
    status = library.mockcloud_create(configuration.encode(), byref(cloud), byref(error))
    library.mockcloud_destroy(cloud)
    document = json.loads(library.take_string(error) or b"{}")
    found: dict[str, Any] = document.get("error", {})
    return status, found


def refusals() -> str:
    """Returns the table of refused configurations for the page."""
    lines = ["| Configuration | Status | `key` | Message |", "|---|---|---|---|"]
    for row in _rows("Wrong configurations"):
        status, error = create(_code(row[0]))
        key = f"`{error['key']}`" if "key" in error else ""
        lines.append(f"| {row[0]} | {status} | {key} | {error.get('message', '')} |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    REFUSALS.run(refusals())
