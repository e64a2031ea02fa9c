"""Change real documents as bytes determine, so that both Hypothesis and libFuzzer can drive it."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator, Sequence
from typing import Any, TypeAlias, TypeVar

Item = TypeVar("Item")
Place: TypeAlias = tuple[Any, Any]
"""A list or dictionary, with an index or key in it."""


class Choices:
    """Choices determined by bytes; once they are used up, always the first."""

    def __init__(self, data: bytes) -> None:
        self._data, self._at = data, 0

    def below(self, n: int) -> int:
        """Return a number from 0 to n - 1."""
        taken = self._data[self._at : self._at + (1 if n <= 256 else 3)]
        self._at += len(taken)
        return int.from_bytes(taken, "big") % n

    def of(self, items: Sequence[Item]) -> Item:
        return items[self.below(len(items))]

    def rest(self) -> bytes:
        taken, self._at = self._data[self._at :], len(self._data)
        return taken


class Raw:
    """Text to insert into a JSON document unchanged, whether or not it is JSON."""

    def __init__(self, text: str) -> None:
        self.text = text


ODD: tuple[Any, ...] = (
    None, True, False, 0, -1, 1, 2, 99, 2**31, 2**63, 2**64, -(2**63) - 1, 10**400, 0.5, Raw("9" * 5000), Raw("NaN"),
    Raw("-Infinity"), Raw("1e999"), Raw("-0"), Raw("1.0"), Raw("1e2"), Raw("00"), "", "\0", " ", "é", "\u202e",
    "\ufeff", Raw('"\\ud800"'), Raw('"\\udc00 and more"'), Raw('"\\ud83d\\ude00"'), Raw('"\\u0041"'), "x" * 10_000, "?",
    "0" * 64, "keyring", "seat:1", "2026-11-21T12:00:00", "0001-01-01T00:00:00+23:59", "2026-02-30T00:00:00Z", [], {},
    [[]], {"": ""}, Raw("[" * 150 + "]" * 150), Raw("[" * 960 + "]" * 960), Raw('{"a":' * 960 + "1" + "}" * 960),
    Raw("[" * 5000), Raw("[" * 5000 + "]" * 5000), Raw("/* */ 1"), Raw("'x'"), Raw(""), ["moved", "x", 1, "box", "a"],
)  # fmt: skip
"""Values that a parser may not expect."""


def written(value: Any) -> str:
    """Return a value as JSON."""
    if isinstance(value, Raw):
        return value.text
    if isinstance(value, dict):
        return "{" + ",".join(f"{written(key)}:{written(one)}" for key, one in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(written, value)) + "]"
    return json.dumps(value, ensure_ascii=False)


def changed(document: Any, choose: Choices) -> Any:
    """Return a document with one to three values changed."""
    whole = [copy.deepcopy(document)]
    for _ in range(1 + choose.below(3)):
        places = list(places_of(whole))
        change(*choose.of(places), places, choose)
        if not whole:
            return None
    return whole[0]


def places_of(value: Any) -> Iterator[Place]:
    """Yield every place in a document, inner places before outer ones."""
    pairs: list[Any] = list(enumerate(value)) if isinstance(value, list) else []
    if isinstance(value, dict):
        pairs = list(value.items())
    for key, one in pairs:
        yield value, key
        yield from places_of(one)


def change(parent: Any, key: Any, places: Sequence[Place], choose: Choices) -> None:
    """Change, drop, duplicate, move or rename the value at a place."""
    value = parent[key]
    match choose.below(9):
        case 0 | 1 | 2:
            parent[key] = copy.deepcopy(choose.of(ODD))
        case 3 | 4:
            parent[key] = nudged(value, choose)
        case 5:
            other, at = choose.of(places)
            parent[key] = copy.deepcopy(other[at])
        case 6:
            del parent[key]
        case 7 if isinstance(parent, list):
            parent.insert(choose.below(len(parent) + 1), copy.deepcopy(value))
        case 7:
            parent[key] = Raw(f"{written(value)},{written(key)}:{written(choose.of([value, None, 'x']))}")
        case _ if isinstance(parent, list):
            parent.reverse()
        case _:
            parent[choose.of(["x", "", "version", "\0", "format"])] = parent.pop(key)


def nudged(value: Any, choose: Choices) -> Any:
    """Return a value that is nearly the same."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + choose.of([1, -1, 256, -2 * value, 2**32, 2**64])
    if isinstance(value, str):
        at = choose.below(len(value) + 1)
        return choose.of(
            [value[:at], value[at:], value[:at] + choose.of("0aZ +\n\0é") + value[at + 1 :], value.upper()]
        )
    if isinstance(value, list):
        return choose.of([value[:-1], value[1:], value[::-1], [value], value * 2])
    return [value]


def changed_bytes(contents: bytes, choose: Choices) -> bytes:
    """Return bytes with one to three places cut, flipped, duplicated or mixed."""
    for _ in range(1 + choose.below(3)):
        at = choose.below(len(contents) + 1)
        end = min(len(contents), at + 1 + choose.below(64))
        match choose.below(6):
            case 0:
                contents = contents[:at]
            case 1:
                contents = contents[:at] + contents[end:]
            case 2:
                contents = contents[:at] + contents[at:end] + contents[at:]
            case 3:
                flipped = bytes([contents[at] ^ (1 << choose.below(8))]) if at < len(contents) else b""
                contents = contents[:at] + flipped + contents[at + 1 :]
            case 4:
                odd = choose.of(
                    [b"\0", b"\xff", b"\xed\xa0\x80", b"\r\n", b"\n", b'"', b"\\", b"\xef\xbb\xbf", b"+", b"="]
                )
                contents = contents[:at] + odd + contents[at:]
            case _:
                contents = contents[end:] + contents[:at]
    return contents
