"""The Python code of the READMEs and of the pages about Python runs."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from support import README, ROOT, plugin_is_installed

FILES = [
    README,
    Path(__file__).parents[1] / "README.md",
    ROOT / "docs" / "python-asyncio.md",
    *(
        path
        for path in sorted((ROOT / "docs" / "python").glob("*.md"))
        if "```python" in path.read_text()
    ),
]


def blocks(path: Path) -> list[str]:
    """Returns the code blocks marked as Python; one with a test in it is for pytest."""
    return re.findall(r"^```python\n(.*?)^```", path.read_text(), re.MULTILINE | re.DOTALL)


def names(path: Path) -> str:
    return "package" if path.parent.name == "python" else path.stem


@pytest.mark.parametrize("path", FILES, ids=names)
def test_the_code_blocks_run(path: Path, tmp_path: Path, pytester: pytest.Pytester) -> None:
    if not path.is_file():
        pytest.skip(f"there is no {path.name} there yet")
    found = blocks(path)
    assert found, f"no Python in {path}"
    for number, block in enumerate(found):
        script = tmp_path / f"test_block_{number}.py"
        script.write_text(block)
        command = [sys.executable, str(script)]
        if "def test_" in block:
            command = [sys.executable, "-m", "pytest", "-q", str(script)]
            if not plugin_is_installed():
                command += ["-p", "mockcloud.pytest_plugin"]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
        assert done.returncode == 0, f"{block}\n{done.stdout}\n{done.stderr}"
