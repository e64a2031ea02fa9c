"""A match for judges: the audit, which others see in part after the close, and the report."""

from __future__ import annotations

from tablescribe.domain.box.rulebook import ENGLISH
from tablescribe.domain.match.events import Played
from tablescribe.domain.words.text import say
from tablescribe.ledger.log.picture_checks import pictures_there
from tablescribe.replays.auditing.findings import Audit
from tablescribe.replays.papers.report import html
from tablescribe.replays.reading.wording import withholds
from tablescribe.replays.web.access.passes import Pass
from tablescribe.replays.web.table.queries import Queries


def audit_for(queries: Queries, who: Pass, match_id: str) -> Audit:
    """Return the audit: in full for a judge; for others after the close, without secrets."""
    folded = queries.folded(who, match_id)
    who.require(who.judges or folded.match.closed is not None, say("view the audit of an open match"))
    found = queries.cache.audit(folded)
    if who.judges:
        queries.access.looked(who, match_id, say("everything"))
        return found
    match = folded.match
    played = (move for move in match.moves if isinstance(move, Played))
    return found.for_everybody({move.number for move in played if withholds(match, move, None)})


def report(queries: Queries, who: Pass, match_id: str, language: str = ENGLISH) -> str:
    """Return the judge's report as one HTML document."""
    who.require(who.judges, say("read the report, which reveals hidden information"))
    folded = queries.folded(who, match_id)
    queries.access.looked(who, match_id, say("everything"))
    head = queries.ledger.verify(match_id)[match_id]
    return html(
        folded.match, queries.cache.audit(folded), names=queries.cache.names(folded.match), head=head.hex(),
        language=language, photos={one.commitment: one.data for one in pictures_there(queries.ledger.log, match_id)},
    )  # fmt: skip
