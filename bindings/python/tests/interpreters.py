"""Finds the Python interpreters of this machine."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

#: The minor versions of Python 3 that the package supports.
MINORS = (10, 11, 12, 13)


def candidates(minor: int) -> Iterator[str]:
    """Yields possible paths of Python 3.`minor`: this interpreter, on PATH, and in pyenv."""
    if sys.version_info[1] == minor:
        yield sys.executable
    on_path = shutil.which(f"python3.{minor}")
    if on_path is not None:
        yield on_path
    versions = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    for found in sorted(versions.glob(f"3.{minor}.*/bin/python3.{minor}")):
        yield str(found)


def interpreter(minor: int) -> str | None:
    """Returns a working Python 3.`minor` that can create virtual environments, or None."""
    for python in candidates(minor):
        # pyenv adds commands to PATH for versions that are not active.
        command = [python, "-c", "import sys, venv; print(sys.version_info[1])"]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode == 0 and done.stdout.strip() == str(minor):
            return python
    return None
