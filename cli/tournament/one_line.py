"""`tournament new`: announce a tournament of one stage without a plan file."""

from __future__ import annotations

import json
from shlex import join
from typing import Any

import click

from tablescribe.cli.terminal.language import in_language, wrong_use
from tablescribe.cli.terminal.state import as_json, out
from tablescribe.cli.tournament.entrants import without_commas
from tablescribe.cli.tournament.tournament import acting, organiser, tournament
from tablescribe.domain.words.text import plural, say

STAGES = {"swiss": "Swiss", "round_robin": "Round robin", "pods": "Tables", "elimination": "Knockout"}
"""The name of the single stage, by its kind."""


@tournament.command(
    epilog="""\b
Examples:
  tablescribe tournament new "Club night" --game chess --rounds 3 Ada Ben Cleo Dora
  tablescribe tournament new "Open" --game ultime --rounds 2     (enter people later, with `enter`)
  tablescribe tournament new "Club night" chess Ada Ben Cleo Dora          (the game may stand before the people)"""
)
@click.argument("title")
@click.argument("names", metavar="[NAME]...", nargs=-1)
@click.option("--game", default="", metavar="GAME", help="Game, as `tablescribe games` lists it.")
@click.option("--rounds", type=click.IntRange(1, 200), default=3, show_default=True, help="Number of rounds.")
@click.option("--kind", type=click.Choice(["swiss", "round_robin", "pods", "elimination"]),
              help="Format. Default: swiss for games for two, else pods (tables of several).")  # fmt: skip
@acting("organiser")
@in_language
@as_json
def new(title: str, names: tuple[str, ...], game: str, rounds: int, kind: str | None, role: str) -> None:
    """Announce a tournament called TITLE of one stage, and enter the people NAME.

    It has the usual tie-breaks and table sizes for the game. For several stages, prizes or other scoring, write a
    plan: see `tournament announce --help`. The plan cannot be changed afterwards.
    """
    from tablescribe.domain.tournament.model.plan_parsing import read_plan

    title, names, game = with_game(title, names, game)
    plan = read_plan(json.dumps(plan_for(title, game, rounds, kind)))
    who = organiser(create=True)
    held = who.announce(plan, by=role)
    entered = who.enter(held.id, without_commas(names), ratings={}, may_not_meet=(), by="desk") if names else []
    words = plural(
        len(entered), "Tournament {id} is announced: {title}, 1 person. Next: {command}",
        "Tournament {id} is announced: {title}, {n} people. Next: {command}",
        id=held.id, title=title,
        command="tablescribe tournament pair last" if entered else "tablescribe tournament enter last NAME …",
    )  # fmt: skip
    data = {"tournament": held.id, "digest": held.announced.digest, "rounds": plan.rounds, "entered": len(entered)}
    out(words, {**data, "version": who.tournament(held.id).version})


def with_game(title: str, names: tuple[str, ...], game: str) -> tuple[str, tuple[str, ...], str]:
    """Return the title, the people and the game. Without `--game`, the game follows the title or is the title.

    Raises:
        click.UsageError: no game is named; the message shows a line with one.
    """
    from tablescribe.cli.terminal.second_guess import game_named
    from tablescribe.domain.games import GAMES

    if game:
        return title, names, game
    if names and (key := game_named(names[0])):
        return title, names[1:], key
    if key := game_named(title):
        return GAMES[key], names, key
    line = join(["tablescribe", "tournament", "new", title, "--game", "chess", *names])
    raise wrong_use(say("Which game? Name it with --game, such as: {command}", command=line))


def plan_for(title: str, word: str, rounds: int, kind: str | None) -> dict[str, Any]:
    """Return the plan of a one-stage tournament, with defaults for the game.

    Raises:
        UnknownGame: there is no such game.
        click.UsageError: the game cannot be played in that format.
    """
    from tablescribe.cli.terminal.second_guess import game_named
    from tablescribe.domain.games import people_for
    from tablescribe.domain.tournament.proposals import kinds_for, late_until, sizes_for, stage_of

    game = game_named(word) or word
    people = people_for(game)
    fitting = kinds_for(people)
    chosen = kind or fitting[0]
    if chosen not in fitting:
        raise wrong_use(say("--kind {kind} does not fit {game}. It can be {kinds}", kind=chosen, game=game,
                            kinds=", ".join(fitting)))  # fmt: skip
    sizes = sizes_for(chosen, people)
    return {
        "title": title,
        "stages": [
            stage_of(
                kind=chosen,
                sizes=sizes,
                name=STAGES[chosen],
                rounds=rounds,
                game=game,
                late={"until": late_until(chosen, rounds)},
            )
        ],
    }
