"""Drafts: matches recorded in a temporary ledger first, then copied to the ledger in one transaction.

Used for a match of many commands, such as one imported from a game's notation. If the program is interrupted, no
incomplete match is left, and a repeated import creates no duplicate.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

from sqlalchemy import select

from tablescribe.ledger.log.schema import about, identities, pictures, texts
from tablescribe.ledger.matches.ledger import Ledger, open_ledger
from tablescribe.ledger.matches.scribe import Scribe


@contextmanager
def drafting(scribe: Scribe) -> Iterator[Scribe]:
    """Yield a scribe for drafts; its matches are recorded in the ledger of `scribe` when the block ends without error.

    Names of people are recorded with their match. Sealed matches and sequels of other matches are not supported.
    """
    scribe.stamp()  # creates the ledger's references, which the draft's events use as well
    with ExitStack() as later:
        folder = Path(later.enter_context(tempfile.TemporaryDirectory(prefix="tablescribe-draft-")))
        draft = later.enter_context(closing(open_ledger(folder / "draft.db", ledger_id=scribe.ledger.ledger_id)))
        known = scribe.ledger.log.select(select(about.c.key, about.c.value))
        draft.log.write_all(draft.log.into(about).values(key=row[0], value=row[1]) for row in known)
        yield Scribe(draft, scribe.now)
        _take_over(draft, scribe.ledger)


def _take_over(draft: Ledger, ledger: Ledger) -> None:
    for match_id in draft.match_ids():
        refs = [seat.ref for seat in draft.match(match_id).opened.seats]
        i = identities.c
        people = draft.log.select(select(i.ref, i.name, i.salt).where(i.ref.in_(refs)))
        beside = [ledger.log.into(identities).values(ref=row[0], name=row[1], salt=row[2]) for row in people]
        written = draft.log.select(select(texts).where(texts.c.match_id == match_id))
        beside += [ledger.log.into(texts).values(**row._asdict()) for row in written]
        photos = draft.log.select(select(pictures).where(pictures.c.match_id == match_id))
        beside += [ledger.log.into(pictures).values(**row._asdict()) for row in photos]
        ledger.log.append_rows([*draft.log.rows(match_id)], beside)
