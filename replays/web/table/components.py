"""The components of a match as clients choose them: a catalogue, a file, a template, or a table's own box."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tablescribe.domain.box.catalogue import plain_data
from tablescribe.domain.games import WrongOptions
from tablescribe.domain.games import template as template_of
from tablescribe.domain.words.text import say
from tablescribe.ledger.matches.boxes import for_match
from tablescribe.ledger.matches.ledger import Ledger


def components(
    ledger: Ledger,
    game: str,
    catalogue: Mapping[str, Any] | None,
    file: str | None,
    template: str | None,
    box: str | None,
) -> Mapping[str, Any] | None:
    """Return the components of a match as plain data; `None` for the standard ones of the program.

    Raises:
        WrongOptions: more than one source is given, or the file cannot be read.
        NoSuchBox, BadBox: there is no such box, or it is of another game.
    """
    if sum(one is not None for one in (catalogue, file, template, box)) > 1:
        raise WrongOptions(say("choose only one: a box, a template, or your own components"))
    if file is not None:
        return catalogue_in(file)
    if template is not None:
        return template_of(game, template).plain()
    return catalogue if box is None else for_match(ledger, box, game)


def catalogue_in(text: str) -> dict[str, Any]:
    """Return the plain data in a catalogue's file; the game validates them later.

    Raises:
        WrongOptions: it cannot be read.
    """
    try:
        return plain_data(text)
    except ValueError as error:
        raise WrongOptions(say("the catalogue cannot be read: {fault}", fault=str(error))) from error
