"""The programs of docs/LANGUAGES.md, which are the files of examples/languages.

`python3 bindings/python/tests/languages_page.py` prints the page; `--write` writes it. The text is
taken from the page itself.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

from support import ROOT

PAGE = ROOT / "docs" / "LANGUAGES.md"
PROGRAMS = ROOT / "examples" / "languages"

#: The language of a block, by the suffix of its file.
FENCES = {".c": "c", ".cpp": "cpp", ".go": "go", ".js": "js", ".rs": "rust"}

_MADE = re.compile(r"^<!-- file: (\S+) -->\n.*?^<!-- end -->\n", re.M | re.S)


def made(page: str) -> str:
    """Returns the page with the present text of the files."""

    def block(found: re.Match[str]) -> str:
        path = PROGRAMS / found[1]
        text = f"```{FENCES[path.suffix]}\n{path.read_text()}```"
        return f"<!-- file: {found[1]} -->\n\n{text}\n\n<!-- end -->\n"

    return _MADE.sub(block, page)


def shown(page: str) -> list[Path]:
    """Returns the files that the page shows."""
    return [PROGRAMS / found[1] for found in _MADE.finditer(page)]


def main() -> None:
    page = made(PAGE.read_text())
    if "--write" in sys.argv[1:]:
        PAGE.write_text(page)
    else:
        print(page, end="")


if __name__ == "__main__":
    main()
