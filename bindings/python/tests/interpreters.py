"""The interpreters of Python that this machine has."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

#: The versions of Python that the package is for.
MINORS = (10, 11, 12, 13)


def candidates(minor: int) -> Iterator[str]:
    """Where Python 3.`minor` may be: this one, on PATH, or among the versions of pyenv."""
    if sys.version_info[1] == minor:
        yield sys.executable
    on_path = shutil.which(f"python3.{minor}")
    if on_path is not None:
        yield on_path
    versions = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    for found in sorted(versions.glob(f"3.{minor}.*/bin/python3.{minor}")):
        yield str(found)


def interpreter(minor: int) -> str | None:
    """A Python 3.`minor` that runs and can make virtual environments, or None."""
    for python in candidates(minor):
        # pyenv puts names on PATH that run nothing.
        command = [python, "-c", "import sys, venv; print(sys.version_info[1])"]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode == 0 and done.stdout.strip() == str(minor):
            return python
    return None
