"""`move`, `undo`, `redo`, `ruling` and `missed`."""

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
from tablescribe.domain.words.text import listed, plural, say

if TYPE_CHECKING:
    from tablescribe.domain.match.events import Played
    from tablescribe.domain.match.match import Match
    from tablescribe.domain.rules.shorthand import Heard

MOST_NAMED = 5
"""Maximum number of actions that are named if words fit several."""

SHORT = 4
"""A word of at most so many characters that stands alone is an action (`e4`, `Nbd2`), never the beginning of an id."""

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
        sent.action(match)  # what is no action is refused before anything is loaded that records
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
    """Return the match as it is now, and the action that words name: in the last open match where they name none.

    An action in quotation marks is the same as its words.

    Raises:
        click.UsageError: it is a match alone, or several words of which the first names no match.
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
    """Return the match that a first word names, and the action behind it; if it begins one, it is in the last match."""
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
    """Return the last open match if a word names an action of its game; `None` if it does not, or none is open."""
    with suppress(click.UsageError):
        match = state().look(named(None, changes=True))
        if word in match.opening.game.action_names:
            return match
    return None


def the_one_action(match: Match, words: Sequence[str], seat: int | None) -> dict[str, Any]:
    """Return what words mean; see `words_data`. Where the first alone is an action in short, say that one is wanted."""
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
    """Return the one action that words mean, in any order: a legal one, else the one that a rule forbids.

    Raises:
        BadAction: they mean none: which word is not known, or has no place.
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
    """Return what short words mean, and the words; without numbers of moves, such as `1.e4` and `1... e5` have them."""
    bare = [one for one in (re.sub(r"^\d+\.+\s*", "", word) for word in words) if one]
    found = hear(words)
    return (hear(bare), bare) if found is None and bare and bare != list(words) else (found, words)


def say_played(match: Match, played: Sequence[Played]) -> None:
    """Print what was recorded."""
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
        moves, match_id = int(match_id), None  # `undo 2`: a number so short is never taken for the beginning of an id
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


@click.command(
    epilog="""\b
Examples:
  tablescribe ruling 7k2 --clause UP-50 --reason "miscounted" --fact "set score:1 5"
  tablescribe ruling 7k2 --clause "tournament 4.2" --reason "illegal move" --replaces 17 \\
      --fact "move pawn:2 1 terrain:7 terrain:6"
A fact is `move PIECE N FROM TO`, `turn ZONE FACE TO N` or `set KEY VALUE` (null removes the key)."""
)
@click.argument("match_id", metavar="MATCH")
@click.option("--clause", required=True, help="Rule or clause.")
@click.option("--reason", required=True, help="Reason.")
@click.option("--fact", "facts", multiple=True, help="Change to the table. Repeat for more.")
@click.option("--replaces", type=int, help="First move to replace. Later moves are taken back, too.")
@click.option("--preview", is_flag=True, help="Show the changes without recording them.")
@command_id
@expect
@in_language
@as_json
def ruling(
    match_id: str,
    clause: str,
    reason: str,
    facts: Sequence[str],
    replaces: int | None,
    preview: bool,
    command_id: str | None,
    expected: int | None,
) -> None:
    """Record a judge's ruling in MATCH: changes to the table, with a reason."""
    from tablescribe.ledger.matches.fact_checks import read_facts, table_before

    scribe = state().scribe()
    match = scribe.match(match_id)
    if preview:
        with explaining(match):
            _preview(match, facts, replaces)
        return
    with explaining(match):
        event = scribe.ruling(
            match.id, read_facts(table_before(match, replaces), facts), clause=clause, reason=reason, replaces=replaces,
            command_id=command_id, expected_version=expected,
        )  # fmt: skip
    data = {"match": match.id, "move": event.number, "version": event.originator_version}
    text = say("the judge rules by {clause}: {reason}", clause=clause, reason=reason)
    out(say("Move {move}: {words}", move=event.number, words=text), data)


def _preview(match: Match, facts: Sequence[str], replaces: int | None) -> None:
    """Show what a ruling would change."""
    from tablescribe.ledger.matches.fact_checks import foresee_ruling
    from tablescribe.replays.reading.timeline import Timeline

    after, event = foresee_ruling(match, facts, replaces=replaces)
    changes = Timeline(after).changes(event.number)
    lines = [*changes, say("Preview: nothing is recorded yet.")]
    reads = reader_of(after)
    data = {"match": match.id, "move": event.number, "version": None, "preview": True}
    out(lambda: echo(reads.tell(listed(lines, "\n"))), {**data, "changes": [reads.tell(text) for text in changes]})


@click.command(
    epilog="""\b
Examples:
  tablescribe missed 7k2 --moves 3 --fact "set score:2 4" --fact "set turn 1"
  tablescribe missed 7k2 --moves 1 --reason "the phone was off"
"""
)
@click.argument("match_id", metavar="MATCH")
@click.option("--moves", type=click.IntRange(min=1), required=True, help="Approximate number of moves.")
@click.option("--reason", default="", help="Reason.")
@click.option("--fact", "facts", multiple=True, help="Change to the table, as in `ruling`.")
@expect
@in_language
@as_json
def missed(match_id: str, moves: int, reason: str, facts: Sequence[str], expected: int | None) -> None:
    """Record that moves of MATCH were missed, and how the table looks now."""
    from tablescribe.ledger.matches.fact_checks import read_facts

    scribe = state().scribe()
    match = scribe.match(match_id)
    with explaining(match):
        known = read_facts(match.table, facts)
        event = scribe.missed(match.id, known, moves=moves, reason=reason, expected_version=expected)
    data = {"match": match.id, "move": event.number, "version": event.originator_version}
    text = plural(
        moves,
        "about 1 move was missed; the table is now as you described.",
        "about {n} moves were missed; the table is now as you described.",
    )
    out(say("Move {move}: {words}", move=event.number, words=text), data)
