"""Tags of entrants, such as `U18`, which make them eligible for a prize category.

A tag is personal data. So it is stored beside the log, where it can be deleted, and is deleted when the person is
erased. Neither the log nor a bundle shows who has a tag.
"""

from __future__ import annotations

import json

from sqlalchemy import delete, select

from tablescribe.domain.match.refusals import Refused
from tablescribe.domain.tournament.model.field import Ref
from tablescribe.domain.tournament.model.preconditions import must_have_entered
from tablescribe.domain.tournament.model.roles import must_be_allowed
from tablescribe.domain.tournament.model.tournament import Tournament
from tablescribe.domain.words.text import say
from tablescribe.ledger.log.errors import LedgerReadOnly
from tablescribe.ledger.log.schema import service
from tablescribe.ledger.matches.ledger import Ledger
from tablescribe.ledger.matches.people import TAGGED

LONGEST, MOST = 40, 20
"""Maximum length of a tag in characters, and maximum number of tags of a person."""


def tags_of(ledger: Ledger, tournament_id: str) -> dict[Ref, frozenset[str]]:
    """Return the tags of a tournament's entrants; entrants without a tag are left out."""
    begins = _key(tournament_id, "")
    try:
        found = ledger.log.select(
            select(service.c.key, service.c.value).where(service.c.key.startswith(begins, autoescape=True))
        )
    except LedgerReadOnly:  # a role that may not read it
        return {}
    return {str(key).removeprefix(begins): frozenset(json.loads(value)) for key, value in found}


def set_tag(ledger: Ledger, tournament: Tournament, ref: Ref, tag: str, has: bool, *, by: str) -> frozenset[str]:
    """Add a tag to an entrant, or remove it (`has=False`); return all tags of the entrant.

    Raises:
        RoleRefused: the role may not enter people.
        Refused: there is no such entrant, the tag is invalid, or the entrant has too many.
    """
    must_be_allowed(by, "enter")
    must_have_entered(tournament, ref)
    word = tag.strip()
    if not word or len(word) > LONGEST or not word.isprintable():
        raise Refused(say("a tag has 1 to {n} letters, such as U18", n=LONGEST))
    was = tags_of(ledger, tournament.id).get(ref, frozenset())
    now = was | {word} if has else was - {word}
    if len(now) > MOST:
        raise Refused(say("a person has at most {n} tags", n=MOST))
    key = _key(tournament.id, ref)
    write = [ledger.log.into(service).values(key=key, value=json.dumps(sorted(now)))] if now else []
    ledger.log.write_all([delete(service).where(service.c.key == key), *write])
    return now


def _key(tournament_id: str, ref: Ref) -> str:
    return f"{TAGGED}{tournament_id} {ref}"
