"""Draws the Mermaid blocks of pages when the site is built, so that pages load no script for them.

A block with a mistake ends the build, which a browser would show only to readers of the page.
"""

from __future__ import annotations

import hashlib
import re
from typing import Any

import mermaidx
from pymdownx.superfences import SuperFencesException

#: Labels are texts, not HTML, so that they have the size that was measured for them.
CONFIG = {
    "theme": "neutral",
    "flowchart": {
        "htmlLabels": False,
        "nodeSpacing": 30,
        "padding": 8,
        "rankSpacing": 22,
        "wrappingWidth": 320,
    },
}

_OPENING = '<figure class="diagram">'
_BLOCK = re.compile(r"^ *```mermaid$", re.MULTILINE)
#: The identifier that each drawing has, which must be unique in a page.
_ID = "my-svg"


def fence(source: str, language: str, css_class: str, options: Any, md: Any, **other: Any) -> str:
    """Returns the HTML of a block, as a formatter of `pymdownx.superfences`."""
    try:
        svg: str = mermaidx.render(source, config=CONFIG).svg()
    except RuntimeError as error:
        raise SuperFencesException(f"a Mermaid block cannot be drawn: {error}") from error
    name = hashlib.sha256(source.encode()).hexdigest()[:8]
    return f"{_OPENING}{svg.replace(_ID, f'diagram-{name}')}</figure>"


#: The entry of the option `custom_fences`.
FENCE = {"name": "mermaid", "class": "diagram", "format": fence}


def undrawn(markdown: str, html: str) -> int:
    """Returns the number of blocks of a page that are not drawn in its HTML."""
    return len(_BLOCK.findall(markdown)) - html.count(_OPENING)
