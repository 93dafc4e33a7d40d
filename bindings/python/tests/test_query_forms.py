"""A condition has the same meaning as predicate text and as `filterBy`.

Random conditions are written in both forms, the text in any spelling of the language. Both find the
same records and are interpreted as the same query, and the library prints them, in either form, as
an equivalent query.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st

from mockcloud import Cloud

#: Fields by name with their types.
SINGLE = {"i": "INT64", "d": "DOUBLE", "t": "TIMESTAMP", "s": "STRING", "r": "REFERENCE"}
LISTS = {f"l{name}": f"{kind}_LIST" for name, kind in SINGLE.items()}
TEXTS = ["", "a", "A", "ab", "b\"'\\", "é", "e\u0301", "red fox", "Fox and hound", "日本"]
#: Seconds from 1970 to 2001, where native dates begin.
EPOCH = 978_307_200


def value_of(kind: str, number: int) -> Any:
    """Returns one of a few values, so that queries find records."""
    match kind:
        case "INT64":
            return [-(2**63), -3, -1, 0, 1, 2, 3, 2**53 + 1, 2**63 - 1][number % 9]
        case "DOUBLE":
            return [-3.0, -0.5, 0.0, 0.25, 1.0, 2.0, 1e300, 5e-324][number % 8]
        case "TIMESTAMP":
            return (EPOCH + number % 9) * 1000 + [0, 500][number % 2]
        case "STRING":
            return TEXTS[number % len(TEXTS)]
        case "REFERENCE":
            return {"recordName": f"n{number % 9}", "action": "NONE"}
        case "LOCATION":
            return {"latitude": number % 10 - 5, "longitude": number % 7 - 3}
    raise AssertionError(kind)


def wire(kind: str, value: Any) -> dict[str, Any]:
    return {"value": value, "type": kind}


def record(number: int, random: Random) -> dict[str, Any]:
    fields = {"p": wire("LOCATION", value_of("LOCATION", random.randrange(100)))}
    for name, kind in SINGLE.items():
        fields[name] = wire(kind, value_of(kind, random.randrange(100)))
        members = [value_of(kind, random.randrange(100)) for _ in range(random.randrange(4))]
        fields[f"l{name}"] = wire(f"{kind}_LIST", members)
    present = {name: field for name, field in fields.items() if random.random() < 0.9}
    created = {"timestamp": value_of("TIMESTAMP", random.randrange(9))}
    return {
        "recordName": f"n{number}",
        "recordType": "Note",
        "created": created,
        "fields": present,
    }


@pytest.fixture(scope="module")
def world() -> Iterator[Cloud]:
    with Cloud(seed=1) as cloud:
        random = Random(4)
        # The first record has all fields, because queries for unknown fields are refused.
        kinds = SINGLE | {"p": "LOCATION"}
        whole = {name: wire(kind, value_of(kind, 1)) for name, kind in kinds.items()}
        whole |= {f"l{name}": wire(f"{kind}_LIST", []) for name, kind in SINGLE.items()}
        first = {"recordName": "n0", "recordType": "Note", "fields": whole}
        records = [first] + [record(number, random) for number in range(1, 150)]
        cloud.call("mock/seed", {"records": records})
        yield cloud


# ---- Conditions in both forms -----------------------------------------------------------------


@dataclass(frozen=True)
class Text:
    """Predicate text with the arguments for its `%@` and `%K`."""

    text: str
    arguments: tuple[Any, ...] = ()

    def __add__(self, other: Text | str) -> Text:
        if isinstance(other, str):
            return Text(self.text + other, self.arguments)
        return Text(self.text + other.text, self.arguments + other.arguments)


@dataclass(frozen=True)
class Condition:
    text: Text
    filters: tuple[dict[str, Any], ...]


def word(text: str) -> st.SearchStrategy[str]:
    """Draws a keyword in lower case, in upper case or capitalised."""
    return st.sampled_from([text, text.lower(), text.capitalize()])


@st.composite
def keys(draw: st.DrawFn, name: str) -> Text:
    form = draw(st.sampled_from(["name", "escaped", "argument"]))
    if form == "argument":
        return Text("%K", (name,))
    return Text(f"#{name}" if form == "escaped" else name)


def quoted(text: str, quote: str) -> str:
    escaped = text.replace("\\", "\\\\").replace(quote, f"\\{quote}")
    return f"{quote}{escaped}{quote}"


@st.composite
def constants(draw: st.DrawFn, kind: str, value: Any) -> Text:
    """Draws a form of a value: a literal, or a placeholder with an argument."""
    forms = [Text("%@", (wire(kind, value),))]
    if kind == "INT64":
        forms += [Text(conversion, (value,)) for conversion in ("%@", "%d", "%ld", "%i")]
        # The literal of -(2**63) would be the negation of a number that exceeds 64 bits.
        if value > -(2**63):
            forms.append(Text(str(value)))
        if value in (0, 1):
            forms += [Text(each) for each in [("NO", "false"), ("YES", "true")][value]]
    elif kind == "DOUBLE":
        forms += [Text("%f", (value,)), Text(repr(value))]
    elif kind == "STRING":
        forms += [Text("%@", (value,)), Text(quoted(value, '"')), Text(quoted(value, "'"))]
    elif kind == "TIMESTAMP":
        forms.append(Text(f'CAST({value / 1000 - EPOCH!r}, "NSDate")'))
    return draw(st.sampled_from(forms))


@st.composite
def lists(draw: st.DrawFn, kind: str, values: list[Any]) -> Text:
    if not values or draw(st.booleans()):
        return Text("%@", (wire(f"{kind}_LIST", values),))
    members = [draw(constants(kind, value)) for value in values]
    inner = members[0]
    for member in members[1:]:
        inner = inner + draw(st.sampled_from([",", ", "])) + member
    return Text("{") + inner + "}"


def condition(
    text: Text, key: dict[str, Any], comparator: str, value: dict[str, Any], **more: Any
) -> Condition:
    return Condition(text, ({**key, "comparator": comparator, "fieldValue": value, **more},))


NUMBERS = st.integers(0, 99)
ORDERS = {
    "LESS_THAN": (["<"], "GREATER_THAN_OR_EQUALS"),
    "LESS_THAN_OR_EQUALS": (["<=", "=<"], "GREATER_THAN"),
    "GREATER_THAN": ([">"], "LESS_THAN_OR_EQUALS"),
    "GREATER_THAN_OR_EQUALS": ([">=", "=>"], "LESS_THAN"),
}
SAME = {"EQUALS": (["=", "=="], "NOT_EQUALS"), "NOT_EQUALS": (["!=", "<>"], "EQUALS")}


@st.composite
def comparisons(draw: st.DrawFn) -> tuple[Condition, str]:
    """Draws a comparison of a field or a system time, with the comparator of its negation."""
    name, kind = draw(st.sampled_from([*SINGLE.items(), ("created", "TIMESTAMP")]))
    key = {"fieldName": name}
    if name == "created":
        name = draw(st.sampled_from(["creationDate", "___createTime"]))
        key = {"systemFieldName": "createdTimestamp"}
    known = SAME if kind == "REFERENCE" or name.startswith("___") else SAME | ORDERS
    comparator = draw(st.sampled_from(sorted(known)))
    spellings, opposite = known[comparator]
    value = value_of(kind, draw(NUMBERS))
    sign = draw(st.sampled_from([f"{each}{space}" for each in spellings for space in ("", " ")]))
    text = draw(keys(name)) + f" {sign}" + draw(constants(kind, value))
    return condition(text, key, comparator, wire(kind, value)), opposite


@st.composite
def memberships(draw: st.DrawFn) -> tuple[Condition, str]:
    """Draws an IN condition or a condition on the members of a list, as in `comparisons`."""
    name, kind = draw(st.sampled_from(sorted(SINGLE.items())))
    value = value_of(kind, draw(NUMBERS))
    values = [value_of(kind, number) for number in draw(st.lists(NUMBERS, max_size=4))]
    many = wire(f"{kind}_LIST", values)
    form = draw(st.sampled_from(["in", "any-in", "contains", "in-key", "any-equals"]))
    space = draw(st.sampled_from([" ", "  ", "\t", "\n"]))
    if form == "in":
        text = draw(keys(name)) + " " + draw(word("IN")) + space + draw(lists(kind, values))
        return condition(text, {"fieldName": name}, "IN", many), "NOT_IN"
    key = draw(keys(f"l{name}"))
    list_key = {"fieldName": f"l{name}"}
    any_of = Text(draw(st.sampled_from([draw(word("ANY")), draw(word("SOME"))])) + " ")
    if form == "any-in":
        text = any_of + key + " " + draw(word("IN")) + space + draw(lists(kind, values))
        return condition(text, list_key, "LIST_CONTAINS_ANY", many), "NOT_LIST_CONTAINS_ANY"
    constant = draw(constants(kind, value))
    match form:
        case "contains":
            text = key + " " + draw(word("CONTAINS")) + space + constant
        case "in-key":
            text = constant + " " + draw(word("IN")) + space + key
        case _:
            text = any_of + key + " == " + constant
    return condition(text, list_key, "LIST_CONTAINS", wire(kind, value)), "NOT_LIST_CONTAINS"


@st.composite
def prefixes(draw: st.DrawFn) -> tuple[Condition, str]:
    value = draw(st.sampled_from(TEXTS))
    is_list = draw(st.booleans())
    name = "ls" if is_list else "s"
    comparator = "LIST_MEMBER_BEGINS_WITH" if is_list else "BEGINS_WITH"
    text = Text(draw(word("ANY")) + " " if is_list else "") + draw(keys(name))
    text = text + " " + draw(word("BEGINSWITH")) + " " + draw(constants("STRING", value))
    filtered = condition(text, {"fieldName": name}, comparator, wire("STRING", value))
    return filtered, f"NOT_{comparator}"


@st.composite
def negatable(draw: st.DrawFn) -> Condition:
    """Draws one filter in up to two NOTs."""
    made, opposite = draw(st.one_of(comparisons(), memberships(), prefixes()))
    comparator = made.filters[0]["comparator"]
    text = made.text
    for _ in range(draw(st.sampled_from([0, 0, 0, 1, 1, 2]))):
        negation = draw(st.sampled_from(["NOT (", "not(", "! ("]))
        text = Text(negation) + text + ")"
        comparator, opposite = opposite, comparator
    return Condition(text, ({**made.filters[0], "comparator": comparator},))


@st.composite
def ranges(draw: st.DrawFn) -> Condition:
    name, kind = draw(st.sampled_from([("i", "INT64"), ("d", "DOUBLE"), ("t", "TIMESTAMP")]))
    low, high = (value_of(kind, draw(NUMBERS)) for _ in range(2))
    text = draw(keys(name)) + " " + draw(word("BETWEEN")) + " " + draw(lists(kind, [low, high]))
    key = {"fieldName": name}
    lower = condition(text, key, "GREATER_THAN_OR_EQUALS", wire(kind, low))
    upper = condition(text, key, "LESS_THAN_OR_EQUALS", wire(kind, high))
    return Condition(text, lower.filters + upper.filters)


@st.composite
def places(draw: st.DrawFn) -> Condition:
    place = wire("LOCATION", value_of("LOCATION", draw(NUMBERS)))
    metres = draw(st.sampled_from([0.0, 1.5, 250_000.0, 1_000_000.0]))
    text = Text("distanceToLocation:fromLocation:(") + draw(keys("p")) + Text(", %@", (place,))
    text = text + ") < " + draw(constants("DOUBLE", metres))
    return condition(text, {"fieldName": "p"}, "NEAR", place, distance=metres)


@st.composite
def searches(draw: st.DrawFn) -> Condition:
    words = draw(st.sampled_from(["fox", "Fox hound", "日本", "nothing"]))
    comparator, before, after = draw(
        st.sampled_from(
            [
                ("CONTAINS_ANY_TOKENS", "self CONTAINS ", ""),
                ("CONTAINS_ALL_TOKENS", "SELF TOKENMATCHES ", ""),
                ("CONTAINS_ALL_TOKENS", "allTokens TOKENMATCHES[cdl] ", ""),
                ("CONTAINS_ALL_TOKENS", "ALL tokenize(", ", 'Cdl') IN allTokens"),
                ("CONTAINS_ANY_TOKENS", "ANY tokenize(", ", 'Cdl') IN allTokens"),
            ]
        )
    )
    text = Text(before) + draw(constants("STRING", words)) + after
    return condition(text, {}, comparator, wire("STRING", words))


def everything() -> st.SearchStrategy[Condition]:
    return st.just(Condition(Text("TRUEPREDICATE"), ()))


@st.composite
def joined(draw: st.DrawFn, parts: st.SearchStrategy[Condition]) -> Condition:
    made = draw(st.lists(parts, min_size=2, max_size=3))
    text = made[0].text
    for part in made[1:]:
        text = text + draw(st.sampled_from([" AND ", " and ", " && ", "&&"])) + part.text
    if draw(st.booleans()):
        text = Text("( ") + text + ")"
    return Condition(text, tuple(each for part in made for each in part.filters))


CONDITIONS = st.recursive(
    st.sampled_from([negatable] * 12 + [ranges, places, searches, everything]).flatmap(
        lambda kind: kind()
    ),
    joined,
    max_leaves=4,
)

# ---- Properties -------------------------------------------------------------------------------


def asked(query: dict[str, Any]) -> dict[str, Any]:
    return {"query": {"recordType": "Note", **query}}


def as_text(form: Text) -> dict[str, Any]:
    return asked({"predicate": form.text, "predicateArguments": list(form.arguments)})


def names(cloud: Cloud, request: dict[str, Any]) -> list[str]:
    return [each["recordName"] for each in cloud.call("records/query", request)["records"]]


@given(CONDITIONS)
@settings(max_examples=1500)
def test_text_and_filters_are_one_condition(world: Cloud, made: Condition) -> None:
    by_text, by_filters = as_text(made.text), asked({"filterBy": list(made.filters)})
    found = names(world, by_filters)
    event(f"finds {'nothing' if not found else 'some' if len(found) < 150 else 'all'}")
    assert names(world, by_text) == found

    understood = world.call("mock/explain", by_text)
    assert understood["query"] == world.call("mock/explain", by_filters)["query"]
    assert (
        world.call("mock/explain", {"query": understood["query"]})["query"] == understood["query"]
    )
    printed = Text(understood["predicate"], tuple(understood.get("predicateArguments", ())))
    again = world.call("mock/explain", as_text(printed))
    assert again["query"] == understood["query"]
    assert again["predicate"] == understood["predicate"]
    assert names(world, {"query": understood["query"]}) == found
