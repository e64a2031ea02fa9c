"""`rematch`: open another match with the same game, people, options, box and clock."""

from __future__ import annotations

from collections.abc import Sequence

import click

from tablescribe.cli.terminal.language import in_language, wrong_use
from tablescribe.cli.terminal.match_words import LAST
from tablescribe.cli.terminal.state import as_json, state
from tablescribe.domain.words.text import say


@click.command(
    epilog="""\b
Examples:
  tablescribe rematch                          (of the latest match; everybody moves on by one seat)
  tablescribe rematch 7k2 --same-seats"""
)
@click.argument("match_id", metavar="[MATCH]", default=LAST)
@click.option("--same-seats", is_flag=True, help="Keep everybody in their seat.")
@click.option(
    "--outcome", "outcomes", multiple=True, help="Die or card of the setup, in the order asked. Repeat for more."
)
@in_language
@as_json
def rematch(match_id: str, same_seats: bool, outcomes: Sequence[str]) -> None:
    """Open another match like MATCH, or like the latest one: the same game, people, options, box and clock.

    Everybody moves on by one seat, so that somebody else begins; seats that the rules play stay where they are. Title,
    event, place and tags are kept.
    """
    from tablescribe.cli.table.matches import say_opened
    from tablescribe.cli.table.opening import opened
    from tablescribe.ledger.matches.contributing import RequestedParts
    from tablescribe.ledger.matches.fact_checks import plain
    from tablescribe.ledger.matches.rematches import description_of, note_rematch, options_of, order_of

    scribe = state().scribe()
    former = scribe.match(match_id)
    names = list(state().people(former))
    if not all(names):
        raise wrong_use(say("Not all people of match {match} are known. Open a new one: {command}", match=former.id,
                            command=f"tablescribe new {former.opening.game.key} NAME …"))  # fmt: skip
    order = order_of(former, same_seats=same_seats)
    names = [names[seat - 1] for seat in order]
    match = opened(
        [plain(text) for text in outcomes],
        game=former.opening.game.key,
        names=names,
        options=options_of(former, order),
        catalogue=former.opening.catalogue.plain(),
        chance=former.opened.chance,
        take_back=former.opened.take_back,
        parts=RequestedParts(seats=True) if former.contributions is not None else None,
        data=description_of(former),
        clock=former.clock.control if former.clock is not None else None,
    )
    note_rematch(scribe.ledger, former.id, match.id)
    data = {"id": match.id, "game": match.opening.game.key, "seats": names, "like": former.id}
    say_opened(match, names, data)
