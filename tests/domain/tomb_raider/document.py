"""The manual's table: each sentence with its rules, the case that obeys it, and what breaks it.

`python -m tests.domain.tomb_raider.document` writes the cases into the rows, as `sentences/` has them.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

from tablescribe.domain.box.yaml_data import read_yaml
from tests.domain.tomb_raider import sentences
from tests.domain.tomb_raider.sentences.rows import ROWS, Row

FILE = Path(import_module("tablescribe.domain.games.tomb_raider").__path__[0]) / "document.yaml"
PLACES_BEGIN = "places:\n"


def document() -> dict[str, Any]:
    """Return the table."""
    found = read_yaml(FILE.read_text("utf-8"))
    assert isinstance(found, dict)
    return found


def parts(table: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield each sentence, or the paragraph where it has none, with its place: heading, paragraph, sentence."""
    for place in table["places"]:
        if "sentences" not in place:
            yield place["at"], place
        for number, sentence in enumerate(place.get("sentences", ()), start=1):
            yield f"{place['at']}.{number}", sentence


def all_rows() -> dict[str, Row]:
    """Return the cases of all sentences."""
    for module in pkgutil.iter_modules(sentences.__path__):
        import_module(f"{sentences.__name__}.{module.name}")
    return ROWS


def cases_of(row: Row) -> dict[str, str]:
    """Return the names of a sentence's cases as in the table, without missing ones."""
    found = {}
    if row.obeyed is not None:
        found["obeyed"] = row.obeyed.__name__
    if row.broken is not None:
        found["record" if row.why else "broken"] = row.broken.__name__
    return found | ({"why": row.why} if row.why else {})


def write() -> None:
    """Write the cases into the rows."""
    table, rows = document(), all_rows()
    for at, part in parts(table):
        if "rules" in part:
            for key in ("obeyed", "broken", "record", "why"):
                part.pop(key, None)
            part |= cases_of(rows.get(at, Row()))
    head, _, _ = FILE.read_text("utf-8").partition(PLACES_BEGIN)
    lines = [line for place in table["places"] for line in _lines(place)]
    lines += ["implied:", *(f"- {_inline(one)}" for one in table["implied"])]
    FILE.write_text(head + PLACES_BEGIN + "".join(f"{line}\n" for line in lines), "utf-8")


def _lines(place: dict[str, Any]) -> Iterator[str]:
    if "sentences" not in place:
        yield f"- {_inline(place)}"
        return
    yield f'- at: "{place["at"]}"'
    yield "  sentences:"
    yield from (f"  - {_inline(one)}" for one in place["sentences"])


def _inline(row: dict[str, Any]) -> str:
    """Return a row on one line."""
    told = [f"{key}: {_value(key, value)}" for key, value in row.items()]
    return "{" + ", ".join(told) + "}"


def _value(key: str, value: Any) -> str:
    if isinstance(value, list):
        return f"[{', '.join(value)}]"
    return f'"{value}"' if key in ("at", "says", "none") or (key == "why" and " " in value) else str(value)


if __name__ == "__main__":
    write()
