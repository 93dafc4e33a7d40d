"""The pages that scripts/docs generates: the C headers, the Python package, and a site's links."""

from __future__ import annotations

import importlib
import importlib.util
import re
import shutil
import subprocess
import sys
from pathlib import Path
from types import FunctionType
from typing import Any

import pytest

import header
import mockcloud
from support import HEADER, ROOT

SCRIPTS = ROOT / "scripts" / "docs"


def loaded(name: str) -> Any:
    spec = importlib.util.spec_from_file_location(name, SCRIPTS / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


c_reference = loaded("c_reference")
python_reference = loaded("python_reference")
swift_reference = loaded("swift_reference")
check_site = loaded("check_site")

TEST_HEADER = HEADER.with_name("mockcloud_test.h")
PAGES = c_reference.references(
    {"c.md": ("mockcloud.h", HEADER.read_text()), "t.md": ("", TEST_HEADER.read_text())}
)


# The C headers


def test_every_function_has_its_heading_and_its_prototype(tmp_path: Path) -> None:
    page = PAGES["c.md"]
    prototypes = header.by_hand(HEADER)
    for name in prototypes:
        assert page.count(f"### `{name}()` {{ #{name} }}") == 1, name
    shown = tmp_path / "shown.h"
    below_headings = re.findall(r"^### .*\n\n```c\n([^`]*)```$", page, re.MULTILINE)
    shown.write_text("\n".join(below_headings))
    assert header.by_hand(shown) == prototypes


def test_every_constant_has_its_value() -> None:
    constants = re.findall(r"^  (MOCKCLOUD_\w+) = (-?\d+)", HEADER.read_text(), re.MULTILINE)
    assert len(constants) >= 48
    for name, value in constants:
        assert f"`{name}` | {value} |" in PAGES["c.md"], name


def test_every_macro_for_tests_has_its_heading() -> None:
    macros = re.findall(r"^#define (MOCKCLOUD_EXPECT\w*)\(", TEST_HEADER.read_text(), re.MULTILINE)
    assert len(macros) >= 5
    assert [name for name in macros if f"### `{name}()`" not in PAGES["t.md"]] == []
    assert "mockcloud_test_call" not in PAGES["t.md"], "what the macros are made of is no reference"


def test_no_words_of_a_comment_are_lost() -> None:
    lost: set[str] = set()
    for path, page in ((HEADER, PAGES["c.md"]), (TEST_HEADER, PAGES["t.md"])):
        shown = set(re.findall(r"[A-Za-z]{3,}", page.replace("\\", "")))
        text = path.read_text().split(c_reference.INNER)[0]
        for comment in re.findall(r"/\*(.*?)\*/", text, re.DOTALL):
            lost |= set(re.findall(r"[A-Za-z]{3,}", comment)) - shown
    assert lost <= {"docs"}, "of docs/ABI.md the site shows ABI.md"


def examples() -> list[str]:
    """The examples in the comments of the headers: blocks that are not below their headings."""
    found: list[str] = []
    for page in PAGES.values():
        parts = re.split(r"^```c\n(.*?)^```$", page, flags=re.MULTILINE | re.DOTALL)
        for before, code in zip(parts[::2], parts[1::2], strict=False):
            last = before.rstrip().rpartition("\n")[2]
            if last == "## In short" or not last.startswith(("#", "<span")):
                found.append(code)
    return found


def test_the_examples_of_the_headers_run(tmp_path: Path) -> None:
    exists = subprocess.run(["pkg-config", "--exists", "mockcloud"], check=False).returncode == 0
    if not exists or shutil.which("cc") is None:
        pytest.skip("no C compiler, or pkg-config does not find mockcloud")
    code = examples()
    assert len(code) >= 7
    (program,) = [each for each in code if "int main(" in each]
    assert '"ckErrorName":"zoneBusy"' in output_of(program, tmp_path)
    blocks = "".join(f"  {{\n{each}  }}\n" for each in code if each != program)
    output_of(EXAMPLES + blocks + "  mockcloud_destroy(cloud);\n}\n", tmp_path)


def output_of(program: str, folder: Path) -> str:
    (folder / "program.c").write_text(program)
    flags = "$(pkg-config --cflags --libs mockcloud)"
    path = "-Wl,-rpath,$(pkg-config --variable=libdir mockcloud)"
    command = f"cc -std=c11 -Wall -Werror program.c -o program {flags} {path} && ./program"
    done = subprocess.run(
        ["bash", "-c", command], cwd=folder, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


#: What the examples of the headers need: a cloud with the record n1, and the user Bob.
EXAMPLES = """
#include <assert.h>
#include <mockcloud_test.h>
#include <stdio.h>
static const char *notes_are_kept(mockcloud *cloud, const char *effect, void *context) {
  const char *notes =
      "{\\"records\\": [{\\"recordName\\": \\"n1\\"}, {\\"recordName\\": \\"n2\\"}]}";
  (void)effect, (void)context;
  if (mockcloud_call(cloud, "records/lookup", notes, NULL) != 0)
    mockcloud_call(cloud, "records/lookup", notes, NULL);
  return NULL;
}
int main(void) {
  mockcloud *cloud = NULL, *bob = NULL;
  char *response = NULL, *difference = NULL;
  const char *name = "n1";
  MOCKCLOUD_EXPECT_STATUS(MOCKCLOUD_OK, mockcloud_create("{}", &cloud, NULL));
  MOCKCLOUD_EXPECT_OK(cloud, "mock/users/add", "{'alias': 'bob', 'devices': ['phone']}");
  MOCKCLOUD_EXPECT_OK(cloud, "mock/seed", "{'records': [{'recordName': 'n1', 'recordType': 'Note', "
                      "'fields': {'title': {'value': 'Milk'}, 'stars': {'value': 5}}}]}");
  (void)bob, (void)difference;
"""


@pytest.mark.parametrize(
    ("comment", "expected"),
    [
        ("/* See mockcloud_a(). */", "See [`mockcloud_a()`](p.md#mockcloud_a)."),
        ("/* NULL, %s and mock/seed. */", "`NULL`, `%s` and `mock/seed`."),
        ("/* A * and a _b and docs/ABI.md. */", "A \\* and a \\_b and [ABI.md](../ABI.md)."),
        ("/*\n * One:\n *\n *   f(1);\n */", "One:\n\n```c\nf(1);\n```"),
        ("/*\n * A.\n *\n *   x  a text,\n *      if any.\n */", "A.\n\n- `x`: a text, if any."),
        ("/*\n * One.\n *\n * Errors: none.\n */", "One.\n\n- **Errors**: none."),
    ],
)
def test_a_comment_as_markdown(comment: str, expected: str) -> None:
    other = "MOCKCLOUD_API int mockcloud_a(void);"
    text = f"/* The top. */\n\n{other}\n\n{comment}\nMOCKCLOUD_API int b(int x);\n"
    page = c_reference.references({"p.md": ("P", text)})["p.md"]
    assert page.endswith(f"```c\nint b(int x);\n```\n\n{expected}\n")


# The Python package


def test_every_public_module_is_on_one_page() -> None:
    package = Path(mockcloud.__file__).parent
    made = python_reference.pages(package)
    texts = "\n".join(text for _, text in made.values())
    shown = re.findall(r"^::: mockcloud\.(?!_)([\w.]+)$", texts, re.MULTILINE)
    assert len(shown) == len(set(shown)) and set(python_reference.modules(package)) <= set(shown)
    for name in shown:
        assert python_reference.file_of(package, name).is_file(), name


def test_every_public_name_is_in_the_reference() -> None:
    made = python_reference.pages(Path(mockcloud.__file__).parent)
    texts = "\n".join(text for _, text in made.values())
    shown = set(re.findall(r"^::: mockcloud\.([\w.]+)$", texts, re.MULTILINE))
    homes = mockcloud._HOMES
    missing = {name for name, home in homes.items() if not {home, f"{home}.{name}"} & shown}
    assert missing == set()
    assert {*homes, "errors", "__version__"} == set(mockcloud.__all__)


def undocumented(kind: type) -> list[str]:
    """Returns the public methods and properties of a class that have no docstring."""
    found = []
    for name, member in vars(kind).items():
        function = getattr(member, "fget", getattr(member, "__func__", member))
        if not name.startswith("_") and isinstance(function, FunctionType):
            inherited = [vars(each).get(name) for each in kind.__mro__]
            if not any(getattr(each, "__doc__", None) for each in inherited):
                found.append(f"{kind.__name__}.{name}")
    return found


@pytest.mark.parametrize(
    "name", [module for _, modules in python_reference.PAGES.values() for module in modules]
)
def test_everything_in_the_reference_has_a_docstring(name: str) -> None:
    module = importlib.import_module(f"mockcloud.{name}")
    assert module.__doc__
    missing: list[str] = []
    for each, value in vars(module).items():
        is_own = getattr(value, "__module__", None) == module.__name__
        is_public = each in getattr(module, "__all__", [each]) and not each.startswith("_")
        if not is_own or not is_public or not isinstance(value, type | FunctionType):
            continue
        # The docstring of a data class without one is its signature.
        if not value.__doc__ or value.__doc__.startswith(f"{each}("):
            missing.append(each)
        if isinstance(value, type):
            missing += undocumented(value)
    assert missing == []


def test_every_page_is_in_the_menu() -> None:
    menu = (ROOT / "mkdocs.yml").read_text()
    for page, (title, _) in python_reference.PAGES.items():
        assert f"{title}: reference/python/{page}.md" in menu


# The Swift module


def test_a_first_sentence() -> None:
    lines = [{"text": "`mock/x`: does a thing. Then"}, {"text": "another | one."}]
    assert swift_reference.sentence({"docComment": {"lines": lines}}) == "`mock/x`: does a thing."
    assert swift_reference.sentence({}) == ""


# A built site


@pytest.mark.parametrize(
    ("html", "problem"),
    [
        ('<a href="b/">', None),
        ('<a href="b/#here">', None),
        ('<a href="/b/#here">', None),
        ('<a href="#top"><p id="top">', None),
        ('<a href="https://example.com/">', None),
        ('<a href="c/">', "leads nowhere"),
        ('<a href="b/#there">', "no such place"),
        ('<a href="#there">', "no such place"),
        ('<script src="https://example.com/x.js">', "fetches"),
        ('<link rel="stylesheet" href="//example.com/x.css">', "fetches"),
        ('<img src="x.png">', "leads nowhere"),
    ],
)
def test_links_of_a_site(
    tmp_path: Path, html: str, problem: str | None, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / "index.html").write_text('<h1 id="here">')
    (tmp_path / "index.html").write_text(html)
    assert check_site.main(tmp_path) == (problem is not None)
    assert (problem or "all links resolve") in capsys.readouterr().out
