"""Search of rules for pages and the API: by number or words, with the moves of a match that cite them."""

from __future__ import annotations

from typing import Any

from tablescribe.domain.box.rulebook import Rulebook
from tablescribe.domain.games import game as find_game
from tablescribe.domain.match.match import Match
from tablescribe.replays.reading.discretion import Viewer
from tablescribe.replays.reading.reader import Reader
from tablescribe.replays.reading.rule_search import find_rules, moves_by_rule
from tablescribe.replays.reading.timeline import Timeline

LONGEST = 200
"""Maximum length of a query, in characters."""


def rules_found(game: str, query: str, language: str) -> list[dict[str, Any]]:
    """Return the rules of a game that match a query; all rules if it is empty.

    Raises:
        UnknownGame: there is no such game.
    """
    book = find_game(game).rulebook
    found = find_rules(book, query, language).rules if query.strip() else book.rules
    return [_told(book, rule.number, language) for rule in found]


def with_moves(rules: list[dict[str, Any]], match: Match, viewer: Viewer, reader: Reader) -> list[dict[str, Any]]:
    """Return rules, each with the moves of a match that cite it, as far as the viewer may know."""
    timeline, cited = Timeline(match), {} if match.waits else moves_by_rule(match, viewer)

    def moves(number: str) -> list[dict[str, Any]]:
        return [{"move": at, "words": reader.tell(timeline.say(at, viewer))} for at in cited.get(number, ())]

    return [{**rule, "moves": moves(rule["number"])} for rule in rules]


def _told(book: Rulebook, number: str, language: str) -> dict[str, Any]:
    return {**book.told(number, language).model_dump(), "language": book.language(language)}
