"""Typed result slips as data and as texts: the state of each table, and the meanings of a slip's boxes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tablescribe.domain.tournament.model.field import Ref
from tablescribe.domain.tournament.model.seating import Seating
from tablescribe.domain.tournament.model.tournament import Tournament
from tablescribe.domain.tournament.typed_slips import (
    State,
    TypedSlip,
    has_boxes,
    has_points,
    typed_slip,
    typed_text,
)
from tablescribe.domain.words.text import Text, say
from tablescribe.replays.tournaments.tournament import result_text, result_words

STATES: Mapping[State, Text] = {
    State.DIFFER: say("typed differently"),
    State.ONCE: say("typed once"),
    State.MISSING: say("missing"),
    State.TYPED: say("typed and recorded"),
    State.REPORTED: say("recorded another way"),
}
"""Names of the states of a slip; those that need action come first."""

SHORT = 8
"""Number of characters of a match's id on a slip, which distinguish the seatings of a table."""


def slip_path(tournament: Tournament, seating: Seating, table: int) -> str:
    """Return the path in the code on a slip. It identifies a table and gives no rights."""
    match = seating.matches[table - 1][:SHORT]
    return f"/t/{tournament.id}/slips/{seating.number}/{table}?seating={match}"


def draw_text(tournament: Tournament, seating: Seating) -> Text:
    """Return the word for a draw in a round's game: chess has its own in German and Italian."""
    return say("Drawn game") if tournament.plan.stages[seating.paired.stage].game == "chess" else say("Draw")


def box_texts(people: list[str], draw: Text) -> list[Text]:
    """Return the meanings of the boxes on a slip for two, in their order (`BOXES`); `draw` comes from `draw_text`."""
    one, other = people
    return [
        say("{name} won", name=one), draw, say("{name} won", name=other),
        say("{name} was a no-show", name=other), say("{name} was a no-show", name=one), say("No one came"),
    ]  # fmt: skip


def slip_data(
    tournament: Tournament, seating: Seating, table: int, names: Mapping[Ref, str], *, all_typed: bool = False
) -> dict[str, Any]:
    """Return the state of a table's slip as plain data, with texts.

    Args:
        all_typed: whether the reader decides disputes and so sees both numbers if two people differ. A number typed by
            one person only is shown to nobody.
    """
    slip, pod = typed_slip(tournament, seating, table), seating.pods[table - 1]
    people = [names[ref] for ref in pod]
    boxes = box_texts(people, draw_text(tournament, seating)) if has_boxes(tournament, seating, table) else []
    shown = slip.state is State.TYPED or (slip.state is State.DIFFER and all_typed)
    return {
        "round": seating.number,
        "table": table,
        "match": seating.matches[table - 1],
        "names": people,
        "state": str(slip.state),
        "typed": len(slip.typings),
        "typists": slip.typists,
        "boxes": [{"number": number, "means": text} for number, text in enumerate(boxes, start=1)],
        "by_points": has_points(tournament, seating),
        "numbers": _typed(tournament, seating, slip, people, boxes) if shown else [],
        "result": result_text(tournament, seating, table, names) if slip.report is not None else None,
    }


def slips_now(
    tournament: Tournament, seating: Seating, names: Mapping[Ref, str], *, all_typed: bool = False
) -> list[dict[str, Any]]:
    """Return all slips of a round; see `slip_data`."""
    return [
        slip_data(tournament, seating, table, names, all_typed=all_typed) for table in range(1, len(seating.pods) + 1)
    ]


def _typed(
    tournament: Tournament, seating: Seating, slip: TypedSlip, people: list[str], boxes: list[Text]
) -> list[dict[str, Any]]:
    by_points = has_points(tournament, seating)
    told = [(one, typed_text(len(people), one, by_points=by_points)) for one in slip.typings]
    return [
        {"number": number, "means": boxes[int(number) - 1] if boxes else result_words(one, people),
         "recorder": one.recorder, "by": one.by, "at": one.at}
        for one, number in told
    ]  # fmt: skip
