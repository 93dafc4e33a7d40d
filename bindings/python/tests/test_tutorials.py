"""The tutorials are correct: their files, their commands, and the output of these."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import tutorial
from support import PLUGIN, ROOT, plugin_is_installed

TUTORIALS = ROOT / "docs" / "tutorials"


def environment(**more: str) -> dict[str, str]:
    """The environment of a reader who followed the tutorial's first chapter."""
    programs = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    return {**os.environ, "PATH": programs, "COLUMNS": "80", "NO_COLOR": "1", **more}


def follow(page: str, folder: Path, environment: dict[str, str]) -> None:
    reader = tutorial.Reader(folder, environment)
    reader.follow((TUTORIALS / page).read_text())
    assert reader.commands >= 2, "the tutorial runs its tests before and after the correction"


def test_python(tmp_path: Path) -> None:
    plugins = {} if plugin_is_installed() else {"PYTEST_PLUGINS": PLUGIN}
    follow("python.md", tmp_path, environment(**plugins))


def test_c(tmp_path: Path) -> None:
    modules = ["mockcloud", "json-c", "cmocka"]
    found = subprocess.run(["pkg-config", "--exists", *modules], check=False)
    if found.returncode != 0 or shutil.which("cc") is None:
        pytest.skip(f"no C compiler, or pkg-config does not find {modules}")
    follow("c.md", tmp_path, environment())


def follow_swift(page: str, folder: Path, name: str, *modules: str) -> None:
    """Follows a tutorial whose package has a name, with modules that SwiftPM has built."""
    swift = shutil.which("swift")
    build = ROOT / ".build" / "debug"
    missing = [
        each for each in modules if not (build / "Modules" / f"{each}.swiftmodule").is_file()
    ]
    if swift is None or missing:
        pytest.skip(f"{', '.join(missing) or 'Swift'} not built for debugging: swift build")
    programs = folder / "programs"
    programs.mkdir()
    (programs / "swift").symlink_to(Path(__file__).with_name("swift_test.sh"))
    package = folder / name
    package.mkdir()
    (folder / "mockcloud").symlink_to(ROOT)
    reader = environment(SWIFT=swift, MOCKCLOUD_ROOT=str(ROOT), MOCKCLOUD_BUILD=str(build))
    follow(page, package, {**reader, "PATH": f"{programs}{os.pathsep}{reader['PATH']}"})


def test_swift(tmp_path: Path) -> None:
    follow_swift("swift.md", tmp_path, "orders", "CloudKit", "MockCloudKit", "MockCloudTesting")


def test_core(tmp_path: Path) -> None:
    follow_swift("core.md", tmp_path, "notes", "MockCloudCore")


def test_every_tutorial_is_followed() -> None:
    followed = {name.removeprefix("test_") for name in globals() if name.startswith("test_")}
    assert {path.stem for path in TUTORIALS.glob("*.md")} <= followed


# The reader itself

PAGE = """
```text title="a.txt"
one
two
```

```diff title="a.txt"
 one
-two
+three
```

```console
$ cat a.txt
one
...
```
"""


def test_a_reader_does_what_stands_there(tmp_path: Path) -> None:
    tutorial.Reader(tmp_path, os.environ).follow(PAGE)
    assert (tmp_path / "a.txt").read_text() == "one\nthree\n"


@pytest.mark.parametrize(
    ("said", "instead"),
    [
        ("one\n...", "one\n"),
        ("one\n...", "...\ntwo\n"),
        ("```console", "<!-- fails -->\n\n```console"),
        ("cat a.txt", "cat b.txt"),
        ("-two", "-four"),
    ],
)
def test_a_reader_notices_what_is_not_so(tmp_path: Path, said: str, instead: str) -> None:
    with pytest.raises(tutorial.Mistake):
        tutorial.Reader(tmp_path, os.environ).follow(PAGE.replace(said, instead))


def test_a_console_is_compared_line_by_line() -> None:
    assert tutorial.matches("...\nb ... d\n...", "a\nb c d\n")
    assert tutorial.matches("", "")
    assert not tutorial.matches("a", "")
    assert not tutorial.matches("", "a\n")
    assert not tutorial.matches("a\nc", "a\nb\nc\n")
    assert not tutorial.matches("a", "ab\n")
