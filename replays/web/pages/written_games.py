"""Games of chess as people write them down, pasted or uploaded, and recorded at once."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from fastapi.responses import RedirectResponse, Response

from tablescribe.domain.games import notation
from tablescribe.domain.words.text import Spoken, Text, say
from tablescribe.ledger.exchange.notation_logs import Finding, record_script
from tablescribe.replays.reading.reader import Reader
from tablescribe.replays.web.http.i18n import language_of
from tablescribe.replays.web.pages.pages import page

if TYPE_CHECKING:
    from fastapi import Request

    from tablescribe.replays.web.access.passes import Pass
    from tablescribe.replays.web.table.commands import Commands

MOST = 20
"""So many games are recorded from one text."""


def record_games(
    request: Request, who: Pass, commands: Commands, contents: bytes, refuse: Callable[[Text | str, int, str], Response]
) -> Response:
    """Record games of chess, and show the one; of several, or where something is odd, say what was recorded.

    Args:
        request: of the page.
        who: records them.
        commands: open the matches.
        contents: the games, in PGN or as moves alone.
        refuse: shows the form again, with the reason and the text.
    """
    game, known = notation("pgn")
    text = known.decoded(contents)
    games = list(known.games(text)) or [(0, text)]
    if len(games) > MOST:
        return refuse(say("These are {n} games. Up to {most} can be recorded here at once.", n=len(games), most=MOST),
                      422, text)  # fmt: skip
    try:
        scripts = [(above, known.read(one)) for above, one in games]
    except Spoken as error:
        return refuse(error.text, 422, text)
    words = language_of(request)
    found: list[tuple[str, list[Finding]]] = []
    for above, script in scripts:
        match, odd, _ = record_script(
            commands.scribe(who), game.key, known, script, above, lambda opening: Reader(opening, words)
        )
        found.append((match, odd))
    if len(found) == 1 and not found[0][1]:
        return RedirectResponse(f"/m/{found[0][0]}", 303)
    return page(request, "import_games.html", who, games=[{"match": match, "odd": odd} for match, odd in found])
