"""Preview cards of a tournament and its matches, for programs that show shared links: public information only."""

from __future__ import annotations

from markupsafe import Markup

from tablescribe.domain.words.text import say
from tablescribe.ledger.log.errors import NoSuchMatch
from tablescribe.replays.pictures.drawing import by_day
from tablescribe.replays.pictures.pictures import thumbnail
from tablescribe.replays.reading.reader import Reader
from tablescribe.replays.tournaments.tournament import points_text, result_text
from tablescribe.replays.web.access.passes import SPECTATOR, Pass
from tablescribe.replays.web.public.page_cache import CachedTournament
from tablescribe.replays.web.public.views import Args, Page, last_lines
from tablescribe.replays.web.table.queries import Queries

LINES = 6
"""Number of lines of the standings on a card."""


def standings_card(queries: Queries, known: CachedTournament, reader: Reader, args: Args) -> Page:
    """Return the card of a tournament: title, progress, and leaders."""
    lines, _ = last_lines(known)
    told = [{"rank": one.rank, "name": known.names[one.ref], "points": points_text(one.points)} for one in lines]
    return "card.png", {"title": known.now.plan.title, "said": "", "picture": "", "lines": told[:LINES], "table": 0}


def match_card(queries: Queries, known: CachedTournament, reader: Reader, args: Args) -> Page:
    """Return the card of a match: people, result, and the current public board.

    Raises:
        NoSuchMatch: it is not part of that tournament.
    """
    match_id, now = str(args["match"]), known.now
    places = [(one, table) for one in now.seatings for table, match in enumerate(one.matches, 1) if match == match_id]
    if not places:
        raise NoSuchMatch(say("there is no match {match}", match=match_id))
    seating, table = places[-1]
    match = queries.folded(Pass("everybody", SPECTATOR, match_id), match_id).match
    people = [known.names[seat.ref] for seat in match.opened.seats if seat.ref in known.names]
    reported = table in seating.reports
    said = reader.sentence(result_text(now, seating, table, known.names)) if reported else ""
    drawn = "" if match.waits else by_day(thumbnail(match.opening, match.table))
    return "card.png", {
        "title": " – ".join(people), "said": said, "picture": Markup(drawn), "lines": [], "round": seating.number,
        "table": table,
    }  # fmt: skip
