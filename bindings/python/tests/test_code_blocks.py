"""Tests every code block of the documents, depending on its language.

Other modules test blocks too: test_tutorials.py the blocks with titles and the consoles of the
tutorials, test_docs.py the examples of docs/dialect, test_readme.py the programs of the READMEs,
test_printed_blocks.py what programs print, and test_tasks_page.py the code of the tasks, which the
tests of examples/*/tasks run. Most other blocks are fragments. They run, or are compiled, with
definitions of the names that they use.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from shell_blocks import check_sh

import mockcloud
import tasks_page
from mockcloud import CKError, Cloud, Record, errors
from mockcloud.testing import scenarios
from support import README, ROOT
from tutorial import Block, blocks

DOCS = ROOT / "docs"
CATALOG = ROOT / "scripts/docs/MockCloudCore.docc/MockCloudCore.md"
PAGES = [
    README,
    ROOT / "bindings/python/README.md",
    CATALOG,
    ROOT / "CONTRIBUTING.md",
    *sorted(DOCS.rglob("*.md")),
    *sorted((ROOT / "examples").rglob("*.md")),
]
#: Their Python blocks are complete programs, which test_readme.py runs.
READMES = [*PAGES[:2], *(DOCS / "python").glob("*.md")]
#: Its Swift blocks are parts of the library, which do not compile outside it.
INTERNAL = DOCS / "ARCHITECTURE.md"


def found() -> Iterator[Any]:
    for page in PAGES:
        for number, block in enumerate(blocks(page.read_text())):
            if block.title is None and block.language not in ("console", "text"):
                name = f"{page.relative_to(ROOT)}-{number}-{block.language}"
                yield pytest.param(page, block, id=name)


@pytest.mark.parametrize(("page", "block"), list(found()))
def test_the_block_is_so(page: Path, block: Block, tmp_path: Path) -> None:
    assert block.language in CHECKS, f"no test for blocks in {block.language}: {block.text}"
    CHECKS[block.language](page, block.text, tmp_path)


def test_a_titled_block_stands_in_a_tutorial() -> None:
    elsewhere = [page for page in PAGES if page.parent.name != "tutorials"]
    titled = [each.title for page in elsewhere for each in blocks(page.read_text()) if each.title]
    assert titled == [], "a file that nothing writes"


FENCE = re.compile(r"^[ \t>]*(?:```+|~~~+)\w", re.MULTILINE)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_block_of_the_page_is_tested(page: Path) -> None:
    """A block that is indented, or has another fence, would be skipped by all tests."""
    written = tasks_page.written(page.read_text())
    assert len(FENCE.findall(written)) == len(list(blocks(written)))
    consoles = [each for each in blocks(written) if each.language == "console"]
    assert not consoles or page.parent.name == "tutorials", "a console that nothing runs"


def test_no_page_is_forgotten() -> None:
    """Every document with code is one of the pages above."""
    folders = (
        "bindings",
        "docs",
        "examples",
        "include",
        "packaging",
        "scripts",
        "Sources",
        "Tests",
    )
    others = (path for name in folders for path in (ROOT / name).rglob("*.md"))
    found = {path for path in (*ROOT.glob("*.md"), *others) if FENCE.search(path.read_text())}
    installed = {path for path in found if "node_modules" in path.parts or ".venv" in path.parts}
    assert found - installed <= set(PAGES)


class Client:
    """A client with the methods that docs/FAULTS.md uses."""

    def __init__(self, cloud: Cloud, store: dict[str, object] | None = None) -> None:
        self._cloud = cloud
        self.notes: list[str] = []

    def sync(self) -> None:
        record = Record("Note", {"text": "Milk"}, name="n1")
        try:
            self._cloud.private.save(record, save_policy="allKeys")
            self.notes = ["Milk"]
        except CKError:
            pass  # the next sync saves it

    def rename(self, name: str, title: str) -> None:
        try:
            self._save_title(self._cloud.private.fetch(name), title)
        except CKError:
            pass  # the user is told

    def _save_title(self, note: Record, title: str) -> None:
        note["title"] = title
        try:
            self._cloud.private.save(note)
        except errors.ServerRecordChanged as conflict:
            assert conflict.server_record is not None
            self._save_title(conflict.server_record, title)


def check_python(page: Path, text: str, folder: Path) -> None:
    if page in READMES:
        return
    with Cloud(seed=1) as cloud:
        known = {name: getattr(mockcloud, name) for name in mockcloud.__all__}
        names = {**known, "cloud": cloud, "mockcloud": mockcloud, "Client": Client}
        exec(compile(text, str(page), "exec"), names)
        for name, made in names.items():
            if name.startswith("test_"):
                made()


def check_json(page: Path, text: str, folder: Path) -> None:
    document = json.loads(text)
    if page.name == "FAULTS.md":
        with Cloud(seed=1) as cloud:
            cloud.faults.add(document, optional=True)
    elif page.name == "SCENARIOS.md":
        scenarios.run(scenarios.Scenario.from_document(document, page.name))
    else:
        assert page.parent.name == "dialect", "no test runs this block"


FRAGMENT_C = """
#include <mockcloud_test.h>
#include <stdbool.h>
static bool passes(mockcloud *cloud) { return cloud != NULL; }
int main(void) {
  mockcloud *cloud = NULL;
  char *answer = NULL;
  (void)answer, (void)passes;
  MOCKCLOUD_EXPECT_STATUS(MOCKCLOUD_OK, mockcloud_create("{}", &cloud, NULL));
"""


def check_c(page: Path, text: str, folder: Path) -> None:
    exists = subprocess.run(["pkg-config", "--exists", "mockcloud"], check=False).returncode == 0
    if not exists or shutil.which("cc") is None:
        pytest.skip("no C compiler, or pkg-config does not find mockcloud")
    if "node_api.h" in text:
        check_other(page, text, folder)
        return
    whole = text if "int main(" in text else FRAGMENT_C + text + "}\n"
    (folder / "block.c").write_text(whole)
    flags = "$(pkg-config --cflags --libs mockcloud)"
    path = "-Wl,-rpath,$(pkg-config --variable=libdir mockcloud)"
    command = f"cc -std=c11 -Wall -Werror block.c -o block {flags} {path} && ./block"
    run(["bash", "-c", command], folder)


FRAGMENT_SWIFT = """
import MockCloudCore
func passes(_ cloud: Cloud) throws -> Bool { true }
func block(_ cloud: Cloud) throws {
"""


def check_swift(page: Path, text: str, folder: Path) -> None:
    modules = ROOT / ".build" / "debug" / "Modules"
    swift = shutil.which("swift")
    # `make lib CONFIG=debug` builds only the first of these.
    needed = ["MockCloudCore", *(["CloudKit"] if "import CloudKit\n" in text else [])]
    missing = [name for name in needed if not (modules / f"{name}.swiftmodule").is_file()]
    if swift is None or missing:
        pytest.skip(f"{', '.join(missing) or 'Swift'} not built for debugging: swift build")
    compiler = str(Path(swift).resolve().with_name("swiftc"))
    file = folder / "block.swift"
    if page == INTERNAL:
        file.write_text(text)
        run([compiler, "-frontend", "-parse", str(file)], folder)
        return
    file.write_text(text if text.startswith("import ") else FRAGMENT_SWIFT + text + "}\n")
    module_map = ROOT / "Sources" / "CJSONC" / "module.modulemap"
    memory = ROOT / "Sources" / "CJSONMemory" / "include"
    plugins = Path(compiler).parents[1] / "lib/swift/host/plugins/testing"
    imports = ["-I", str(modules), "-I", str(memory), "-Xcc", f"-fmodule-map-file={module_map}"]
    run([compiler, "-typecheck", *imports, "-plugin-path", str(plugins), str(file)], folder)


def check_other(page: Path, text: str, folder: Path) -> None:
    """`make test-languages` runs the files."""
    files = (path for path in (ROOT / "examples" / "languages").rglob("*") if path.is_file())
    assert text in {path.read_text() for path in files}


def check_mermaid(page: Path, text: str, folder: Path) -> None:
    """Compares the fault points with the core's. The build of the site draws the block."""
    labels = re.findall(r'\{\{"([\w, ]+): ', text)
    swift = (ROOT / "Sources/MockCloudCore/Faults/FaultPoint.swift").read_text()
    points, _, _ = swift.partition("\n  var ")
    drawn = [name for label in labels for name in label.split(", ")]
    assert drawn == re.findall(r"^  case (\w+)", points, re.MULTILINE)


def run(command: list[str], folder: Path) -> None:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{done.stdout}{done.stderr}"


Check = Callable[[Path, str, Path], None]
CHECKS: dict[str, Check] = {
    "bash": check_sh,
    "c": check_c,
    "cpp": check_other,
    "go": check_other,
    "js": check_other,
    "json": check_json,
    "mermaid": check_mermaid,
    "python": check_python,
    "rust": check_other,
    "sh": check_sh,
    "swift": check_swift,
}


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("c", "mockcloud_callf(cloud, NULL, mock);\n"),
        ("c", "MOCKCLOUD_EXPECT_OK(cloud, 'mock/seed');\n"),
        ("go", "package main\n"),
        ("json", '{"then": "nothing"}'),
        ("mermaid", 'flowchart TB\n  a{{"arrival, departure: network"}}\n'),
        ("sh", "python scripts/nowhere.py\n"),
        ("sh", "make lib everything CONFIG=debug\n"),
        ("sh", "MOCKCLOUD_FALTS=faults.json ./program\n"),
        ("python", "cloud.faults.profile('sunday')\n"),
        ("python", "@mockcloud.explore(Cloud)\ndef test_it(cloud):\n    cloud.private.zones()\n"),
        ("sh", "make everything\n"),
        ("sh", "if true\n"),
        ("sh", "apt-get remove gcc\n"),
        ("sh", "swift test $(mockcloud-swift-flags --shim)\n"),
        ("sh", "pytest -n auto --nowhere\n"),
        ("swift", "try cloud.addFaults()\n"),
    ],
)
def test_a_wrong_block_is_noticed(language: str, text: str, tmp_path: Path) -> None:
    wrong = (
        AssertionError,
        ValueError,
        subprocess.CalledProcessError,
        mockcloud.MockCloudError,
    )
    with pytest.raises(wrong):
        CHECKS[language](DOCS / "FAULTS.md", text, tmp_path)
