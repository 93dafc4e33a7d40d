"""Checks the links of a built site, and that no page loads resources from other sites."""

from __future__ import annotations

import sys
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

#: The elements that may refer to other sites: links for readers, not resources to load.
FOLLOWED = {"a"}


class Links(HTMLParser):
    """Collects the links and anchors of one page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[str, str]] = []
        self.anchors = {"", "__top"}
        self.feed(text)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        values = dict(attributes)
        self.anchors |= {value for key in ("id", "name") if (value := values.get(key))}
        if tag == "link" and values.get("rel") in ("canonical", "next", "prev"):
            return
        self.found += [(tag, value) for key in ("href", "src") if (value := values.get(key))]


@cache
def links(page: Path) -> Links:
    return Links(page.read_text())


def problems(site: Path, page: Path) -> list[str]:
    found: list[str] = []
    for tag, link in links(page).found:
        parts = urlsplit(link)
        if parts.scheme or parts.netloc:
            if tag not in FOLLOWED and parts.scheme != "data":
                found.append(f"<{tag}> fetches {link}")
            continue
        path = unquote(parts.path)
        target = (site / path.lstrip("/") if path.startswith("/") else page.parent / path).resolve()
        target = page if not path else target / "index.html" if target.is_dir() else target
        if not target.is_file():
            found.append(f"{link} leads nowhere")
        elif target.suffix == ".html" and "swift" not in target.relative_to(site).parts[:1]:
            if unquote(parts.fragment) not in links(target).anchors:
                found.append(f"{link}: the page has no such place")
    return found


def main(site: Path) -> int:
    # DocC's pages are a script that creates the links at run time. docc checks them.
    pages = [
        page
        for page in sorted(site.rglob("*.html"))
        if page.relative_to(site).parts[0] not in ("swift", "404.html")
    ]
    lines = [f"{page.relative_to(site)}: {text}" for page in pages for text in problems(site, page)]
    print("\n".join(lines) or f"{len(pages)} pages, all links resolve")
    return 1 if lines or not pages else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]).resolve()))
