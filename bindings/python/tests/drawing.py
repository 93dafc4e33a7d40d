"""Drawings as SVG, in the style of docs/speed.svg: text, boxes and arrows at given places."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

INK = "#222"
GREY = "#666"
PALE = "#e4e4e4"
BLUE = "#3f51b5"
LIGHT_BLUE = "#e8eaf6"
RED = "#c62828"
LIGHT_RED = "#fdecea"
GREEN = "#2e7d32"
LIGHT_GREEN = "#e6f4ea"
AMBER = "#f9a825"
WHITE = "#fff"


class Drawing:
    """A drawing of a size, on a white ground, so that it can be read on a dark page too."""

    def __init__(self, title: str, width: float, height: float) -> None:
        self._size = f"{width:g} {height:g}"
        self._title = title
        self._parts: list[str] = [
            f'<rect width="{width:g}" height="{height:g}" rx="6" fill="#fff"/>'
        ]
        #: The colours of the arrows' heads.
        self._heads: list[str] = []

    def text(
        self,
        x: float,
        y: float,
        text: str,
        *,
        anchor: str = "start",
        size: float = 13,
        fill: str = INK,
        bold: bool = False,
        mono: bool = False,
    ) -> None:
        more = f' text-anchor="{anchor}"' if anchor != "start" else ""
        more += f' font-size="{size:g}"' if size != 13 else ""
        more += f' fill="{fill}"' if fill != INK else ""
        more += ' font-weight="600"' if bold else ""
        more += ' font-family="monospace" xml:space="preserve"' if mono else ""
        self._parts.append(f'<text x="{x:g}" y="{y:g}"{more}>{escape(text, quote=False)}</text>')

    def lines(self, x: float, y: float, lines: Iterable[str], **style: object) -> None:
        """Texts below one another."""
        for number, line in enumerate(lines):
            self.text(x, y + 17 * number, line, **style)  # type: ignore[arg-type]

    def box(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        *,
        fill: str = WHITE,
        stroke: str = BLUE,
        dashed: bool = False,
        radius: float = 6,
    ) -> None:
        more = ' stroke-dasharray="5 4"' if dashed else ""
        self._parts.append(
            f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="{radius:g}"'
            f' fill="{fill}" stroke="{stroke}"{more}/>'
        )

    def labelled(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        lines: Iterable[str],
        *,
        fill: str = WHITE,
        stroke: str = BLUE,
    ) -> None:
        """A box with centred lines, of which the first one is bold."""
        shown = list(lines)
        self.box(x, y, width, height, fill=fill, stroke=stroke)
        top = y + height / 2 - 8.5 * len(shown) + 13
        for number, line in enumerate(shown):
            self.text(
                x + width / 2,
                top + 17 * number,
                line,
                anchor="middle",
                bold=number == 0,
                fill=INK if number == 0 else GREY,
                size=13 if number == 0 else 12,
            )

    def line(
        self,
        *points: tuple[float, float],
        stroke: str = GREY,
        arrow: bool = False,
        dashed: bool = False,
    ) -> None:
        path = "M" + "L".join(f"{x:g} {y:g}" for x, y in points)
        more = ' stroke-dasharray="5 4"' if dashed else ""
        if arrow:
            if stroke not in self._heads:
                self._heads.append(stroke)
            more += f' marker-end="url(#head{self._heads.index(stroke)})"'
        self._parts.append(
            f'<path d="{path}" fill="none" stroke="{stroke}" stroke-width="1.5"{more}/>'
        )

    def circle(self, x: float, y: float, radius: float, *, fill: str, label: str = "") -> None:
        self._parts.append(f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="{fill}"/>')
        if label:
            self.text(x, y + 4, label, anchor="middle", size=12, fill=WHITE, bold=True)

    def svg(self) -> str:
        heads = "".join(
            f'<marker id="head{number}" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7"'
            f' markerHeight="7" orient="auto-start-reverse">'
            f'<path d="M0 0L8 4L0 8z" fill="{colour}"/></marker>\n'
            for number, colour in enumerate(self._heads)
        )
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self._size}"'
            f' font-family="system-ui, sans-serif" font-size="13" fill="{INK}">\n'
            f"<title>{escape(self._title)}</title>\n"
        )
        defined = f"<defs>\n{heads}</defs>\n" if heads else ""
        return head + defined + "\n".join(self._parts) + "\n</svg>\n"
