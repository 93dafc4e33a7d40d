"""The generated parts of documents."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Part:
    """The text between two comments of a page."""

    page: Path
    begin: str
    end: str

    def written(self) -> str:
        """Returns the part in the page."""
        return self.page.read_text().partition(self.begin)[2].partition(self.end)[0]

    def run(self, text: str) -> None:
        """Prints the generated part. With `--write`, writes it into the page; with `--check`, ends
        the program if the page has another.
        """
        if sys.argv[1:] == ["--check"]:
            if self.written() != text:
                sys.exit(f"{self.page.name} is old: run {sys.argv[0]} --write")
            return
        if sys.argv[1:] == ["--write"]:
            page = self.page.read_text()
            before, _, rest = page.partition(self.begin)
            after = rest.partition(self.end)[2]
            self.page.write_text(before + self.begin + text + self.end + after)
        else:
            sys.stdout.write(text)
