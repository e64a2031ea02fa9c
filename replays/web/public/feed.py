"""An Atom feed (RFC 4287) of a tournament: rounds paired, results and rulings."""

from __future__ import annotations

from itertools import islice

from tablescribe.domain.tournament.model.events import Announced, Finished, Paired, Reported, TournamentEvent
from tablescribe.domain.words.escaping import visible
from tablescribe.domain.words.text import Text, plural
from tablescribe.replays.reading.reader import Reader
from tablescribe.replays.tournaments.event_wording import event_text
from tablescribe.replays.web.public.page_cache import CachedTournament
from tablescribe.replays.web.public.views import CHANGES, OFFICIAL, Args, Page
from tablescribe.replays.web.table.queries import Queries

MOST = 60
"""Maximum number of entries: a reader who polls twice a day misses nothing of an ordinary evening."""

TOLD = (Announced, Paired, Reported, Finished, *OFFICIAL)


def feed(queries: Queries, known: CachedTournament, reader: Reader, args: Args) -> Page:
    """Return the latest public events of a tournament, newest first.

    The id of an entry is made of the tournament's id and its event's number, so readers see each entry once.
    """
    told = (event for event in reversed(list(known.now.deeds())) if isinstance(event, TOLD))
    entries = [
        {
            "event": event.originator_version, "at": event.at, "path": path_of(event),
            "words": visible(reader.sentence(words_of(known, event)), one_line=True),
        }
        for event in islice(told, MOST)
    ]  # fmt: skip
    title = visible(known.now.plan.title, one_line=True)
    return "feed.xml", {"entries": entries, "title": title, "site": str(args["site"])}


def words_of(known: CachedTournament, event: TournamentEvent) -> Text:
    """Return an event in words; of a pairing only that the round is there, as its page has the details."""
    if isinstance(event, Paired):
        return plural(len(event.pods), "round {round} is paired: 1 table", "round {round} is paired: {n} tables",
                      round=event.round)  # fmt: skip
    return event_text(known.now, event, known.names)


def path_of(event: TournamentEvent) -> str:
    """Return the path of the page about an event, below the tournament's."""
    if isinstance(event, CHANGES):
        return f"ruled/{event.originator_version}"
    if isinstance(event, Paired | Reported):
        return f"pairings?round={event.round}"
    return "ruled" if isinstance(event, OFFICIAL) else "standings" if isinstance(event, Finished) else "board"
