"""`move`, `undo` and `redo`."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from tablescribe.cli.table.match_choice import named
from tablescribe.cli.terminal.language import in_language, wrong_use
from tablescribe.cli.terminal.match_words import LAST, as_meant, match_named
from tablescribe.cli.terminal.state import as_json, echo, explaining, out, reader_of, state
from tablescribe.domain.words.text import say

if TYPE_CHECKING:
    from tablescribe.domain.match.events import Played
    from tablescribe.domain.match.match import Match
    from tablescribe.domain.rules.shorthand import Heard

MOST_NAMED = 5
"""Maximum number of actions that are named if words fit several."""

SHORT = 4
"""A single word of at most this many characters is an action (`e4`, `Nbd2`), never a prefix of an id."""

command_id = click.option("--command-id", help="Idempotency key: a retry with the same id is recorded once.")
expect = click.option(
    "--expect", "expected", type=int, help="Expected version. The command fails if the match has changed."
)


@click.command(
    epilog="""\b
Examples:
  tablescribe move 7k2 skip
  tablescribe move 7k2 play_movement card=movement:4 pawn=1 at=2 use=circle
  tablescribe move 7k2 '{"do": "play_power", "card": "power:thief", "target": 3}'
  tablescribe move 7k2 decline --seat 3 --outcome movement:8 --outcome movement:21
  tablescribe move 7k2 skip --seat 3 --as-played            (out of turn, but it happened)
  tablescribe move 7k2 score Ann 5                          (freeform: a few words)
  tablescribe move 7k2 roll 4 3, robber ore-8               (several actions as one move)
`tablescribe legal 7k2 --json` shows actions in full."""
)
@click.argument("match_id", metavar="[MATCH]")
@click.argument("action", nargs=-1)
@click.option("--seat", type=int, help="Acting seat. Default: the seat whose turn it is.")
@click.option("--outcome", "outcomes", multiple=True, help="Die or card, in the order asked. Repeat for more.")
@click.option("--as-played", is_flag=True, help="Record it even if it breaks a rule.")
@command_id
@expect
@in_language
@as_json
def move(
    match_id: str,
    action: Sequence[str],
    seat: int | None,
    outcomes: Sequence[str],
    as_played: bool,
    command_id: str | None,
    expected: int | None,
) -> None:
    """Record one ACTION in MATCH: its name and its fields as NAME=VALUE, or as JSON.

    Many games also take short forms, as their players write them. An action of one word can stand alone: it is
    recorded in the last open match.
    """
    from tablescribe.cli.table.shorthand import heard
    from tablescribe.ledger.matches.client_actions import ClientAction
    from tablescribe.ledger.matches.fact_checks import plain

    match, action = match_and_action(match_id, action)
    with explaining(match):
        few, action = understood(partial(heard, match, match.table, state().names(match), seat=seat), action)
        said = few.action.data() if few is not None else the_one_action(match, action, seat)
    with explaining(match, said):
        sent = ClientAction(seat, said)
        sent.action(match)  # checked here, before the modules for recording are loaded
        scribe = state().scribe()
        played = scribe.play_said(
            match.id,
            sent,
            [*(few.outcomes if few is not None else ()), *(plain(text) for text in outcomes)],
            as_played=as_played,
            command_id=command_id,
            expected_version=expected,
        )
    say_played(scribe.match(match.id), played)


def match_and_action(word: str, action: Sequence[str]) -> tuple[Match, Sequence[str]]:
    """Return the match and the words of the action. Without a match it is the most recently used open match.

    An action may also be in quotation marks.

    Raises:
        click.UsageError: there is a match without an action, or the first of several words names no match.
    """
    if action:
        return match_first(word, action)
    first, *more = [word] if word.startswith((f"{LAST} ", "{")) else word.split()
    if more:
        return match_first(first, more)
    if (word == LAST or len(word) > SHORT) and match_named(word):
        raise click.MissingParameter(ctx=click.get_current_context(), param_hint="'ACTION...'", param_type="argument")
    return state().look(named(None, changes=True)), (word,)


def match_first(word: str, action: Sequence[str]) -> tuple[Match, Sequence[str]]:
    """Return the match that the first word names, and the action after it; if it names an action, the default match."""
    from tablescribe.ledger.log.errors import NoSuchMatch

    try:
        match = state().look(as_meant(word))
    except NoSuchMatch:
        if (last := in_the_last_one(word)) is None:
            raise
        return last, (word, *action)
    quoted = len(action) == 1 and not action[0].lstrip().startswith("{")
    return match, action[0].split() if quoted else action


def in_the_last_one(word: str) -> Match | None:
    """Return the default match if a word names an action of its game; else `None`."""
    with suppress(click.UsageError):
        match = state().look(named(None, changes=True))
        if word in match.opening.game.action_names:
            return match
    return None


def the_one_action(match: Match, words: Sequence[str], seat: int | None) -> dict[str, Any]:
    """Return the action that words mean; see `words_data`. Say if the first word alone would have been an action."""
    from tablescribe.cli.table.shorthand import heard
    from tablescribe.domain.rules.shorthand import Unclear
    from tablescribe.ledger.matches.client_actions import BadAction

    try:
        return words_data(match, words, seat)
    except BadAction:
        with suppress(Unclear):
            if len(words) > 1 and heard(match, match.table, state().names(match), words[:1], seat) is not None:
                line = f"tablescribe move {match.id} {words[0]}"
                text = say("Record one action at a time: {command}. For several, use `tablescribe play`.", command=line)
                raise wrong_use(text) from None
        raise


def words_data(match: Match, words: Sequence[str], seat: int | None) -> dict[str, Any]:
    """Return the one action that words mean, in any order: a legal one, else one that a rule forbids.

    Raises:
        BadAction: they mean none; the message names the unknown word.
        click.UsageError: they mean several actions.
    """
    from tablescribe.cli.table.in_full import action_data

    known = words[0] in match.opening.game.action_names
    in_full = known and all("=" in word for word in words[1:])
    if in_full or match.is_over or words[0].lstrip().startswith("{"):
        return action_data(match, words)
    from tablescribe.cli.table.situation import Situation
    from tablescribe.cli.terminal.language import language
    from tablescribe.ledger.matches.client_actions import BadAction
    from tablescribe.replays.reading.discretion import EVERYTHING

    now = Situation(match, EVERYTHING, language(), state().names(match))
    found = now.fitting(words, seat) or now.forbidden(words, seat)
    if len(found) == 1:
        return found[0].action.data()
    if not found and (not known or now.is_misspelled(words)):
        raise BadAction(now.unclear(words, seat))
    if not found or known:
        return action_data(match, words)
    some = "; ".join(one.sentence for one in found[:MOST_NAMED])
    raise wrong_use(say("{words} can mean several actions: {some}. Add a word.", words=" ".join(words), some=some))


def understood(
    hear: Callable[[Sequence[str]], Heard | None], words: Sequence[str]
) -> tuple[Heard | None, Sequence[str]]:
    """Return what shorthand means, and its words, without move numbers such as in `1.e4` and `1... e5`."""
    bare = [one for one in (re.sub(r"^\d+\.+\s*", "", word) for word in words) if one]
    found = hear(words)
    return (hear(bare), bare) if found is None and bare and bare != list(words) else (found, words)


def say_played(match: Match, played: Sequence[Played]) -> None:
    """Print the recorded moves, and the seats to act next."""
    from tablescribe.cli.terminal.messages import in_a_row, played_data, played_lines
    from tablescribe.replays.reading.timeline import Timeline

    timeline, reads = Timeline(match), reader_of(match)
    data = [played_data(reads, timeline, one) for one in played]

    def words() -> None:
        echo("\n".join(played_lines(reads, data)))
        if match.to_act:
            echo(reads.tell(say("To play: {seats}.", seats=in_a_row(match.to_act))))
        else:
            close = f"tablescribe close {match.id}"
            echo(reads.tell(say("The game is over. Close it: {command}", command=close)))

    out(words, {"moves": data, "version": match.version, "to_act": list(match.to_act)})


@click.command(
    epilog="""\b
