"""What a match is played with, as a client tells it: a catalogue, a file, a template, a table's own box."""

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
    """Return the components of a match as plain data; `None`: those that come with the program.

    Raises:
        WrongOptions: several are told, or the file cannot be read.
        NoSuchBox, BadBox: there is no such box, or it is one of another game.
    """
    if sum(one is not None for one in (catalogue, file, template, box)) > 1:
        raise WrongOptions(say("choose only one: a box, a template, or your own components"))
    if file is not None:
        return catalogue_in(file)
    if template is not None:
        return template_of(game, template).plain()
    return catalogue if box is None else for_match(ledger, box, game)


def catalogue_in(text: str) -> dict[str, Any]:
    """Return the plain data of a catalogue's file; its form is checked by the game.

    Raises:
        WrongOptions: it cannot be read.
    """
    try:
        return plain_data(text)
    except ValueError as error:
        raise WrongOptions(say("the catalogue cannot be read: {fault}", fault=str(error))) from error
