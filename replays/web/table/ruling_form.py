"""The form of a judge's ruling: the choices at a table, and a preview of the effects."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from tablescribe.domain.box.rulebook import ENGLISH
from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.typed_facts import fact_text, zones_in
from tablescribe.domain.table.names import deck_of, in_number_order, is_the_kernels
from tablescribe.domain.table.scene import names
from tablescribe.domain.table.table import HIDDEN, Table, Value
from tablescribe.domain.words.text import Thing, say
from tablescribe.ledger.matches.fact_checks import foresee_ruling, result_kept
from tablescribe.replays.pictures.pictures import drawn_panels
from tablescribe.replays.pictures.scenes import scene
from tablescribe.replays.reading.discretion import EVERYTHING
from tablescribe.replays.reading.reader import Reader
from tablescribe.replays.reading.timeline import Timeline
from tablescribe.replays.web.access.passes import Pass
from tablescribe.replays.web.table.queries import Queries

POOL = "unseen:"
SHOWN = ("board", "seat", "track")
"""Kinds of panels in the preview of a ruling."""


def ruling_data(match: Match, reader: Reader) -> dict[str, Any]:
    """Return a judge's choices: values with their current state, pieces with their places, zones and faces."""
    table = match.table
    zones = {*table.zones, *zones_in(fact for move in match.moves for fact in move.facts), *_drawn(match)}
    held = [(zone, piece) for zone in sorted(table.zones, key=in_number_order) for piece in table.pieces(zone)
            if not zone.startswith(POOL)]  # fmt: skip
    turns = [{"zone": zone, "piece": piece, "label": f"{_name(reader, piece)} · {_name(reader, zone)}",
              "faces": faces} for zone, piece in held if (faces := _faces(table, piece, reader))]  # fmt: skip
    return {
        "values": list(_values(match, reader)),
        "pieces": [{"zone": zone, "piece": piece, "n": table.count(zone, piece),
                    "label": f"{_name(reader, piece)} · {_name(reader, zone)}"} for zone, piece in held],
        "zones": [{"zone": zone, "label": _name(reader, zone)} for zone in sorted(zones, key=in_number_order)
                  if not zone.startswith(POOL)],
        "turns": turns,
    }  # fmt: skip


def _drawn(match: Match) -> set[str]:
    """Return the drawn names that are neither pieces nor values: zones, which may be empty."""
    pieces = {piece for pieces in match.table.zones.values() for piece in pieces}
    drawn = {name for panel in scene(match.opening, match.table) for name in names(panel.shapes)}
    return {name for name in drawn - pieces - {*match.table.values} if not name.startswith((HIDDEN, "seat:"))}


def _name(reader: Reader, name: str) -> str:
    return reader.name(name) or name


def _values(match: Match, reader: Reader) -> Iterator[dict[str, Any]]:
    """Yield the values that have a name, each with its current state; values that name a seat also list the seats."""
    table = match.table
    for key in sorted(table.values, key=in_number_order):
        label = reader.name(key)
        if label and not is_the_kernels(key):
            now = table.get(key)
            yield {"key": key, "label": label, "now": _plain(now), "said": _said(match, reader, key, now),
                   "choices": _seats(match, reader, key, now)}  # fmt: skip


def _plain(value: Value) -> str:
    return {True: "true", False: "false"}[value] if isinstance(value, bool) else str(value)


def _said(match: Match, reader: Reader, key: str, value: Value) -> str:
    return reader.tell(say("{value}", value=match.opening.game.label_value(match.opening, key, value)))


def _seats(match: Match, reader: Reader, key: str, now: Value) -> list[dict[str, str]]:
    """Return the seats to choose from, for a value that is a seat's number, such as the turn."""
    if isinstance(now, bool) or not isinstance(now, int):
        return [{"value": word, "label": word} for word in ("true", "false")] if isinstance(now, bool) else []
    seats = [(str(n), match.opening.game.label_value(match.opening, key, n)) for n in match.opening.all_seats]
    if not all(isinstance(said, Thing) for _, said in seats):
        return []
    return [{"value": value, "label": reader.tell(say("{value}", value=said))} for value, said in seats]


def _faces(table: Table, piece: str, reader: Reader) -> list[dict[str, str]]:
    """Return the other faces that a card can show: face down, or as an unseen card of its deck."""
    deck = deck_of(piece)
    back = f"{HIDDEN}{deck}"
    if piece == back:
        return [{"face": one, "label": _name(reader, one)} for one in table.pieces(f"{POOL}{deck}")]
    known = any(back in pieces for pieces in table.zones.values()) or table.count(f"{POOL}{deck}") > 0
    return [{"face": back, "label": _name(reader, back)}] if known and ":" in piece else []


def preview_ruling(
    queries: Queries, who: Pass, match_id: str, facts: Sequence[str], *, replaces: int | None, language: str = ENGLISH
) -> dict[str, Any]:
    """Return the effects of a judge's ruling in words and pictures; nothing is recorded.

    Raises:
        BadFact, Impossible, Refused: it cannot be recorded.
    """
    match = queries.folded(who, match_id).match
    who.require(who.judges, say("record rulings"))
    queries.viewer(who, match)  # records in the trail that hidden information is shown
    reader, texts = queries.reader(match, language), facts
    after, ruled = foresee_ruling(match, texts, replaces=replaces)
    timeline = Timeline(after)
    changes = timeline.changes(ruled.number, EVERYTHING)
    table = timeline.at(ruled.number)
    panels = drawn_panels(after.opening, table, viewer=EVERYTHING, highlight=ruled.facts, reader=reader)
    gone = match.line.after(match.line.parent[replaces]) if replaces else ()
    if result_kept(match, after):
        changes = [*changes, say(
            "The game is over, and this ruling does not change its ending or its winners. To decide them again, "
            "replace move {move} and play on from there, or close the match and correct its result.", move=match.head,
        )]  # fmt: skip
    return {
        "facts": [reader.tell(fact_text(text)) for text in texts],
        "changes": [reader.tell(text) for text in changes],
        "taken_back": list(gone),
        "panels": [{"kind": one.kind, "title": one.title, "svg": str(one.svg)} for one in panels if one.kind in SHOWN],
    }


__all__ = ["preview_ruling", "ruling_data"]