Examples:
  tablescribe undo                             (the last move of the last open match)
  tablescribe undo 7k2 2                       (the last two)
  tablescribe undo 7k2 --steps 3 --agreed 2 --agreed 3 --by 1
  tablescribe undo 7k2 --to 12 --judge --reason "wrong pawn\""""
)
@click.argument("match_id", metavar="[MATCH]", required=False)
@click.argument("moves", metavar="[N]", type=click.IntRange(min=1), required=False)
@click.option("--steps", type=click.IntRange(min=1), default=1, show_default=True, help="Number of moves, as N.")
@click.option("--to", type=int, help="Last move to keep, instead of --steps.")
@click.option("--by", type=int, help="Seat that asks.")
@click.option("--agreed", type=int, multiple=True, help="Seat that agrees. Repeat for more.")
@click.option("--all-agree", is_flag=True, help="All seats agree.")
@click.option("--judge", is_flag=True, help="The judge decides.")
@click.option("--reason", default="", help="Reason.")
@command_id
@expect
@in_language
@as_json
def undo(
    match_id: str | None,
    moves: int | None,
    steps: int,
    to: int | None,
    by: int | None,
    agreed: Sequence[int],
    all_agree: bool,
    judge: bool,
    reason: str,
    command_id: str | None,
    expected: int | None,
) -> None:
    """Take back the last move of MATCH, or of the last open match; or the last N moves.

    They stay in the log, and `redo` restores them.
    """
    scribe = state().scribe()
    if match_id and moves is None and re.fullmatch(r"[1-9][0-9]?", match_id):
        moves, match_id = int(match_id), None  # `undo 2`: a single digit is never taken for a prefix of an id
    steps = moves or steps
    match = scribe.match(named(match_id, changes=True))
    seats = range(1, match.opening.seats + 1) if all_agree else agreed
    with explaining(match):
        event = scribe.undo(
            match.id, steps, to=to, by=by, agreed=seats, judge=judge, reason=reason,
            command_id=command_id, expected_version=expected,
        )  # fmt: skip
    data = {"match": match.id, "to": event.to, "version": event.originator_version, "seen": event.seen}
    done = say("Taken back to move {move}.", move=event.to)
    if event.seen:
        done = say("{done} The log notes that dice or cards had been seen.", done=done)
    out(say("{done} `{command}` restores it.", done=done, command=f"tablescribe redo {match.id}"), data)


@click.command(
    epilog="""\b
Examples:
  tablescribe redo
  tablescribe redo 7k2 --to 14"""
)
@click.argument("match_id", metavar="[MATCH]", required=False)
@click.option("--to", type=int, help="Last move to restore. Default: all.")
@click.option("--by", type=int, help="Seat that asks.")
@click.option("--reason", default="", help="Reason.")
@command_id
@expect
@in_language
@as_json
def redo(
    match_id: str | None, to: int | None, by: int | None, reason: str, command_id: str | None, expected: int | None
) -> None:
    """Restore moves of MATCH that were taken back. Default: the last open match."""
    scribe = state().scribe()
    match = scribe.match(named(match_id, changes=True))
    with explaining(match):
        event = scribe.redo(match.id, to=to, by=by, reason=reason, command_id=command_id, expected_version=expected)
    data = {"match": match.id, "to": event.to, "version": event.originator_version}
    out(say("Restored up to move {move}.", move=event.to), data)
