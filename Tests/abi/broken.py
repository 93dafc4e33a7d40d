"""What the tests of the checks share: broken copies of the files that the checks compare."""

from __future__ import annotations

import subprocess
import tempfile
import unittest
from pathlib import Path


class BrokenInputs(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def written(self, name: str, text: str) -> Path:
        path = self.folder / name
        path.write_text(text)
        return path

    def edited(self, file: Path, old: str, new: str) -> Path:
        """Returns a copy of `file` with `old` replaced by `new`."""
        text = file.read_text()
        self.assertIn(old, text, f"{file.name} no longer holds what this test breaks")
        return self.written(file.name, text.replace(old, new))

    def library(self, source: str, *flags: str) -> Path:
        """Builds a shared library from a line of C."""
        path = self.folder / "libbroken.so"
        command = ["gcc", "-shared", "-fPIC", "-o", str(path)]
        subprocess.run([*command, str(self.written("broken.c", source)), *flags], check=True)
        return path

    def assertTold(self, wrong: list[str], part: str) -> None:
        self.assertIn(part, "\n".join(wrong))
