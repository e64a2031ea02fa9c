"""Download tournaments as verifiable files: complete for those who run them, otherwise as for the public."""

from __future__ import annotations

import io
import threading
import zipfile
from typing import Annotated

from fastapi import Query
from starlette.responses import Response

from tablescribe.domain.match.refusals import Refused
from tablescribe.domain.tournament.model.roles import ARBITER, ORGANISER
from tablescribe.domain.words.text import say
from tablescribe.ledger.proofs.notary import Notary
from tablescribe.replays.web.access.passes import OFFICIALS
from tablescribe.replays.web.api.matches import ACommands, operations
from tablescribe.replays.web.http.documents import attached, file_name
from tablescribe.replays.web.table.commands import Commands
from tablescribe.replays.web.table.lru_cache import LruCache
from tablescribe.replays.web.tournaments.queries import ATournament, TournamentView

MOST_BYTES = 64 * 1024 * 1024
"""Size of cached files, in bytes: many people ask for the same one after the last round."""

KIND, SEVERAL = "application/octet-stream", "application/zip"

carrying = operations(prefix="/api/v1/tournaments", tags=["tournaments"])

_making = threading.Lock()
_kept: LruCache[tuple[bytes, str]] = LruCache(MOST_BYTES, size=lambda one: len(one[0]))


@carrying.get("/{tournament_id}/bundle", response_class=Response)
def tournament_bundle(
    seen: ATournament, commands: ACommands, everything: Annotated[bool, Query(description="Withhold nothing.")] = False,
    names: Annotated[bool, Query(description="With everything: people's names, provably.")] = False,
) -> Response:  # fmt: skip
    """Return a tournament with its matches as a verifiable file, as for the public; as a ZIP of several if it is large.

    `tablescribe tournament verify` and `verify_tournament.py` check it.
    """
    body, kind = carried(seen, commands, everything=everything, names=names)
    ending = "zip" if kind == SEVERAL else "bundle"
    name = file_name(seen.now.plan.title, seen.now.announced.at, seen.now.id, ending)
    return Response(body, media_type=kind, headers=attached(name))


def carried(seen: TournamentView, commands: Commands, *, everything: bool, names: bool) -> tuple[bytes, str]:
    """Return a tournament as one file, and its kind: a bundle, or a ZIP of several if it is large.

    Raises:
        Denied: only organisers and arbiters may have the complete bundle.
        Refused: names need the complete bundle; or it would reveal a shuffle that others still play.
    """
    if everything:
        seen.require((ORGANISER, ARBITER), say("download the full bundle"))
    elif names:
        raise Refused(say("a public bundle has no names. Choose the full bundle"))
    late = seen.queries.delay and any(one.missing for one in seen.now.seatings)
    apart = any(one.untold for one in seen.now.seatings)
    if seen.role not in OFFICIALS and seen.now.finished is None and (late or apart):
        raise Refused(say("some tables are still playing. The bundle is available once the last one finishes"))
    if commands.store is None:
        raise Refused(say("this service has no key folder. Start it with --keys"))
    notary = Notary(commands.scribe(seen.who), commands.store)
    with _making:  # it reads and proves every match: one at a time
        ledger = commands.ledger
        at = (ledger.log.max_notification_id(), ledger.erasures())
        key = (ledger.ledger_id, seen.now.id, *at, everything, names)
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
