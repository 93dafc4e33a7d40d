"""Converts a C header into a Markdown page with its sections, declarations and comments.

A comment directly before a declaration describes that declaration. A comment before an empty line
describes all that follows. `/* ---- Title ---- */` begins a section. Everything after the section
"Functions of the macros" is omitted. In a comment, text that is indented by two more columns is
code, or a list of names with descriptions, and a line such as `Errors: ...` begins a paragraph with
a label.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

#: The section that ends the public part of a header.
INNER = "Functions of the macros"
#: Text that is always code: strings without spaces, JSON, conversions, operations.
SPELLED = re.compile(
    r"""\{"[^}]*\}+|"[^"\s]*"|%[a-z]{1,3}\b|\bmock/[\w/]+\w"""
    r"""|\bNULL\b|\bconst[ ]\w+[ ]\*|\b(?!mockcloud)[a-z_]+\(\)"""
)
LABEL = re.compile(r"(Ownership|Errors|Threads|Since|Ownership, errors, threads|Returns):?(?: |$)")
CODE = re.compile(r"[;{}()]|^\s*#|'\{|^\s*/\*")


@dataclass
class Piece:
    """A comment, a declaration, or a declaration with its comment."""

    comment: str = ""
    code: str = ""


def pieces(header: str) -> Iterator[Piece]:
    """Yields the comments and declarations of a header, without include guards and the like."""
    comment, last = "", Piece()
    lines = iter(header.splitlines())
    for line in lines:
        if line.startswith("/*"):
            if comment:
                yield Piece(comment)
            taken = [line]
            while "*/" not in taken[-1]:
                taken.append(next(lines))
            comment = "\n".join(taken)
            if INNER in comment:
                break
        elif not line.strip():
            if comment:
                yield Piece(comment)
            comment, last = "", Piece()
        elif code := declaration(line, lines):
            if code.startswith("#") and not comment and last.code.startswith("#"):
                last.code += "\n" + code  # one of several macros with one comment
                continue
            last = Piece(comment, code)
            yield last
            comment = ""


def declaration(first: str, lines: Iterator[str]) -> str:
    """Returns the declaration or macro that begins with this line, or an empty text."""
    taken = [first]
    if first.startswith("#"):
        while taken[-1].endswith("\\"):
            taken.append(next(lines))
        macro = re.match(r"#define (MOCKCLOUD_\w+(?:\([^)]*\))?) ?(.*)", first)
        private = not macro or macro[1] in ("MOCKCLOUD_H", "MOCKCLOUD_TEST_H", "MOCKCLOUD_API")
        return (
            "" if private or first.startswith("#define MOCKCLOUD_TEST_FAIL") else "\n".join(taken)
        )
    if not re.match(r"MOCKCLOUD_API|typedef|enum", first):
        return ""
    while not taken[-1].rstrip().endswith(";" if "{" not in first else "};"):
        taken.append(next(lines))
    return "\n".join(taken)


def text_of(comment: str) -> list[str]:
    """Returns the lines of a comment without its stars."""
    inner = comment.strip().removeprefix("/*").removesuffix("*/")
    lines = [re.sub(r"^\s*\*( |$)", "", line).rstrip() for line in inner.splitlines()]
    lines = [line.lstrip() if number == 0 else line for number, line in enumerate(lines)]
    return "\n".join(lines).strip("\n").splitlines()


def names_in(code: str) -> list[str]:
    """Returns the names that a declaration declares."""
    if code.startswith("enum"):
        return re.findall(r"^\s*(MOCKCLOUD_\w+) =", code, re.MULTILINE)
    if code.startswith("#"):
        return re.findall(r"^#define (\w+)", code, re.MULTILINE)
    found = re.search(r"(\w+)\s*\(|(\w+);$", code)
    return [next(filter(None, found.groups()))] if found else []


class Page:
    """The page of one header. `targets` maps the names of all headers to their descriptions."""

    def __init__(self, title: str, header: str, targets: dict[str, str]) -> None:
        self._targets = targets
        self._lines = [f"# {title}", ""]
        self._own = ""
        self._pieces = list(pieces(header))

    def markdown(self) -> str:
        for number, piece in enumerate(self._pieces):
            section = re.fullmatch(r"/\* -+ (.*?) -+ \*/", piece.comment)
            if section:
                self._lines += [f"## {section[1]}", ""]
            elif number == 0:
                self._introduction(text_of(piece.comment))
            elif piece.code:
                self._declared(piece)
            elif piece.comment:
                self._lines += [*self._prose(text_of(piece.comment)), ""]
        return re.sub(r"\n{3,}", "\n\n", "\n".join(self._lines)).strip() + "\n"

    def _introduction(self, lines: list[str]) -> None:
        """Adds the first comment of the header: its paragraphs, and its parts of indented text."""
        text = re.sub(r"^[\w.]+: (\w)", lambda found: found[1].upper(), "\n".join(lines))
        for part in re.split(r"\n\n(?=\S)", text):
            title, _, body = part.partition("\n")
            if re.fullmatch(r"[A-Z][a-z ]+", title) and (not body or body.startswith(("  ", "\n"))):
                self._lines += [f"## {title}", ""]
                part = "\n".join(line.removeprefix("  ") for line in body.strip("\n").splitlines())
                if not body.startswith("\n"):
                    self._lines += [*self._prose(part.splitlines()), ""]
                    continue
                self._lines += ["```c", part, "```", ""]
                continue
            self._lines += [*self._prose(part.splitlines()), ""]

    def _declared(self, piece: Piece) -> None:
        names = names_in(piece.code)
        constants = piece.code.startswith("enum")
        if names and not constants:
            call = "()" if "(" in piece.code.split("\n")[0] else ""
            self._lines += [f"### `{names[0]}{call}` {{ #{names[0]} }}", ""]
            self._lines += [f'<span id="{name}"></span>' for name in names[1:]] + [""]
            self._own = names[0]
        if constants:
            self._lines += [*self._prose(text_of(piece.comment)), ""]
            self._lines += [*self._constants(piece.code), ""]
        else:
            code = re.sub(r"^MOCKCLOUD_API ", "", piece.code)
            code = re.sub(r"\n +", "\n    ", code) if "(" in code else code
            if code.startswith("#define") and re.match(r"#define \w+\(", code):
                code = code.split(")")[0].removeprefix("#define ") + ");"
            self._lines += ["```c", self._signature(code), "```", ""]
            self._lines += [*self._prose(text_of(piece.comment)), ""]
        self._own = ""

    @staticmethod
    def _signature(code: str) -> str:
        """Returns a prototype on one line, or if it is too long with one parameter per line."""
        one = re.sub(r"\s*\\?\n\s*", " ", code)
        found = re.fullmatch(r"([^(]*\()(.*)(\);)", one)
        if code.startswith("#") or not found or len(one) <= 76:
            return one if found else code
        return found[1] + "\n    " + ",\n    ".join(found[2].split(", ")) + found[3]

    def _constants(self, code: str) -> Iterator[str]:
        """Yields the rows of a table of an enumeration's constants."""
        yield "| Constant | Value | |"
        yield "|---|---:|---|"
        one = r"(?:/\*((?:(?!\*/).)*)\*/\s*)?(MOCKCLOUD_\w+) = (-?\d+)"
        rows = re.findall(one, code, re.DOTALL)
        for number, (comment, name, value) in enumerate(rows):
            meaning = self._inline(" ".join(text_of(f"/*{comment}*/")).strip())
            following = rows[number + 1 :]
            if meaning and number and following and not following[0][0]:
                yield f"| {meaning} | | |"  # the comment describes all following constants
                meaning = ""
            yield f'| <span id="{name}"></span>`{name}` | {value} | {meaning} |'

    def _prose(self, lines: list[str]) -> Iterator[str]:
        """Yields the text of a comment as Markdown."""
        for block in re.split(r"\n{2,}", "\n".join(lines)):
            rows = block.splitlines()
            if not rows:
                continue
            if rows[0].startswith("  "):
                yield from self._indented(rows)
            else:
                yield from self._paragraphs(rows)
            yield ""

    def _indented(self, rows: list[str]) -> Iterator[str]:
        listed = re.match(r"  \S.*?\s{2,}\S", rows[0]) or re.match(
            r"  [\w.%]\S*(?: %\w)?$", rows[0]
        )
        if listed and not CODE.search(rows[0].split("  ")[1]):
            yield from self._list(rows)
        else:
            yield "```c"
            yield from (row.removeprefix("  ") for row in rows)
            yield "```"

    def _list(self, rows: list[str]) -> Iterator[str]:
        """Yields a list of names with their descriptions."""
        items: list[list[str]] = []
        for row in rows:
            found = re.match(r"  (\S+(?: \S+)*)\s{2,}(\S.*)$", row)
            if found and not row.startswith("   "):
                items.append([found[1], found[2]])
            elif not row.startswith("   "):
                name, _, meaning = row.strip().partition("  ")
                items.append([name, meaning])
            else:
                items[-1][1] += " " + row.strip()
        for name, meaning in items:
            terms = re.split(r", | (?=%)", name)
            spelled = ", ".join(term if term == "..." else f"`{term}`" for term in terms)
            yield f"- {spelled}: {self._inline(meaning)}" if meaning else f"- {spelled}"

    def _paragraphs(self, rows: list[str]) -> Iterator[str]:
        """Yields paragraphs. A paragraph with a label becomes an element of a list."""
        paragraphs: list[str] = []
        for row in rows:
            if paragraphs and not LABEL.match(row):
                paragraphs[-1] += " " + row.strip()
            else:
                paragraphs.append(row.strip())
        labelled = [bool(LABEL.match(each)) and ":" in each for each in paragraphs]
        for paragraph, label in zip(paragraphs, labelled, strict=True):
            if label:
                title, _, rest = paragraph.partition(": ")
                yield f"- **{title}**: {self._inline(rest)}"
            else:
                yield self._inline(paragraph)
                yield ""

    def _inline(self, text: str) -> str:
        """Returns text with names, JSON and C strings marked as code, and with links for names."""
        quoted = re.sub(SPELLED, r"`\g<0>`", text)
        parts = re.split(r"(`[^`]*`)", quoted)
        return "".join(
            part if part.startswith("`") else self._named(re.sub(r"[\\*_]", r"\\\g<0>", part))
            for part in parts
        )

    def _named(self, text: str) -> str:
        def link(found: re.Match[str]) -> str:
            name = found[0].replace("\\", "")
            bare = name.removesuffix("()")
            target = self._targets.get(bare)
            if target is None or bare == self._own:
                return f"`{name}`"
            return f"[`{name}`]({target}#{bare})"

        name = r"\b(?:mockcloud|MOCKCLOUD)\\_(?:[A-Za-z_\\.]*\w(?!\w))(?:\.\.\.)?(?:\(\))?"
        text = re.sub(rf"{name}|\b[a-z]+(?:\\_[a-z]+)+", link, text)
        return re.sub(r"\bdocs/(\w+\.md)", r"[\1](../\1)", text)


def references(headers: dict[str, tuple[str, str]]) -> dict[str, str]:
    """Returns the Markdown of several pages, given the title and the header's text of each page."""
    targets = {
        name: page.rsplit("/", 1)[-1]
        for page, (_, header) in headers.items()
        for piece in list(pieces(header))
        for name in names_in(piece.code)
    }
    return {page: Page(title, text, targets).markdown() for page, (title, text) in headers.items()}
