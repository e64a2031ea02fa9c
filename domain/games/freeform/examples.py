"""Examples of typed moves for the help, with names that exist at the table."""

from __future__ import annotations

from tablescribe.domain.games.freeform.board import catalogue_of, macros_of
from tablescribe.domain.games.freeform.shorthand import Table, changes_of, hear, next_words, typed
from tablescribe.domain.rules.shorthand import Shorthand, Speaker
from tablescribe.domain.table.table import BOX
from tablescribe.domain.words.text import Text, say


def examples(speaker: Speaker) -> dict[str, Text]:
    """Return examples of typed moves, with names that exist at this table."""
    table = Table(speaker)
    kinds = {kind: list(known) for kind, known in table.first_words()}
    somebody = next(iter(table.people), "1")
    found = {
        "roll 4 3": say("record a dice roll"),
        f"score {typed(somebody)} 5": say("give points: to you, or to the player named"),
    }
    if kinds["counter"]:
        found[f"{kinds['counter'][0]} 2"] = say("count something of yours, or of the player named")
    if kinds["macro"]:
        found[kinds["macro"][0]] = say(
            "shortcut: {changes}", changes=changes_of(macros_of(speaker.setting)[kinds["macro"][0]])
        )
    found.update(_moves(table))
    if catalogue_of(speaker.setting).decks:
        found["draw 2"] = say("draw cards; shuffle PLACE puts them back")
    found[f"score 2, {'pass' if len(table.people) > 1 else 'score 1'}"] = say("several actions as one move")
    found["pass"] = say("end your turn")
    found[f"won {typed(somebody)}"] = say("the game is over")
    return found


def _moves(table: Table) -> dict[str, Text]:
    """Return an example of a piece move: from square to square, or by the piece's name if that is unique."""
    places = table.places()
    single = next((one for one in places if sum(table.table.pieces(one).values()) == 1), None)
    if single is not None and catalogue_of(table.setting).boards:
        free = next((one for one in places if not table.table.pieces(one)), places[-1])
        return {f"{typed(single)} {typed(free)}": say("move what is there")}
    for piece, lies in table.pieces().items():
        if len(lies) == 1 or table.table.count(BOX, piece):
            to = typed(places[-1]) if places else "forest"
            return {f"{typed(piece)} {to}": say("move a piece to a place")}
    return {}


SHORTHAND = Shorthand(hear, next_words, examples)
