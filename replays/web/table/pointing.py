"""Data for choosing by pointing: faces of cards that the table does not show, and previews of actions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.action import Action
from tablescribe.domain.rules.chance import NeedsOutcome, NoChance
from tablescribe.domain.rules.deciding import answers_window, decide, foresee, unused
from tablescribe.domain.rules.game import Seen
from tablescribe.domain.rules.opening import Opening
from tablescribe.domain.rules.play import Illegal, Play
from tablescribe.domain.table.table import Fact, Impossible, Table
from tablescribe.ledger.matches.client_actions import read_action
from tablescribe.replays.pictures.pictures import DrawnPanel, face
from tablescribe.replays.reading.discretion import EVERYTHING, Viewer, seen
from tablescribe.replays.reading.fact_wording import say_facts
from tablescribe.replays.reading.reader import Reader
from tablescribe.replays.web.table.choices import Choice, question_data

MOST_FACES = 120
"""Maximum number of cards in trays."""


@dataclass(frozen=True)
class Tray:
    """Cards that a seat may choose but the table does not show: recorders without a view of a hand name its cards."""

    seat: int
    cards: tuple[DrawnPanel, ...]


def trays(opening: Opening, choices: Iterable[Choice], panels: Iterable[DrawnPanel], reader: Reader) -> list[Tray]:
    """Return the faces of cards that choices name and no panel shows, by seat.

    Several seats may hold copies of one card.
    """
    drawn = frozenset[str]().union(*(panel.names for panel in panels))
    wanted: dict[str, int] = {}
    for choice in choices:
        for name in choice.names:
            if name not in drawn:
                wanted.setdefault(name, choice.seat)
    found: dict[int, list[DrawnPanel]] = {}
    for name, seat in list(wanted.items())[: 2 * MOST_FACES]:
        card = face(opening, name, reader=reader)
        if card is not None and sum(map(len, found.values())) < MOST_FACES:
            found.setdefault(seat, []).append(card)
    return [Tray(seat, tuple(cards)) for seat, cards in found.items()]


def labels(choices: Iterable[Choice], reader: Reader) -> dict[str, str]:
    """Return the labels of all things to point at, by name."""
    return {name: reader.name(name) or name for choice in choices for name in (*choice.names, *choice.leads_to)}


def preview(match: Match, viewer: Viewer, seat: int, data: Mapping[str, Any], reader: Reader) -> dict[str, Any]:
    """Return the effects of an action as a viewer may know them, or the question to chance that it needs.

    The action is decided on the viewer's own view of the table, so the preview cannot reveal anything hidden. If rules
    need hidden information, effects are left out. Nothing is recorded, and no seal is opened.

    Raises:
        BadAction: it is not an action of the game.
    """
    action, opening = read_action(match, data), match.opening
    table = seen(opening, match.table, viewer)
    told: dict[str, Any] = {"words": _in_words(action, reader), "changes": [], "question": None}
    chance = NoChance() if match.opened.chance == "sealed" else match.chance(())
    try:
        if (closing := unused(opening, table)) is not None and not answers_window(table, action):
            table = table.copy()  # the window closes unused, and play goes on
            for fact in decide(opening, table, *closing, chance).facts:
                table.apply(fact)
        play = Play(opening, table.copy(), chance)
        asked = foresee(opening, play, seat, action)
        if asked is not None:
            told["question"] = question_data(asked, viewer, reader)["words"]
    except NeedsOutcome as needs:  # while the window closes
        return {**told, "question": question_data(needs.question, viewer, reader)["words"]}
    except (Illegal, Impossible):  # not legal, or legal only after a window has closed
        return told
    except Exception:  # a rule needs information hidden from this viewer
        return told
    return {**told, "changes": [reader.tell(text) for text in _told(opening, table, viewer, seat, action, play.facts)]}


def _in_words(action: Action, reader: Reader) -> str:
    """Return an action in words; just its kind if its contents cannot be named."""
    try:
        return reader.tell(action.text())
    except Exception:  # a client can send anything, such as a card of no game
        return str(action.data().get("do", "?"))


def _told(
    opening: Opening, table: Table, viewer: Viewer, seat: int, action: Action, facts: Sequence[Fact]
) -> Iterable[Any]:
    """Return facts in words: first in the game's own words, then the remaining ones one by one."""
    told: list[Any] = []
    rest = list(facts)
    if opening.game.tell is not None:
        try:
            told, rest = opening.game.tell(opening, Seen(seat, action, (), table, tuple(facts)))
        except Exception:  # as in `Timeline.telling`
            told, rest = [], list(facts)
    return [*told, *say_facts(opening, rest, reveal=viewer == EVERYTHING)]
