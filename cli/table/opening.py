"""How the command line opens a match: options, components, and outcomes of the set-up."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tablescribe.cli.terminal.language import reader, told, wrong_use
from tablescribe.cli.terminal.other_games import instead
from tablescribe.cli.terminal.state import Explained, reason, state
from tablescribe.domain.words.text import say

if TYPE_CHECKING:
    from tablescribe.domain.match.match import Match
    from tablescribe.domain.rules.chance import Question
    from tablescribe.domain.rules.opening import Opening
    from tablescribe.domain.words.text import Text
    from tablescribe.replays.reading.reader import Reader


EXAMPLE_NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Fay")
MOST = 12
"""Maximum number of outcomes listed in the first question; a deck has more."""


def opened(outcomes: list[Any], **how: Any) -> Match:
    """Open a match. On a terminal, ask for outcomes of the set-up that were not given."""
    from tablescribe.domain.games import UnknownGame, check_edition, opening
    from tablescribe.domain.rules.chance import NeedsOutcome, WrongOutcome
    from tablescribe.domain.rules.play import Illegal

    edition = how.get("edition", "")
    if edition:
        check_edition(how["game"], edition)
    try:
        fixed = opening(how["game"], len(how["names"]), how["options"], how["catalogue"], edition)
    except UnknownGame as error:
        error.people = tuple(how["names"])
        if error.near or not _agreed(instead(error.key, error.people)):
            raise
        return opened(outcomes, **{**how, **as_anything(error.key, how)})
    # checked before a ledger is created for it
    scribe = state().scribe(create=True)
    people = () if state().json else how["names"]
    while True:
        try:
            return scribe.new(outcomes=outcomes, **how)
        except NeedsOutcome as needs:
            if state().json or not sys.stdin.isatty():
                question = reader(fixed, people).tell(needs.question.text())
                possible = _possible(needs.question, people)
                raise Explained(needs, fixed, people, question=question, possible=possible) from needs
            outcomes = [*outcomes, _asked(needs.question, fixed, how["names"])]
        except (Illegal, WrongOutcome) as error:
            raise Explained(error, fixed, people) from error


def _possible(question: Question, people: Sequence[str]) -> list[str]:
    """Return the outcomes as they are entered, seats with the people in them: `2 (Ben)`."""
    seated = dict(enumerate(people, start=1)) if question.asks_for_seat(len(people)) else {}
    return [f"{one} ({seated[int(one)]})" if seated else str(one) for one in question.among]


def people_of(key: str, names: Sequence[str], command: str) -> Sequence[str]:
    """Return the players of a game. On a terminal, ask for their names if none were given.

    Args:
        key: the game, as it was typed.
        names: the typed names.
        command: the command that opens a match, such as `tablescribe new`.

    Raises:
        UnknownGame: nobody was named, and there is no such game.
        click.UsageError: nobody was named.
    """
    from tablescribe.domain.games import UnknownGame, game

    if names:
        from tablescribe.cli.terminal.player_words import names_alone

        return names_alone(names)
    asks = sys.stdin.isatty() and not state().json
    try:
        title, least = game(key).title, min(game(key).seats)
    except UnknownGame as error:
        if error.near or not asks:
            raise
        title, least = key, 2
    if not asks:
        example = " ".join([command, key, *EXAMPLE_NAMES[:least]])
        raise wrong_use(say("Name the players of {game}, in turn order: {example}", game=title, example=example))
    from tablescribe.cli.terminal.screen import write

    write(told(say("Who plays {game}? Names in turn order, separated by commas.", game=title)), fg="cyan")
    asked = told(say("names"))
    typed = click.prompt(f"  {asked}", default="", show_default=False)
    found = [name.strip() for name in typed.split(",")] if "," in typed else typed.split()
    if not any(found):
        raise click.Abort
    return [name for name in found if name]


def as_anything(title: str, how: Mapping[str, Any]) -> dict[str, Any]:
    """Return the arguments to open a free-form match instead of a game that is not here."""
    from tablescribe.domain.games import ANYTHING, suited_template

    data = {"title": title if title[:1].isupper() else title.title(), **(how.get("data") or {})}
    catalogue = how["catalogue"] or template_data(ANYTHING, suited_template(title))
    return {"game": ANYTHING, "catalogue": catalogue, "data": data}


def _agreed(offer: Text) -> bool:
    """Return whether a person at a terminal accepts an offer."""
    if state().json or not sys.stdin.isatty():
        return False
    from tablescribe.cli.terminal.screen import write

    write(told(offer))
    return click.confirm(told(say("Run it now?")), default=True)


LEAVES = ("quit", "exit", "q")
"""Words that leave a question, as an empty line does."""


def _asked(question: Question, fixed: Opening, names: Sequence[str]) -> Any:
    """Ask what chance gave; an empty line gives up. A seat can be entered by the name of the person in it."""
    from tablescribe.cli.table.choosing import outcome_named
    from tablescribe.cli.terminal.screen import write

    reads = reader(fixed, names)
    write(reads.tell(say("{question}: which one? (an empty line cancels)", question=question.text())), fg="cyan")
    which, named = told(say("which")), [_named(reads, str(one)) for one in question.among]
    seated = dict(enumerate(names, start=1)) if question.asks_for_seat(len(names)) else {}
    if seated:
        named = [f"{seat} ({name})" for seat, name in seated.items()]
    possible = ", ".join(named)
    write(told(say("possible: {some}", some=", ".join(named[:MOST]))) + " …" * (len(named) > MOST), lead="  ")
    while True:
        said = click.prompt(f"  {which}", default="", show_default=False).strip()
        if not said or said in LEAVES:
            raise click.Abort
        outcome = outcome_named(reads, question.among, said)
        outcome = _seat_of(seated, said) if outcome is None else outcome
        if outcome is not None:
            return outcome
        write(told(say("{what} cannot come up. Possible: {some}", what=said, some=possible)), fg="red")


def _seat_of(seated: Mapping[Any, str], said: str) -> Any:
    """Return the seat whose person is named, in full or by how one name alone begins; `None` if nobody's."""
    known = {seat: name.casefold() for seat, name in seated.items()}
    exact = [seat for seat, name in known.items() if name == said.casefold()]
    begun = [seat for seat, name in known.items() if name.startswith(said.casefold())]
    return next((found[0] for found in (exact, begun) if len(found) == 1), None)


