"""Tournaments as files that prove themselves: with everything for who holds them, else as for the public."""

from __future__ import annotations

import io
import threading
import zipfile

from domain.refusals import Refused
from domain.text import say
from domain.tournament.roles import ARBITER, ORGANISER
from ledger.notary import Notary
from replays.web.counter import Counter
from replays.web.passes import OFFICIALS
from replays.web.shelf import Recent
from replays.web.tournaments import Seen

MOST_BYTES = 64 * 1024 * 1024
"""Bytes of files that are kept until something is recorded: many ask for the same one after the last round."""

KIND, SEVERAL = "application/octet-stream", "application/zip"

_making = threading.Lock()
_kept: Recent[tuple[bytes, str]] = Recent(MOST_BYTES, size=lambda one: len(one[0]))


def carried(seen: Seen, counter: Counter, *, everything: bool, names: bool) -> tuple[bytes, str]:
    """Return a tournament as one file, and of which kind: a bundle, or where it is large a ZIP of several.

    Raises:
        Denied: only organisers and arbiters carry everything away.
        Refused: names are asked for without everything; or a shuffle would be told that somebody still plays.
    """
    if everything:
        seen.require((ORGANISER, ARBITER), say("take everything away"))
    elif names:
        raise Refused(say("a file for the public has no names: ask for everything"))
    if seen.role not in OFFICIALS and seen.now.finished is None and any(one.untold for one in seen.now.seatings):
        raise Refused(say("others still play the shuffle of this round: the file is given when the last table is done"))
    if counter.store is None:
        raise Refused(say("this service has no folder of keys: start it with --keys"))
    notary = Notary(counter.scribe(seen.who), counter.store)
    with _making:  # it reads and proves every match: one after the other
        key = (counter.ledger.ledger_id, seen.now.id, counter.ledger.log.max_notification_id(), everything, names)
        return _kept.get(key, lambda: _made(notary, seen.now.id, everything=everything, names=names))


def _made(notary: Notary, tournament_id: str, *, everything: bool, names: bool) -> tuple[bytes, str]:
    parts = list(notary.tournament_parts(tournament_id, redacted=not everything, words=everything, names=names))
    if len(parts) == 1:
        return parts[0], KIND
    with io.BytesIO() as whole:
        with zipfile.ZipFile(whole, "w", zipfile.ZIP_STORED) as file:
            for number, part in enumerate(parts, start=1):
                file.writestr(f"{tournament_id}.{number}.bundle", part)
        return whole.getvalue(), SEVERAL
