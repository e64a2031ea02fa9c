"""`play`: record at the table, in a named match, the last one, or a new one."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from tablescribe.cli.terminal.language import in_language, language, wrong_use
from tablescribe.cli.terminal.match_words import LAST, match_named
from tablescribe.cli.terminal.state import check_dealt, state
from tablescribe.domain.words.text import say

if TYPE_CHECKING:
    from tablescribe.domain.match.match import Match
    from tablescribe.domain.words.text import Text
    from tablescribe.ledger.matches.scribe import Scribe


@click.command(
    epilog="""\b
Examples:
  tablescribe play                              (the last open match)
  tablescribe play 7k2
  tablescribe play last Ben                     (the last match of a person; or of a game: last chess)
  tablescribe play 7k2 --plain < lines.txt      (the exit code tells if a line was refused)
  tablescribe play --new ultime Ada Ben Cleo    (open a match first)
  tablescribe play chess Ada Ben                (a game and its players: the same)
  tablescribe play --new ultime Ada Ben Cleo --chance sealed    (Tablescribe rolls and deals)
  tablescribe play --new expeditions Ada Automa --box ours
  tablescribe play --new freeform Ann Ben --template resources --title Catan"""
)
@click.argument("match_id", metavar="[MATCH]", nargs=-1)
@click.option("--new", "opens", is_flag=True, help="Open a match first: GAME and the players, as in `new`.")
@click.option("-o", "--option", "options", multiple=True, metavar="NAME=VALUE", help="With --new: game option.")
@click.option("--box", metavar="NAME", help="With --new: your own copy of the game.")
@click.option("--template", metavar="NAME", help="With --new: template for a game without rules.")
@click.option("--title", help="With --new: title; for a game without rules, its name.")
@click.option("--chance", type=click.Choice(["table", "open", "sealed"]),
              help="With --new: who deals, as in `new`.")  # fmt: skip
@click.option("--clock", metavar="TIME", help="With --new: time of the match, such as 90+30.")
@click.option("--outcome", "outcomes", multiple=True, help="With --new: die or card of the setup.")
@click.option("--seat", type=click.IntRange(min=1), help="Show what this seat may see.")
@click.option("--plain", is_flag=True, help="Print line by line, without completion. Default off a terminal.")
@in_language
@click.pass_context
def play(
    ctx: click.Context, match_id: Sequence[str], opens: bool, options: Sequence[str], box: str | None,
    template: str | None, title: str | None, chance: str | None, clock: str | None, outcomes: Sequence[str],
    seat: int | None, plain: bool,
) -> None:  # fmt: skip
    """Record MATCH interactively, or the last open match.

    The prompt shows the board, completes legal actions, asks for dice and cards, and understands undo, notes and
    rules. Every move is on disk before the next prompt. On a terminal of 100 columns or more, the table stays on the
    screen beside the log.
    """
    from tablescribe.cli.table.full_screen import Screen
    from tablescribe.cli.table.prompt import completing, plain_line
    from tablescribe.cli.table.session import Session
    from tablescribe.cli.terminal.messages import told_remarks
    from tablescribe.domain.match.refusals import check_seats

    if len(match_id) > 1 and match_id[0] == LAST:
        match_id = (" ".join(match_id),)
    opens = opens or (len(match_id) > 1 and not match_named(match_id[0]))
    if not opens and (options or outcomes or any((box, template, title, chance, clock)) or len(match_id) > 1):
        raise wrong_use(say("enter one match. A game, players and opening options need --new"))
    remarks: list[Text] = []
    if opens:
        match = _opened(match_id, options, outcomes, (box, template, title, chance, clock))
        remarks, _ = told_remarks(match.opening)
    else:
        match = _found(match_id)
    check_dealt(match)
    check_seats(match.opening.seats, seat)
    terminal = sys.stdin.isatty() and sys.stdout.isatty() and not plain
    if terminal:
        with Screen(completing()) as screen:
            Session(state().scribe(), match.id, screen.ask, seat, language(), screen).run(remarks)
        return
    at_table = Session(state().scribe(), match.id, plain_line, seat, language())
    at_table.run(remarks)
    if not sys.stdin.isatty():
        ctx.exit(at_table.exit_code)


def _opened(
    words: Sequence[str],
    options: Sequence[str],
    outcomes: Sequence[str],
    more: tuple[str | None, ...],
) -> Match:
    """Open a match of the game WORDS[0] for the people that follow; `more`: box, template, title, chance, clock."""
    from tablescribe.cli.table.clock import with_clock
    from tablescribe.cli.table.opening import box_data, opened, options_told, people_of, template_data
    from tablescribe.cli.terminal.second_guess import game_named
    from tablescribe.ledger.matches.fact_checks import plain

    if not words:
        raise wrong_use(
            say("enter the game and its players: {example}", example="tablescribe play --new ultime Ada Ben Cleo")
        )
    game = game_named(words[0]) or words[0]
    names = people_of(game, words[1:], "tablescribe play --new")
    (box, template, title, chance, clock), told = more, options_told(options)
    if box and template:
        raise wrong_use(say("use only one of --box, --template and --catalogue"))
    return opened(
        [plain(text) for text in outcomes], game=game, names=names, options=told,
        catalogue=box_data(box, game, None) or template_data(game, template),
        data={"title": title} if title else {}, chance=chance or "table", **with_clock(clock, loses=False),
    )  # fmt: skip


def _found(words: Sequence[str]) -> Match:
    """Return the match that is named, or the last one that is open."""
    from tablescribe.cli.table.match_choice import open_matches
    from tablescribe.cli.terminal.match_words import as_meant

    scribe = state().reading()
    if words:
        return _named_match(scribe, as_meant(words[0]))

    nothing = say("no match is open. Open one: {example}", example="tablescribe play --new ultime Ada Ben Cleo")
    return scribe.match(open_matches(scribe, nothing)[0].id)


def _named_match(scribe: Scribe, word: str) -> Match:
    """Return a match by its id.

    Raises:
        NoSuchMatch: there is none.
        click.UsageError: the word is the name of a game; the message says how to open a match of it.
    """
    from tablescribe.domain.games import is_titled, named
    from tablescribe.ledger.log.errors import NoSuchMatch

    try:
        return scribe.match(word)
    except NoSuchMatch:
        if not named(word) and not is_titled(word):
            raise
    command = f"tablescribe play --new {word} Ada Ben"
    raise wrong_use(say("{word} is a game, not a match. To open a match: {command}", word=word, command=command))
