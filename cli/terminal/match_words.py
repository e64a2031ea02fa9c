"""Words for a match: its id, how it begins, `last`, or `last` with a game or a person."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import takewhile
from pathlib import PurePath
from typing import TYPE_CHECKING

import click

from tablescribe.cli.terminal.language import wrong_use
from tablescribe.cli.terminal.state import echo, reader_of, state
from tablescribe.domain.words.text import listed, say
from tablescribe.ledger.matches.ids import ID_LENGTH

if TYPE_CHECKING:
    from tablescribe.domain.match.match import Match
    from tablescribe.domain.words.text import Slot, Text

LAST = "last"
"""What people call the latest match, and the latest tournament."""

SHORTEST = 3
"""Letters from which on a word is taken for the beginning of an id where it could mean something else."""

CODE = re.compile(rf"(?=\D*\d)[0-9A-Za-z]{{2,{ID_LENGTH}}}")
WHOLE = re.compile(rf"[A-Za-z]{{{ID_LENGTH}}}")
"""An id whose digits may all have been read as letters; or a name."""

LOOKALIKES = str.maketrans("oilu", "011v")
"""No id has these letters: who copies one by hand means the sign that looks like it."""


def as_meant(word: str) -> str:
    """Return the id, or how it begins, that a word for a match means.

    `last` is the match that was opened last, `last chess` and `last Ben` the last one of a game or a person, which is
    said first; capitals and letters that no id has are what they look like, in a word of letters alone if there is
    such a match.

    Raises:
        click.UsageError: no match is of that game or person.
    """
    if word.startswith(f"{LAST} "):
        return _last_of(word.removeprefix(LAST).split())
    if word == LAST and (known := state().reading().ledger.match_ids()):
        match = state().reading().match(known[-1])
        say_first(say("Match {match} of {game} ({people}), the latest match:", **about(match)), match)
        return match.id
    meant = word.lower().translate(LOOKALIKES)
    if CODE.fullmatch(word) or (WHOLE.fullmatch(word) and _is_there(meant)):
        return meant
    return word


def _is_there(match_id: str) -> bool:
    from tablescribe.ledger.log.errors import LedgerUnavailable, NoSuchMatch

    try:
        return state().reading().ledger.find(match_id) == match_id
    except (NoSuchMatch, LedgerUnavailable):
        return False


def match_named(word: str) -> str:
    """Return the id of the match that a word names, where it could mean something else; the empty text if none.

    It is `last`, an id, or its beginning of three letters or more, unless that is the name of a game.
    """
    from tablescribe.domain.games import named
    from tablescribe.ledger.log.errors import LedgerUnavailable, NoSuchMatch

    if len(word) < SHORTEST or named(word):
        return ""
    try:
        return state().scribe().ledger.find(as_meant(word))
    except (NoSuchMatch, LedgerUnavailable):  # the ledger may not be there yet
        return ""


def _last_of(words: Sequence[str]) -> str:
    """Return the id of the last match of a game, a person, or both: `chess`, `Ben`, `chess Ben`."""
    from tablescribe.domain.games import named
    from tablescribe.ledger.read_models.queries import MatchFilter

    ledger = state().reading().ledger
    ledger.lists.fresh()
    ask, what = ledger.asking, " ".join(words)
    played = {name.casefold(): name for name in ask.played()}
    for cut in range(len(words), -1, -1):
        title, person = " ".join(words[:cut]), " ".join(words[cut:])
        game = named(title) or played.get(title.casefold(), "")
        if bool(game) != bool(title):
            continue
        if found := ask.matches(MatchFilter(game=game, person=person), limit=1):
            match = state().reading().match(found[0].id)
            text = say("Match {match} of {game} ({people}), the latest of {what}:", what=what, **about(match))
            say_first(text, match)
            return match.id
    listing = "tablescribe matches"
    raise wrong_use(say("no match of {what} is recorded. List them: {command}", what=what, command=listing))


def with_last_of(command: click.Command, words: Sequence[str]) -> list[str]:
    """Return the words of a line with those behind `last` joined to it: `show last chess`, `undo last Ben 2`.

    Of a command that takes other words besides one match, only the name of a game is joined. Files and numbers are not.
    """
    from tablescribe.domain.games import named

    arguments = [one for one in command.params if isinstance(one, click.Argument)]
    if not any(one.name == "match_id" and one.nargs == 1 for one in arguments) or LAST not in words[:-1]:
        return list(words)
    at = words.index(LAST)
    alone = all(one.name == "match_id" or isinstance(one.type, click.IntRange) for one in arguments)
    more = list(takewhile(_is_a_name, words[at + 1 :]))
    if not alone:
        more = [one for one in more[:1] if named(one)]
    return [*words[:at], " ".join([LAST, *more]), *words[at + 1 + len(more) :]]


def _is_a_name(word: str) -> bool:
    """Return whether a word of a line can be of a name: it is no option, number or file."""
    return not word.startswith("-") and not word.isdecimal() and not PurePath(word).suffix


def about(match: Match) -> dict[str, Slot]:
    """Return what is said of a match that nobody named by its id."""
    return {"match": match.id, "game": match.opening.title, "people": listed(state().scribe().names(match))}


def say_first(text: Text, match: Match) -> None:
    """Say which match a command is about, before anything else."""
    echo(reader_of(match).tell(text), err=True)
