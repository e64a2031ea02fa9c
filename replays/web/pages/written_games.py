"""Import chess games in notation, pasted or uploaded."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from fastapi.responses import RedirectResponse, Response

from tablescribe.domain.games import notation
from tablescribe.domain.words.text import Spoken, Text, say
from tablescribe.ledger.exchange.notation_logs import record_script
from tablescribe.ledger.exchange.recorded_already import recorded_already, with_people
from tablescribe.ledger.read_models.person_names import seated
from tablescribe.replays.reading.reader import Reader
from tablescribe.replays.web.http.i18n import language_of
from tablescribe.replays.web.pages.pages import page
from tablescribe.replays.web.table.games import game_data

if TYPE_CHECKING:
    from fastapi import Request

    from tablescribe.domain.rules.notation import Script
    from tablescribe.replays.web.access.passes import Pass
    from tablescribe.replays.web.table.commands import Commands

MOST = 20
"""Maximum number of games in one text."""

LONGEST_NAME = 80


def record_games(
    request: Request, who: Pass, commands: Commands, contents: bytes, fields: Mapping[str, str],
    refuse: Callable[[Text | str, int, str], Response],
) -> Response:  # fmt: skip
    """Record chess games and show the result: a single game itself, or a report of several games or of oddities.

    If a game does not name its players, they are asked first. A game already recorded is recorded again only if the
    user says so.

    Args:
        request: the request of the page.
        who: the pass that records them.
        commands: opens the matches.
        contents: the games, in PGN or as bare moves.
        fields: fields of the form: `name-1-2` is the player in the second seat of the first game; with `named`, the
            names are final; with `again`, games already recorded are recorded again.
        refuse: shows the form again, with the reason and the text.
    """
    _, known = notation("pgn")
    text = known.decoded(contents)
    games = list(known.games(text)) or [(0, text)]
    if len(games) > MOST:
        return refuse(say("These are {n} games. Up to {most} can be recorded here at once.", n=len(games), most=MOST),
                      422, text)  # fmt: skip
    try:
        scripts = [known.read(one) for _, one in games]
    except Spoken as error:
        return refuse(error.text, 422, text)
    if "named" not in fields and any(script.unnamed for script in scripts):
        return _asked(request, who, commands, scripts, text)
    scripts = [with_people(script, _people(script, n, fields)) for n, script in enumerate(scripts, start=1)]
    try:
        for script in scripts:
            seated(script.people)
    except Spoken as error:
        return _asked(request, who, commands, scripts, text, error.text)
    with commands.queries.access.coordination.alone("import", "pgn"):  # a retry may arrive while the first is running
        found = [
            _recorded(request, who, commands, script, part, again="again" in fields)
            for script, part in zip(scripts, games, strict=True)
        ]
    if len(found) == 1 and not found[0]["odd"] and not found[0]["already"]:
        return RedirectResponse(f"/m/{found[0]['match']}", 303)
    return page(request, "import_games.html", who, games=found)


def _people(script: Script, number: int, fields: Mapping[str, str]) -> list[str]:
    """Return the players of a game by the form; a missing or empty field keeps the game's name."""
    told = [fields.get(f"name-{number}-{seat}", "").strip()[:LONGEST_NAME] for seat in range(1, len(script.people) + 1)]
    return [name or former for name, former in zip(told, script.people, strict=True)]


def _recorded(
    request: Request, who: Pass, commands: Commands, script: Script, part: tuple[int, str], *, again: bool
) -> dict[str, Any]:
    """Record a game, unless it is already recorded; return its entry for the page."""
    game, known = notation("pgn")
    scribe, (above, text), words = commands.scribe(who), part, language_of(request)
    shown = {"people": list(script.people), "text": text, "odd": [], "already": False}
    if not again and (there := recorded_already(scribe.ledger, game.key, script)):
        return {**shown, "match": there, "already": True}
    match, odd, _ = record_script(scribe, game.key, known, script, above, lambda opening: Reader(opening, words))
    return {**shown, "match": match, "odd": odd}


def _asked(
    request: Request, who: Pass, commands: Commands, scripts: Sequence[Script], text: str, why: Text | str = ""
) -> Response:
    """Ask for the players of the games, with the names in the games filled in."""
    game, _ = notation("pgn")
    language = language_of(request)
    asked = [
        ["" if seat in script.unnamed and not why else name for seat, name in enumerate(script.people, start=1)]
        for script in scripts
    ]
    return page(
        request, "import_people.html", who, 422 if why else 200, games=asked, text=text,
        problem=Reader(None, language).tell(why), labels=game_data(game.key, language)["labels"],
        known=sorted(commands.queries.ledger.asking.names()),
    )  # fmt: skip
