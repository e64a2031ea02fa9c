"""The API route that parses a move as players type it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import Annotated, Any

from fastapi import Query

from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.action import Action
from tablescribe.domain.rules.deciding import refusal
from tablescribe.domain.rules.play import Illegal
from tablescribe.domain.rules.shorthand import Speaker, Unclear
from tablescribe.domain.table.table import Table
from tablescribe.domain.words.text import Text, say
from tablescribe.replays.reading.reader import Reader
from tablescribe.replays.web.api.matches import AQueries, Language, Who, operations
from tablescribe.replays.web.api.requests import MatchId
from tablescribe.replays.web.table.choices import deciding_table

typed_moves = operations(prefix="/api/v1/matches/{match_id}")

MOST_ASKED = 200
"""Maximum number of matching actions whose legality is checked."""

Line = Annotated[str, Query(max_length=200, description="The move as it was typed.")]


@typed_moves.get("/typed", tags=["recording"])
def typed(match_id: MatchId, who: Who, queries: AQueries, language: Language, line: Line = "") -> dict[str, Any]:
    """Read a move as players type it: the action that it means, legal or not, or what is wrong with the words."""
    match = queries.folded(who, match_id).match
    seats = queries.seats(who, match)
    who.require(bool(seats), say("record moves"))
    match.check_dealt()
    reader, table = queries.reader(match, language), deciding_table(match, queries.viewer(who, match))
    acting = [seat for seat in match.to_act if seat in seats] or list(seats)
    found: dict[str, Any] = {"action": None, "seat": acting[0], "outcomes": [], "problem": "", "legal": []}
    words, shorthand = line.split(), match.opening.game.shorthand
    people = [*queries.cache.names(match)]
    unclear: Text | str = say("No action matches these words: {line}", line=line.strip())
    speaker = Speaker(match.opening, table, acting[0], people, reader.language)
    try:
        heard = shorthand.hear(speaker, words) if shorthand and words else None
    except Unclear as error:
        heard, unclear = None, error.text
    if heard is not None:
        return {**found, "action": heard.action.data(), "outcomes": list(heard.outcomes)}
    if shorthand is None and (forbidden := _forbidden(match, table, acting, words, reader)) is not None:
        return {**found, "seat": forbidden[0], "action": forbidden[1].data()}
    return {**found, "problem": reader.sentence(unclear), "legal": queries.examples(who, match, reader, {})}


def _forbidden(
    match: Match, table: Table, seats: list[int], words: list[str], reader: Reader
) -> tuple[int, Action] | None:
    """Return an offered action that contains all these words and that a rule forbids now; `None` if there is none."""
    named = islice(_with_words(match, table, seats, words, reader), MOST_ASKED)
    found = [(refusal(match.opening, table, seat, action), seat, action) for seat, action in named]
    rules = Counter(why.rule for why, _, _ in found if isinstance(why, Illegal))
    for why, seat, action in found:
        if isinstance(why, Illegal) and why.rule == rules.most_common(1)[0][0]:
            return seat, action
    return None


def _with_words(
    match: Match, table: Table, seats: list[int], words: list[str], reader: Reader
) -> Iterator[tuple[int, Action]]:
    """Yield actions that the game offers some seats, legal or not, and whose words contain all of these."""
    wanted = [word.casefold() for word in words]
    for seat in seats:
        for action in match.opening.game.offers(match.opening, table, seat):
            told = reader.tell(action.text()).casefold()
            if wanted and all(word in told for word in wanted):
                yield seat, action
