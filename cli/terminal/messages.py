"""Moves and errors in words or as data, the same for `move`, `log`, `replay` and refusals."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from tablescribe.domain.words.text import Slot, Text, Thing, both, listed, say

if TYPE_CHECKING:
    from tablescribe.domain.match.events import Played
    from tablescribe.domain.match.match import Match
    from tablescribe.domain.rules.opening import Opening
    from tablescribe.replays.reading.discretion import Viewer
    from tablescribe.replays.reading.reader import Reader
    from tablescribe.replays.reading.timeline import Timeline


def message(reader: Reader, error: Exception) -> str:
    """Return the message of an error, translated if it is a `Text`; any other message unchanged."""
    from tablescribe.replays.reading.reader import printable

    text = getattr(error, "text", None)
    return reader.tell(text) if isinstance(text, Text) else printable(str(error))


def told_remarks(opening: Opening) -> tuple[list[Text], list[dict[str, str]]]:
    """Return the remarks shown when a match is opened, as lines below a heading and as plain data."""
    from tablescribe.cli.terminal.language import reader

    reads, remarks = reader(opening), list(opening.game.remarks(opening))
    lines = [listed(["  ", one.words()], "") for one in remarks]
    data = [{"rule": one.rule, "otherwise": one.otherwise, "words": reads.sentence(one.text)} for one in remarks]
    return [say("Rule interpretations in this match:"), *lines] if lines else [], data


def seats(numbers: Iterable[int]) -> list[Slot]:
    """Return seats as slots, to be shown by their names."""
    from tablescribe.domain.table.names import seat

    return [Thing(seat(number)) for number in numbers]


def in_a_row(numbers: Iterable[int]) -> Text:
    """Return seats in a list with commas."""
    return listed(seats(numbers))


def and_others(numbers: Sequence[int]) -> Slot:
    """Return seats joined by "and"; "nobody" if there are none."""
    return both(seats(numbers)) if numbers else say("nobody")


def played_data(reader: Reader, timeline: Timeline, move: Played) -> dict[str, Any]:
    """Return a move as plain data: seat, words, changes, outcomes, cited rules and irregularities."""
    from tablescribe.replays.reading.wording import say_event

    match = timeline.match
    return {
        "match": match.id, "move": move.number, "version": move.originator_version, "seat": move.seat,
        "implied": move.implied, "words": reader.tell(say_event(match, move)),
        "changes": [reader.tell(one) for one in timeline.changes(move.number)],
        "outcomes": list(move.outcomes), "rules": list(move.citations),
        "irregularities": breaches(reader, match, move),
    }  # fmt: skip


def breaches(reader: Reader, match: Match, move: object, viewer: Viewer = None) -> list[dict[str, str]]:
    """Return the rules that a move broke and why, without what the viewer may not see."""
    from tablescribe.domain.match.events import Played
    from tablescribe.replays.reading.discretion import Discretion

    if not isinstance(move, Played):
        return []
    discretion = Discretion(match, move, viewer, None)
    told = []
    for one in move.irregularities:
        why = discretion.of(one.why) if isinstance(one.why, Text) else "" if discretion.hides else one.why
        told.append({"rule": one.rule, "why": reader.tell(why)})
    return told


def played_lines(reader: Reader, data: Iterable[dict[str, Any]]) -> list[str]:
    """Return moves as lines, each followed by its changes."""
    lines = []
    for one in data:
        lines.append(reader.tell(say("Move {move}: {words}", move=one["move"], words=one["words"])))
        lines.extend(f"  {change}" for change in one["changes"])
    return lines


def kept_data(reader: Reader, match: Match, error: Exception) -> list[dict[str, Any]]:
    """Return the moves recorded before an action was refused: the draws that closing a window of a sealed match caused.

    `match` includes these moves.
    """
    from tablescribe.replays.reading.timeline import Timeline

    kept = getattr(error, "recorded", ())
    timeline = Timeline(match)
    return [played_data(reader, timeline, move) for move in kept]
