"""Checks that each folder of the core uses only its own names and those of the folders above it.

The order of the folders is that of the table in docs/ARCHITECTURE.md. A type belongs to the folder
that declares it. A type that is declared in an extension, such as Event.Notification, belongs to
the folder of the extension. scripts/arrows-allowed.txt lists the exceptions, one per line, as
`file name reason`.

Members belong to the folders that declare them: a use of a member that only folders further down
declare is an error too. A member of the same name in an allowed folder hides such a use. Members
of Swift and json-c are in STANDARD.

The check compares names. If a file declares or extends a type that has a nested type, all uses of
the nested type's name in the file refer to it. A generic parameter hides a type of the same name.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
CORE = ROOT / "Sources/MockCloudCore"
TABLE = ROOT / "docs/ARCHITECTURE.md"
ALLOWED = ROOT / "scripts/arrows-allowed.txt"

STRING_START = re.compile(r'(#*)("""|")')
TOKEN = re.compile(
    r"(?P<braces>[{}])"
    r"|\bextension\s+(?P<extended>[A-Z]\w*)"
    r"|(?P<hidden>\b(?:file)?private\s+(?:\w+\s+)*)?"
    r"\b(?:struct|enum|class|actor|protocol|typealias|associatedtype)\s+(?P<declared>[A-Z]\w*)"
    r"|(?:\bfunc\s+[^\s(]+|\binit[?!]?|\bsubscript)\s*<(?P<generics>[^(]*?)>\s*\("
    r"|(?<![\w.@#])(?P<used>[A-Z]\w*)(?:\.(?P<member>[A-Z]\w*))?"
)
MEMBER = re.compile(
    r"\b(?:func|var|let|case|macro)\s+`?(?P<declared>[a-z]\w*)"
    # Further cases of an enum, labels of tuples and parameters.
    r"|\b(?P<label>[a-z]\w*)\s*:|,\s*(?P<case>[a-z]\w*)\s*[(,=\n]"
    r"|\.(?P<used>[a-z]\w*)"
)
# Members of types of Swift and json-c that the core declares for its own types, too.
STANDARD = set(
    "after contains count failure filter get hasPrefix head isASCII load makeIterator map min"
    " prefix self size split success update".split()
)
PARAMETERS = re.compile(r"^\s*<([^{(]*?)>")


@dataclass
class Scan:
    """The declarations and uses of types in one file."""

    path: Path
    # Types that are visible in the whole module; nested types of extensions as "Outer.Nested".
    declared: set[str] = field(default_factory=set)
    # Types that are visible only in this file.
    private: set[str] = field(default_factory=set)
    # Types with a body or an extension in this file, and the types nested in each of them.
    opened: set[str] = field(default_factory=set)
    nested: dict[str, set[str]] = field(default_factory=dict)
    generics: set[str] = field(default_factory=set)
    uses: list[tuple[str, int]] = field(default_factory=list)
    # Members, with everything that looks like one: labels and local variables.
    members: set[str] = field(default_factory=set)
    used_members: list[tuple[str, int]] = field(default_factory=list)

    @property
    def folder(self) -> str:
        return self.path.relative_to(CORE).parts[0]

    @property
    def name(self) -> str:
        return str(self.path.relative_to(CORE))


def blanked(text: str) -> str:
    """Returns the text with comments and strings replaced by spaces. Line breaks are kept."""
    out: list[str] = []
    at = 0
    while at < len(text):
        end = at + 1
        if text.startswith("//", at):
            end = text.find("\n", at)
            end = len(text) if end < 0 else end
        elif text.startswith("/*", at):
            end = end_of_comment(text, at)
        elif text[at] in '#"' and (start := STRING_START.match(text, at)):
            end = end_of_string(text, start.end(), start[1], start[2])
        else:
            out.append(text[at])
            at = end
            continue
        out.append(re.sub(r"[^\n]", " ", text[at:end]))
        at = end
    return "".join(out)


def end_of_comment(text: str, at: int) -> int:
    depth = 0
    for found in re.finditer(r"/\*|\*/", text[at:]):
        depth += 1 if found[0] == "/*" else -1
        if depth == 0:
            return at + found.end()
    return len(text)


def end_of_string(text: str, at: int, hashes: str, quote: str) -> int:
    """Returns the end of the string whose first character is at `at`, with interpolations."""
    while at < len(text):
        if text.startswith(quote + hashes, at):
            return at + len(quote + hashes)
        if text.startswith("\\" + hashes + "(", at):
            at = end_of_interpolation(text, at + len(hashes) + 2)
        elif text.startswith("\\" + hashes, at):
            at += len(hashes) + 2
        else:
            at += 1
    return at


def end_of_interpolation(text: str, at: int) -> int:
    depth = 1
    while at < len(text) and depth > 0:
        if text[at] in '#"' and (start := STRING_START.match(text, at)):
            at = end_of_string(text, start.end(), start[1], start[2])
            continue
        depth += {"(": 1, ")": -1}.get(text[at], 0)
        at += 1
    return at


def parameter_names(clause: str) -> set[str]:
    return {part.split(":")[0].split()[-1] for part in clause.split(",") if part.strip()}