def _named(reads: Reader, outcome: str) -> str:
    """Return the word to type for an outcome, with its name if that says more: `p1 (Ilse Kranz)`, `2 Timber`."""
    from tablescribe.cli.table.matching import short

    word, name = short(outcome), reads.name(outcome)
    plain, called = word.replace("_", " ").casefold(), name.casefold()
    if called.rstrip(" ?") == plain:  # `2 ?` is a blank
        return word
    return name if called.startswith(f"{plain} ") else f"{word} ({name})"


def options_told(texts: Sequence[str]) -> dict[str, Any]:
    """Return options by name. Values of a repeated option, such as a deck for each seat, are joined by `---` lines."""
    told: dict[str, Any] = {}
    for name, value in map(pair, texts):
        if isinstance(value, str) and value.startswith("@"):
            value = _from_file(Path(value[1:]))
        told[name] = f"{told[name]}\n---\n{value}" if name in told else value
    return told


def _from_file(path: Path) -> str:
    try:
        return path.read_text("utf-8").strip()
    except (OSError, ValueError) as error:
        raise wrong_use(say("{file} cannot be read: {error}", file=str(path), error=reason(error))) from error


def followed(match_id: str | None, told: dict[str, Any]) -> dict[str, Any]:
    """Return the options of a match that follows another: the given ones, completed with those carried over."""
    if match_id is None:
        return told
    from tablescribe.domain.rules.play import Illegal
    from tablescribe.ledger.matches.series import completed

    scribe = state().scribe()
    former = scribe.match(match_id)
    try:
        return completed(scribe.ledger, former, told)
    except Illegal as error:
        raise Explained(error, former.opening) from error


def carried_catalogue(match_id: str | None) -> Any:
    """Return the components of the previous match of a series."""
    return None if match_id is None else state().scribe().match(match_id).opening.catalogue.plain()


def template_data(game: str, name: str | None) -> Any:
    """Return the components of a template that comes with a game, as plain data."""
    if name is None:
        return None
    from tablescribe.domain.games import template

    return template(game, name).plain()


def pair(text: str) -> tuple[str, Any]:
    """Return `name=value` as a pair, with the value as plain data."""
    from tablescribe.ledger.matches.fact_checks import plain

    name, equals, value = text.partition("=")
    if not equals:
        raise wrong_use(say("`{name}` has no value: write `{name}=VALUE`", name=text))
    return name, plain(value)


def catalogue_data(path: Path | None) -> Any:
    """Return the contents of a catalogue file as plain data. The game checks its form later."""
    if path is None:
        return None
    from tablescribe.domain.box.catalogue import LARGEST, plain_data

    try:
        with path.open("rb") as file:
            return plain_data(file.read(LARGEST + 1).decode())
    except (OSError, ValueError) as error:
        text = say("the catalogue {file} cannot be read: {error}", file=str(path), error=reason(error))
        raise wrong_use(text) from error


def box_data(name: str | None, game: str, file: Path | None) -> Any:
    """Return the catalogue of a box as plain data."""
    if name is None:
        return None
    if file is not None:
        raise wrong_use(say("use --box or --catalogue, not both. To make a box from a file: `box new … --from`"))
    from tablescribe.ledger.matches.boxes import for_match

    return for_match(state().scribe().ledger, name, game)
