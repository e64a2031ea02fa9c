"""Find tournaments by their titles, wherever an id is taken."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tablescribe.domain.words.text import say
from tablescribe.ledger.log.errors import NoSuchTournament
from tablescribe.ledger.read_models.person_names import spelt

if TYPE_CHECKING:
    from tablescribe.ledger.matches.ledger import Ledger
    from tablescribe.ledger.read_models.tournament_projection import ListedTournament

MOST = 5
"""Maximum number of tournaments listed if a title is ambiguous."""


def titled(ledger: Ledger, word: str) -> str | None:
    """Return the id of the tournament with a title, or of the only one whose title begins so; `None` if none.

    Raises:
        NoSuchTournament: there are several.
    """
    found = _titled_like(ledger, word)
    if len(found) < 2:
        return found[0].tournament_id if found else None
    some = "; ".join(f"{one.tournament_id} {one.title}" for one in found[:MOST])
    raise NoSuchTournament(say("several tournaments begin with {beginning}: {some} …", beginning=word, some=some))


def _titled_like(ledger: Ledger, word: str) -> list[ListedTournament]:
    """Return the tournaments with that title, latest first; if there is none, those whose title begins so."""
    ledger.lists.fresh()
    found: list[ListedTournament] = []
    while some := ledger.asking.tournaments(before=found[-1].position if found else None):
        found += some
    said = spelt(word)
    whole = [one for one in found if spelt(one.title) == said]
    return whole or [one for one in found if said and spelt(one.title).startswith(said)]
