"""Hooks of mkdocs, which add generated pages and convert links to files outside docs/.

The pages in `docs/` are also read in the repository. Their links to files outside the folder are
replaced by links to the pages of these files, or to copies of the files in `source/`. The landing
page gets the examples of the README. Mermaid blocks are drawn.
"""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import BuildError
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

sys.path.insert(0, str(Path(__file__).parent))

import c_reference
import diagrams
import python_reference
import swift_reference

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "bindings/python/src/mockcloud"

#: The files outside docs/ that are pages of the site.
PAGES = {
    "README.md": "index.md",
    "CHANGELOG.md": "CHANGELOG.md",
    "CONTRIBUTING.md": "CONTRIBUTING.md",
    "bindings/python/README.md": "python.md",
    "examples/python/sync/README.md": "sync-client.md",
    "examples/swift/clients/README.md": "cloudkit-clients.md",
    "include/mockcloud.h": "reference/c.md",
    "include/mockcloud_test.h": "reference/c-test.md",
}
#: The symbol graph of the Swift module, which scripts/docs/build creates where a compiler is.
SYMBOLS = ROOT / "build/docs-symbols/MockCloudCore.symbols.json"
HEADERS = {
    "reference/c.md": ("mockcloud.h", "include/mockcloud.h"),
    "reference/c-test.md": ("mockcloud_test.h", "include/mockcloud_test.h"),
}
LINK = re.compile(r"(\]\()(?!https?:|#|mailto:)([^)#\s]+)((?:#[^)\s]*)?\))")


def on_files(files: Files, config: MkDocsConfig) -> Files:
    headers = {page: (title, (ROOT / path).read_text()) for page, (title, path) in HEADERS.items()}
    for page, text in c_reference.references(headers).items():
        files.append(File.generated(config, page, content=text))
    for page, (_, text) in python_reference.pages(PACKAGE).items():
        files.append(File.generated(config, f"reference/python/{page}.md", content=text))
    for source, page in PAGES.items():
        if source.endswith(".md") and page != "index.md":
            files.append(File.generated(config, page, content=(ROOT / source).read_text()))
    linked = {target for file in files.documentation_pages() for target in outside(file)}
    for target in sorted(linked):
        copy = File.generated(config, f"source/{target}", abs_src_path=str(ROOT / target))
        files.append(copy)
    return files


def origin(page: str) -> Path:
    """Returns the source file of a page, relative to the repository."""
    sources = {made: source for source, made in PAGES.items() if made != "index.md"}
    return Path(sources.get(page, f"docs/{page}"))


def target_of(page: str, link: str) -> str:
    """Returns the target of a link in a page, relative to the repository."""
    return os.path.normpath(origin(page).parent / link)


def outside(file: File) -> set[str]:
    """Returns the linked files outside docs/ that are not pages of the site."""
    if file.src_uri.startswith("reference/"):
        return set()
    targets = {target_of(file.src_uri, found[1]) for found in LINK.findall(file.content_string)}
    return {
        each
        for each in targets
        if not each.startswith("docs/") and each not in PAGES and (ROOT / each).is_file()
    }


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    name = page.file.src_uri
    if name == "reference/swift.md" and SYMBOLS.is_file():
        return markdown + swift_reference.types(SYMBOLS)
    if name.startswith("reference/"):
        return markdown

    def led(found: re.Match[str]) -> str:
        target = target_of(name, found[2])
        if target.startswith("docs/"):
            there = target.removeprefix("docs/")
        elif (ROOT / target).is_file() or target in PAGES:
            there = PAGES.get(target, f"source/{target}")
        else:
            return found[0]
        return found[1] + os.path.relpath(there, Path(name).parent) + found[3]

    if name == "index.md":
        markdown = with_examples(markdown)
    return with_one_title(LINK.sub(led, markdown))


def with_one_title(markdown: str) -> str:
    """Returns the page with only one heading of level 1, which the theme requires.

    If there are several, all headings except the first are moved down one level, because the
    theme's table of contents shows only the headings below a single title.
    """
    blocks = re.split(r"(^```.*?^```$)", markdown, flags=re.MULTILINE | re.DOTALL)
    titles = re.findall(r"^# ", "".join(blocks[::2]), re.MULTILINE)
    if len(titles) < 2:
        return markdown
    for index in range(0, len(blocks), 2):
        blocks[index] = re.sub(r"^#+ ", r"#\g<0>", blocks[index], flags=re.MULTILINE)
    return "".join(blocks).replace("## ", "# ", 1)


def with_examples(markdown: str) -> str:
    """Returns the page with `<!-- README: c -->` replaced by the C example of the README.

    Examples in other languages are inserted in the same way.
    """
    readme = (ROOT / "README.md").read_text()

    def block(found: re.Match[str]) -> str:
        indent, language = found.groups()
        blocks = re.findall(rf"^```{language}\n.*?^```$", readme, re.MULTILINE | re.DOTALL)
        return "\n".join(indent + line if line else "" for line in blocks[0].splitlines())

    return re.sub(r"^( *)<!-- README: (\w+) -->$", block, markdown, flags=re.MULTILINE)


def on_page_content(html: str, page: Page, config: MkDocsConfig, files: Files) -> None:
    count = diagrams.undrawn(page.markdown or "", html)
    if count:
        raise BuildError(f"{page.file.src_uri}: Mermaid blocks that are not drawn: {count}")


def on_config(config: MkDocsConfig) -> Any:
    fences = config.mdx_configs.setdefault("pymdownx.superfences", {})
    fences["custom_fences"] = [diagrams.FENCE]
    config.copyright = f"MockCloud, {(ROOT / 'LICENSE').read_text().split(chr(10))[2].strip()}"
    return config
