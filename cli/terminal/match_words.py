"""Words for a match: its id, the start of one, `last`, or `last` with a game or a person."""

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
"""The word for the latest match, and the latest tournament."""

SHORTEST = 3
"""Minimum length of a prefix of an id where the word could mean something else."""

CODE = re.compile(rf"(?=\D*\d)[0-9A-Za-z]{{2,{ID_LENGTH}}}")
WHOLE = re.compile(rf"[A-Za-z]{{{ID_LENGTH}}}")
"""A word of letters as long as an id: a name, or an id whose digits were all read as letters."""

LOOKALIKES = str.maketrans("oilu", "011v")
"""Letters that no id contains, each with the character that it is mistaken for."""


def as_meant(word: str) -> str:
    """Return the id, or start of an id, that a word means; any other word unchanged.

    `last` is the latest match, `last chess` and `last Ben` the latest one of a game or a person. Which match it is, is
    printed first. In an id, upper case and letters that no id contains are corrected. A word of letters alone is
    corrected only if that match exists.

    Raises:
        click.UsageError: no match is of that game or person.
    """
    if word.startswith(f"{LAST} "):
        return _last_of(word.removeprefix(LAST).split())
    if word == LAST and (known := state().reading().ledger.match_ids()):
        match = state().reading().match(known[-1])
        say_first(say("Match {match} of {game} ({people}), the latest match:", **about(match)), match)
        return match.id
    return word.lower().translate(LOOKALIKES) if means_an_id(word) else word


def means_an_id(word: str) -> bool:
    """Return whether a word means an id, or the start of one: it has a digit, or is the whole id of a match."""
    return bool(CODE.fullmatch(word)) or bool(WHOLE.fullmatch(word) and _is_there(word.lower().translate(LOOKALIKES)))


def _is_there(match_id: str) -> bool:
    from tablescribe.ledger.log.errors import LedgerUnavailable, NoSuchMatch

    try:
        return state().reading().ledger.find(match_id) == match_id
    except (NoSuchMatch, LedgerUnavailable):
        return False


def match_named(word: str) -> str:
    """Return the id of the match that a word names, if it could also mean something else; empty if none.

    The word is `last`, an id, or a prefix of at least three characters that is not the name of a game.
    """
    from tablescribe.domain.games import named
    from tablescribe.ledger.log.errors import LedgerUnavailable, NoSuchMatch

    if len(word) < SHORTEST or named(word):
        return ""
    try:
        return state().scribe().ledger.find(as_meant(word))
    except (NoSuchMatch, LedgerUnavailable):  # there may be no ledger yet
        return ""


def _last_of(words: Sequence[str]) -> str:
    """Return the id of the latest match of a game, a person, or both: `chess`, `Ben`, `chess Ben`."""
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
    """Return the arguments with the words after `last` joined to it: `show "last chess"`, `undo "last Ben" 2`.

    If the command takes other arguments besides a match and numbers, only the name of a game is joined.
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
    """Return whether an argument can be part of a name: it is no option, number or file."""
    return not word.startswith("-") and not word.isdecimal() and not PurePath(word).suffix


def about(match: Match) -> dict[str, Slot]:
    """Return the slots that describe a match that was not named by its id."""
    return {"match": match.id, "game": match.opening.title, "people": listed(state().scribe().names(match))}


def say_first(text: Text, match: Match) -> None:
    """Say on standard error which match a command uses, before its output."""
    echo(reader_of(match).tell(text), err=True)
