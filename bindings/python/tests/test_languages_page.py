"""docs/LANGUAGES.md shows the programs that `make test-languages` runs."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import languages_page
import pytest

from support import ROOT


def test_the_page_is_up_to_date() -> None:
    page = languages_page.PAGE.read_text()
    assert languages_page.made(page) == page, "run languages_page.py --write"


def test_the_page_shows_every_program() -> None:
    files = {path for path in languages_page.PROGRAMS.rglob("*") if path.is_file()}
    assert sorted(languages_page.shown(languages_page.PAGE.read_text())) == sorted(files)


def test_every_program_is_run() -> None:
    script = (ROOT / "scripts" / "test-languages").read_text()
    for path in languages_page.PROGRAMS.rglob("*.*"):
        assert f"{path.parent.name}/{path.name}" in script


def test_languages_without_a_compiler_are_named(tmp_path: Path) -> None:
    if subprocess.run(["pkg-config", "--exists", "mockcloud"], check=False).returncode != 0:
        pytest.skip("pkg-config does not find mockcloud")
    for name in ("bash", "dirname", "mkdir", "pkg-config"):
        found = shutil.which(name)
        assert found is not None
        (tmp_path / name).symlink_to(found)
    done = subprocess.run(
        [tmp_path / "bash", ROOT / "scripts" / "test-languages"],
        env={**os.environ, "PATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "skipped  cpp: no g++ on PATH (Debian: g++)" in done.stdout
    assert done.stdout.endswith("other languages: 0 passed, 0 failed, 4 skipped\n")
