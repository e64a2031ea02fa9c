"""Hide tables of duplicate play until the last table of their round is done: all of them play the same shuffle.

Until then, nobody learns the seed. Those who only watch (the public, players of other tables, holders of spectator
links) see none of these matches. A player sees their own match until it is closed, and after that only its result, as
when boards return to their pockets (WBF, Laws of Duplicate Bridge, law 7). Officials see everything.
"""

from __future__ import annotations

from tablescribe.domain.match.match import Match
from tablescribe.domain.words.text import Text, say
from tablescribe.ledger.log.errors import NoSuchTournament
from tablescribe.replays.web.access.passes import RECORDER, SPECTATOR, Pass
from tablescribe.replays.web.table.tournament_cache import TournamentCache

WHY: Text = say("all tables in this round play the same shuffle. This match is shown when the last table finishes")


def kept_apart(hall: TournamentCache, who: Pass, match: Match) -> bool:
    """Return whether a match is hidden from a pass now because others still play its shuffle."""
    mark = match.duplicate
    if mark is None or not _is_kept_from(who, match):
        return False
    try:
        now = hall.now(mark.tournament)
    except NoSuchTournament:  # the match was imported without its tournament
        return False
    if now.finished is not None or not 1 <= mark.round <= now.round:
        return False
    return now.seatings[mark.round - 1].untold and now.table_of(match.id) is not None


def _is_kept_from(who: Pass, match: Match) -> bool:
    if who.judges or (who.role == RECORDER and (who.match is None or who.tournament is not None)):
        return False
    return who.role == SPECTATOR or match.closed is not None