def scan(path: Path) -> Scan:
    text = blanked(path.read_text())
    result = Scan(path)
    # The types of the open braces, outermost first; None for other braces.
    open_braces: list[str | None] = []
    pending: str | None = None
    is_extension = False
    for found in TOKEN.finditer(text):
        if found["braces"] == "{":
            open_braces.append(pending)
            pending = None
        elif found["braces"] == "}":
            if open_braces:
                open_braces.pop()
        elif found["generics"]:
            result.generics |= parameter_names(found["generics"])
        elif name := found["extended"]:
            result.uses.append((name, line_of(text, found.start("extended"))))
            result.opened.add(name)
            pending, is_extension = name, True
        elif name := found["declared"]:
            if parameters := PARAMETERS.match(text, found.end("declared")):
                result.generics |= parameter_names(parameters[1])
            if open_braces:
                outer = open_braces[0] or ""
                result.nested.setdefault(outer, set()).add(name)
                if len(open_braces) == 1 and is_extension and not found["hidden"]:
                    result.declared.add(f"{outer}.{name}")
                pending = None
            else:
                (result.private if found["hidden"] else result.declared).add(name)
                result.opened.add(name)
                pending, is_extension = name, False
        elif name := found["used"]:
            line = line_of(text, found.start("used"))
            result.uses.append((name, line))
            if found["member"]:
                result.uses.append((f"{name}.{found['member']}", line))
    for found in MEMBER.finditer(text):
        if name := found["used"]:
            result.used_members.append((name, line_of(text, found.start())))
        else:
            result.members.add(found["declared"] or found["label"] or found["case"])
    return result


def line_of(text: str, at: int) -> int:
    return text.count("\n", 0, at) + 1


def folders() -> list[str]:
    """Returns the folders of the table. All folders may use the first one."""
    _, _, table = TABLE.read_text().partition("## Folders of the core")
    return re.findall(r"^\| `(\w+)/?` \|", table.split("\n## ")[0], re.MULTILINE)


def arrows(scans: list[Scan], order: list[str]) -> Iterator[tuple[Scan, str, int, str]]:
    """Yields the uses of types of folders further down: file, type, line and that folder."""
    homes = {name: one.folder for one in scans for name in one.declared}
    nested: dict[str, set[str]] = {}
    for one in scans:
        for outer, names in one.nested.items():
            nested.setdefault(outer, set()).update(names)
    for one in scans:
        own = one.generics | one.private
        for outer in one.opened:
            own |= nested.get(outer, set())
        for name, line in one.uses:
            home = homes.get(name)
            if home is None or name in own or order.index(home) <= order.index(one.folder):
                continue
            # If the outer type is not allowed either, report only the outer type.
            if "." in name and order.index(homes.get(name.split(".")[0], home)) > order.index(
                one.folder
            ):
                continue
            yield one, name, line, home


def member_arrows(scans: list[Scan], order: list[str]) -> Iterator[tuple[Scan, str, int, str]]:
    """Yields the uses of members that only folders further down declare, as `arrows` does."""
    homes: dict[str, int] = {}
    for one in scans:
        for name in one.members:
            homes[name] = min(homes.get(name, len(order)), order.index(one.folder))
    for one in scans:
        for name, line in one.used_members:
            home = homes.get(name, 0)
            if home > order.index(one.folder) and name not in STANDARD:
                yield one, name, line, order[home]


def allowed() -> dict[tuple[str, str], int]:
    """Returns the allowed pairs of file and name with their line numbers."""
    pairs: dict[tuple[str, str], int] = {}
    for number, line in enumerate(ALLOWED.read_text().splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        parts = line.split(maxsplit=2)
        if len(parts) < 3:
            raise SystemExit(f"{ALLOWED.name}:{number}: expected file, name and reason: {line}")
        pairs[parts[0], parts[1]] = number
    return pairs


def main() -> int:
    order = folders()
    scans = [scan(path) for path in sorted(CORE.rglob("*.swift"))]
    if strangers := sorted({one.folder for one in scans} - set(order)):
        print(f"{TABLE.name} does not list the folder {', '.join(strangers)}", file=sys.stderr)
        return 1
    exceptions = allowed()
    used: set[tuple[str, str]] = set()
    found: dict[tuple[str, str], int] = {}
    for one, name, line, home in (*arrows(scans, order), *member_arrows(scans, order)):
        if (one.name, name) in exceptions:
            used.add((one.name, name))
            continue
        found[one.folder, home] = found.get((one.folder, home), 0) + 1
        place = one.path.relative_to(ROOT)
        print(f"{place}:{line}: {one.folder} may not use {name} of {home}", file=sys.stderr)
    for (file, name), number in exceptions.items():
        if (file, name) not in used:
            print(f"{ALLOWED.name}:{number}: {file} does not use {name} any more", file=sys.stderr)
    for (folder, home), count in sorted(found.items()):
        print(f"{folder} -> {home}: {count}", file=sys.stderr)
    return 1 if found or used != set(exceptions) else 0


if __name__ == "__main__":
    sys.exit(main())
