"""Tables of duplicate play, kept apart until the last one of their round is done: all of them solve the same shuffle.

Nobody learns the seed before, and nobody its cards: who only watches (the public, players of other tables, whoever has
a link for spectators) sees none of these matches meanwhile. Who plays one sees it until it is closed, and then, as
where boards go back into their pockets (WBF, Laws of Duplicate Bridge, law 7), its result alone. Officials see
everything.
"""

from __future__ import annotations

from tablescribe.domain.match.match import Match
from tablescribe.domain.words.text import Text, say
from tablescribe.ledger.log.errors import NoSuchTournament
from tablescribe.replays.web.access.passes import RECORDER, SPECTATOR, Pass
from tablescribe.replays.web.table.tournament_cache import TournamentCache

WHY: Text = say("all tables in this round play the same shuffle. This match is shown when the last table finishes")


def kept_apart(hall: TournamentCache, who: Pass, match: Match) -> bool:
    """Return whether somebody may not look at a match now because others still play its shuffle."""
    mark = match.duplicate
    if mark is None or not _is_kept_from(who, match):
        return False
    try:
        now = hall.now(mark.tournament)
    except NoSuchTournament:  # its match came here alone
        return False
    if now.finished is not None or not 1 <= mark.round <= now.round:
        return False
    return now.seatings[mark.round - 1].untold and now.table_of(match.id) is not None


def _is_kept_from(who: Pass, match: Match) -> bool:
    if who.judges or (who.role == RECORDER and (who.match is None or who.tournament is not None)):
        return False
    return who.role == SPECTATOR or match.closed is not None
