"""Ask for facts line by line, with completion, for a judge's ruling or the effect of a printed text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from tablescribe.cli.table.prompt import Ask, Cancelled
from tablescribe.domain.words.text import Text, say

if TYPE_CHECKING:
    from tablescribe.domain.match.match import Match
    from tablescribe.domain.rules.action import Action
    from tablescribe.domain.table.table import Table
    from tablescribe.replays.reading.reader import Reader

VERBS: dict[str, Text] = {
    "move": say("move PIECE N FROM TO: move pieces between zones"),
    "turn": say("turn ZONE FACE TO N: turn pieces to another face"),
    "set": say("set KEY VALUE: change a value"),
}


HELP = ("help", "?")
"""Lines that ask for help with facts."""

CANCEL = "cancel"
"""The line that discards the facts and leaves."""

LEAVES = (CANCEL, "quit", "exit", "q")
"""What people type to get away from a question."""


def with_facts(
    kind: type[Action] | None, action: dict[str, Any], ask: Ask, reader: Reader, match: Match
) -> dict[str, Any]:
    """Return an action with its facts. If its kind needs facts and none were given, ask what the text did."""
    if kind is None or "facts" not in kind.model_fields or action.get("facts"):
        return action
    return {**action, "facts": ask_facts(ask, reader, match, say("What did it do?"))}


def ask_facts(ask: Ask, reader: Reader, match: Match, what: Text, *, known_only: bool = False) -> list[str]:
    """Ask for facts, one per line, until an empty line. Each is checked on a copy of the table at once.

    With `known_only`, names that occur neither in the match nor in its game are refused: they are probably misspelt.

    Raises:
        Cancelled: the person types `cancel` or presses Ctrl-C.
    """
    from tablescribe.cli.terminal.screen import write
    from tablescribe.domain.rules.known_names import must_be_known
    from tablescribe.domain.rules.typed_facts import BadFact, read_facts, zones_in
    from tablescribe.domain.table.table import Impossible

    write(
        reader.tell(say("{what} Enter one fact per line. An empty line ends the list, `cancel` goes back.", what=what)),
        fg="cyan",
    )
    told: list[str] = []
    zones = zones_in(fact for move in match.moves for fact in move.facts)
    trial = match.table.copy()
    while True:
        try:
            line = ask("  " + reader.tell(say("fact")) + "? ", partial(completed, reader, trial, zones)).strip()
        except KeyboardInterrupt:
            raise Cancelled from None
        if line.lower() in LEAVES:
            raise Cancelled
        if not line:
            return told
        if line.lower() in HELP:
            explain(reader, trial)
            continue
        after = trial.copy()
        try:
            facts = read_facts(trial, [line])
            if known_only:
                must_be_known(match.opening, facts, partial(_known, match, trial))
            for fact in facts:
                after.apply(fact)
        except (BadFact, Impossible) as error:
            write(reader.tell(error.text), fg="red")
            continue
        told.append(" ".join(line.split()))
        trial = after


def explain(reader: Reader, table: Table) -> None:
    """Print the forms of a fact, with an example from this table."""
    from tablescribe.cli.terminal.screen import write

    for meaning in VERBS.values():
        write(reader.tell(meaning), lead="  ")
    example = next((f"move {piece} 1 {zone} box" for zone in table.zones for piece in table.pieces(zone)), "")
    if example:
        write(reader.tell(say("For example: `{example}`. Tab completes each word.", example=example)), lead="  ")


def _known(match: Match, trial: Table) -> set[str]:
    from tablescribe.domain.rules.known_names import names_on
    from tablescribe.ledger.matches.fact_checks import known_names

    return known_names(match) | names_on(trial)


def completed(reader: Reader, table: Table, zones: Iterable[str], words: Sequence[str]) -> dict[str, str]:
    """Return the possible next words of a fact, each with its display name."""
    from tablescribe.domain.rules.typed_facts import next_words

    if not words:
        return {verb: reader.tell(meaning) for verb, meaning in VERBS.items()}
    return {one: reader.name(one) for one in next_words(table, words, zones)}
