"""The registry: which games there are, and matches brought to life from their first event."""

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
"""The games there are: key → title. A game's package is imported when somebody asks for it."""

OTHER_TITLES: dict[str, tuple[str, ...]] = {
    "chess": ("Schach", "Scacchi", "Xadrez"),
    "morris": ("Mühle", "Muehle", "Mulino", "Filetto", "Trilha", "Moinho", "Nine Mens Morris", "Merels"),
    "expeditions": ("Expeditions",),
    "robinson": ("Robinson Crusoe",),
    "tomb_raider": ("Tomb Raider",),
    "freeform": ("Freies Spiel", "Gioco libero", "Jogo livre"),
}
"""What else people call a game: its title in the languages of the pages, and other names."""

SHEET = "points"
"""Its template for a game that nobody knows here: a sheet for points."""


def named(word: str) -> str:
    """Return the key of the game that a word names by key or title, in any language and spelling; else nothing."""
    names = {name.casefold(): key for key, title in GAMES.items() for name in (key, title, *OTHER_TITLES.get(key, ()))}
    return names.get(" ".join(word.casefold().split()), "")


def called(played: str) -> str:
    """Return what people call what was played: a game's key, or `freeform:Catan`."""
    key, _, title = played.partition(":")
    return title or GAMES.get(key, key)


NOTATIONS: dict[str, str] = {"rootlog": "root", "pgn": "chess", "sgf": "freeform"}
"""The notations that games read and write: name → key of the game."""


class UnknownGame(Spoken):
    """There is no such game here.

    Attributes:
        key: what was asked for.
        near: a game that was perhaps meant, or empty.
        people: who was to play it, if that was told.
    """

    code = "game.unknown"

    def __init__(self, text: Text, key: str = "", near: str = "") -> None:
        super().__init__(text)
        self.key, self.near = key, near
        self.people: tuple[str, ...] = ()


class WrongOptions(Spoken):
    """Options or catalogue do not have the form that the game asks for."""

    code = "game.options"


def game(key: str) -> Game:
    """Return a game by its key.

    Raises:
        UnknownGame: there is none of that key.
    """
    if key not in GAMES:
        there = say("there is no game {game}. Games: {games}", game=repr(key), games=listed(GAMES))
        near = named(key) or suggestion(key, GAMES)
        raise UnknownGame(say("{what}. Did you mean {near}?", what=there, near=near) if near else there, key, near)
    found = import_module(f"tablescribe.domain.games.{key}").GAME
    assert isinstance(found, Game)
    return found


def notation(name: str) -> tuple[Game, Notation]:
    """Return the game that has a notation of this name (one of `NOTATIONS`), and the notation."""
    found = game(NOTATIONS[name])
    return found, next(one for one in found.notations() if one.name == name)


def template(key: str, name: str) -> Catalogue:
    """Return a catalogue that comes with a game besides its own, by its name.

    Raises:
        WrongOptions: there is none of that name.
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
    """Return the template of `ANYTHING` that suits a game of a title: the one named so, or made for it; else a sheet.

    Titles that suit a template are data of the room: `titles.yaml`.
    """
    return _template_for(title) or SHEET


def is_titled(word: str) -> bool:
    """Return whether a word is the title of a game without rules here that a template is made for."""
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
    """Return the seats of a game that nobody sits at; of a game that is not here nobody knows any."""
    return game(key).automata if key in GAMES else ()


def seats_for(key: str, people: int) -> int:
    """Return how many seats a match of some people has: one who plays alone may sit against automata.

    Raises:
        UnknownGame: there is no such game.
    """
    return people + (len(game(key).automata) if people == 1 else 0)


def people_for(key: str) -> tuple[int, ...]:
    """Return how many people a game can be played by; automata are none.

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
    """Return what fixes a match of a game; options and catalogue come as plain data and are checked.

    It is played by today's rules, or by those of an earlier edition that the game still knows. `recorded`: the data are
    an event's, so they never change, and a catalogue that was checked just now is not checked again.

    Raises:
        UnknownGame: there is no such game.
        WrongOptions: the data do not have the form that the game asks for.
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
    """Raise `WrongOptions` unless that is an edition of the game's rules by which it can be played."""
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
"""Of each game, the catalogue that an event told last: its data, and what came of them."""


def _recorded(chosen: Game, data: Mapping[str, Any] | None) -> Catalogue:
    """Return the catalogue that an event tells: nearly all matches of a log share the very same data."""
    last = _last.get(chosen.key)
    if last is None or last[0] is not chosen or last[1] is not data:
        last = _last[chosen.key] = chosen, data, _catalogue(chosen, data)
    return last[2]


def revive(events: Iterable[AnyEvent]) -> Match | None:
    """Return the match that these events tell, or `None` when there are none.

    Raises:
        Impossible: they are not the events of one match, in order.
        UnknownGame, WrongOptions: the match was opened under a game that is not here.
    """
    stream = iter(events)
    match = _begun(next(stream, None))
    return match and replay(match, stream)


def revive_stored(stored: Iterable[tuple[AnyEvent, bytes]]) -> Match | None:
    """Return the match that these events tell, each with its bytes, as `revive` does: see `replay_stored`.

    Raises:
        Impossible: they are not the events of one match, in order.
        UnknownGame, WrongOptions: the match was opened under a game that is not here.
    """
    stream = iter(stored)
    first = next(stream, None)
    match = _begun(first and first[0])
    return match and replay_stored(match, stream)


def _begun(first: AnyEvent | None) -> Match | None:
    """Return the match that an event opened; nothing opened none."""
    if first is None:
        return None
    if not isinstance(first, Opened):
        raise Impossible(say("a match must begin with its opening"))
    fixed = opening(first.game, len(first.seats), first.options, first.catalogue, first.edition, recorded=True)
    return Match(first, fixed)


def project(match: Match | None, events: Iterable[AnyEvent]) -> Match | None:
    """Bring a match up to date: the projector for the library's repository."""
    return revive(events) if match is None else replay(match, events)
