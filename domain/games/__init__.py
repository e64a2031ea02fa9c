"""The registry of games, and the folding of matches from their events."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any

from tablescribe.domain.box.catalogue import Catalogue, as_json, read_catalogue
from tablescribe.domain.match.events import AnyEvent, Opened
from tablescribe.domain.match.match import Match, replay, replay_stored
from tablescribe.domain.rules.game import Game
from tablescribe.domain.rules.opening import Opening
from tablescribe.domain.table.table import Impossible
from tablescribe.domain.words.anything import ANY as ANY
from tablescribe.domain.words.anything import ANYTHING as ANYTHING
from tablescribe.domain.words.suggestions import suggestion, with_suggestion
from tablescribe.domain.words.text import Spoken, Text, listed, say
from tablescribe.domain.words.validation_messages import describe_error

if TYPE_CHECKING:
    from tablescribe.domain.rules.notation import Notation

GAMES: dict[str, str] = {
    "ultime": "Le ultime persone",
    "expeditions": "Expeditions (solo)",
    "morris": "Nine Men's Morris",
    "chess": "Chess",
    "robinson": "Robinson Crusoe (versus)",
    "tomb_raider": "Tomb Raider CCG",
    "root": "Root",
    "freeform": "Freeform",
}
"""All games: key → title. A game's package is imported on first use."""

OTHER_TITLES: dict[str, tuple[str, ...]] = {
    "chess": ("Schach", "Scacchi", "Xadrez"),
    "morris": ("Mühle", "Muehle", "Mulino", "Filetto", "Trilha", "Moinho", "Nine Mens Morris", "Merels"),
    "expeditions": ("Expeditions",),
    "robinson": ("Robinson Crusoe",),
    "tomb_raider": ("Tomb Raider",),
    "freeform": ("Freies Spiel", "Gioco libero", "Jogo livre"),
}
"""Other names of a game: its title in the languages of the pages, and synonyms."""

SHEET = "points"
"""The freeform template for unknown games: a score sheet."""


def named(word: str) -> str:
    """Return the key of a game from its key or title, in any language and spelling; the empty text if unknown."""
    names = {name.casefold(): key for key, title in GAMES.items() for name in (key, title, *OTHER_TITLES.get(key, ()))}
    return names.get(" ".join(word.casefold().split()), "")


def called(played: str) -> str:
    """Return the title of the game played, from a game's key or a form such as `freeform:Catan`."""
    key, _, title = played.partition(":")
    return title or GAMES.get(key, key)


NOTATIONS: dict[str, str] = {"rootlog": "root", "pgn": "chess", "sgf": "freeform"}
"""All notations: name → key of the game."""


class UnknownGame(Spoken):
    """The game is unknown.

    Attributes:
        key: the requested key.
        near: the key of a game that was perhaps meant, or empty.
        people: the names of the players, if they were given.
    """

    code = "game.unknown"

    def __init__(self, text: Text, key: str = "", near: str = "") -> None:
        super().__init__(text)
        self.key, self.near = key, near
        self.people: tuple[str, ...] = ()


class WrongOptions(Spoken):
    """The options, the catalogue, the template or the edition do not fit the game."""

    code = "game.options"


def game(key: str) -> Game:
    """Return a game by its key.

    Raises:
        UnknownGame: there is no game with that key.
    """
    if key not in GAMES:
        there = say("there is no game {game}. Games: {games}", game=repr(key), games=listed(GAMES))
        near = named(key) or suggestion(key, GAMES)
        raise UnknownGame(say("{what}. Did you mean {near}?", what=there, near=near) if near else there, key, near)
    found = import_module(f"tablescribe.domain.games.{key}").GAME
    assert isinstance(found, Game)
    return found


def notation(name: str) -> tuple[Game, Notation]:
    """Return a notation by its name (one of `NOTATIONS`), with its game."""
    found = game(NOTATIONS[name])
    return found, next(one for one in found.notations() if one.name == name)


def template(key: str, name: str) -> Catalogue:
    """Return one of a game's templates (further catalogues) by its name.

    Raises:
        UnknownGame: there is no such game.
        WrongOptions: the game has no template with that name.
    """
    chosen = game(key)
    if name not in chosen.templates:
        known = listed(chosen.templates) if chosen.templates else say("none")
        there = say(
            "{game} has no template {name}. Templates: {known}", game=chosen.title, name=repr(name), known=known
        )
        raise WrongOptions(with_suggestion(there, name, chosen.templates))
    from importlib.resources import files

    text = files(f"tablescribe.domain.games.{key}").joinpath("templates", f"{name}.yaml").read_text("utf-8")
    model: type[Catalogue] = chosen.kind_of("catalogue")
    return read_catalogue(model, text)


def suited_template(title: str) -> str:
    """Return the freeform template that suits a game, by its title; `SHEET` if none is made for it.

    The titles that each template suits are in `titles.yaml` of the freeform game.
    """
    return _template_for(title) or SHEET


def is_titled(word: str) -> bool:
    """Return whether a word is the title of a game without rules here that has its own freeform template."""
    return _template_for(word) is not None


