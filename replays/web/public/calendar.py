"""The rounds of a tournament as a calendar, with names if they are public."""

from __future__ import annotations

from datetime import UTC, datetime

from markupsafe import Markup

from tablescribe.domain.words.escaping import visible
from tablescribe.ledger.tournaments.round_starts import changes_told, times_told
from tablescribe.replays.reading.reader import Reader
from tablescribe.replays.tournaments.calendar import Whose, calendar, round_events
from tablescribe.replays.web.public.page_cache import CachedTournament
from tablescribe.replays.web.public.views import Args, Page
from tablescribe.replays.web.table.queries import Queries


def rounds_calendar(queries: Queries, known: CachedTournament, reader: Reader, args: Args) -> Page:
    """Return the calendar of scheduled rounds: all, those of a person by number, or those of a table.

    Raises:
        Refused: no entrant has that number.
    """
    now, ledger = known.now, queries.ledger
    whose = Whose(
        known.names, changes_told(ledger, now.id), known.mark, str(args["site"]), args.get("number"), args.get("table")
    )
    events = round_events(now, times_told(ledger, now.id), whose, reader)
    text = calendar(visible(now.plan.title, one_line=True), events, datetime.now(UTC))
    return "rounds.ics", {"calendar": Markup(text)}  # plain text, marked safe so that it is not escaped