def _template_for(title: str) -> str | None:
    from importlib.resources import files

    from tablescribe.domain.box.yaml_data import read_yaml

    chosen, word = game(ANYTHING), title.casefold().strip()
    if word in chosen.templates:
        return word
    text = files(f"tablescribe.domain.games.{ANYTHING}").joinpath("titles.yaml").read_text("utf-8")
    suits: dict[str, list[str]] = read_yaml(text)
    return next((name for name, titles in suits.items() if word in titles), None)


def automata(key: str) -> tuple[int, ...]:
    """Return the seats of a game without a person; empty for an unknown game."""
    return game(key).automata if key in GAMES else ()


def seats_for(key: str, people: int) -> int:
    """Return the number of seats of a match for some people. A solo player may play against automata.

    Raises:
        UnknownGame: there is no such game.
    """
    return people + (len(game(key).automata) if people == 1 else 0)


def people_for(key: str) -> tuple[int, ...]:
    """Return the numbers of people that a game can be played by, without automata.

    Raises:
        UnknownGame: there is no such game.
    """
    found = game(key)
    return tuple(sorted({len({*range(1, seats + 1)} - {*found.automata}) for seats in found.seats}))


def opening(
    key: str,
    seats: int,
    options: Mapping[str, Any] | None = None,
    catalogue: Mapping[str, Any] | None = None,
    edition: str = "",
    *,
    recorded: bool = False,
) -> Opening:
    """Return the opening of a match. Options and catalogue are given as plain data and validated.

    Args:
        key: the key of the game.
        seats: the number of seats.
        options, catalogue: plain data; `None` for the game's defaults.
        edition: an earlier edition that the game still supports; by default the current one.
        recorded: the data come from an event and never change, so the last validated catalogue is reused.

    Raises:
        UnknownGame: there is no such game.
        WrongOptions: the data are not valid for the game.
    """
    chosen = game(key)
    try:
        checked = chosen.options.model_validate_json(as_json(dict(options or {})))
    except (ValueError, TypeError, RecursionError) as error:
        there = say("options of {game}: {faults}", game=chosen.title, faults=describe_error(error))
        unknown = next((name for name in options or {} if name not in chosen.options.model_fields), "")
        raise WrongOptions(with_suggestion(there, unknown, chosen.options.model_fields)) from error
    of = _recorded if recorded else _catalogue
    return Opening(chosen, seats, checked, of(chosen, catalogue), edition)


def check_edition(key: str, edition: str) -> None:
    """Raise `WrongOptions` unless the game supports this edition of its rules."""
    chosen = game(key)
    known = (*chosen.earlier, chosen.edition)
    if edition not in known:
        raise WrongOptions(
            say("{game} has no edition {edition}. Editions: {known}", game=chosen.title, edition=edition,
                known=", ".join(known))
        )  # fmt: skip


def _catalogue(chosen: Game, data: Mapping[str, Any] | None) -> Catalogue:
    if data is None or (chosen.is_read("catalogue") and chosen.catalogue.is_recorded_as(data)):
        return chosen.catalogue
    try:
        return chosen.checked(data)
    except (ValueError, TypeError, RecursionError) as error:
        raise WrongOptions(
            say("catalogue of {game}: {faults}", game=chosen.title, faults=describe_error(error))
        ) from error


_last: dict[str, tuple[Game, object, Catalogue]] = {}
"""For each game, the catalogue of the last event: its data, and the validated catalogue."""


def _recorded(chosen: Game, data: Mapping[str, Any] | None) -> Catalogue:
    """Return the catalogue of an event, cached, as nearly all matches of a log share the same data."""
    last = _last.get(chosen.key)
    if last is None or last[0] is not chosen or last[1] is not data:
        last = _last[chosen.key] = chosen, data, _catalogue(chosen, data)
    return last[2]


def revive(events: Iterable[AnyEvent]) -> Match | None:
    """Return the match folded from these events; `None` if there are none.

    Raises:
        Impossible: the events are not those of one match, in order.
        UnknownGame, WrongOptions: the game, or its options or catalogue, are not supported here.
    """
    stream = iter(events)
    match = _begun(next(stream, None))
    return match and replay(match, stream)


def revive_stored(stored: Iterable[tuple[AnyEvent, bytes]]) -> Match | None:
    """Return the match folded from events with their stored bytes; see `revive` and `replay_stored`.

    Raises:
        Impossible: the events are not those of one match, in order.
        UnknownGame, WrongOptions: the game, or its options or catalogue, are not supported here.
    """
    stream = iter(stored)
    first = next(stream, None)
    match = _begun(first and first[0])
    return match and replay_stored(match, stream)


def _begun(first: AnyEvent | None) -> Match | None:
    """Return the match that the first event opens; `None` without an event."""
    if first is None:
        return None
    if not isinstance(first, Opened):
        raise Impossible(say("a match must begin with its opening"))
    fixed = opening(first.game, len(first.seats), first.options, first.catalogue, first.edition, recorded=True)
    return Match(first, fixed)


def project(match: Match | None, events: Iterable[AnyEvent]) -> Match | None:
    """Bring a match up to date with new events (projector function of the `eventsourcing` library's repository)."""
    return revive(events) if match is None else replay(match, events)
